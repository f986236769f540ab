// The best guesses at a set while they are tried in any order, by several threads: one of them, the incumbent, or a few at the
// root. They are numbered by their place in the order of guesses, so that the best are the same whatever the timing: a guess
// must cost less than those before it, and no more than those after it.
#pragma once
#include <algorithm>
#include <mutex>
#include <tuple>
#include <vector>

#include "value.hpp"

namespace guesstree {

// A guess and what it costs.
struct GuessCost {
    Cost cost = kNever;  // the least of a tree that begins with it
    int number = 0;      // its place in the order
    int guess = -1;      // its index
};

// The best of them.
class BestGuesses {
public:
    // Keeps so many of those that cost less than `upper_bound`.
    BestGuesses(size_t most, Cost upper_bound) : most_(most), upper_bound_(upper_bound) {}
    // What the guess with this number has to cost less than to be among the best.
    Cost upper_bound(int number) const {
        const std::lock_guard lock(mutex_);
        return unlocked(number);
    }
    // Takes it in if it is among the best; whether it is the best of all so far.
    bool offer(GuessCost first) {
        const std::lock_guard lock(mutex_);
        if (first.cost >= unlocked(first.number)) return false;
        const auto is_before = [](const GuessCost& a, const GuessCost& b) {
            return std::tie(a.cost, a.number) < std::tie(b.cost, b.number);
        };
        const auto at = best_.insert(std::upper_bound(best_.begin(), best_.end(), first, is_before), first);
        const bool is_best = at == best_.begin();
        if (best_.size() > most_) best_.pop_back();
        return is_best;
    }
    // The best first. Not while others offer.
    const std::vector<GuessCost>& best() const { return best_; }

private:
    Cost unlocked(int number) const {
        if (best_.size() < most_) return upper_bound_;
        return best_.back().cost + (number < best_.back().number ? 1 : 0);
    }
    const size_t most_;            // how many are wanted
    const Cost upper_bound_;       // exclusive
    mutable std::mutex mutex_;     // guards the following
    std::vector<GuessCost> best_;  // by cost and number
};

}  // namespace guesstree
