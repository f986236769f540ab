// How many candidates give each feedback to each guess of a block, in games of codes, without a table of feedbacks.
//
// All guesses of a block, one per byte of a vector, are compared with one candidate after the other. With W >= 1, a feedback of
// b bulls and c symbols in common is v = W b + c, and a sum over the positions p of the candidate:
//     W [the guess has d at p] + [the guess has more than j symbols d],
// where d is the candidate's symbol at p, and j its number among equal ones before. These rows depend on (p, d, j) only. They are
// made once for a block and all sets that are counted on it, and a feedback costs one addition of vectors for each position.
//
// W is the number of positions. Then a look-up of 16 entries (pshufb, tbl) distinguishes v from all other sums below 16, and
// another one from all sums above. So v becomes one bit of a few bytes, and carry-save adders count these bits for all feedbacks
// at once (adders.inc). A machine without such look-ups compares v with each feedback in turn, which takes three times as long.
//
// The number of cells of a guess is the number of bits in the OR of its counters. A block in which no guess has enough cells needs
// no further work; in the others, the filter (greedy_rule.hpp) selects the guesses that are scored.
#pragma once
#include <cstddef>
#include <cstdint>

#include "greedy_rule.hpp"

namespace guesstree {

constexpr int kGuessBlock = 64;  // the number of guesses that are counted together
constexpr int kMostPlaces = 6;   // the most positions of a code
constexpr int kMostNames = 64;   // the most symbols of a game

// The sums that stand for feedbacks, and the tables for counting them.
struct Coding {
    // labels[bulls][cows] are the feedbacks. Each must follow from W b + c, or from the bulls alone.
    Coding(int positions, const uint8_t* labels);
    int positions;
    int weight = 0, common = 1;                             // a bull adds the first number to the sum, and a symbol in common the second
    int offset = 0;                                         // every sum contains this number, which sets its highest bit if v is 16 or more
    int feedbacks = 0;                                      // the number of feedbacks; each has a place in the counts
    uint8_t value[32];                                      // the sum of the feedback at each place
    int place_of[256];                                      // the place of each feedback
    int planes = 0;                                         // the number of bytes that hold a bit for each feedback
    alignas(16) uint8_t low[4][16] = {}, high[4][16] = {};  // the tables for looking up v below 16, and larger v
};

// The arguments of a row.
struct RowKey {
    uint8_t position, symbol, before;
};

// Makes the rows of these keys, sorted by symbol, from the symbols of a block: symbols[p] are those at position p.
using RowsKernel = void (*)(const uint8_t* const* symbols, const Coding& coding, const RowKey* keys, size_t count, uint8_t* rows);
// Writes counts[place][guess] for the first `width` guesses of a block and n candidates, at most kMostCounted, whose rows begin at
// rows + at[candidate * positions + p]. Returns the guesses that pass the filter (null: all), one bit for each. Where no guess of a
// vector makes enough cells, its counts are not written.
using CountKernel = uint64_t (*)(const Coding& coding, const uint8_t* rows, const uint32_t* at, int n, const Filter* filter, int width,
                                 uint8_t (*counts)[kGuessBlock]);
struct CounterKernels {
    RowsKernel rows = nullptr;
    CountKernel count = nullptr;
};
CounterKernels counter_kernels(const Coding& coding);

}  // namespace guesstree
