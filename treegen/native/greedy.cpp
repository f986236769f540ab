#include "greedy.hpp"

#include <algorithm>
#include <utility>

#include "thread.hpp"

namespace guesstree {

namespace {

constexpr size_t kStack = 1 << 20;  // a thread has a stack of this number of bytes, since tasks do not recurse
constexpr auto kBetweenChecks = std::chrono::milliseconds(50);

// This exception leaves a task after another task has thrown an exception.
struct Ended {};

// Returns the lowest guess that wins for a candidate and gets a different feedback from each candidate, or -1 if there is none. If cells of
// one candidate have the best score, no guess has a better score, and no guess with the same score comes before the returned guess.
int32_t separating(const ComputedGame& game, std::span<const int32_t> set) {
    if (set.size() > static_cast<size_t>(game.feedbacks)) return -1;
    std::vector<int> seen(game.feedbacks, -1);
    for (const int32_t guess : game.own_guesses(set))
        if (std::all_of(set.begin(), set.end(),
                        [&](int32_t secret) { return std::exchange(seen[game.feedback(guess, secret)], guess) != guess; }))
            return guess;
    return -1;
}

}  // namespace

void Workers::run(size_t count, const std::function<void(size_t)>& task) {
    std::atomic<size_t> next{0};
    const auto work = [&] {
        try {
            for (size_t i; !is_over_ && (i = next++) < count;) task(i);
        } catch (const Ended&) {
        } catch (...) {
            is_over_ = true;
            throw;
        }
    };
    std::vector<std::unique_ptr<Thread>> others;
    for (size_t t = 1; t < std::min<size_t>(threads_, count); ++t) others.push_back(Thread::if_granted(kStack, work));
    work();
    for (const auto& other : others)
        if (other) other->join();
}

void Workers::poll() {
    if (is_over_.load(std::memory_order_relaxed)) throw Ended();
    if (std::this_thread::get_id() != owner_ || Clock::now() - last_ < kBetweenChecks) return;
    last_ = Clock::now();
    check_();
}

std::vector<int32_t> ComputedGame::own_guesses(std::span<const int32_t> set) const {
    std::vector<int32_t> found;
    for (const int32_t secret : set) found.push_back(own[secret]);
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<int32_t> ComputedGame::allowed_guesses(const uint8_t* allowed) const {
    std::vector<int32_t> some;
    for (int32_t guess = 0; guess < guesses; ++guess)
        if (!allowed || allowed[guess]) some.push_back(guess);
    return some;
}

TreeNodes build_greedy(const ComputedGame& game, const GreedyTask& task, Workers& workers,
                       const std::function<void(int64_t, int64_t)>& progress) {
    TreeNodes tree{{-1}, {-1}, {-1}, {0}};
    std::vector<int32_t> secrets(task.set.begin(), task.set.end()), below;  // the sets of this level and of the next, one after the other
    std::vector<size_t> ends{secrets.size()}, ends_below;
    const size_t before = task.asked.size();
    std::vector<std::vector<int32_t>> cells(game.feedbacks);
    int64_t found = 0;
    for (size_t first = 0, depth = before + 1; !secrets.empty(); ++depth) {
        std::vector<UndecidedSet> undecided;
        std::vector<size_t> nodes;
        int64_t large = 0;
        const auto set_of = [&](size_t i) {
            return std::span<const int32_t>(secrets).subspan(i ? ends[i - 1] : 0, ends[i] - (i ? ends[i - 1] : 0));
        };
        for (size_t i = 0; i < ends.size(); ++i) large += set_of(i).size() > 2;
        progress(large, found);
        for (size_t i = 0; i < ends.size(); ++i) {
            const std::span<const int32_t> set = set_of(i);
            int32_t& guess = tree.guess[first + i];
            const auto splits = [&](int32_t with) {
                const int feedback = game.feedback(with, set[0]);
                return set.size() == 1 ? feedback == game.winning
                                       : std::any_of(set.begin(), set.end(), [&](int32_t s) { return game.feedback(with, s) != feedback; });
            };
            if (depth <= task.opening.size() && splits(task.opening[depth - 1])) guess = task.opening[depth - 1];
            else if (set.size() == 1) guess = game.own[set[0]];
            else if (set.size() <= static_cast<size_t>(game.rule.separable_to)) guess = separating(game, set);
            if (guess >= 0) continue;
            std::vector<int32_t> asked(depth - 1);
            std::copy_n(task.asked.begin(), before, asked.begin());
            for (size_t k = depth - 1, at = first + i; k-- > before; asked[k] = tree.guess[at]) at = tree.parent[at];
            undecided.push_back({set, std::move(asked)}), nodes.push_back(first + i);
        }
        const std::vector<int32_t> chosen = game.choose(undecided, task.candidates_only, workers);
        for (size_t i = 0; i < nodes.size(); ++i) tree.guess[nodes[i]] = chosen[i];
        below.clear(), ends_below.clear();
        for (size_t i = 0; i < ends.size(); ++i) {
            const size_t node = first + i;
            for (const int32_t secret : set_of(i)) cells[game.feedback(tree.guess[node], secret)].push_back(secret);
            for (int f = 0; f < game.feedbacks; ++f) {
                if (cells[f].empty()) continue;
                if (f == game.winning) {
                    tree.wins[node] = 1, ++found;
                } else {
                    below.insert(below.end(), cells[f].begin(), cells[f].end()), ends_below.push_back(below.size());
                    tree.guess.push_back(-1), tree.wins.push_back(0);
                    tree.parent.push_back(static_cast<int32_t>(node)), tree.feedback.push_back(f);
                }
                cells[f].clear();
            }
        }
        first += ends.size();
        secrets.swap(below), ends.swap(ends_below);
    }
    progress(0, found);
    return tree;
}

ScoreBounds::ScoreBounds(const Rule& rule, size_t candidates, int feedbacks) : rule_(rule), feedbacks_(feedbacks) {
    const int most = static_cast<int>(std::min<size_t>(candidates, kMostCounted));
    const int64_t* prices = rule.prices;
    superadditive_ = rising_ = true;
    for (int a = 1; a <= most; ++a) {
        rising_ &= a == 1 || prices[a] >= prices[a - 1];
        superadditive_ &= prices[a] >= 0;
        for (int b = 1; a + b <= most; ++b) superadditive_ &= Rule::plus(prices[a], prices[b]) <= prices[a + b];
    }
    least_.assign(feedbacks + 1, std::vector<int64_t>(most + 1, INT64_MAX));
    least_[0][0] = rule.nothing();
    for (int k = 1; k <= feedbacks; ++k)
        for (int n = k; n <= most; ++n)
            for (int size = 1; size <= n - k + 1; ++size) {
                const int64_t others = least_[k - 1][n - size];
                if (others != INT64_MAX) least_[k][n] = std::min(least_[k][n], rule.add(others, prices[size]));
            }
}

Filter ScoreBounds::filter(int n) const {
    Filter filter;
    filter.summed = !rule_.greatest && superadditive_;
    if (!filter.summed) return filter;
    const auto bound = [&](int size) { return size ? rule_.prices[size] / divisor(n) : 0; };
    for (int size = 0; size < 16 && size <= n; ++size)
        filter.low[size] = static_cast<uint8_t>(bound(size) & 255), filter.high[size] = static_cast<uint8_t>(bound(size) >> 8);
    return filter;
}

void ScoreBounds::tighten(Filter& filter, int n, int64_t bound) const {
    for (filter.cells = 0; filter.cells <= feedbacks_; ++filter.cells)
        if (filter.cells <= n && least_[filter.cells][n] <= bound) break;
    if (rule_.greatest && rising_)
        for (filter.largest = n; filter.largest > 0 && rule_.prices[filter.largest] > bound;) --filter.largest;
    if (filter.summed) filter.most = static_cast<int16_t>(std::clamp<int64_t>(bound / divisor(n), -1, INT16_MAX));
}

}  // namespace guesstree
