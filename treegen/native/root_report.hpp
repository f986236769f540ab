// What the threads report about the root of a search while it runs: bounds of the openers, and the incumbent. No tree costs less
// than the least bound of an opener, or than the incumbent, so bounds of guesses never decrease, and every opener that may be
// tried is in it from the time it is opened. Costs inside are relative to the root's depth, and one mutex guards everything.
#pragma once
#include <algorithm>
#include <cstdint>
#include <mutex>
#include <vector>

#include "lookup.hpp"
#include "value.hpp"

namespace guesstree {

// The state of a search at one moment; costs are absolute.
struct Progress {
    uint64_t positions = 0;  // sets that all threads have searched
    size_t entries = 0;      // of the transposition table in use
    size_t capacity = 0;     // and how many there can be
    Cost cost = kNever;      // of the best tree of the whole so far
    Cost bound = 0;          // of the whole
    // An opener that is being searched.
    struct Guess {
        int guess = 0;   // its index
        Cost bound = 0;  // of the whole with this guess
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
    // A run begins: what the root costs if the next guess finds all of it.
    void begin(Cost base) {
        const std::lock_guard lock(mutex_);
        guesses_.clear(), open_ = false, incumbent_ = kNever, first_ = -1;
        base_ = base;
    }
    // The openers that may be tried, rising; costs are relative.
    void open(const std::vector<OpenerBound>& openers) {
        const std::lock_guard lock(mutex_);
        guesses_.clear();
        for (const OpenerBound& first : openers) guesses_.push_back({first, false});
        open_ = true;
    }
    // There is a tree of this cost; of trees of equal cost the last one reported counts.
    void found(Cost cost, int guess) {
        const std::lock_guard lock(mutex_);
        if (cost <= incumbent_) incumbent_ = cost, first_ = guess;
    }
    // An opener costs at least this; whether it is being searched.
    void raise(int guess, Cost lower_bound, bool active) {
        const std::lock_guard lock(mutex_);
        const auto at = std::lower_bound(guesses_.begin(), guesses_.end(), guess, [](const Guess& a, int g) { return a.guess < g; });
        if (at != guesses_.end() && at->guess == guess) at->lower_bound = std::max(at->lower_bound, lower_bound), at->active = active;
    }
    // No tree costs less, relative to the root; 0 before open().
    Cost lower_bound() const {
        const std::lock_guard lock(mutex_);
        return open_ ? least() : 0;
    }
    // The cost (relative to the root) and the first guess of the best tree so far; kNever and -1: there is none.
    Value incumbent() const {
        const std::lock_guard lock(mutex_);
        return {.cost = incumbent_, .guess = first_};
    }
    // The openers that may be tried, rising; costs are absolute.
    std::vector<OpenerBound> frontier() const {
        const std::lock_guard lock(mutex_);
        std::vector<OpenerBound> all;
        for (OpenerBound g : guesses_) g.lower_bound = absolute(g.lower_bound), all.push_back(g);
        return all;
    }
    // Fills in the costs and the guesses.
    void describe(Progress& progress) const {
        const std::lock_guard lock(mutex_);
        if (incumbent_ < kNever) progress.cost = incumbent_ + base_;
        progress.bound = base_ + (open_ ? std::min(least(), kNever - base_) : 0);
        for (const Guess& g : guesses_)
            if (g.active) progress.guesses.push_back({.guess = g.guess, .bound = absolute(g.lower_bound)});
    }

private:
    // An opener; costs are relative.
    struct Guess : OpenerBound {
        bool active;  // it is being searched
    };
    Cost absolute(Cost cost) const { return std::min(cost + base_, kNever); }
    Cost least() const {
        Cost bound = incumbent_;
        for (const Guess& g : guesses_) bound = std::min(bound, g.lower_bound);
        return bound;
    }
    mutable std::mutex mutex_;    // guards the following
    std::vector<Guess> guesses_;  // by rising guess
    bool open_ = false;           // whether the bounds of the guesses are known
    Cost incumbent_ = kNever;     // the cost of the best tree so far
    int first_ = -1;              // its first guess
    Cost base_ = 0;               // what the root costs if the next guess finds all of it
};

}  // namespace guesstree
