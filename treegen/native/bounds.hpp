// Lower bounds of the cost of a set, from its size and its cap: the most cells that a guess can make of the set (docs/theory.md, Theorems
// 2 and 3). A guess makes at most as many cells of a part of a set as of the set, so the cap of a set also holds for all its parts.
//
// The bounds for all sizes are computed together, as a row for each depth and cap that occurs. A row has a number for each size, and
// never changes or moves once it is published, so that readers need no lock. In rows, caps above 256 are rounded up to eight binary
// digits. A rounded cap weakens a bound a little, but the bound stays true, and 8192 feedbacks need no more than 896 caps.
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
// Returns the cap of a set from its highest ranks.
constexpr Cap cap_of(Tops tops) {
    return {.plain = cells_of(tops.plain), .winning = cells_of(tops.winning)};
}

// The first candidate that makes the most cells of a set, as a guess.
struct BestCandidate {
    int cells = 0;   // the number of cells
    int guess = -1;  // the guess that wins for the candidate
};
// Returns the best candidate of a set; each candidate must have a winning guess.
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

// The lower bounds for one table and list of prices.
class Bounds {
public:
    // Makes bounds for sets of up to `largest_set` candidates. The prices must live as long as this object.
    Bounds(const Table& table, const Prices& prices, int largest_set)
        : prices_(prices),
          loosest_{.plain = table.open_feedbacks(), .winning = table.open_feedbacks() + 1},
          largest_(largest_set),
          side_(round_up(std::min(table.feedbacks, largest_set)).place + 1),
          slots_(prices.levels()) {}
    // Returns a lower bound of the cost of n candidates with a guess that makes `cells` cells, if `cap` holds for every cell.
    Cost of_guess(int depth, int n, int cells, int win, Cap cap) const {
        return of_guess(depth, n, cells, win, cap, [n](int64_t found) { return n - found; });
    }
    // Does the same for candidates of different weight: left(i) is the sum of all weights but the i heaviest.
    template <class Left>
    Cost of_guess(int depth, int n, int cells, int win, Cap cap, const Left& left) const;
    // Returns a lower bound of the cost of n candidates with any guess.
    Cost of_set(int depth, int n, Cap cap) const {
        if (n <= 1) return prices_.remaining(depth) >= 1 ? 0 : kNever;
        return std::min(of_guess(depth, n, std::min(cap.plain, n), 0, cap), of_guess(depth, n, std::min(cap.winning, n), 1, cap));
    }
    // Returns an array with the bound of_set() for every n up to the largest set, with the cap rounded up. Any thread may call this.
    const Cost* row(int depth, Cap cap) {
        Slot* slots = slots_[depth].load(std::memory_order_acquire);
        // no guess makes more cells than the set has candidates
        const Rounded plain = round_up(std::min(cap.plain, largest_)), winning = round_up(std::min(cap.winning, largest_));
        const int at = plain.place * side_ + winning.place;
        if (slots)
            if (const Cost* row = slots[at].load(std::memory_order_acquire)) return row;
        const std::lock_guard lock(mutex_);
        slots = slots_[depth].load();
        if (!slots) {
            own_slots_.push_back(std::make_unique<Slot[]>(static_cast<size_t>(side_) * side_));
            slots = own_slots_.back().get();
            slots_[depth].store(slots, std::memory_order_release);
        }
        if (const Cost* row = slots[at].load()) return row;
        own_rows_.push_back(std::make_unique<Cost[]>(largest_ + 1));
        Cost* fresh = own_rows_.back().get();
        for (int n = 1; n <= largest_; ++n) fresh[n] = of_set(depth, n, {.plain = plain.cap, .winning = winning.cap});
        slots[at].store(fresh, std::memory_order_release);
        return fresh;
    }
    // Returns the memory that the rows take.
    size_t bytes() const {
        const std::lock_guard lock(mutex_);
        return own_slots_.size() * side_ * side_ * sizeof(void*) + own_rows_.size() * (largest_ + 1) * sizeof(Cost);
    }
    // Returns roughly the memory that the rows will take in the end: a row for each pair of caps that occurs. At a depth, seldom
    // more than 5 pairs for each feedback occur, nor more than 100 in all; and seldom more than three depths have rows.
    size_t expected_bytes() const { return std::min<size_t>(slots_.size(), 3) * std::min(5 * side_, 100) * (largest_ + 1) * sizeof(Cost); }
    // Returns the cap that holds for every set, because it follows from the number of feedbacks.
    Cap loosest() const { return loosest_; }
    // A cap that is rounded up for rows.
    struct Rounded {
        int cap;    // the cap, rounded up
        int place;  // the number of this cap among all rounded caps: up to 256 the cap itself, then 128 numbers for each doubling
    };
    static Rounded round_up(int cap) {
        const int dropped = cap <= 256 ? 0 : std::bit_width(static_cast<unsigned>(cap - 1)) - 8;  // binary digits
        const int kept = (cap + (1 << dropped) - 1) >> dropped;
        return {.cap = kept << dropped, .place = (dropped << 7) + kept};
    }

private:
    using Slot = std::atomic<const Cost*>;            // the row of one depth and pair of caps; null: not made yet
    const Prices& prices_;                            // the prices of the search
    Cap loosest_;                                     // the cap that holds for every set
    int largest_;                                     // the number of candidates of the largest set
    int side_;                                        // the place of the largest cap, plus one
    mutable std::mutex mutex_;                        // a thread holds this while it makes slots or a row
    std::vector<std::atomic<Slot*>> slots_;           // for each depth, its slots by the places of both caps; null: not made yet
    std::vector<std::unique_ptr<Slot[]>> own_slots_;  // the owner of the slots
    std::vector<std::unique_ptr<Cost[]>> own_rows_;   // the owner of the rows: bounds by the number of candidates
};

// A tree finds at most one secret with its first guess, and within two guesses at most one for each cell. In general, if no cell finds more
// than `reach` secrets within i guesses, the tree finds at most win + others * reach within i + 1 guesses (`others`: the cells that do not
// win). So the cost is at least that of a tree that finds as many as these limits allow, the heaviest first.
template <class Left>
Cost Bounds::of_guess(int depth, int n, int cells, int win, Cap cap, const Left& left) const {
    const int remaining = prices_.remaining(depth), others = cells - win;
    if (n <= 1) return remaining >= 1 ? 0 : kNever;
    if (cells < 2) return kNever;
    Cost cost = 0;
    int64_t found = win, reach = 1;
    for (int i = 1; found < n; ++i) {  // i guesses find at most `found`; the others also cost the rise of the price after guess i
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
