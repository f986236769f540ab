// Delegation of sets, or of guesses at a set: the workers' side of the work queue.
#include <algorithm>

#include "shared_incumbent.hpp"
#include "worker.hpp"

namespace guesstree {

// The guesses that lead to the set, each followed by its feedback.
std::vector<int32_t> Worker::path_to(const Position& x) const {
    std::vector<int32_t> path(2 * guesses_made(x));
    size_t at = path.size();
    for (const Step* step = x.path; step; step = step->before) {
        path[--at] = t_.row(step->guess)[x.set[0]];
        path[--at] = step->guess;
    }
    return path;
}

// Delegates the set, or these guesses at it; false if this thread has to search it.
bool Worker::delegate(const Position& x, Cost upper_bound, std::vector<int> only, const std::function<bool()>& is_useless, Value& value) {
    if (!is_known(x) || s_.horizon_) return false;
    const Cost base = x.times(s_.prices_.absolute(x.depth));
    std::sort(only.begin(), only.end());
    Task task{.n = x.n,
              .depth = x.depth,
              .guesses = {},
              .feedbacks = {},
              .upper_bound = upper_bound >= kNever ? kNever : upper_bound + base,
              .only = std::move(only)};
    const std::vector<int32_t> path = path_to(x);
    for (size_t i = 0; i < path.size(); i += 2) task.guesses.push_back(path[i]), task.feedbacks.push_back(path[i + 1]);
    const auto is_over = [&] { return s_.stop_.load(std::memory_order_relaxed) || (loop && loop->is_cancelled()) || is_useless(); };
    switch (s_.queue_.run(std::move(task), value, is_over)) {
        case WorkQueue::Outcome::rejected:
            return false;
        case WorkQueue::Outcome::cancelled:
            check_stop();
            value = {.cost = 0, .guess = -1};  // more is known of it than would be useful
            return true;
        case WorkQueue::Outcome::completed:
            break;
    }
    if (value.cost < kNever) value.cost -= base;
    return true;
}

// Whether the guesses at this position are for others to try. That takes an incumbent, so that their upper bound is worth
// something.
bool Worker::delegates_guesses(const Node& node, const Value& incumbent) const {
    return incumbent.cost < kNever && s_.pool_ && !is_root(node.x) && !node.x.beam.width && s_.queue_.guesses_per_task(node.x.n);
}

// Delegates the queued guesses, which are in the order, some at a time.
void Worker::delegate_queued(Node& node, Value& incumbent) {
    const std::vector<TriedGuess> tried = std::exchange(node.queued, {});
    const int count = static_cast<int>(tried.size()), at_once = std::max(1, s_.queue_.guesses_per_task(node.x.n));
    SharedIncumbent shared(incumbent);
    s_.pool_->parallel_for(*this, loop, (count + at_once - 1) / at_once, [&](Worker& worker, int turn, Loop&) {
        const int from = turn * at_once, to = std::min(from + at_once, count);
        Cost least = kNever;
        std::vector<int> only;
        for (int i = from; i < to; ++i) least = std::min(least, tried[i].lower_bound), only.push_back(tried[i].guess);
        const Cost floor = std::max(node.queued_floor, least), upper_bound = shared.upper_bound(turn);
        if (upper_bound <= floor) return;
        Value value;
        const auto is_useless = [&] { return shared.upper_bound(turn) <= floor; };
        if (!worker.delegate(node.x, upper_bound, std::move(only), is_useless, value)) {
            value = {.cost = upper_bound, .guess = -1};  // rejected: one guess after the other here
            for (int i = from; i < to; ++i) {
                const Arena::Scope scope(worker.arena_);
                TriedGuess mine = tried[i];
                const auto now = [&] { return std::min(value.cost, shared.upper_bound(turn)); };
                if (mine.lower_bound >= now()) continue;
                worker.cut(node, mine);
                if (!worker.bound_cells(node, mine, now())) continue;
                const Cost cost = worker.descend(node, mine, now, false);
                if (cost < now()) value = {.cost = cost, .guess = mine.guess};
            }
        }
        shared.offer(turn, value, [&] { report(node.x, value); });
    });
}

}  // namespace guesstree
