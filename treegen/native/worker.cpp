#include "worker.hpp"

#include <algorithm>
#include <bit>

#include "histogram.hpp"

namespace guesstree {

// What is known of a set without looking at guesses that are no candidates: its cost, or a lower bound.
Solved Worker::glance(const Position& x) {
    const Prices& p = s_.prices_;
    const int remaining = p.remaining(x.depth);
    if (x.n == 1) {
        const int winner = t_.winner[x.set[0]];
        return remaining >= 1 && winner >= 0 ? Solved{0, winner} : Solved{kNever, -1};
    }
    if (remaining < 2) return {kNever, -1};
    if (use(kShortcuts) && t_.simple_winners && !t_.any_losing) {
        if (x.n == 2) return {p.relative(x.depth, 2), t_.winner[x.set[0]]};
        if (x.n <= t_.feedbacks && t_.feedbacks <= 64) {
            const Solved known = small(x);
            if (known.exact()) return known;
            Solved kept;
            if (use(kMemory) && x.n > 3 && s_.memory_.find(x.key, kept)) return kept.exact() || kept.cost > known.cost ? kept : known;
            return known;
        }
    }
    Solved kept;
    if (use(kMemory) && s_.memory_.find(x.key, kept)) return kept;
    return {0, -1};
}

// Candidates only. One that separates all is the best guess there is, for every price list. One that leaves a single
// pair costs q1 + (n - 2) q2 + q3; with none that separates all, nothing is cheaper than that or n q2, so it is the
// best where q3 - q2 <= q2 - q1, and the order has no other guess before it.
Solved Worker::small(const Position& x) {
    const Prices& p = s_.prices_;
    int pair = -1;
    for (int i = 0; i < x.n; ++i) {
        const int guess = t_.winner[x.set[i]];
        const uint8_t* row = t_.row(guess);
        uint64_t seen = 0;
        int cells = 0;
        for (int j = 0; j < x.n; ++j) {
            const int f = row[x.set[j]];
            cells += ~seen >> f & 1, seen |= uint64_t{1} << f;
        }
        if (cells == x.n) return {p.relative(x.depth, 2) * (x.n - 1), guess};
        if (cells == x.n - 1 && pair < 0) pair = guess;
    }
    const Cost second = p.relative(x.depth, 2);
    if (p.remaining(x.depth) < 3) return {second * x.n, -1};
    const Cost third = p.relative(x.depth, 3), leaves_pair = second * (x.n - 2) + third;
    if (pair >= 0 && third - second <= second) return {leaves_pair, pair};
    return {std::min(second * x.n, leaves_pair), -1};
}

Solved Worker::solve(Position x, Cost limit, int first) {
    x.depth = s_.prices_.same_as(x.depth, x.n);
    if (first >= 0 && x.n == 1) return t_.row(first)[x.set[0]] == t_.winning && s_.prices_.remaining(x.depth) >= 1 ? Solved{0, first} : Solved{kNever, -1};
    if (first >= 0) return search(x, limit, 0, first);
    const Solved known = glance(x);
    if (known.exact() || known.cost >= limit) return known;
    return search(x, limit, known.cost, first);
}

Solved Worker::search(const Position& x, Cost limit, Cost low, int first) {
    if (s_.stop_.load(std::memory_order_relaxed)) throw Stopped{};
    const uint64_t before = positions++;
    const Arena::Scope scope(arena);
    const Bounds& bounds = s_.bounds_;
    Rank* ranks = arena.take<Rank>(s_.masks_.columns());
    uint16_t* planes = nullptr;
    int32_t* band_guesses = arena.take<int32_t>(t_.guesses);
    const Tops tops = s_.masks_.rank(x.set, x.n, s_.winners_only_, ranks);
    stat[0] += x.n;
    // with losing feedbacks a guess may be allowed on a part only, and have more cells there
    const Cap cap = t_.any_losing || !use(kCaps) ? bounds.widest() : Cap{cells_of(tops.plain), cells_of(tops.winning)};

    Solved best{limit, -1};
    Rank streams[2] = {tops.plain, tops.winning};
    Cost floor = kNever;                 // no guess costs less
    for (int win = 0; win < 2; ++win)
        if (streams[win]) floor = std::min(floor, bounds.of_guess(x.depth, x.n, cells_of(streams[win]), win, cap));
    low = std::max(low, first >= 0 ? Cost{0} : floor);
    while (best.cost > low && (streams[0] || streams[1])) {
        const Rank rank = std::max(streams[0], streams[1]);
        const int win = win_of(rank);
        const Cost band = bounds.of_guess(x.depth, x.n, cells_of(rank), win, cap);
        if (band >= best.cost) {         // and so are the lower bands of its kind
            streams[win] = 0;
            continue;
        }
        ++stat[2];
        int size = 0;
        const Rank lower = s_.masks_.band(ranks, rank, band_guesses, &size);
        if (!planes && size > 16 && s_.masks_.planes_for(x.n)) {
            planes = arena.take<uint16_t>(s_.masks_.planes_for(x.n) * s_.masks_.columns());
            s_.masks_.count(x.set, x.n, planes);
        }
        for (int i = 0; i < size; ++i) {
            const int g = band_guesses[i];
            if (first >= 0 && g != first) continue;
            if (first < 0 && x.fixed && !x.fixed->trivial && !s_.symmetry_.is_first(*x.fixed, g)) continue;
            const Cost cost = attempt(x, g, best.cost, planes);
            if (cost >= best.cost) continue;
            best = {cost, g};
            if (best.cost <= std::max(low, band)) break;
        }
        if (best.guess >= 0 && best.cost <= std::max(low, first >= 0 ? Cost{0} : band)) break;
        streams[win] = lower;
    }
    if (best.guess < 0 && limit < kNever) best.cost = std::max(limit, low);
    if (first < 0 && use(kMemory)) s_.memory_.store(x.key, best, positions - before);
    return best;
}

// A lower bound of a cell from the most cells any guess makes of it. Looks no further once that cannot be a gain.
Cost Worker::quick(const Cell& c) {
    const Bounds& bounds = s_.bounds_;
    const int n = c.at.n, depth = c.at.depth;
    const Cap wide = bounds.widest();
    Tops enough{rank_of(n, 0), rank_of(n, 1)};
    while (enough.plain > 2 && bounds.of_guess(depth, n, cells_of(enough.plain) - 1, 0, wide) <= c.low) enough.plain -= 2;
    while (enough.winning > 5 && bounds.of_guess(depth, n, cells_of(enough.winning) - 1, 1, wide) <= c.low) enough.winning -= 2;
    const Tops tops = s_.masks_.tops(c.at.set, n, s_.winners_only_, enough);
    stat[1] += n;
    Cost low = c.low;
    if (tops.plain < enough.plain && tops.winning < enough.winning) {
        const Cap cap = t_.any_losing ? wide : Cap{cells_of(tops.plain), cells_of(tops.winning)};
        low = std::min(tops.plain ? bounds.of_guess(depth, n, cells_of(tops.plain), 0, cap) : kNever,
                       tops.winning ? bounds.of_guess(depth, n, cells_of(tops.winning), 1, cap) : kNever);
    }
    Gain& gain = gains_[std::min(n, kGains - 1)];
    gain.sum = gain.sum * 0.99 + static_cast<double>(std::min<Cost>(std::max<Cost>(low - c.low, 0), 100)), gain.tries = gain.tries * 0.99 + 1;
    return low;
}

// The cost of one guess if it is below the limit, else a lower bound that is not.
Cost Worker::attempt(const Position& x, int guess, Cost limit, const uint16_t* planes) {
    ++stat[3];
    const uint8_t* row = t_.row(guess);
    const int below = s_.prices_.next(x.depth), feedbacks = t_.feedbacks;
    const Cost step = s_.prices_.step(x.depth);
    uint32_t counts[kMaxFeedbacks], starts[kMaxFeedbacks];
    if (planes) histogram(planes, s_.masks_.columns(), s_.masks_.planes_for(x.n), guess, counts);
    else histogram(row, x.set, x.n, feedbacks, counts);
    const bool win = counts[t_.winning];
    const Cost* const* rows = s_.cap_rows_[below].data() + static_cast<size_t>(s_.class_of_[guess]) * feedbacks;
    Cost total = step * (x.n - win);
    for (int f = 0; f < feedbacks; ++f)
        if (counts[f] && f != t_.winning) total += rows[f][counts[f]];
    if (total >= limit) return total;
    ++stat[4];

    const Arena::Scope scope(arena);
    Cell* cells = arena.take<Cell>(feedbacks);
    uint32_t* sets = arena.take<uint32_t>(x.n);
    int open = 0;
    uint32_t start = 0;
    int cell_of[kMaxFeedbacks];
    for (int f = 0; f < feedbacks; ++f) {
        starts[f] = start;
        if (!counts[f] || f == t_.winning) { start += counts[f]; continue; }
        const int n = static_cast<int>(counts[f]), depth = s_.prices_.same_as(below, n);
        cell_of[f] = open;
        cells[open++] = {{sets + start, n, depth, s_.depth_salt(depth), nullptr}, rows[f][n], f, false};
        start += counts[f];
    }
    for (int i = 0; i < x.n; ++i) {
        const uint32_t secret = x.set[i];
        const int f = row[secret];
        sets[starts[f]++] = secret;
        if (f != t_.winning) cells[cell_of[f]].at.key += s_.keys_[secret];
    }

    // what is known of the cells, before any search
    int left = 0;
    for (int i = 0; i < open; ++i) {
        Cell& c = cells[i];
        const Solved known = glance(c.at);
        if (known.exact() || known.cost > c.low) {
            total += known.cost - c.low, c.low = known.cost;
            if (total >= limit) return total;
        }
        if (!known.exact()) cells[left++] = c;
    }
    if (!left) return total;
    ++stat[5];
    if (use(kQuick)) {
        std::sort(cells, cells + left, [this](const Cell& a, const Cell& b) { return worth(a.at.n) > worth(b.at.n); });
        for (int i = 0; i < left; ++i) {
            Cell& c = cells[i];
            const Cost low = quick(c);
            if (low <= c.low) continue;
            total += low - c.low, c.low = low;
            if (total >= limit) return total;
        }
    }
    std::sort(cells, cells + left, [](const Cell& a, const Cell& b) { return a.at.n != b.at.n ? a.at.n < b.at.n : a.feedback < b.feedback; });
    ++stat[6];
    Stabiliser fixed;
    if (x.fixed && !x.fixed->trivial) fixed = s_.symmetry_.after(*x.fixed, guess);
    for (int i = 0; i < left; ++i) {
        Cell& c = cells[i];
        if (!fixed.trivial) c.at.fixed = &fixed;
        const Solved solved = solve(c.at, limit - (total - c.low));
        total += solved.cost - c.low;
        if (total >= limit) return total;
    }
    return total;
}

}  // namespace guesstree
