#include "root_report.hpp"

#include <algorithm>

namespace guesstree {

void RootReport::begin(Cost base, Cost cell_price) {
    const std::lock_guard lock(mutex_);
    guesses_.clear(), open_ = false, incumbent_ = kNever, first_ = -1;
    base_ = base, cell_price_ = cell_price;
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

RootReport::Guess* RootReport::find(int guess) {
    const auto at = std::lower_bound(guesses_.begin(), guesses_.end(), guess, [](const Guess& a, int g) { return a.guess < g; });
    return at != guesses_.end() && at->guess == guess ? &*at : nullptr;
}

void RootReport::raise(int guess, Cost lower_bound, bool active) {
    const std::lock_guard lock(mutex_);
    if (Guess* g = find(guess)) g->lower_bound = std::max(g->lower_bound, lower_bound), g->active = active;
}

RootCell* RootReport::add_cell(int guess, int feedback, int n, Cost weight, Cost lower_bound) {
    const std::lock_guard lock(mutex_);
    Guess* g = find(guess);
    if (!g) return nullptr;
    g->active = true;
    g->cells.push_back(std::make_unique<RootCell>());
    RootCell* cell = g->cells.back().get();
    cell->feedback = feedback, cell->n = n, cell->weight = weight, cell->lower_bound.store(lower_bound);
    return cell;
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
    for (const Guess& g : guesses_) {
        if (!g.active) continue;
        progress.guesses.push_back({.guess = g.guess, .bound = std::min(g.lower_bound + base_, kNever)});
        for (const auto& cell : g.cells) {
            const Cost base = cell_price_ * cell->weight;
            const auto absolute = [&](Cost cost) { return std::min(cost + base, kNever); };
            progress.guesses.back().cells.push_back({.feedback = cell->feedback,
                                                     .size = cell->n,
                                                     .bound = absolute(cell->lower_bound.load(std::memory_order_relaxed)),
                                                     .cost = absolute(cell->incumbent.load(std::memory_order_relaxed)),
                                                     .done = cell->done.load(std::memory_order_relaxed)});
        }
    }
}

}  // namespace guesstree
