// Trying guesses without searching: bounds from the sizes of their cells, from candidates, and from a closer look.
#include <algorithm>

#include "histogram.hpp"
#include "worker.hpp"

namespace guesstree {

namespace {
constexpr int kLocalFrom = 20, kLocalTo = 512;   // sizes of sets for which masks of their own candidates pay
}  // namespace

// What pays only when many guesses are tried.
void Worker::prepare(Node& node) {
    const Position& x = node.x;
    node.plane_count = s_.masks_->planes_for(x.n);
    if (node.plane_count) {
        node.planes = arena.take<uint8_t>(node.plane_count * s_.masks_->columns() * s_.masks_->mask_bytes());
        s_.masks_->count(x.set, x.n, node.planes);
    }
    if (x.n < kLocalFrom || x.n > kLocalTo || !s_.masks_->local_bytes(x.n)) return;
    if (!use(kShortcuts) || !t_.simple_winners || t_.any_losing) return;
    node.local = s_.masks_->localise(x.set, x.n, arena.take<uint8_t>(s_.masks_->local_bytes(x.n)));
}

// As many as the beam is wide, rising: those after which the least is left open.
std::vector<int> Worker::most_informative(const Node& node, const Rank* ranks) const {
    std::vector<std::pair<int64_t, int>> open;
    for (int g = 0; g < t_.guesses; ++g) {
        if (!ranks[g] || !is_tried(node.x, g, nullptr)) continue;
        uint32_t counts[kMaxFeedbacks];
        sizes(node, g, counts);
        counts[t_.winning] = 0;
        int64_t left = 0;
        for (int f = 0; f < t_.feedbacks; ++f) left += s_.surprise_[counts[f]];
        open.emplace_back(left, g);
    }
    const size_t count = std::min<size_t>(open.size(), node.x.beam.width);
    std::partial_sort(open.begin(), open.begin() + count, open.end());
    std::vector<int> guesses;
    for (size_t i = 0; i < count; ++i) guesses.push_back(open[i].second);
    std::sort(guesses.begin(), guesses.end());
    return guesses;
}

void Worker::sizes(const Node& node, int guess, uint32_t* counts) const {
    if (node.planes) histogram(node.planes, s_.masks_->columns(), s_.masks_->mask_bytes(), node.plane_count, guess, counts);
    else histogram(t_.row(guess), node.x.set, node.x.n, t_.feedbacks, counts);
}

// A lower bound of the cost of a guess, from the sizes of its cells and their caps.
Cost Worker::bound(const Node& node, int guess, Cost limit) const {
    uint32_t counts[kMaxFeedbacks];
    sizes(node, guess, counts);
    const Cost* const* rows = s_.cap_rows(node.below) + static_cast<size_t>(s_.class_of_[guess]) * t_.feedbacks;
    Cost total = node.step * (node.x.n - (counts[t_.winning] ? 1 : 0));
    counts[t_.winning] = 0;
    for (int f = 0; f < t_.feedbacks && total < limit; ++f)
        if (counts[f]) total += rows[f][counts[f]];
    return total;
}

// Cuts the set into the cells of the guess.
void Worker::open(const Node& node, Trial& trial) {
    const Position& x = node.x;
    const uint8_t* row = t_.row(trial.guess);
    const Cost* const* rows = s_.cap_rows(node.below) + static_cast<size_t>(s_.class_of_[trial.guess]) * t_.feedbacks;
    uint32_t counts[kMaxFeedbacks], next[kMaxFeedbacks];
    sizes(node, trial.guess, counts);
    trial.cells = arena.take<Cell>(t_.feedbacks);
    uint32_t* sets = arena.take<uint32_t>(x.n);
    uint32_t* places = arena.take<uint32_t>(x.n);
    uint32_t start = 0;
    for (int f = 0; f < t_.feedbacks; start += counts[f++]) {
        next[f] = start;
        if (!counts[f] || f == t_.winning) continue;
        const int n = static_cast<int>(counts[f]), depth = s_.prices_.same_as(node.below, n);
        trial.cells[trial.left++] = {{sets + start, n, depth, s_.salt(depth, n, x.beam), nullptr, nullptr, nullptr, nullptr, x.beam}, places + start,
                                     rows[f][n], f, s_.bounds_.widest().winning};
    }
    for (int i = 0; i < x.n; ++i) places[next[row[x.set[i]]]++] = i;
    // larger cells first: they are more likely to cost more than their bound
    std::sort(trial.cells, trial.cells + trial.left, [](const Cell& a, const Cell& b) { return a.at.n != b.at.n ? a.at.n > b.at.n : a.feedback < b.feedback; });
}

// Adds what is known of the cells without any search. False when the guess costs the limit or more.
bool Worker::look(const Node& node, Trial& trial, Cost limit) {
    const auto raise = [&](Cell& c, const Solved& known) {
        if (known.exact() || known.cost > c.low) trial.total += known.cost - c.low, c.low = known.cost;
        return trial.total < limit;
    };
    int open = 0, left = 0;
    for (int i = 0; i < trial.left; ++i) {
        Cell& c = trial.cells[i];
        const Solved known = glance(node, c);
        if (!raise(c, known)) return false;
        if (!known.exact()) trial.cells[open++] = c;
    }
    trial.left = open;
    if (!node.local.data) return true;
    // the rest have not been looked up in the memory
    for (int i = 0; i < open; ++i) fill(node, trial.cells[i]);
    for (int i = 0; i < open; ++i) {
        Cell& c = trial.cells[i];
        const Solved known = recall(c.at, c.low);
        if (!raise(c, known)) return false;
        if (!known.exact()) trial.cells[left++] = c;
    }
    trial.left = left;
    return true;
}

// Lower bounds of the cells from the most cells any guess makes of them, for all these guesses side by side. Keeps the
// guesses that may cost less than the limit and returns how many they are.
int Worker::look_closer(Trial* trials, int count, Cost limit) {
    Masks::Peak jobs[kBatch];
    for (int i = 0; i < count; ++i)
        std::sort(trials[i].cells, trials[i].cells + trials[i].left, [this](const Cell& a, const Cell& b) {
            const double wa = worth(a.at.n), wb = worth(b.at.n);
            return wa != wb ? wa > wb : a.feedback < b.feedback;
        });
    for (int round = 0; round < t_.feedbacks; ++round) {
        int pending = 0;
        for (int i = 0; i < count; ++i)
            if (round < trials[i].left) jobs[pending++] = {trials[i].cells[round].at.set, trials[i].cells[round].at.n, 0};
        if (!pending) break;
        s_.masks_->peaks(jobs, pending);
        int alive = 0;
        pending = 0;
        for (int i = 0; i < count; ++i) {
            Trial& t = trials[i];
            if (round < t.left) {
                Cell& c = t.cells[round];
                const int peak = jobs[pending++].cells;
                const Cap cap = t_.any_losing ? s_.bounds_.widest() : Cap{std::min(peak, s_.bounds_.widest().plain), std::min(peak, c.winning_cells)};
                const Cost low = s_.bounds_.row(c.at.depth, cap)[c.at.n];
                Gain& gain = gains_[std::min(c.at.n, kGains - 1)];
                gain.sum = gain.sum * 0.99 + static_cast<double>(std::clamp<Cost>(low - c.low, 0, 100)), gain.tries = gain.tries * 0.99 + 1;
                if (low > c.low) t.total += low - c.low, c.low = low;
            }
            if (t.total < limit) trials[alive++] = t;
        }
        count = alive;
    }
    return count;
}

// The same for a cell. Where its position has local masks, the memory and the set of the cell are left alone.
Solved Worker::glance(const Node& node, Cell& cell) {
    Position& x = cell.at;
    if (!node.local.data) {
        fill(node, cell);
        return glance(x, cell.winning_cells);
    }
    const Prices& p = s_.prices_;
    if (p.remaining(x.depth) < std::min(x.n, 2)) return {kNever, -1};
    const Cost second = x.n > 1 ? p.relative(x.depth, 2) : 0;
    if (x.n <= 2) return {second, 0};
    int first = 0;
    const int most = cell.winning_cells = s_.masks_->most_cells(node.local, cell.places, x.n, &first);
    if (most == x.n) return {second * (x.n - 1), first};
    if (most == x.n - 1 && p.remaining(x.depth) >= 3) {
        const Cost third = p.relative(x.depth, 3);
        if (third - second <= second) return {second * (x.n - 2) + third, first};
    }
    return {s_.bounds_.row(x.depth, {s_.bounds_.widest().plain, most})[x.n], -1};
}

// The candidates and the key of a cell.
void Worker::fill(const Node& node, Cell& cell) {
    uint32_t* set = const_cast<uint32_t*>(cell.at.set);
    for (int i = 0; i < cell.at.n; ++i) {
        set[i] = node.x.set[cell.places[i]];
        cell.at.key += s_.keys_[set[i]];
    }
    s_.memory_.prefetch(cell.at.key);
}

}  // namespace guesstree
