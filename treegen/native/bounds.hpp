// Prices of the depths, and lower bounds on the cost of a set from how many cells a guess can make of it.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "table.hpp"

namespace guesstree {

using Cost = int64_t;
constexpr Cost kNever = Cost{1} << 61;   // the cost of what no tree can do

// Costs inside the search are relative: a set at depth k is charged price[k + i] - price[k + 1] for a secret found with
// its i-th guess from there. `depth` always means guesses already made.
class Prices {
public:
    Prices(std::vector<Cost> list, bool endless);    // endless: 1, 2, 3, ... without end, and no list
    int remaining(int depth) const { return endless_ ? kMany : static_cast<int>(list_.size()) - depth; }
    Cost relative(int depth, int i) const { return endless_ ? i - 1 : list_[depth + i - 1] - list_[depth]; }
    Cost absolute(int depth) const { return endless_ ? depth + 1 : list_[depth]; }
    // What a secret costs more at the set one guess further on.
    Cost step(int depth) const { return relative(depth, 2); }
    // The lowest depth at which n candidates have the same relative prices: no tree needs more than n guesses, so
    // prices beyond the n-th do not matter.
    int same_as(int depth, int n) const;
    bool endless() const { return endless_; }
    int levels() const { return endless_ ? 1 : static_cast<int>(list_.size()); }
    int next(int depth) const { return endless_ ? 0 : depth + 1; }
    static constexpr int kMany = 1 << 30;

private:
    std::vector<Cost> list_;
    bool endless_;
    std::vector<std::vector<int>> same_;  // per depth: per n up to the guesses remaining
};

// The most cells that a guess can make of a set: guesses that cannot win, and those that can (0: there are none).
struct Cap {
    int plain, winning;
};

class Bounds {
public:
    Bounds(const Table& table, const Prices& prices, int largest_set);
    // At least this is the cost of n candidates under a guess with so many cells, when `cap` holds for every cell.
    Cost of_guess(int depth, int n, int cells, int win, Cap cap) const;
    // At least this is the cost of n candidates under any guess.
    Cost of_set(int depth, int n, Cap cap) const;
    // of_set for every n up to the largest set, as an array kept for good.
    const Cost* row(int depth, Cap cap);
    Cap widest() const { return widest_; }

private:
    using Row = std::unique_ptr<Cost[]>;
    struct Level {
        std::unique_ptr<std::atomic<const Cost*>[]> rows;
    };
    const Prices& prices_;
    Cap widest_;
    int largest_, side_;
    std::mutex mutex_;
    std::vector<std::atomic<Level*>> levels_;
    std::vector<std::unique_ptr<Level>> own_levels_;
    std::vector<Row> own_rows_;
};

}  // namespace guesstree
