// The results of several threads that try the guesses for a set in any order.
//
// BestGuesses keeps one or several best guesses. The number of a guess is its place in the order of guesses. Once there are `most` guesses,
// a new guess must cost less than the worst of them, or as much with a lower number. So the result does not depend on timing.
//
// RootReport has the bounds and costs of the root while a search runs. A lower bound of the cost of any tree is the least bound of all
// first guesses that may be tried, or the cost of the best tree so far (incumbent_) if that is less. The bound of a guess never decreases.
#pragma once
#include <algorithm>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "lookup.hpp"
#include "value.hpp"

namespace guesstree {

// A guess and its cost.
struct GuessCost {
    Cost cost = kNever;  // the least cost of a tree that begins with the guess
    int number = 0;      // the place of the guess in the order of guesses
    int guess = -1;      // the index of the guess
};

// The best guesses for a set.
class BestGuesses {
public:
    // Keeps up to `most` guesses that cost less than `upper_bound`.
    BestGuesses(size_t most, Cost upper_bound) : most_(most), upper_bound_(upper_bound) {}
    // Returns the cost below which the guess with this number would be among the best.
    Cost upper_bound(int number) const {
        const std::lock_guard lock(mutex_);
        return upper_bound_unlocked(number);
    }
    // Keeps the guess if it is among the best guesses so far; returns whether it is the very best of them.
    bool offer(GuessCost first) {
        const std::lock_guard lock(mutex_);
        if (first.cost >= upper_bound_unlocked(first.number)) return false;
        const auto is_before = [](const GuessCost& a, const GuessCost& b) {
            return std::tie(a.cost, a.number) < std::tie(b.cost, b.number);
        };
        const auto at = best_.insert(std::upper_bound(best_.begin(), best_.end(), first, is_before), first);
        const bool is_best = at == best_.begin();
        if (best_.size() > most_) best_.pop_back();
        return is_best;
    }
    // Returns the guesses, the best first. No thread may call offer() meanwhile.
    const std::vector<GuessCost>& best() const { return best_; }

private:
    // Does what upper_bound() does, for a caller that holds the lock.
    Cost upper_bound_unlocked(int number) const {
        return best_.size() < most_ ? upper_bound_ : best_.back().cost + (number < best_.back().number ? 1 : 0);
    }
    const size_t most_;            // the number of guesses to keep
    const Cost upper_bound_;       // only guesses that cost less are kept
    mutable std::mutex mutex_;     // this guards best_
    std::vector<GuessCost> best_;  // the best guesses so far, ordered by cost and number
};

// The state of a search at one moment; costs are absolute.
struct Progress {
    uint64_t positions = 0;  // the number of sets that all threads have searched
    size_t entries = 0;      // the number of entries of the transposition table in use
    size_t capacity = 0;     // the number of entries that the table has room for
    Cost cost = kNever;      // the cost of the best tree so far
    Cost bound = 0;          // a lower bound of the cost of any tree
};

// A first guess that may be tried.
struct Opener {
    int guess = -1;               // the index of the guess
    Rank rank = 0;                // the rank of the guess at the root
    Cost lower_bound = 0;         // the greatest known lower bound for trees that begin with the guess
    int number = 0;               // the place of the guess in the order of guesses
    Cost by_sizes = 0;            // a lower bound of the guess's cost, from the sizes of its cells
    int64_t entropy = INT64_MAX;  // the entropy that remains after the guess, scaled
};

// The bounds and costs of the root; costs are relative to its depth.
class RootReport {
public:
    void begin() {
        const std::lock_guard lock(mutex_);
        openers_.clear(), is_open_ = false, incumbent_ = {.cost = kNever};
    }
    // Takes the first guesses that may be tried, by rising index.
    void open(const std::vector<Opener>& openers) {
        const std::lock_guard lock(mutex_);
        openers_ = openers, is_open_ = true;
    }
    // Reports a tree with this cost and first guess. Of trees of equal cost, the last tree counts.
    void found(Value tree) {
        const std::lock_guard lock(mutex_);
        if (tree.cost <= incumbent_.cost) incumbent_ = tree;
    }
    // Reports a lower bound of the cost of all trees that begin with this guess.
    void raise(int guess, Cost lower_bound) {
        const std::lock_guard lock(mutex_);
        const auto is_before = [](const Opener& one, int wanted) { return one.guess < wanted; };
        const auto at = std::lower_bound(openers_.begin(), openers_.end(), guess, is_before);
        if (at != openers_.end() && at->guess == guess) at->lower_bound = std::max(at->lower_bound, lower_bound);
    }
    // Returns the cost and first guess of the best tree so far (-1: no tree), and a lower bound of the cost of any tree, 0 before open().
    std::pair<Value, Cost> best() const {
        const std::lock_guard lock(mutex_);
        Cost bound = is_open_ ? incumbent_.cost : 0;
        for (const Opener& one : openers_) bound = std::min(bound, one.lower_bound);
        return {incumbent_, bound};
    }
    // Returns the first guesses that may be tried, by rising bound and then in the order of guesses.
    std::vector<Opener> frontier() const {
        const std::lock_guard lock(mutex_);
        std::vector<Opener> openers = openers_;
        const auto key = [](const Opener& one) { return std::tuple(one.lower_bound, -one.rank, one.guess); };
        std::sort(openers.begin(), openers.end(), [&](const Opener& a, const Opener& b) { return key(a) < key(b); });
        return openers;
    }

private:
    mutable std::mutex mutex_;            // this guards the other fields
    std::vector<Opener> openers_;         // the first guesses that may be tried, by rising index
    bool is_open_ = false;                // whether openers_ has been filled in
    Value incumbent_ = {.cost = kNever};  // the best tree so far
};

}  // namespace guesstree
