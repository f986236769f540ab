// Counting the cells of all guesses on a set at once, with bit masks in vector registers.
//
// masks[secret][guess] = 1 << feedback. The bits of the OR of the rows of a set, at one guess, are the cells that this
// guess makes of it; so ranking all guesses is n ORs of rows and a population count, without a branch. This is where the
// search spends most of its time. Counts of the cells' sizes come from adding the same masks bit by bit ("planes").
//
// The rows are stored in one of three ways: as masks of 2, 4 or 8 bytes, if they fit into memory; as feedbacks of one byte,
// if masks would take too much memory, which are made into masks each time they are read; or as feedbacks that are looked
// up in a register, if the machine supports it (lookup.hpp), which is the fastest. For more than 64 feedbacks there are no
// masks (wide_rows.hpp). All give the same numbers.
//
// Vector code for SSE2, AVX2 and AVX-512 is compiled from the same templates and chosen at run time. Ranking takes
// O(n * guesses * mask bytes / vector bytes); rows as masks take secrets * guesses * mask bytes of memory, as feedbacks
// secrets * guesses or, for a symmetric table, nothing.
//
// Invariants: prepare() was called for each secret before a set with it is ranked; after that everything is const and
// may be used by any number of threads.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "aligned_bytes.hpp"
#include "cell_counts.hpp"
#include "lookup.hpp"
#include "rank.hpp"
#include "table.hpp"
#include "wide_rows.hpp"

namespace guesstree {

class BestColumns;

// The rows of a table for ranking and counting all guesses at once.
class Masks {
public:
    // Compact: without masks in memory, however small they are. Look up: with look-ups instead, where the machine can.
    // Rows are kept as masks, and a symmetric table is copied, only where they take no more than `memory` bytes.
    explicit Masks(const Table& table, bool compact = false, bool look_up = true, size_t memory = SIZE_MAX);
    // The memory that the rows take.
    size_t bytes() const { return own_bytes_; }
    // Makes the rows of these secrets; must have been called before they are ranked. Not to be called while others rank.
    void prepare(const uint32_t* secrets, size_t count, int threads = 1);
    // Ranks all guesses on a set of at least two candidates. `ranks` has room for columns() entries, 64-byte aligned.
    Tops rank(const uint32_t* set, int n, bool candidates_only, Rank* ranks) const;
    // Fills in the answers, for all jobs together; faster where there are best columns of a set that the jobs are parts of.
    void peaks(Peak* jobs, int count, const BestColumns* best = nullptr) const;
    // The masks of the n secrets of a set under their own winning guesses: rows and columns are places in the set.
    struct Local {
        uint8_t* data = nullptr;  // null: there are none
        size_t stride = 0;        // bytes from row to row
    };
    // The space that localise() needs, or 0 where it is not supported. It needs simple winners.
    size_t local_bytes(int n) const;
    // Gathers the local masks of a set into `space`.
    Local localise(const uint32_t* set, int n, uint8_t* space) const;
    // The most cells that one of these candidates as guess makes of a part, and the place of the first that does.
    int most_cells(const Local& local, const uint32_t* places, int n, int* first) const;
    // Whether the cells of one guess can be had as bit masks (LocalTable).
    bool has_cells() const { return cells_; }
    // How rows write feedbacks.
    const FeedbackBytes& feedback_bytes() const { return feedback_bytes_; }
    // The feedbacks of all guesses to a secret, as these bytes, if has_cells().
    const uint8_t* feedbacks_of(uint32_t secret) const { return rows_ + secret * stride_; }
    // The bit of the winning feedback in masks.
    int winning() const { return feedback_bytes_.bit[table_.winning]; }
    CellsKernel cells() const { return cells_; }
    MostKernel most() const { return most_; }
    // Lists the guesses of exactly this rank, rising; returns the next lower rank of the same kind (win or not).
    Rank band(const Rank* ranks, Rank rank, int32_t* guesses, int* count) const;
    // The planes that count() makes of n candidates: the bits of the number n; 0 where it is not supported.
    int planes_for(int n) const;
    // Counts the cells of all guesses at once: of mask planes[i][guess], the bit of feedback f is bit i of the size of its cell.
    void count(const uint32_t* set, int n, uint8_t* planes) const;
    // The sizes of the cells of one guess, by feedback, from these.
    void sizes(const uint8_t* planes, int plane_count, int guess, uint32_t* counts) const;
    // Bytes of a mask: 2, 4 or 8, or 0 where there are none.
    int mask_bytes() const { return bytes_; }
    // The number of guesses rounded up to whole blocks: the length of an array of ranks.
    size_t columns() const { return columns_; }
    size_t guesses() const { return static_cast<size_t>(table_.guesses); }

private:
    template <class Word, class Rows>
    void choose();
    template <class Word>
    void choose_rows();
    void open_narrow(bool copied);
    void settle(const BestColumns& best, Peak* jobs, int count) const;
    bool is_copied(size_t memory) const;
    FeedbackBytes bytes_of_feedbacks(bool look_up, size_t memory) const;

    template <class Word>
    void fill_local(const uint32_t* set, int n, Local& local) const;
    template <class Word>
    void fill(const uint32_t* fresh, size_t count);

    const Table& table_;                          // the search's
    FeedbackBytes feedback_bytes_;                // how rows write feedbacks
    int bytes_;                                   // of a mask: 2, 4, 8, or 0 when there are none
    bool narrow_ = false;                         // rows are feedbacks
    bool looked_up_ = false;                      // in a register
    size_t block_;                                // guesses of a block
    size_t columns_;                              // guesses rounded up to whole blocks
    size_t stride_;                               // bytes from row to row
    size_t own_bytes_ = 0;                        // of data_ and rest_
    size_t whole_ = 0;                            // of narrow rows: guesses in whole blocks
    const uint8_t* rows_ = nullptr;               // per secret
    std::unique_ptr<uint8_t, FreeAligned> data_;  // the rows, where they are not the table's own
    std::unique_ptr<uint8_t, FreeAligned> rest_;  // of narrow rows: the guesses of the last, partial block
    std::vector<uint8_t> ready_;                  // per secret: whether its row has been made
    std::unique_ptr<WideRows> wide_;              // the rows, if there are too many feedbacks for masks
    uint64_t losing_mask_ = 0;                    // the masks of all losing feedbacks
    // The vector code in use, chosen by the width of a mask, by how rows are kept and by what the machine can do.
    RankKernel rank_ = nullptr;           // of rows as they are kept
    RankKernel rank_of_masks_ = nullptr;  // of rows of masks
    CountKernel count_ = nullptr;
    void (*merge_)(const uint8_t*, size_t, const uint32_t*, int, size_t, uint8_t*) = nullptr;
    int (*local_)(const uint8_t*, size_t, const uint32_t*, int, int, int*) = nullptr;
    PeaksKernel peaks_ = nullptr;
    CellsKernel cells_ = nullptr;  // null: the machine has no look-ups
    MostKernel most_ = nullptr;    // likewise
    Rank (*band_)(const Rank*, size_t, Rank, int32_t*, int*) = nullptr;
};

}  // namespace guesstree
