// Lower bounds on the cost of a set, from its size and from how many cells a guess can make of it (docs/theory.md, Theorems 2
// and 3). Under any guess a part of a set has at most as many cells as the set, so a cap of a set holds for all its parts.
//
// Rows of bounds for all sizes are kept, O(secrets) numbers for each depth and cap in use, and never change or move after they
// are published, so readers need no lock. For rows, caps above 256 are rounded up to eight binary digits, which weakens a bound a
// little but keeps it true, so that 8192 feedbacks give no more than 896 caps.
#pragma once
#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <mutex>
#include <vector>

#include "histogram.hpp"
#include "lookup.hpp"
#include "prices.hpp"
#include "table.hpp"

namespace guesstree {

// The most cells that a guess can make of a set (0: there is no such guess).
struct Cap {
    int plain = 0;    // the most cells of a guess that cannot win
    int winning = 0;  // the most cells of a guess that wins for a candidate
    bool operator==(const Cap&) const = default;
};
// That of a set whose guesses have these ranks at most.
constexpr Cap cap_of(Tops tops) {
    return {.plain = cells_of(tops.plain), .winning = cells_of(tops.winning)};
}

// The first candidate that makes the most cells of a set, as a guess.
struct BestCandidate {
    int cells = 0;   // the number of cells
    int guess = -1;  // the guess that wins for the candidate
};
// Every candidate has a winning guess.
inline BestCandidate best_candidate(const Table& table, const uint32_t* set, int n, CellCounts& counts) {
    BestCandidate best;
    for (int i = 0; i < n && best.cells < n; ++i) {
        const int guess = table.winner[set[i]];
        int cells = 0;
        table.read(guess, [&](const auto* row) {
            uint64_t seen = 0;
            if (table.feedbacks > 64) cells = counts.count(row, set, n);
            for (int j = 0; table.feedbacks <= 64 && j < n; ++j) {
                const int f = row[set[j]];
                cells += ~seen >> f & 1, seen |= uint64_t{1} << f;
            }
        });
        if (cells > best.cells) best = {.cells = cells, .guess = guess};
    }
    return best;
}

// Lower bounds for one table and price list.
class Bounds {
public:
    // For sets of up to `largest_set` candidates. The prices must live as long as this.
    Bounds(const Table& table, const Prices& prices, int largest_set)
        : prices_(prices),
          loosest_{.plain = table.open_feedbacks(), .winning = table.open_feedbacks() + 1},
          largest_(largest_set),
          side_(round_up(std::min(table.feedbacks, largest_set)).place + 1),
          levels_(prices.levels()) {}
    // A lower bound of the cost of n candidates under a guess with `cells` cells, when `cap` holds for every cell.
    Cost of_guess(int depth, int n, int cells, int win, Cap cap) const {
        return of_guess(depth, n, cells, win, cap, [n](int64_t found) { return n - found; });
    }
    // The same for candidates of different weight: left(i) is the sum of all weights but the i heaviest.
    template <class Left>
    Cost of_guess(int depth, int n, int cells, int win, Cap cap, const Left& left) const;
    // At least this is the cost of n candidates under any guess.
    Cost of_set(int depth, int n, Cap cap) const {
        if (n <= 1) return prices_.remaining(depth) >= 1 ? 0 : kNever;
        return std::min(of_guess(depth, n, std::min(cap.plain, n), 0, cap), of_guess(depth, n, std::min(cap.winning, n), 1, cap));
    }
    // of_set for every n up to the largest set and the cap rounded up, as an array kept for good. Any thread may call this.
    const Cost* row(int depth, Cap cap) {
        Level* level = levels_[depth].load(std::memory_order_acquire);
        // no guess makes more cells than there are candidates
        const Rounded plain = round_up(std::min(cap.plain, largest_)), winning = round_up(std::min(cap.winning, largest_));
        const int at = plain.place * side_ + winning.place;
        if (level)
            if (const Cost* row = level[at].load(std::memory_order_acquire)) return row;
        const std::lock_guard lock(mutex_);
        level = levels_[depth].load();
        if (!level) {
            own_levels_.push_back(std::make_unique<Level[]>(static_cast<size_t>(side_) * side_));
            level = own_levels_.back().get();
            levels_[depth].store(level, std::memory_order_release);
        }
        if (const Cost* row = level[at].load()) return row;
        own_rows_.push_back(std::make_unique<Cost[]>(largest_ + 1));
        Cost* fresh = own_rows_.back().get();
        for (int n = 1; n <= largest_; ++n) fresh[n] = of_set(depth, n, {.plain = plain.cap, .winning = winning.cap});
        level[at].store(fresh, std::memory_order_release);
        return fresh;
    }
    // The memory that the rows take, and about what they will take at the end: there is a row for each pair of caps that is
    // met, which are seldom more than five for each feedback or a hundred in all, at up to three depths.
    size_t bytes() const {
        const std::lock_guard lock(mutex_);
        const size_t side = side_;
        return own_levels_.size() * side * side * sizeof(void*) + own_rows_.size() * (largest_ + 1) * sizeof(Cost);
    }
    size_t expected_bytes() const { return std::min<size_t>(levels_.size(), 3) * std::min(5 * side_, 100) * (largest_ + 1) * sizeof(Cost); }
    // The cap that the number of feedbacks gives, which holds for every set.
    Cap loosest() const { return loosest_; }
    // A cap as rows have it.
    struct Rounded {
        int cap;    // the cap, rounded up
        int place;  // its number among all caps in use: up to 256 the cap itself, then 128 numbers for each doubling
    };
    static Rounded round_up(int cap) {
        const int dropped = cap <= 256 ? 0 : std::bit_width(static_cast<unsigned>(cap - 1)) - 8;  // binary digits
        const int kept = (cap + (1 << dropped) - 1) >> dropped;
        return {.cap = kept << dropped, .place = (dropped << 7) + kept};
    }

private:
    using Level = std::atomic<const Cost*>;             // the rows of one depth, by the places of both caps; null: not made yet
    const Prices& prices_;                              // the prices of the search
    Cap loosest_;                                       // the cap that holds for every set
    int largest_;                                       // the number of candidates of the largest set
    int side_;                                          // the place of the largest cap, plus one
    mutable std::mutex mutex_;                          // a thread that makes a level or a row holds this
    std::vector<std::atomic<Level*>> levels_;           // the levels by depth; null: not made yet
    std::vector<std::unique_ptr<Level[]>> own_levels_;  // the owner of the levels
    std::vector<std::unique_ptr<Cost[]>> own_rows_;     // the owner of the rows: bounds by the number of candidates
};

// A set of a tree finds at most 1 secret with its first guess, and within two as many as the guess has cells. Of the
// cells of a guess none finds more within j - 1 guesses than `reach`, the most that any of them can; a tree
// that finds these numbers at each depth, the heaviest first, costs least.
template <class Left>
Cost Bounds::of_guess(int depth, int n, int cells, int win, Cap cap, const Left& left) const {
    const int remaining = prices_.remaining(depth), others = cells - win;
    if (n <= 1) return remaining >= 1 ? 0 : kNever;
    if (cells < 2) return kNever;
    Cost cost = 0;
    int64_t found = win, reach = 1;
    for (int i = 1; found < n; ++i) {  // found: within i guesses; all others cost the step to guess i + 1
        if (i >= remaining) return kNever;
        cost += (prices_.relative(depth, i + 1) - prices_.relative(depth, i)) * left(found);
        found = win + others * reach;
        const int64_t by_plain = cap.plain * reach, by_winning = cap.winning ? 1 + (cap.winning - 1) * reach : 0;
        const int64_t more = i == 1 ? std::max(cap.plain, cap.winning) : std::max(by_plain, by_winning);
        if (more <= reach && found < n && i > 1) return kNever;
        reach = std::min<int64_t>(std::max(more, reach), n);
    }
    return cost;
}

}  // namespace guesstree
