// The game as the core sees it: a table of feedbacks, and the same table as bit masks for counting cells.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace guesstree {

constexpr int kMaxFeedbacks = 256;
constexpr int kMaxPlanes = 12;           // bits of a cell's size in counts of all guesses at once

// A table [guess][secret] of feedback indices and what is known of the feedbacks. The rows belong to the caller.
struct Table {
    int guesses = 0, secrets = 0, feedbacks = 0, winning = 0;
    const uint8_t* rows = nullptr;
    std::vector<uint8_t> losing;         // one flag per feedback
    bool any_losing = false;
    bool simple_winners = true;          // every secret has exactly one winning guess, in the same order
    std::vector<int32_t> winner;         // per secret: the lowest guess that wins for it, or -1
    std::vector<int32_t> secret_of;      // per guess: the secret it wins for, or -1
    bool symmetric = false;              // guesses are the secrets, and the table is its own transpose

    Table(const uint8_t* rows, int guesses, int secrets, int feedbacks, int winning,
          const std::vector<int>& losing_feedbacks, bool symmetric);
    const uint8_t* row(int guess) const { return rows + static_cast<size_t>(guess) * secrets; }
    // How many feedbacks an allowed guess can leave open.
    int open_feedbacks() const;
};

// The place of a guess in the order, as one number (higher comes first): 2 * (cells + win) + win; 0 for a guess that
// is not allowed. Cells and win can be read back.
using Rank = uint16_t;
constexpr Rank rank_of(int cells, int win) { return static_cast<Rank>(2 * cells + 3 * win); }
constexpr int win_of(Rank rank) { return rank & 1; }
constexpr int cells_of(Rank rank) { return (rank - 3 * (rank & 1)) / 2; }

struct Tops {                            // highest rank among guesses that cannot win, and among those that can
    Rank plain = 0, winning = 0;
};

// masks[secret][guess] = 1 << feedback. The cells of all guesses on a set are the bits of the OR of its rows.
// Where they would take too much memory, rows of feedbacks are made into masks each time they are read. Above 64
// feedbacks there are no masks, and sets are counted guess by guess.
class Masks {
public:
    // Compact: without masks in memory, however small they are. Shuffled: with look-ups instead, where the machine can.
    explicit Masks(const Table& table, bool compact = false, bool shuffled = true);
    // Makes the rows of these secrets; must have been called before they are ranked. Not to be called while others rank.
    void prepare(const uint32_t* secrets, size_t count, int threads = 1);
    // Ranks all guesses on a set of at least two candidates. `ranks` has room for columns() entries, 64-byte aligned.
    Tops rank(const uint32_t* set, int n, bool winners_only, Rank* ranks) const;
    // The most cells any allowed guess makes of each set.
    struct Peak {
        const uint32_t* set;
        int n, cells;
    };
    void peaks(Peak* jobs, int count) const;
    // The masks of the n secrets of a set under their own winning guesses: rows and columns are places in the set.
    // Needs simple winners and local_bytes(n) of space (0: not supported).
    struct Local {
        uint8_t* data;
        size_t stride;
    };
    size_t local_bytes(int n) const;
    Local localise(const uint32_t* set, int n, uint8_t* space) const;
    // The most cells that one of these candidates as guess makes of a part, and the place of the first that does.
    int most_cells(const Local& local, const uint32_t* places, int n, int* first) const;
    // Lists the guesses of exactly this rank, rising; returns the highest rank below it of the same kind (win or not).
    Rank band(const Rank* ranks, Rank rank, int32_t* guesses, int* count) const;
    // Counts the cells of all guesses at once, where that is supported (else planes_for is 0): bit f of mask
    // planes[i][guess] is bit i of the size of the cell of feedback f.
    int planes_for(int n) const;
    int mask_bytes() const { return bytes_; }
    void count(const uint32_t* set, int n, uint8_t* planes) const;
    size_t columns() const { return columns_; }

private:
    struct Free { void operator()(void* p) const; };
    template <class Word, class Rows> void choose();
    template <class Word> void choose_rows();
    void open_narrow();
    template <class Word> void fill_local(const uint32_t* set, int n, Local& local) const;
    template <class Word> void fill(const uint32_t* fresh, size_t count);
    Tops rank_wide(const uint32_t* set, int n, bool winners_only, Rank* ranks) const;

    const Table& table_;
    int bytes_;                          // of a mask: 2, 4, 8, or 0 when there are none
    bool narrow_ = false;                // rows are feedbacks
    bool shuffled_ = false;              // and looked up 64 at once
    size_t block_, columns_, stride_;    // guesses of a block; guesses rounded up to whole blocks; bytes from row to row
    size_t whole_ = 0;                   // of narrow rows: guesses in whole blocks
    const uint8_t* rows_ = nullptr;      // per secret
    std::unique_ptr<uint8_t, Free> data_, rest_;
    std::vector<uint8_t> ready_;         // per secret
    uint64_t losing_mask_ = 0;
    using Kernel = void (*)(const uint8_t*, size_t, const uint32_t*, int, size_t, int, uint64_t, bool, Rank*, Tops*);
    Kernel kernel_ = nullptr, kernel_of_masks_ = nullptr;
    void (*counter_)(const uint8_t*, size_t, const uint32_t*, int, size_t, size_t, int, uint8_t*) = nullptr;
    void (*merge_)(const uint8_t*, size_t, const uint32_t*, int, size_t, uint8_t*) = nullptr;
    int (*local_)(const uint8_t*, size_t, const uint32_t*, int, int, int*) = nullptr;
    void (*peaks_)(const uint8_t*, size_t, size_t, uint64_t, Peak*, int) = nullptr;
    Rank (*band_)(const Rank*, size_t, Rank, int32_t*, int*) = nullptr;
};

}  // namespace guesstree
