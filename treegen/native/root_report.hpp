// What the threads report about the root of a search while it runs: bounds of the openers, and the incumbent; besides, what is
// counted. No tree costs less than the least bound of an opener, or than the incumbent, so bounds of guesses never decrease, and
// every opener that may be tried is in it from the time it is opened. Costs inside are relative to the root's depth. One mutex
// guards everything except the state of a cell, which only its thread writes.
#pragma once
#include <atomic>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "position.hpp"
#include "rank.hpp"

namespace guesstree {

// What is counted. A new counter is a row of both lists here, a call of add(), its name in interface.py, a value in the state of a
// cluster (cluster.py), and a part of the line that shows progress (cli/solve.py).
enum class Counter : uint8_t {
    positions,  // sets searched
    count,      // of the others
};
constexpr int kCounters = static_cast<int>(Counter::count);
constexpr const char* kCounterNames[] = {"positions"};
static_assert(std::size(kCounterNames) == kCounters, "a name for each counter");

// What one thread counted, without a lock; others may read it meanwhile, and progress() adds up what all of them counted.
class Counters {
public:
    void add(Counter counter) {
        std::atomic<uint64_t>& number = numbers_[static_cast<int>(counter)];
        number.store(number.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    uint64_t of(Counter counter) const { return numbers_[static_cast<int>(counter)].load(std::memory_order_relaxed); }

private:
    std::atomic<uint64_t> numbers_[kCounters] = {};
};

// The state of a search at one moment; costs are absolute.
struct Progress {
    uint64_t counters[kCounters] = {};  // of all threads
    size_t entries = 0;                 // of the transposition table in use
    size_t capacity = 0;                // and how many there can be
    Cost cost = kNever;                 // of the best tree of the whole so far
    Cost bound = 0;                     // of the whole
    // A cell of an opener that needs a search.
    struct Cell {
        int feedback = 0;    // to the guess
        int size = 0;        // candidates
        Cost bound = 0;      // of the cell
        Cost cost = kNever;  // of the best tree of the cell so far
        bool done = false;   // whether its search has ended
    };
    // An opener that is being searched.
    struct Guess {
        int guess = 0;                 // its index
        Cost bound = 0;                // of the whole with this guess
        std::vector<Cell> cells = {};  // that were searched or are now
    };
    std::vector<Guess> guesses = {};  // by rising index
};

// An opener that may be tried.
struct OpenerBound {
    int guess = 0;         // its index
    Cost lower_bound = 0;  // of the whole with this guess
    Rank rank = 0;         // at the root
};

// What is known of the root at this moment.
class RootReport {
public:
    // A run begins: what the root costs if the next guess finds all of it, and the price of the guess after the next.
    void begin(Cost base, Cost cell_price);
    // The openers that may be tried, rising; costs are relative.
    void open(const std::vector<OpenerBound>& openers);
    // There is a tree of this cost; of trees of equal cost the last one reported counts.
    void found(Cost cost, int guess);
    // An opener costs at least this; whether it is being searched.
    void raise(int guess, Cost lower_bound, bool active);
    // A cell of an opener is to be searched: where to report on it, or null where the guess is not known here.
    RootCell* add_cell(int guess, int feedback, int n, Cost weight, Cost lower_bound);
    // No tree costs less, relative to the root; 0 before open().
    Cost lower_bound() const;
    // The cost (relative to the root) and the first guess of the best tree so far; kNever and -1: there is none.
    Value incumbent() const;
    // The openers that may be tried, rising; costs are absolute.
    std::vector<OpenerBound> frontier() const;
    // Fills in the costs and the guesses.
    void describe(Progress& progress) const;

private:
    // An opener.
    struct Guess {
        int guess = 0;                                      // its index
        Rank rank = 0;                                      // at the root
        Cost lower_bound = 0;                               // of the root's cost with this guess
        bool active = false;                                // it is being searched
        std::vector<std::unique_ptr<RootCell>> cells = {};  // those searched so far
    };
    Guess* find(int guess);
    Cost least() const;
    mutable std::mutex mutex_;    // guards the following
    std::vector<Guess> guesses_;  // by rising guess
    bool open_ = false;           // whether the bounds of the guesses are known
    Cost incumbent_ = kNever;     // the cost of the best tree so far
    int first_ = -1;              // its first guess
    Cost base_ = 0;               // what the root costs if the next guess finds all of it
    Cost cell_price_ = 0;         // the same for each candidate of a cell, times its weight
};

}  // namespace guesstree
