// How many candidates give each feedback to each guess of a block, in games of codes, without a table of feedbacks.
//
// All guesses of a block, one per byte of a vector, are compared with one candidate after the other. With W >= 1, a feedback of
// b bulls and c symbols in common is v = W b + c, and a sum over the positions p of the candidate:
//     W [the guess has d at p] + [the guess has more than j symbols d],
// where d is the candidate's symbol at p, and j its number among equal ones before. These rows depend on (p, d, j) only. They are
// made once for a block and all sets that are counted on it, and a feedback costs one addition of vectors for each position.
//
// W is the number of positions. Then a look-up of 16 entries (pshufb, tbl) tells v from all others below 16, or from all others
// above. So v becomes
// one bit of some bytes, and carry-save adders count these bits, all feedbacks at once: the "vertical" or positional population
// count of Harley and Seal (Warren, Hacker's Delight, 2012, section 5-1; Klarqvist, Mula and Lemire 2019). Without such look-ups,
// each feedback is compared with each of those that there are, which takes three times as long.
//
// A block whose guesses all make too few cells (the bits that are set in the or of the counters) is done; of the others, those
// stay that pass the filter.
#pragma once
#include <cstddef>
#include <cstdint>

#include "greedy_rule.hpp"

namespace guesstree {

constexpr int kGuessBlock = 64;  // guesses that are counted together
constexpr int kMostPlaces = 6;   // positions of a code
constexpr int kMostNames = 64;   // symbols

// How feedbacks are written as numbers, and counted.
struct Coding {
    // labels[bulls][cows], a feedback each, which follows from W b + c or from the bulls alone.
    Coding(int positions, const uint8_t* labels);
    int positions;
    int weight = 0, common = 1;                             // what a bull, and what a symbol in common adds
    int offset = 0;                                         // added to every sum, so that its highest bit says whether v is 16 or more
    int feedbacks = 0;                                      // how many there are; each has a place in the counts:
    uint8_t value[32];                                      // its sum
    int place_of[256];                                      // by label: its place
    int planes = 0;                                         // bytes of one bit per feedback
    alignas(16) uint8_t low[4][16] = {}, high[4][16] = {};  // the look-ups of v < 16, and of the others
};

// What a row depends on.
struct RowKey {
    uint8_t position, symbol, before;
};

// Makes the rows of these keys, sorted by symbol, from the symbols of a block: symbols[p] are those at position p.
using RowsKernel = void (*)(const uint8_t* const* symbols, const Coding& coding, const RowKey* keys, size_t count, uint8_t* rows);
// counts[place][guess] of the first `width` guesses of a block and n candidates, at most kMostCounted, whose rows begin at
// rows + at[candidate * positions + p]. Returns the guesses, as bits, that pass the filter (null: all). Counts are not written of
// guesses that make too few cells.
using CountKernel = uint64_t (*)(const Coding& coding, const uint8_t* rows, const uint32_t* at, int n, const Filter* filter, int width,
                                 uint8_t (*counts)[kGuessBlock]);
struct CounterKernels {
    RowsKernel rows = nullptr;
    CountKernel count = nullptr;
};
CounterKernels counter_kernels(const Coding& coding);

}  // namespace guesstree
