// The parts of a searcher for candidates of different weight, and for the guesses that hard mode allows.
//
// With weights, lower bounds assume that the heaviest candidates are found first. In hard mode, each position selects its guesses from the
// list of the position above, so that all of its loops visit only these guesses.
#include <algorithm>
#include <utility>

#include "searcher.hpp"

namespace guesstree {

namespace {
constexpr size_t kMostCopied = size_t{1} << 22;  // the rows of the allowed guesses are copied if they have at most this number of feedbacks
}  // namespace

// --- Positions.

// Sorts the candidates by weight, and lists the guesses that hard mode allows, with their ranks.
void Searcher::open_special(Node& node) {
    const Position& x = node.x;
    if (x.weights) {
        uint32_t* heaviest = arena_.take<uint32_t>(x.n);
        Cost* lighter = arena_.take<Cost>(x.n + 1);
        for (int i = 0; i < x.n; ++i) heaviest[i] = i;
        std::sort(heaviest, heaviest + x.n, [&](uint32_t a, uint32_t b) { return s_.weights_.comes_first(x.set[a], x.set[b]); });
        lighter[0] = x.weight;
        for (int i = 0; i < x.n; ++i) lighter[i + 1] = lighter[i] - x.weights[i];
        node.heaviest = heaviest, node.lighter = lighter;
    }
    if (!s_.hard_.is_on()) return;
    const int most = x.among ? x.among->count : t_.guesses;
    const bool copied = static_cast<size_t>(most) * x.n <= kMostCopied;
    int32_t* list = arena_.take<int32_t>(most);
    uint8_t* rows = copied ? arena_.take<uint8_t>(static_cast<size_t>(most) * x.n) : nullptr;
    std::fill_n(node.ranks, s_.masks_->columns(), Rank{0});
    int count = 0;
    for (int i = 0; i < most; ++i) {
        const int guess = x.among ? x.among->guesses[i] : i;
        if (!s_.hard_.allows(*x.hints, guess)) continue;
        const auto [row, places] = row_above(x, i);
        const Rank rank = rank_one(row, places, x.n);
        // A guess that does not split this set does not split a part of it either. A guess that may lose here may be allowed at a part.
        if (!rank && !t_.any_losing) continue;
        Rank& top = win_of(rank) ? node.tops.winning : node.tops.plain;
        top = std::max(top, rank);
        for (int j = 0; copied && j < x.n; ++j) rows[static_cast<size_t>(count) * x.n + j] = row[places[j]];
        list[count++] = guess, node.ranks[guess] = rank;
    }
    node.list = {.guesses = list, .count = count, .rows = rows, .candidates = x.n};
}

// Returns the feedbacks to the i-th guess of the position above, and the places of the candidates' feedbacks among these.
std::pair<const uint8_t*, const uint32_t*> Searcher::row_above(const Position& x, int i) const {
    if (x.among && x.among->rows) return {x.among->rows + static_cast<size_t>(i) * x.among->candidates, x.places};
    return {t_.bytes(x.among ? x.among->guesses[i] : i), x.set};
}

// Returns the rank of a guess from the feedbacks at these places of a row; there are at least two places.
Rank Searcher::rank_one(const uint8_t* row, const uint32_t* places, int n) {
    const int cells = counts_.count(row, places, n);
    for (int f = 0; t_.any_losing && f < t_.feedbacks; ++f)
        if (t_.losing[f] && counts_[f]) return 0;
    return cells < 2 ? Rank{0} : rank_of(cells, counts_[t_.winning] > 0);
}

// Computes the weights of the cells of a guess, closer bounds of the cells from these weights, and the hints of the feedbacks.
void Searcher::complete_cells(const Node& node, TriedGuess& tried) {
    const Position& x = node.x;
    for (int i = 0; s_.hard_.is_on() && i < tried.open; ++i) {
        Cell& c = tried.cells[i];
        if (c.at.n == 1) continue;  // a single candidate needs no search
        Hints* hints = arena_.take<Hints>(1);
        *hints = s_.hard_.after(*x.hints, tried.guess, c.feedback);
        c.at.hints = hints, c.at.among = &node.list, c.at.places = c.places, c.at.key += hints->key;
    }
    if (!x.weights) return;
    const uint8_t* row = t_.bytes(tried.guess);
    uint32_t* at[kMaxNarrow];
    for (int i = 0; i < tried.open; ++i) {
        Cell& c = tried.cells[i];
        at[c.feedback] = arena_.take<uint32_t>(c.at.n);
        c.at.weights = at[c.feedback];
    }
    for (int i = 0; i < x.n; ++i)
        if (const int f = row[x.set[node.heaviest[i]]]; f != t_.winning) *at[f]++ = x.weights[i];
    for (int i = 0; i < tried.open; ++i) {
        Cell& c = tried.cells[i];
        for (int j = 0; j < c.at.n; ++j) c.at.weight += c.at.weights[j];
        c.lower_bound = weighed(node.by_size, c.at.weights, c.at.n);
    }
}

// --- Bounds.

// Does what Bounds::of_guess does, with the weights of the candidates if `lighter` is not null.
Cost Searcher::bound_kind(const Position& x, const Cost* lighter, int cells, int win, Cap cap) const {
    if (!lighter) return s_.bounds_.of_guess(x.depth, x.n, cells, win, cap);
    return s_.bounds_.of_guess(x.depth, x.n, cells, win, cap, [lighter](int64_t found) { return lighter[found]; });
}

// Does what bound_sizes does, with weights: the sum of weighed() over the cells, with the heaviest candidates first.
Cost Searcher::bound_weights(const Node& node, int guess, Cost upper_bound) const {
    const Position& x = node.x;
    const uint8_t* row = t_.bytes(guess);
    int counts[kMaxNarrow];
    std::fill_n(counts, t_.feedbacks, 0);
    const int32_t winner = t_.secret_of[guess];
    const bool wins = winner >= 0 && std::binary_search(x.set, x.set + x.n, static_cast<uint32_t>(winner));
    Cost total = node.step * (x.weight - (wins ? s_.weights_.of(winner) : 0));
    for (int i = 0; i < x.n; ++i) {
        const int f = row[x.set[node.heaviest[i]]];
        if (f == t_.winning) continue;
        const int before = counts[f]++;
        if (node.by_size[before + 1] >= kNever) return kNever;
        if (total >= upper_bound) return total;
        total += (node.by_size[before + 1] - node.by_size[before]) * x.weights[i];
    }
    return total;
}

// Returns the value of a set from its candidates as guesses, with weights (docs/theory.md, Theorem 9). After a guess that is a candidate,
// all other candidates cost at least a step, and all but the heaviest of each cell also cost the step from the second guess to the third.
// This is the exact cost of the guess if no cell has more than two candidates. After any other guess, all candidates cost at least a step.
// So the candidate with the least bound (the first in the order) is the best guess if its bound is exact and less than the bound of the
// other guesses; also if the two bounds are equal and it makes at least n - 1 cells, since then it comes first in the order.
Value Searcher::bound_by_weighted_candidates(const Position& x, int& winning_cells) const {
    const Prices& p = s_.prices_;
    const bool has_third = p.remaining(x.depth) >= 3;
    const Cost second = p.relative(x.depth, 2), third = has_third ? p.relative(x.depth, 3) - second : 0, weight = x.times(1);
    Cost least = kNever;
    int best = -1, best_cells = 0, most = 0;
    bool is_exact = false;
    uint32_t heaviest[kMaxNarrow];
    int sizes[kMaxNarrow];
    for (int i = 0; i < x.n; ++i) {
        const uint8_t* row = t_.bytes(t_.winner[x.set[i]]);
        std::fill_n(sizes, t_.feedbacks, 0);
        int cells = 1, largest = 1;
        Cost late = 0;  // the weight of the candidates that are found with the third guess or later
        for (int j = 0; j < x.n; ++j) {
            if (i == j) continue;
            const int f = row[x.set[j]];
            const uint32_t own = s_.weights_.of(x.set[j]);
            if (!sizes[f]++) {
                heaviest[f] = own, ++cells;
                continue;
            }
            late += std::min(own, heaviest[f]), heaviest[f] = std::max(own, heaviest[f]);
            largest = std::max(largest, sizes[f]);
        }
        most = std::max(most, cells);
        const Cost cost = late && !has_third ? kNever : second * (weight - s_.weights_.of(x.set[i])) + third * late;
        if (cost < least || (cost == least && cost < kNever && cells > best_cells))
            least = cost, best = t_.winner[x.set[i]], best_cells = cells, is_exact = largest <= 2;
    }
    winning_cells = most;
    const Cost others = second * weight;
    if (is_exact && (least < others || (least == others && best_cells >= x.n - 1))) return {.cost = least, .guess = best};
    const Cost by_size = weighed(s_.bounds_.row(x.depth, {.plain = s_.bounds_.loosest().plain, .winning = most}), x.weights, x.n);
    return {.cost = std::max(std::min(least, others), by_size), .guess = -1};
}

// Does what bound_widest does, in hard mode: with the guesses that are allowed at each cell.
int Searcher::bound_allowed_widest(TriedGuess* tried, int count, Cost upper_bound) {
    int alive = 0;
    for (int i = 0; i < count; ++i) {
        TriedGuess& one = tried[i];
        sort_by_worth(one);
        for (int c = 0; c < one.open && one.lower_bound < upper_bound; ++c) {
            const Position& x = one.cells[c].at;
            const int enough = enough_cells(one.cells[c]);
            int most = 0;
            for (int g = 0; g < x.among->count && most < enough; ++g) {
                if (!s_.hard_.allows(*x.hints, x.among->guesses[g])) continue;
                const auto [row, places] = row_above(x, g);
                most = std::max(most, cells_of(rank_one(row, places, x.n)));
            }
            raise_by_widest(one, one.cells[c], most);
        }
        if (one.lower_bound < upper_bound) tried[alive++] = one;
    }
    return alive;
}

}  // namespace guesstree
