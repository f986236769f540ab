// Trying the guesses at the root in the order of their bounds, and finding the best few of them. In a game of words there are
// thousands of openers, and a search that is stopped knows little of those that it has not met. So at the root
//   1. a few guesses are searched, those that leave the least entropy: they give an incumbent;
//   2. all others are bounded without a search (bound_cells, bound_widest), which discards nearly all;
//   3. the rest are searched by rising bound, each until it costs more than the best.
#include <algorithm>
#include <functional>

#include "best_guesses.hpp"
#include "searcher.hpp"

namespace guesstree {

namespace {
constexpr int kFirstSearched = 8;  // guesses searched before the others are bounded
constexpr int kManyCounted = 8;    // cells are counted for all guesses at once if more than one guess in so many is open

// A guess that may be among the best.
struct Open {
    int guess;                 // its index
    Rank rank;                 // at the root
    Cost lower_bound;          // the best one known
    int number = 0;            // its place in the order
    Cost by_sizes = 0;         // a lower bound of its cost, before its cells are cut
    int64_t left = INT64_MAX;  // the entropy that it leaves, scaled
};
}  // namespace

// Bounds a guess as closely as it goes without a search; its cells are cut in the arena.
bool Searcher::bound_opener(const Node& node, TriedGuess& tried, Cost upper_bound) {
    cut(node, tried);
    return bound_cells(node, tried, upper_bound) && (!use(kWidestCounts) || bound_widest(node, &tried, 1, upper_bound) == 1);
}

void Searcher::try_openers(Node& node, Value& incumbent) {
    std::vector<Open> open;
    each_ranked(node, [&](int g, Rank rank) {
        if (!is_tried(node.x, g, node.allowed)) return;
        const Cost by_rank = bound_kind(node.x, node.lighter, cells_of(rank), win_of(rank), node.cap);
        open.push_back({.guess = g, .rank = rank, .lower_bound = std::max(by_rank, node.lower_bound)});
    });
    const auto may_be_best = [&](const Open& one) { return one.lower_bound < incumbent.cost; };
    if (!node.planes && std::count_if(open.begin(), open.end(), may_be_best) > t_.guesses / kManyCounted) count_planes(node);
    std::vector<OpenerBound> bounds;
    for (Open& one : open) {
        if (may_be_best(one)) {
            one.by_sizes = bound_sizes(node, one.guess, kNever), one.left = entropy_left(node, one.guess);
            one.lower_bound = std::max(one.lower_bound, one.by_sizes);
        }
        bounds.push_back({.guess = one.guess, .lower_bound = one.lower_bound, .rank = one.rank});
    }
    s_.report_.open(bounds);
    std::stable_sort(open.begin(), open.end(), [](const Open& a, const Open& b) { return a.rank > b.rank; });
    for (size_t i = 0; i < open.size(); ++i) open[i].number = static_cast<int>(i);

    BestGuesses best(std::max(s_.openers_, 1), incumbent.cost);
    const auto in_parallel = [&](size_t from, size_t to, const std::function<void(Searcher&, Open&)>& body) {
        const int count = static_cast<int>(to - from);
        if (s_.pool_) s_.pool_->parallel_for(*this, loop, count, [&](Searcher& searcher, int i, Loop&) { body(searcher, open[from + i]); });
        else
            for (int i = 0; i < count; ++i) body(*this, open[from + i]);
    };
    const auto bound = [&](Searcher& searcher, Open& one) {
        searcher.check_stop();
        const Cost upper_bound = best.upper_bound(one.number);
        if (one.lower_bound >= upper_bound) return;
        const Arena::Scope scope(searcher.arena_);
        TriedGuess tried{.guess = one.guess, .lower_bound = one.by_sizes};
        searcher.bound_opener(node, tried, upper_bound);
        searcher.effort += 100;
        one.lower_bound = std::max(one.lower_bound, tried.lower_bound);
        s_.report_.raise(one.guess, one.lower_bound, false);
    };
    const auto search = [&](Searcher& searcher, Open& one) {
        searcher.check_stop();
        const auto upper_bound = [&] { return best.upper_bound(one.number); };
        if (one.lower_bound >= upper_bound()) return;
        const Arena::Scope scope(searcher.arena_);
        TriedGuess tried{.guess = one.guess, .lower_bound = one.by_sizes};
        // without any upper bound all cells have to be solved, so that they can be solved together
        const bool together = s_.pool_ && node.x.n >= kTogetherFrom && upper_bound() >= kNever;
        if (searcher.bound_opener(node, tried, upper_bound())) searcher.descend(node, tried, upper_bound, together);
        s_.report_.raise(one.guess, tried.lower_bound, false);
        if (best.offer({.cost = tried.lower_bound, .number = one.number, .guess = one.guess}))
            report(node.x, {.cost = tried.lower_bound, .guess = one.guess});
    };

    std::stable_sort(open.begin(), open.end(), [](const Open& a, const Open& b) { return a.left < b.left; });
    const size_t few = std::min(open.size(), std::max<size_t>(s_.openers_, std::min<size_t>(kFirstSearched, open.size() / 50 + 1)));
    in_parallel(0, few, search);
    in_parallel(few, open.size(), bound);
    std::stable_sort(open.begin() + few, open.end(), [](const Open& a, const Open& b) { return a.lower_bound < b.lower_bound; });
    in_parallel(few, open.size(), search);

    s_.best_openers_ = best.best();
    if (!best.best().empty()) incumbent = {.cost = best.best()[0].cost, .guess = best.best()[0].guess};
}

}  // namespace guesstree
