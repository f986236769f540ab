// What the threads report while they search: the state of the root, and solved sets for a checkpoint.
#include <algorithm>
#include <utility>

#include "search.hpp"
#include "worker.hpp"

namespace guesstree {

void Search::root_opened(const std::vector<std::pair<int, Cost>>& lows) {
    const std::lock_guard lock(mutex_);
    root_guesses_.clear();
    for (const auto& [guess, low] : lows) root_guesses_.push_back({guess, low, false, {}});
    root_open_ = true;
}

void Search::root_best(Cost cost) {
    const std::lock_guard lock(mutex_);
    root_cost_ = std::min(root_cost_, cost);
}

Search::RootGuess* Search::root_guess(int guess) {
    const auto at = std::lower_bound(root_guesses_.begin(), root_guesses_.end(), guess, [](const RootGuess& a, int g) { return a.guess < g; });
    return at != root_guesses_.end() && at->guess == guess ? &*at : nullptr;
}

void Search::root_low(int guess, Cost low, bool active) {
    const std::lock_guard lock(mutex_);
    if (RootGuess* g = root_guess(guess)) g->low = std::max(g->low, low), g->active = active;
}

Branch* Search::root_branch(int guess, int feedback, int n, Cost low) {
    const std::lock_guard lock(mutex_);
    RootGuess* g = root_guess(guess);
    if (!g) return nullptr;
    g->active = true;
    g->branches.push_back(std::make_unique<Branch>());
    Branch* branch = g->branches.back().get();
    branch->feedback = feedback, branch->n = n, branch->low.store(low);
    return branch;
}

Cost Search::root_bound() const {
    Cost bound = root_cost_;
    for (const RootGuess& g : root_guesses_) bound = std::min(bound, g.low);
    return bound;
}

Progress Search::progress() const {
    const std::lock_guard lock(mutex_);
    Progress now;
    for (const auto& worker : workers_) now.positions += worker->positions.load(std::memory_order_relaxed);
    now.memory_filled = memory_.filled(), now.memory_capacity = memory_.capacity();
    if (root_cost_ < kNever) now.cost = root_cost_ + root_base_;
    now.bound = root_base_ + (root_open_ ? std::min(root_bound(), kNever - root_base_) : 0);
    const int below = root_depth_ + 1;
    for (const RootGuess& g : root_guesses_) {
        if (!g.active) continue;
        now.guesses.push_back({g.guess, g.low + root_base_, {}});
        for (const auto& b : g.branches) {
            const Cost base = prices_.absolute(prices_.remaining(root_depth_) > 1 ? below : root_depth_) * b->n;
            const Cost best = b->best.load(std::memory_order_relaxed), low = b->low.load(std::memory_order_relaxed);
            const bool done = b->done.load(std::memory_order_relaxed);
            now.guesses.back().cells.push_back({b->feedback, b->n, low >= kNever ? kNever : low + base, best >= kNever ? kNever : best + base, done});
        }
    }
    return now;
}

void Search::note(Proved proved) {
    const std::lock_guard lock(mutex_);
    proved_.push_back(std::move(proved));
}

std::vector<Proved> Search::drain_proved() {
    const std::lock_guard lock(mutex_);
    return std::exchange(proved_, {});
}

}  // namespace guesstree
