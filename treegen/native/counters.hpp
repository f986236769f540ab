// Kernels for games of codes that count, without a table of feedbacks, how many candidates give each feedback to each guess of a block.
//
// All guesses of a block, one in each byte of a vector, are compared with one candidate after the other. A feedback of b bulls and c
// symbols in common is the number v = W b + c, for a fixed W >= 1. This number is a sum over the positions p of the candidate:
//     W [the guess has d at p] + [the guess has more than j symbols d],
// where d is the candidate's symbol at p, and j is the number of symbols d before p. The terms for all guesses of a block are a row, which
// depends only on (p, d, j). So rows are made once for a block, and a feedback takes one addition of vectors for each position.
//
// W is the number of positions. Then one look-up in a table of 16 entries (pshufb, tbl) recognises the numbers v below 16, and another
// look-up all others. The look-ups turn v into a single bit in a few bytes, and carry-save adders count these bits for all
// feedbacks at once (adders.inc). A machine without look-ups compares v with each feedback in turn, which takes three times as long.
//
// The number of cells of a guess is the number of bits in the OR of its counters. A block in which no guess has enough cells needs
// no further work; in other blocks, the filter (greedy_rule.hpp) selects the guesses that are scored.
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
    // labels[bulls][cows] are the feedbacks. W b + c, or the bulls alone, must determine them.
    Coding(int positions, const uint8_t* labels);
    int positions;
    int weight = 0, common = 1;                             // a bull adds the first number to v, and a symbol in common the second
    int offset = 0;                                         // the sum is v plus this number, so that its highest bit shows whether v >= 16
    int feedbacks = 0;                                      // the number of feedbacks; each has a place in the counts
    uint8_t value[32];                                      // for each place, the sum that stands for its feedback
    int place_of[256];                                      // the place of each feedback
    int planes = 0;                                         // the number of bytes that have a bit for each feedback
    alignas(16) uint8_t low[4][16] = {}, high[4][16] = {};  // the tables for looking up v below 16, and larger v
};

// The arguments of a row: the position p, the symbol d, and the number j of symbols d before p.
struct RowKey {
    uint8_t position, symbol, before;
};

// Makes the rows for these keys, sorted by symbol, from the symbols of a block: symbols[p] are the symbols at position p.
using RowsKernel = void (*)(const uint8_t* const* symbols, const Coding& coding, const RowKey* keys, size_t count, uint8_t* rows);
// Writes counts[place][guess] for the first `width` guesses of a block and n candidates, at most kMostCounted, whose rows begin at
// rows + at[candidate * positions + p]. Returns a bit for each guess that passes the filter (null: all). If no guess of a vector makes
// enough cells, its counts are not written.
using CountKernel = uint64_t (*)(const Coding& coding, const uint8_t* rows, const uint32_t* at, int n, const Filter* filter, int width,
                                 uint8_t (*counts)[kGuessBlock]);
struct CounterKernels {
    RowsKernel rows = nullptr;
    CountKernel count = nullptr;
};
CounterKernels counter_kernels(const Coding& coding);

}  // namespace guesstree
