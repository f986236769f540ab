// Counting the cells of all guesses on a set in games with many feedbacks, such as Wordle, without masks.
//
// The rows of a small set are compared in pairs: a guess has as many cells as there are candidates whose feedback no earlier
// candidate gives. A register compares the feedbacks to many guesses at once; n candidates take n^2 / 2 such steps. Larger sets, and
// games in which a feedback may lose, are counted guess by guess: n steps mark the feedbacks that occur.
//
// Everything is const after construction and may be used by any number of threads.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "arena.hpp"
#include "lookup.hpp"
#include "table.hpp"

namespace guesstree {

// Rows are entries per secret; columns come in whole blocks of 64.
struct PairKernels {
    // Twice the number of cells of every guess, 0 if it has only one.
    void (*rank)(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, Rank* ranks) = nullptr;
    // The most cells that any guess makes of each set.
    void (*widest_counts)(const uint8_t* rows, size_t stride, size_t columns, Widest* jobs, int count) = nullptr;
};
PairKernels pair_kernels(int entry_bytes);  // an entry has 1 or 2 bytes

// Bytes from row to row: rows of a multiple of 512 bytes would share cache sets.
constexpr size_t row_stride(size_t bytes) {
    return bytes + (bytes % 512 == 0 ? 64 : 0);
}

// The rows of a table with more feedbacks than a mask has bits.
class WideRows {
public:
    static constexpr int kPairsTo = 128;  // sets of up to this size are compared in pairs
    // Columns: guesses rounded up to a multiple of 64.
    WideRows(const Table& table, size_t columns);
    // See Masks.
    Tops rank(const uint32_t* set, int n, bool candidates_only, Rank* ranks) const;
    void widest_counts(Widest* jobs, int count) const;
    // The memory that the rows take.
    size_t bytes() const { return rows_ ? stride_ * table_.secrets : 0; }

private:
    // Calls take(guess, cells, whether it wins) for each guess, with no cells for one that may lose, until take() returns false.
    template <class Take>
    void count_singly(const uint32_t* set, int n, const Take& take) const;
    const Table& table_;                          // the table of the search
    size_t columns_;                              // the number of columns
    int entry_bytes_;                             // the number of bytes of a feedback
    size_t stride_ = 0;                           // the number of bytes from row to row
    std::unique_ptr<uint8_t, FreeAligned> rows_;  // the feedbacks [secret][guess]; null: guesses are counted one by one
    PairKernels kernels_;                         // the kernels for the instructions in use
};

}  // namespace guesstree
