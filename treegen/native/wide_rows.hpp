// Counting the cells of all guesses on a set in games with many feedbacks, such as Wordle, without masks.
//
// The rows of a small set are compared in pairs: a guess has as many cells as there are candidates whose feedback no earlier
// candidate gives. A register compares the feedbacks to many guesses at once; n candidates take n^2 / 2 such steps. For larger
// sets, the feedbacks to 64 guesses are marked in a table of [feedback][guess], n + feedbacks steps for each guess. Games in which
// a feedback may lose, and large sets of games with more than a thousand feedbacks, are counted guess by guess.
//
// For widest counts, guesses with many cells of all secrets come first, and those that have no more of all secrets than the
// widest count that is known are left out. Everything is const after construction and may be used by any number of threads.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "arena.hpp"
#include "histogram.hpp"
#include "lookup.hpp"
#include "table.hpp"

namespace guesstree {

// Rows are entries per secret; columns come in whole blocks of 64.
struct PairKernels {
    // Twice the number of cells of every guess, 0 where there is only one.
    void (*rank)(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, Rank* ranks) = nullptr;
    // The most cells that any guess makes of each set; `most`: of all secrets, per column, falling.
    void (*widest_counts)(const uint8_t* rows, size_t stride, size_t columns, const int32_t* most, Widest* jobs, int count) = nullptr;
};

// The rows of a table with more feedbacks than a mask has bits.
class WideRows {
public:
    static constexpr int kPairsTo = 128;  // candidates of the largest sets that are compared in pairs
    // Columns: guesses rounded up to a multiple of 64.
    WideRows(const Table& table, size_t columns);
    // See Masks.
    Tops rank(const uint32_t* set, int n, bool candidates_only, Rank* ranks) const;
    void widest_counts(Widest* jobs, int count) const;
    // The memory that the rows take.
    size_t bytes() const { return rows_ ? stride_ * table_.secrets : 0; }

private:
    void count_marks(const uint32_t* set, int n, size_t column, std::vector<uint8_t>& seen, Rank* cells) const;
    Tops rank_singly(const uint32_t* set, int n, bool candidates_only, Rank* ranks) const;
    int count_singly(int guess, const uint32_t* set, int n, CellCounts& counts) const;
    int widest_singly(const Widest& job) const;
    int widest_of_large(const Widest& job) const;
    const Table& table_;                          // the search's
    size_t columns_;                              // of the rows
    int entry_bytes_;                             // of a feedback
    size_t stride_ = 0;                           // bytes from row to row
    std::vector<int32_t> order_;                  // the guess in each column; those with most cells of all secrets first
    std::vector<int32_t> most_;                   // how many those are, per column
    std::unique_ptr<uint8_t, FreeAligned> rows_;  // [secret][column]; null: guesses are counted one by one
    PairKernels kernels_;                         // for the instructions in use
};

}  // namespace guesstree
