// Counting the cells of all guesses on a set in games with many feedbacks, such as Wordle, without masks.
//
// The rows of a small set are compared in pairs: the number of cells of a guess is the number of candidates whose feedback no earlier
// candidate gives. A vector instruction compares the feedbacks to many guesses at once, so that n candidates take n^2 / 2 steps. Larger
// sets, and games with losing feedbacks, are counted guess by guess, in n steps that mark the feedbacks that occur. Nothing changes after
// construction, so that threads can share an object.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "arena.hpp"
#include "lookup.hpp"
#include "table.hpp"

namespace guesstree {

// The kernels for these rows. A row has the feedbacks of one secret; the number of columns is a multiple of 64.
struct PairKernels {
    // Writes twice the number of cells of every guess, or 0 for a guess with only one cell.
    void (*rank)(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, Rank* ranks) = nullptr;
    // Finds the most cells that any guess makes of each set.
    void (*widest_counts)(const uint8_t* rows, size_t stride, size_t columns, WidestJob* jobs, int count) = nullptr;
};
PairKernels pair_kernels(int entry_bytes);  // an entry has 1 or 2 bytes

// Returns the number of bytes from row to row, which is not a multiple of 512, because rows would then share cache sets.
constexpr size_t row_stride(size_t bytes) {
    return bytes + (bytes % 512 == 0 ? 64 : 0);
}

// The rows of a table with more feedbacks than a mask has bits.
class WideRows {
public:
    static constexpr int kPairsTo = 128;  // sets of up to this size are compared in pairs
    // Copies a table; `columns` is the number of guesses rounded up to a multiple of 64.
    WideRows(const Table& table, size_t columns);
    // These do the same as the methods of Masks with these names.
    Tops rank(const uint32_t* set, int n, bool candidates_only, Rank* ranks) const;
    void widest_counts(WidestJob* jobs, int count) const;
    // Returns the memory that the rows take.
    size_t bytes() const { return rows_ ? stride_ * table_.secrets : 0; }

private:
    // Calls take(guess, number of cells, whether it wins) for each guess until the call returns false; a guess that may lose has 0 cells.
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
