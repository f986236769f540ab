#include "root_report.hpp"

#include <algorithm>

namespace guesstree {

void RootReport::begin(Cost base) {
    const std::lock_guard lock(mutex_);
    guesses_.clear(), open_ = false, incumbent_ = kNever, first_ = -1;
    base_ = base;
}

void RootReport::open(const std::vector<OpenerBound>& openers) {
    const std::lock_guard lock(mutex_);
    guesses_.clear();
    for (const OpenerBound& first : openers)
        guesses_.push_back({.guess = first.guess, .rank = first.rank, .lower_bound = first.lower_bound});
    open_ = true;
}

void RootReport::found(Cost cost, int guess) {
    const std::lock_guard lock(mutex_);
    if (cost <= incumbent_) incumbent_ = cost, first_ = guess;
}

Value RootReport::incumbent() const {
    const std::lock_guard lock(mutex_);
    return {.cost = incumbent_, .guess = first_};
}

std::vector<OpenerBound> RootReport::frontier() const {
    const std::lock_guard lock(mutex_);
    std::vector<OpenerBound> all;
    for (const Guess& g : guesses_)
        all.push_back({.guess = g.guess, .lower_bound = std::min(g.lower_bound + base_, kNever), .rank = g.rank});
    return all;
}

void RootReport::raise(int guess, Cost lower_bound, bool active) {
    const std::lock_guard lock(mutex_);
    const auto at = std::lower_bound(guesses_.begin(), guesses_.end(), guess, [](const Guess& a, int g) { return a.guess < g; });
    if (at != guesses_.end() && at->guess == guess) at->lower_bound = std::max(at->lower_bound, lower_bound), at->active = active;
}

Cost RootReport::least() const {
    Cost bound = incumbent_;
    for (const Guess& g : guesses_) bound = std::min(bound, g.lower_bound);
    return bound;
}

Cost RootReport::lower_bound() const {
    const std::lock_guard lock(mutex_);
    return open_ ? least() : 0;
}

void RootReport::describe(Progress& progress) const {
    const std::lock_guard lock(mutex_);
    if (incumbent_ < kNever) progress.cost = incumbent_ + base_;
    progress.bound = base_ + (open_ ? std::min(least(), kNever - base_) : 0);
    for (const Guess& g : guesses_)
        if (g.active) progress.guesses.push_back({.guess = g.guess, .bound = std::min(g.lower_bound + base_, kNever)});
}

}  // namespace guesstree
