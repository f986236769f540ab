// Counting the cells of all guesses on a set at once, which takes most of the time of a search. The mask of a feedback is 1 << feedback.
// In the OR of the masks with which n candidates answer a guess, each bit is a cell of the guess. So ranking all guesses takes n ORs for
// each guess, and a population count. Adding the same masks bit by bit ("planes") gives the sizes of the cells; without planes, bulls-4x10
// within 7 guesses takes 1.1 times as long.
//
// A row has the feedbacks of one secret to all guesses, as bytes that are looked up in a register when they are read (lookup.hpp). With
// more than 32 feedbacks, there are no masks, but the same numbers (wide_rows.hpp). Nothing changes later, so threads can share an object.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "arena.hpp"
#include "histogram.hpp"
#include "lookup.hpp"
#include "table.hpp"
#include "wide_rows.hpp"

namespace guesstree {

class BestColumns;

// The rows of a table for ranking and counting all guesses at once.
class Masks {
public:
    // Copies the rows of a table. Without `look_up`, there are no masks, as for many feedbacks. A symmetric table is copied only if the
    // copy takes no more than `memory` bytes.
    explicit Masks(const Table& table, bool look_up = true, size_t memory = SIZE_MAX);
    // Returns the memory that the rows take.
    size_t bytes() const { return own_bytes_; }
    // Ranks all guesses on a set of at least two candidates, and returns the highest ranks. `ranks` has room for columns() entries, 64-byte
    // aligned. If there are several `parts`, only the columns of `part` are ranked.
    Tops rank(const uint32_t* set, int n, bool candidates_only, Rank* ranks, size_t part = 0, size_t parts = 1) const;
    // Does several widest counts, faster with the best columns (null: none) of a set of which the sets of all jobs are parts.
    void widest_counts(WidestJob* jobs, int count, const BestColumns* best = nullptr) const;
    // Returns whether there are masks, so that the cells of one guess can be found as bit masks (LocalTable).
    bool has_cells() const { return !wide_; }
    // Returns the bytes with which rows write feedbacks.
    const FeedbackBytes& feedback_bytes() const { return feedback_bytes_; }
    // Returns the feedbacks of a secret to all guesses, as bytes of feedback_bytes(); only if has_cells().
    const uint8_t* feedbacks_of(uint32_t secret) const { return rows_ + secret * stride_; }
    // Returns the bit of the winning feedback in masks.
    int winning() const { return feedback_bytes_.bit[table_.winning]; }
    CellsKernel cells() const { return kernels_.cells; }
    MostKernel most() const { return kernels_.most; }
    // Lists the guesses of exactly this rank, rising; returns the next lower rank of the same kind (win or not).
    Rank band(const Rank* ranks, Rank rank, int32_t* guesses, int* count) const {
        return kernels_.band(ranks, columns_, rank, guesses, count);
    }
    // Returns the number of planes that count() makes of n candidates, which is the number of bits of n; 0 if count() cannot count n.
    int planes_for(int n) const;
    // Counts the cells of all guesses at once: bit f of planes[i][byte][guess] becomes bit i of the size of the cell of feedback
    // 8 * byte + f.
    void count(const uint32_t* set, int n, uint8_t* planes) const;
    // Makes the sizes of the cells of one guess, by feedback, from the planes.
    void sizes(const uint8_t* planes, int plane_count, int guess, uint32_t* counts) const;
    // Returns the number of bytes of a mask.
    int mask_bytes() const { return kernels_.mask_bytes; }
    // Returns the number of guesses rounded up to whole blocks, which is the length of an array of ranks.
    size_t columns() const { return columns_; }
    size_t guesses() const { return static_cast<size_t>(table_.guesses); }

private:
    FeedbackBytes bytes_of_feedbacks(bool look_up) const;
    void copy_rows();
    void copy_rest();
    void settle(const BestColumns& best, WidestJob* jobs, int count) const;
    // Calls each(rows, stride, columns, first column) for each part of the columns.
    template <class Each>
    void each_part(const Each& each) const;

    const Table& table_;                          // the table of the search
    bool copied_;                                 // whether the rows are a copy; otherwise they are the rows of the table
    FeedbackBytes feedback_bytes_;                // the bytes in which rows write feedbacks
    LookupKernels kernels_;                       // the kernels for these bytes and the instructions of the machine
    size_t columns_;                              // the number of guesses rounded up to whole blocks
    size_t stride_ = 0;                           // the number of bytes from row to row
    size_t whole_ = 0;                            // the number of columns of rows_ that are in whole blocks
    size_t own_bytes_ = 0;                        // the number of bytes of data_ and rest_
    const uint8_t* rows_ = nullptr;               // the row of each secret
    std::unique_ptr<uint8_t, FreeAligned> data_;  // the memory of the rows, if they are a copy
    std::unique_ptr<uint8_t, FreeAligned> rest_;  // if they are not a copy, the columns of the last, partial block
    std::unique_ptr<WideRows> wide_;              // the rows if there are no masks
    uint64_t losing_mask_ = 0;                    // the bits of all losing feedbacks in masks
};

}  // namespace guesstree
