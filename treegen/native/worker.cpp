#include "worker.hpp"

#include <algorithm>
#include <chrono>

namespace guesstree {

namespace {
constexpr int kPrepareFrom = 8;          // guesses tried at once
constexpr int kTogetherFrom = 100;       // sizes of sets whose cells and guesses are shared between threads
constexpr size_t kDelegated = 512;          // guesses at a set handed out side by side
constexpr int kBarFrom = 1000;           // size of a set that is worth a bar
constexpr int kTimedFrom = 24;           // sizes of sets that may be worth keeping in a checkpoint
using Clock = std::chrono::steady_clock;
}  // namespace

// What the memory knows of a set, if it is more than `low`.
Solved Worker::recall(const Position& x, Cost low) {
    Solved kept;
    if (use(kMemory) && s_.memory_.find(x.key, kept) && (kept.exact() || kept.cost > low)) return kept;
    if (s_.looser_ && s_.looser_->find(s_.looser_key(x), kept) && kept.cost > low) low = kept.cost;
    return {low, -1};
}

// What is known of a set without looking at guesses that are no candidates: its cost, or a lower bound.
Solved Worker::glance(const Position& x, int& winning_cells) {
    const int remaining = s_.prices_.remaining(x.depth);
    if (x.n == 1) {
        const int winner = t_.winner[x.set[0]];
        return remaining >= 1 && winner >= 0 ? Solved{0, winner} : Solved{kNever, -1};
    }
    if (remaining < 2) return {kNever, -1};
    if (!use(kShortcuts) || !t_.simple_winners || t_.any_losing) return recall(x, 0);
    if (x.n == 2) return {s_.prices_.relative(x.depth, 2), t_.winner[x.set[0]]};
    if (x.n > t_.feedbacks || t_.feedbacks > 64) return recall(x, 0);
    const Solved known = small(x, winning_cells);
    return known.exact() ? known : recall(x, known.cost);
}

// Candidates only. One that separates all is the best guess there is, for every price list. One that leaves a single
// pair costs q1 + (n - 2) q2 + q3; with none that separates all, nothing is cheaper than that or n q2, so it is the
// best where q3 - q2 <= q2 - q1, and the order has no other guess before it.
Solved Worker::small(const Position& x, int& winning_cells) {
    int most = 0, best = -1;
    for (int i = 0; i < x.n && most < x.n; ++i) {
        const uint8_t* row = t_.row(t_.winner[x.set[i]]);
        uint64_t seen = 0;
        int cells = 0;
        for (int j = 0; j < x.n; ++j) {
            const int f = row[x.set[j]];
            cells += ~seen >> f & 1, seen |= uint64_t{1} << f;
        }
        if (cells > most) most = cells, best = t_.winner[x.set[i]];
    }
    winning_cells = most;
    const Prices& p = s_.prices_;
    const Cost second = p.relative(x.depth, 2);
    if (most == x.n) return {second * (x.n - 1), best};
    if (most == x.n - 1 && p.remaining(x.depth) >= 3) {
        const Cost third = p.relative(x.depth, 3);
        if (third - second <= second) return {second * (x.n - 2) + third, best};
    }
    return {s_.bounds_.row(x.depth, {s_.bounds_.widest().plain, most})[x.n], -1};
}

Solved Worker::solve(Position x, Cost limit, const std::vector<int>* only) {
    x.depth = s_.prices_.same_as(x.depth, x.n);
    if (only && x.n == 1) {
        for (int g : *only)
            if (t_.row(g)[x.set[0]] == t_.winning && s_.prices_.remaining(x.depth) >= 1) return {0, g};
        return {kNever, -1};
    }
    if (only || (s_.again_ && is_root(x) && x.n > 1)) return search(x, limit, 0, only);
    int winning_cells = 0;
    const Solved known = glance(x, winning_cells);
    if (known.exact() || known.cost >= limit) return known;
    Solved solved;
    const auto useless = [&] { return x.room && (*x.room)() <= known.cost; };
    if (s_.desk_.wants(x.n) && !is_root(x) && !x.beam.width && delegate(x, limit, {}, useless, solved)) {
        if (!solved.exact() && solved.cost < known.cost) solved.cost = known.cost;
        if (use(kMemory)) s_.memory_.store(x.key, solved, ~uint64_t{0});
        return solved;
    }
    return search(x, limit, known.cost, nullptr);
}

// The guesses that lead to the set, each followed by its feedback.
std::vector<int32_t> Worker::path_to(const Position& x) const {
    std::vector<int32_t> path(2 * made(x));
    size_t at = path.size();
    for (const Step* step = x.path; step; step = step->before) {
        path[--at] = t_.row(step->guess)[x.set[0]];
        path[--at] = step->guess;
    }
    return path;
}

template <class Useless>
bool Worker::delegate(const Position& x, Cost limit, std::vector<int> only, const Useless& useless, Solved& solved) {
    if (!is_known(x) || s_.horizon_) return false;
    const Cost base = s_.prices_.absolute(x.depth) * x.n;
    Request request{0, x.n, x.depth, {}, {}, limit >= kNever ? kNever : limit + base, std::move(only), 0};
    std::sort(request.only.begin(), request.only.end());
    const std::vector<int32_t> path = path_to(x);
    for (size_t i = 0; i < path.size(); i += 2) request.guesses.push_back(path[i]), request.feedbacks.push_back(path[i + 1]);
    const auto reply = s_.desk_.ask(std::move(request), solved, [&] {
        return s_.stop_.load(std::memory_order_relaxed) || (loop && loop->over()) || useless();
    });
    if (reply == Desk::Reply::refused) return false;
    if (reply == Desk::Reply::withdrawn) {
        if (s_.stop_.load(std::memory_order_relaxed)) throw Stopped{};
        if (loop && loop->over()) throw Needless{};
        solved = {0, -1};                // more is known of it than would be useful
        return true;
    }
    if (solved.cost < kNever) solved.cost -= base;
    return true;
}

// The guesses, in the order, some at a time by others. A guess that comes before the best so far must be let through at
// equal cost, as in descend_all.
void Worker::delegate_guesses(const Node& node, Trial* trials, int count, int at_once, Solved& best, Cost enough) {
    std::mutex mutex;
    int holder = -1;
    const auto limit = [&](int turn) {
        const std::lock_guard lock(mutex);
        return best.cost + (turn < holder ? 1 : 0);
    };
    s_.pool_->run(*this, loop, (count + at_once - 1) / at_once, [&](Worker& worker, int turn, Loop&) {
        const int from = turn * at_once, to = std::min(from + at_once, count);
        Cost least = kNever;
        std::vector<int> only;
        for (int i = from; i < to; ++i) least = std::min(least, trials[i].total), only.push_back(trials[i].guess);
        const Cost floor = std::max(enough, least), most = limit(turn);
        if (most <= floor) return;
        Solved solved;
        const auto useless = [&] { return limit(turn) <= floor; };
        if (!worker.delegate(node.x, most, std::move(only), useless, solved)) {
            solved = {most, -1};         // what the others do not want, one guess after the other
            for (int i = from; i < to; ++i) {
                const Arena::Scope scope(worker.arena);
                Trial trial = trials[i];
                const auto now = [&] { return std::min(solved.cost, limit(turn)); };
                if (trial.total >= now()) continue;
                worker.open(node, trial);
                if (!worker.look(node, trial, now())) continue;
                const Cost cost = worker.descend(node, trial, now, false);
                if (cost < now()) solved = {cost, trial.guess};
            }
        }
        const std::lock_guard lock(mutex);
        if (solved.guess < 0 || solved.cost >= best.cost + (turn < holder ? 1 : 0)) return;
        best = solved, holder = turn;
        if (node.x.branch) node.x.branch->best.store(solved.cost, std::memory_order_relaxed);
        if (is_root(node.x)) s_.root_best(solved.cost);
    });
}

// A tree that is soon found, and costs little more than the best: all guesses have a bar to beat then, from the first on.
Solved Worker::quick_tree(const Position& x, Cost limit, Cost low, const std::vector<int>* only) {
    constexpr Beam kBeam{5, 50};
    if (!use(kBars) || only || x.n < kBarFrom || x.beam.width || s_.horizon_ || is_root(x)) return {low, -1};
    Position narrow = x;
    narrow.beam = kBeam, narrow.branch = nullptr, narrow.room = nullptr;
    const Key all = s_.salt(x.depth, x.n, x.beam), some = s_.salt(x.depth, x.n, kBeam);
    narrow.key = {x.key.high - all.high + some.high, x.key.low - all.low + some.low};
    int winning_cells = 0;
    const Solved known = glance(narrow, winning_cells);
    return known.exact() || known.cost >= limit ? known : search(narrow, limit, known.cost, nullptr);
}

Solved Worker::search(const Position& x, Cost limit, Cost low, const std::vector<int>* only) {
    if (s_.stop_.load(std::memory_order_relaxed)) throw Stopped{};
    if (loop && loop->over()) throw Needless{};
    if (s_.prices_.remaining(x.depth) < 2) return {kNever, -1};
    positions.store(positions.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    const uint64_t effort_before = effort;
    effort += 20 + x.n / 4;
    const bool timed = x.n >= kTimedFrom;
    const auto began = timed ? Clock::now() : Clock::time_point{};
    const Arena::Scope scope(arena);
    const Bounds& bounds = s_.bounds_;
    Rank* ranks = arena.take<Rank>(s_.masks_->columns());
    int32_t* band = arena.take<int32_t>(t_.guesses);
    const Tops tops = s_.masks_->rank(x.set, x.n, s_.winners_only_, ranks);
    // with losing feedbacks a guess may be allowed on a part only, and have more cells there
    const Cap cap = t_.any_losing || !use(kCaps) ? bounds.widest() : Cap{cells_of(tops.plain), cells_of(tops.winning)};

    Solved best{limit, -1};
    Rank streams[2] = {tops.plain, tops.winning};
    if (!only) {
        Cost floor = kNever;
        for (int win = 0; win < 2; ++win)
            if (streams[win]) floor = std::min(floor, bounds.of_guess(x.depth, x.n, cells_of(streams[win]), win, cap));
        low = std::max(low, floor);
    }
    if (const Solved bar = quick_tree(x, limit, low, only); bar.guess >= 0) best.cost = std::min(best.cost, bar.cost + 1);
    Node node{x, s_.prices_.next(x.depth), s_.prices_.step(x.depth)};
    std::vector<int> few;
    const std::vector<int>* tried = only;
    if (!only && x.is_narrow()) {
        prepare(node);
        few = most_informative(node, ranks), tried = &few;
    }
    if (is_root(x)) open_root(node, ranks, tried);
    const bool glimpse = is_vague(x) && made(x) >= s_.horizon_;  // the sizes of the cells must do
    int batch = 1;                       // guesses tried side by side
    std::vector<Trial> others;           // for others to try, with `enough` as the least cost of any of them
    Cost enough = 0;
    const auto hand_out = [&] {
        delegate_guesses(node, others.data(), static_cast<int>(others.size()), std::max(1, s_.desk_.guesses_at_once(x.n)), best, enough);
        others.clear();
    };
    while (best.cost > low && (streams[0] || streams[1])) {
        const Rank rank = std::max(streams[0], streams[1]);
        const int win = win_of(rank);
        const Cost least = std::max(low, bounds.of_guess(x.depth, x.n, cells_of(rank), win, cap));
        if (least >= best.cost) {        // and so are the lower bands of its kind
            streams[win] = 0;
            continue;
        }
        int size = 0;
        streams[win] = s_.masks_->band(ranks, rank, band, &size);
        for (int at = 0; at < size && best.cost > least;) {
            if (batch >= kPrepareFrom && !node.planes && !node.local.data) prepare(node);
            const bool handed = best.cost < kNever && s_.pool_ && !is_root(x) && !x.beam.width && s_.desk_.guesses_at_once(x.n);
            if (handed) batch = kBatch;
            else if (!others.empty()) hand_out();
            const Arena::Scope inner(arena);
            Trial* trials = arena.take<Trial>(batch);
            int count = 0;
            for (; at < size && count < batch; ++at) {
                const int g = band[at];
                if (!is_tried(x, g, tried)) continue;
                const Cost total = bound(node, g, best.cost);
                ++effort;
                if (total >= best.cost) continue;
                if (glimpse) {
                    best.cost = total, best.guess = g;
                    continue;
                }
                trials[count++] = {g, 0, total, nullptr};
                if (node.planes)         // its row was not read yet
                    for (int i = 0; i < x.n; ++i) __builtin_prefetch(t_.row(g) + x.set[i]);
            }
            if (handed) {
                if (others.empty()) enough = least;
                others.insert(others.end(), trials, trials + count);
                if (others.size() >= kDelegated) hand_out();
                continue;
            }
            effort += 12 * count;
            for (int i = 0; i < count; ++i) open(node, trials[i]);
            int alive = 0;
            for (int i = 0; i < count; ++i)
                if (look(node, trials[i], best.cost)) trials[alive++] = trials[i];
            if (use(kQuick)) alive = look_closer(trials, alive, best.cost);
            effort += 24 * alive;
            descend_all(node, trials, alive, best, least);
            batch = std::min(2 * batch, kBatch);
        }
    }
    if (!others.empty()) hand_out();
    if (best.guess < 0 && limit < kNever) best.cost = std::max(limit, low);
    if (only) return is_vague(x) ? Solved{best.cost, -1} : best;
    if (is_vague(x) && best.cost < kNever) best.guess = -1;
    if (use(kMemory)) s_.memory_.store(x.key, best, effort - effort_before);
    if (timed && !x.is_narrow() && std::chrono::duration<double>(Clock::now() - began).count() >= Search::kNoticeable && is_known(x)) s_.note({x.key, x.depth, best, path_to(x)});
    return best;
}

// Searches the cells of these guesses, which are in the order, and keeps the first that costs least.
void Worker::descend_all(const Node& node, Trial* trials, int count, Solved& best, Cost enough) {
    const bool together = s_.pool_ && node.x.n >= kTogetherFrom;
    int i = 0;
    const auto alone = [&](bool cells_together) {
        const Cost cost = descend(node, trials[i], [&] { return best.cost; }, cells_together);
        if (cost >= best.cost) return;
        best = {cost, trials[i].guess};
        if (node.x.branch) node.x.branch->best.store(cost, std::memory_order_relaxed);
        if (is_root(node.x)) s_.root_best(cost);
    };
    // without any limit all cells have to be solved, so that they can be solved together
    for (; i < count && best.cost > enough && (!together || best.cost >= kNever); ++i)
        if (trials[i].total < best.cost) alone(together);
    if (i >= count || best.cost <= enough) return;
    const bool few = together && s_.desk_.is_open() && count - i < static_cast<int>(s_.workers_.size());
    // The rest together. A guess that comes before the best so far must be let through at equal cost.
    std::mutex mutex;
    int holder = -1;
    const auto limit = [&](int turn) {
        const std::lock_guard lock(mutex);
        return best.cost + (turn < holder ? 1 : 0);
    };
    s_.pool_->run(*this, loop, count - i, [&](Worker& worker, int turn, Loop&) {
        if (limit(turn) <= std::max(enough, trials[i + turn].total)) return;
        const Cost cost = worker.descend(node, trials[i + turn], [&] { return limit(turn); }, few);
        const std::lock_guard lock(mutex);
        if (cost >= best.cost + (turn < holder ? 1 : 0)) return;
        best = {cost, trials[i + turn].guess}, holder = turn;
        if (node.x.branch) node.x.branch->best.store(cost, std::memory_order_relaxed);
        if (is_root(node.x)) s_.root_best(cost);
    });
}

// The cost of the guess if it is below the limit, else a lower bound that is not.
Cost Worker::descend(const Node& node, Trial& trial, const std::function<Cost()>& limit, bool together) {
    Habit& habit = habits_[std::min(node.x.depth, kDepths - 1)][std::min<int>(std::bit_width(static_cast<unsigned>(node.x.n)), kWidths - 1)];
    const int way = s_.prices_.endless() ? 0 : habit.choose();  // without end, small before large is best
    arrange(trial, way);
    const uint64_t before = effort;
    const Step step{trial.guess, made(node.x) + 1, node.x.path};
    Stabiliser fixed;
    if (node.x.fixed && trial.left) fixed = s_.symmetry_.after(*node.x.fixed, trial.guess);
    const bool root = is_root(node.x), known = node.x.path || (root && s_.root_known_);
    for (int i = 0; i < trial.left; ++i) {
        Cell& c = trial.cells[i];
        if (!fixed.trivial) c.at.fixed = &fixed;
        if (known) c.at.path = &step;
        if (root) c.at.branch = s_.root_branch(trial.guess, c.feedback, c.at.n, c.low);
    }
    std::mutex mutex;                    // guards the total
    const auto cell = [&](Worker& worker, int i) {  // false: the limit is reached
        Cell& c = trial.cells[i];
        const Cost most = limit();
        Cost left;
        {
            const std::lock_guard lock(mutex);
            left = trial.total >= most ? -1 : most - (trial.total - c.low);
        }
        if (left < 0) return false;
        const uint64_t start = worker.effort;
        std::function<Cost()> room;
        if (s_.desk_.is_open()) {
            room = [&] {
                const Cost now = limit();
                const std::lock_guard lock(mutex);
                return trial.total >= now ? -1 : now - (trial.total - c.low);
            };
            c.at.room = &room;
        }
        Solved solved = worker.solve(c.at, left);
        if (!solved.exact()) solved.cost = std::max(solved.cost, c.low);
        worker.raise(c.at).add(solved.cost - c.low, worker.effort - start + 1);
        const std::lock_guard lock(mutex);
        trial.total = std::min(trial.total + (solved.cost - c.low), kNever);
        if (c.at.branch) {
            c.at.branch->low.store(solved.cost, std::memory_order_relaxed), c.at.branch->done.store(true, std::memory_order_relaxed);
            s_.root_low(trial.guess, trial.total, true);
        }
        return trial.total < most;
    };
    if (together && trial.left > 1) {
        // the largest first, so that none is left over at the end; but for a bound the small ones may reach the bar alone
        if (!s_.horizon_) std::sort(trial.cells, trial.cells + trial.left, [](const Cell& a, const Cell& b) { return a.at.n != b.at.n ? a.at.n > b.at.n : a.feedback < b.feedback; });
        s_.pool_->run(*this, loop, trial.left, [&](Worker& worker, int i, Loop& cells) {
            if (!cell(worker, i)) cells.needless.store(true, std::memory_order_relaxed);
        });
    } else {
        for (int i = 0; i < trial.left; ++i)
            if (!cell(*this, i)) break;
        if (trial.left > 1) habit.add(way, static_cast<double>(effort - before));
    }
    if (root) s_.root_low(trial.guess, trial.total, false);
    return trial.total;
}

// In which order to search the cells. Small before large makes the limit of the large ones tight; large before small
// (or what raises the bound most for the effort) is better where the small cost nothing. Which is better is learnt.
void Worker::arrange(Trial& trial, int way) {
    std::sort(trial.cells, trial.cells + trial.left, [&](const Cell& a, const Cell& b) {
        if (way == 0) {
            const bool la = raise(a.at).likely(), lb = raise(b.at).likely();
            if (la != lb) return la;
            if (a.at.n != b.at.n) return la ? a.at.n < b.at.n : a.at.n > b.at.n;
        } else if (way == 1) {
            if (a.at.n != b.at.n) return a.at.n > b.at.n;
        } else {
            const double ya = raise(a.at).yield(), yb = raise(b.at).yield();
            if (ya != yb) return ya > yb;
        }
        return a.feedback < b.feedback;
    });
}

// At the root: bounds of all guesses, so that there is something to report when the search is stopped.
void Worker::open_root(const Node& node, const Rank* ranks, const std::vector<int>* only) {
    std::vector<std::pair<int, Cost>> lows;
    for (int g = 0; g < t_.guesses; ++g) {
        if (!ranks[g] || !is_tried(node.x, g, only)) continue;
        lows.emplace_back(g, bound(node, g, kNever));
    }
    s_.root_opened(lows);
}

}  // namespace guesstree
