// What the threads report about the root of a search while it runs: bounds of the openers, and the incumbent. No tree costs less than the least bound of an opener, or than the incumbent, so bounds of guesses never decrease, and
// every opener that may be tried is in it from the time it is opened. Costs inside are relative to the root's depth, and one mutex
// guards everything.
#pragma once
#include <cstdint>
#include <mutex>
#include <vector>

#include "rank.hpp"
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
    void begin(Cost base);
    // The openers that may be tried, rising; costs are relative.
    void open(const std::vector<OpenerBound>& openers);
    // There is a tree of this cost; of trees of equal cost the last one reported counts.
    void found(Cost cost, int guess);
    // An opener costs at least this; whether it is being searched.
    void raise(int guess, Cost lower_bound, bool active);
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
        int guess = 0;         // its index
        Rank rank = 0;         // at the root
        Cost lower_bound = 0;  // of the root's cost with this guess
        bool active = false;   // it is being searched
    };
    Cost least() const;
    mutable std::mutex mutex_;    // guards the following
    std::vector<Guess> guesses_;  // by rising guess
    bool open_ = false;           // whether the bounds of the guesses are known
    Cost incumbent_ = kNever;     // the cost of the best tree so far
    int first_ = -1;              // its first guess
    Cost base_ = 0;               // what the root costs if the next guess finds all of it
};

}  // namespace guesstree
