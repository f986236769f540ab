// Lower bounds on the cost of a set, from its size and from how many cells a guess can make of it.
//
// A guess with c cells finds at most one secret itself (if it can win), one more in every other cell with the next
// guess, and so on: level by level, the tree can find no more secrets than the nodes that it can have. If no guess makes
// more than `cap` cells of any part of the set, every node has at most that many children, and because prices never
// decrease, the cost of a tree that finds as many as possible as early as possible is a lower bound. Under any guess, a
// subset of a set has at most as many cells as the set, so a cap of a set holds for all its parts.
//
// docs/theory.md has the proofs (Theorems 2 and 3). A bound takes O(levels) time; rows of bounds for all sizes are kept,
// O(secrets) numbers for each depth and cap in use.
// Invariant: a row never changes or moves after it is published, so readers need no lock.
#pragma once
#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "prices.hpp"
#include "table.hpp"

namespace guesstree {

// The most cells that a guess can make of a set (0: there is no such guess).
struct Cap {
    int plain = 0;    // a guess that cannot win
    int winning = 0;  // a guess that wins for a candidate
};

// Lower bounds for one table and price list.
class Bounds {
public:
    // For sets of up to `largest_set` candidates. The prices must live as long as this.
    Bounds(const Table& table, const Prices& prices, int largest_set);
    // At least this is the cost of n candidates under a guess with so many cells, when `cap` holds for every cell.
    Cost of_guess(int depth, int n, int cells, int win, Cap cap) const;
    // At least this is the cost of n candidates under any guess.
    Cost of_set(int depth, int n, Cap cap) const;
    // of_set for every n up to the largest set, as an array kept for good. Any thread may call this.
    const Cost* row(int depth, Cap cap);
    // The memory that the rows take, and about what they will take at the end: there is a row for each pair of caps that is
    // met, which are seldom more than five for each feedback or a hundred in all, at up to three depths.
    size_t bytes() const;
    size_t expected_bytes() const { return std::min<size_t>(levels_.size(), 3) * std::min(5 * side_, 100) * (largest_ + 1) * sizeof(Cost); }
    // The cap that the number of feedbacks gives, which holds for every set.
    Cap widest() const { return widest_; }

private:
    // The bounds of one depth and cap, by the number of candidates.
    using Row = std::unique_ptr<Cost[]>;
    // The rows of one depth.
    struct Level {
        std::unique_ptr<std::atomic<const Cost*>[]> rows;  // by cap.plain * side_ + cap.winning; null: not made yet
    };
    const Prices& prices_;                            // the search's
    Cap widest_;                                      // see widest()
    int largest_;                                     // candidates of the largest set
    int side_;                                        // one more than the largest cap
    mutable std::mutex mutex_;                        // guards making levels and rows
    std::vector<std::atomic<Level*>> levels_;         // by depth; null: not made yet
    std::vector<std::unique_ptr<Level>> own_levels_;  // keeps them
    std::vector<Row> own_rows_;                       // keeps them
};

}  // namespace guesstree
