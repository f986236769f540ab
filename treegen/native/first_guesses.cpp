// Trying the first guesses of a game in the order of their bounds, and finding the best few of them.
//
// In a game of words there are thousands of first guesses, and hardly two are equivalent. Tried in the order of guesses, which
// the search uses everywhere else, most are met before there is a good incumbent, and a search that is stopped knows little of
// those that it has not met. So at the root
//   1. a few guesses are searched, those that leave the least entropy: they give an incumbent;
//   2. all others are bounded without a search (bound_cells, bound_peaks), which discards nearly all;
//   3. the rest are searched by rising bound, each until it costs more than the best.
// Guesses are independent of each other, so threads share them out. Which guess is the best does not depend on when it is
// searched (best_firsts.hpp).
#include <algorithm>
#include <functional>

#include "best_firsts.hpp"
#include "worker.hpp"

namespace guesstree {

namespace {
constexpr int kFirstSearched = 8;  // guesses searched before the others are bounded

// A first guess that may be among the best.
struct Open {
    int guess;         // its index
    Rank rank;         // at the root
    int number;        // its place in the order
    Cost by_sizes;     // a lower bound of its cost, before its cells are cut
    Cost lower_bound;  // the best one known
    int64_t left = 0;  // the entropy that it leaves, scaled
};
}  // namespace

// Whether the guesses at a position are tried by their bounds.
bool Worker::goes_by_bounds(const Node& node) const {
    const bool many = s_.firsts_ || (!s_.masks_->mask_bytes() && node.x.n >= kTogetherFrom);
    return is_root(node.x) && many && !node.is_leaf && !node.x.beam.width;
}

// Bounds a first guess as closely as it goes without a search; its cells are cut in the arena.
bool Worker::bound_first(const Node& node, TriedGuess& tried, Cost upper_bound) {
    cut(node, tried);
    return bound_cells(node, tried, upper_bound) && (!use(kPeakBounds) || bound_peaks(node, &tried, 1, upper_bound) == 1);
}

void Worker::try_first_guesses(const Node& node, Value& incumbent) {
    std::vector<Open> open;
    each_ranked(node, [&](int g, Rank rank) {
        if (!is_tried(node.x, g, node.allowed)) return;
        open.push_back({.guess = g,
                        .rank = rank,
                        .number = 0,
                        .by_sizes = bound_sizes(node, g, kNever),
                        .lower_bound = 0,
                        .left = entropy_left(node, g)});
    });
    std::stable_sort(open.begin(), open.end(), [](const Open& a, const Open& b) { return a.rank > b.rank; });
    for (size_t i = 0; i < open.size(); ++i) open[i].number = static_cast<int>(i), open[i].lower_bound = open[i].by_sizes;

    BestFirsts best(std::max(s_.firsts_, 1), incumbent.cost);
    const auto in_parallel = [&](size_t from, size_t to, const std::function<void(Worker&, Open&)>& body) {
        const int count = static_cast<int>(to - from);
        if (s_.pool_) s_.pool_->parallel_for(*this, loop, count, [&](Worker& worker, int i, Loop&) { body(worker, open[from + i]); });
        else
            for (int i = 0; i < count; ++i) body(*this, open[from + i]);
    };
    const auto bound = [&](Worker& worker, Open& first) {
        worker.check_stop();
        const Cost upper_bound = best.upper_bound(first.number);
        if (first.lower_bound >= upper_bound) return;
        const Arena::Scope scope(worker.arena_);
        TriedGuess tried{.guess = first.guess, .left = 0, .lower_bound = first.by_sizes, .cells = nullptr};
        worker.bound_first(node, tried, upper_bound);
        worker.effort += 100;
        first.lower_bound = std::max(first.lower_bound, tried.lower_bound);
        s_.report_.raise(first.guess, first.lower_bound, false);
    };
    const auto search = [&](Worker& worker, Open& first) {
        worker.check_stop();
        const auto upper_bound = [&] { return best.upper_bound(first.number); };
        if (first.lower_bound >= upper_bound()) return;
        const Arena::Scope scope(worker.arena_);
        TriedGuess tried{.guess = first.guess, .left = 0, .lower_bound = first.by_sizes, .cells = nullptr};
        if (worker.bound_first(node, tried, upper_bound())) worker.descend(node, tried, upper_bound, false);
        s_.report_.raise(first.guess, tried.lower_bound, false);
        if (best.offer({.cost = tried.lower_bound, .number = first.number, .guess = first.guess}))
            report(node.x, {.cost = tried.lower_bound, .guess = first.guess});
    };

    std::stable_sort(open.begin(), open.end(), [](const Open& a, const Open& b) { return a.left < b.left; });
    const size_t few = std::min(open.size(), std::max<size_t>(s_.firsts_, std::min<size_t>(kFirstSearched, open.size() / 50 + 1)));
    in_parallel(0, few, search);
    in_parallel(few, open.size(), bound);
    std::stable_sort(open.begin() + few, open.end(), [](const Open& a, const Open& b) { return a.lower_bound < b.lower_bound; });
    in_parallel(few, open.size(), search);

    s_.best_firsts_ = best.best();
    if (!best.best().empty()) incumbent = {.cost = best.best()[0].cost, .guess = best.best()[0].guess};
}

}  // namespace guesstree
