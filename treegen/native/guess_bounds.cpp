// Bounding guesses without a search: from the sizes of their cells, from what is known of the cells, and from how many
// cells any guess makes of them.
#include <algorithm>

#include "histogram.hpp"
#include "searcher.hpp"

namespace guesstree {

namespace {
constexpr int kCandidatesTo = 256;             // the largest sets whose candidates are all tried as guesses
constexpr int kWidestImagesFrom = 20;          // sizes of sets that are looked up by image before: below, counting is cheaper
constexpr int kSomeAfter = 8, kAllAfter = 64;  // so many reads of each row, some columns, or all, are worth copying
constexpr double kSome = 0.25;                 // of the guesses
constexpr size_t kManyAllowed = 8;             // guesses from which on a table pays where only some are tried
}  // namespace

// What the transposition table knows of a set, if it is more than the lower bound; that of the relaxed problem is used too.
Value Searcher::probe(const Position& x, Cost lower_bound) {
    Value kept;
    if (use(kTranspositionTable) && s_.transpositions_.find(x.key, kept) && (kept.is_exact() || kept.cost > lower_bound)) return kept;
    if (s_.relaxed_ && s_.relaxed_->find(s_.relaxed_key(x), kept) && kept.cost > lower_bound) lower_bound = kept.cost;
    return {.cost = lower_bound, .guess = -1};
}

// What is known of a set without looking at guesses that are no candidates: its cost, or a lower bound.
Value Searcher::bound_cheap(const Position& x, int& winning_cells) {
    const int remaining = s_.prices_.remaining(x.depth);
    if (x.n == 1) {
        const int winner = t_.winner[x.set[0]];
        return remaining >= 1 && winner >= 0 ? Value{.cost = 0, .guess = winner} : Value{.cost = kNever, .guess = -1};
    }
    if (remaining < 2) return {.cost = kNever, .guess = -1};
    if (!use(kCandidateBounds) || !t_.simple_winners || t_.any_losing) return probe(x, 0);
    if (x.n == 2 && !x.weights) return {.cost = s_.prices_.relative(x.depth, 2), .guess = t_.winner[x.set[0]]};
    if (x.n > std::min(t_.feedbacks, kCandidatesTo)) return probe(x, 0);
    const Value known = x.weights ? bound_by_weighted_candidates(x, winning_cells) : bound_by_candidates(x, winning_cells);
    return known.is_exact() ? known : probe(x, known.cost);
}

// Of candidates only.
Value Searcher::bound_by_candidates(const Position& x, int& winning_cells) {
    int most = 0, best = -1;
    for (int i = 0; i < x.n && most < x.n; ++i) {
        const int guess = t_.winner[x.set[i]];
        int cells = 0;
        t_.read(guess, [&](const auto* row) {
            uint64_t seen = 0;
            if (t_.feedbacks > 64) cells = counts_.count(row, x.set, x.n);
            for (int j = 0; t_.feedbacks <= 64 && j < x.n; ++j) {
                const int f = row[x.set[j]];
                cells += ~seen >> f & 1, seen |= uint64_t{1} << f;
            }
        });
        if (cells > most) most = cells, best = guess;
    }
    winning_cells = most;
    return bound_by_winners(x.depth, x.n, most, best);
}

// Candidates only (docs/theory.md, Theorems 4 and 5). One that separates all is the best guess there is, for every price list. One that leaves a single
// pair costs q1 + (n - 2) q2 + q3; with none that separates all, nothing is cheaper than that or n q2, so it is the
// best where q3 - q2 <= q2 - q1, and the order has no other guess before it.
// `most`: the cells that the best candidate makes, `guess`, of n candidates.
Value Searcher::bound_by_winners(int depth, int n, int most, int guess) const {
    const Prices& p = s_.prices_;
    const Cost second = n > 1 ? p.relative(depth, 2) : 0;
    if (most == n) return {.cost = second * (n - 1), .guess = guess};
    if (most == n - 1 && p.remaining(depth) >= 3) {
        const Cost third = p.relative(depth, 3);
        if (third - second <= second) return {.cost = second * (n - 2) + third, .guess = guess};
    }
    return {.cost = s_.bounds_.row(depth, {.plain = s_.bounds_.loosest().plain, .winning = most})[n], .guess = -1};
}

// Counts the sizes of the cells of all guesses at once.
void Searcher::count_planes(Node& node) {
    const Position& x = node.x;
    node.plane_count = is_special() ? 0 : s_.masks_->planes_for(x.n);
    if (!node.plane_count) return;
    node.planes = arena_.take<uint8_t>(node.plane_count * s_.masks_->columns() * s_.masks_->mask_bytes());
    s_.masks_->count(x.set, x.n, node.planes);
}

// As many as the beam is wide, rising: those after which the least is left open.
std::vector<int> Searcher::most_informative(const Node& node) {
    std::vector<std::pair<int64_t, int>> open;
    each_ranked(node, [&](int g, Rank) {
        if (is_tried(node.x, g, nullptr)) open.emplace_back(entropy_left(node, g), g);
    });
    const size_t count = std::min<size_t>(open.size(), node.x.beam.width);
    std::partial_sort(open.begin(), open.begin() + count, open.end());
    std::vector<int> guesses;
    for (size_t i = 0; i < count; ++i) guesses.push_back(open[i].second);
    std::sort(guesses.begin(), guesses.end());
    return guesses;
}

// What the guess leaves open, scaled: the sum over its cells of n log n.
int64_t Searcher::entropy_left(const Node& node, int guess) {
    int64_t left = 0;
    each_cell(node, {.guess = guess}, [&](int f, int n) {
        if (f != t_.winning) left += s_.entropy_[n];
        return true;
    });
    return left;
}

// Calls with the feedback and the size of each cell of a guess, until it returns false. Where feedbacks have two bytes, nothing
// takes a step for each of them.
template <class Each>
void Searcher::each_cell(const Node& node, const TriedGuess& tried, const Each& each) {
    const Position& x = node.x;
    const int guess = tried.guess;
    if (tried.sizes) {
        for (int f = 0; f < t_.feedbacks; ++f)
            if (tried.sizes[f] && !each(f, tried.sizes[f])) return;
        return;
    }
    if (t_.wide) {
        counts_.count(t_.wide + static_cast<size_t>(guess) * t_.secrets, x.set, x.n);
        for (int f : counts_.found())
            if (!each(f, static_cast<int>(counts_[f]))) return;
        return;
    }
    uint32_t counts[kMaxNarrow];
    if (node.planes) s_.masks_->sizes(node.planes, node.plane_count, guess, counts);
    else histogram(t_.bytes(guess), x.set, x.n, t_.feedbacks, counts);
    for (int f = 0; f < t_.feedbacks; ++f)
        if (counts[f] && !each(f, static_cast<int>(counts[f]))) return;
}

// A lower bound of the cost of a guess, from the sizes of its cells and their caps.
Cost Searcher::bound_sizes(const Node& node, int guess, Cost upper_bound) {
    if (node.x.weights) return bound_weights(node, guess, upper_bound);
    Cost total = node.step * (node.x.n - 1);
    bool wins = false;
    each_cell(node, {.guess = guess}, [&](int f, int n) {
        if (f == t_.winning) wins = true;
        else total += node.by_size[n];
        return total < upper_bound;
    });
    return wins ? total : total + node.step;
}

// A cell of a guess, by its entry in sizes_.
Searcher::Cell Searcher::cell_of(const Node& node, uint64_t size, const uint32_t* set, const uint32_t* places) const {
    const int n = static_cast<int>(UINT32_MAX - (size >> 32));
    return {.at = {.set = set, .n = n, .depth = s_.prices_.same_as(node.cell_depth, n), .beam = node.x.beam},
            .places = places,
            .lower_bound = node.by_size[n],
            .feedback = static_cast<int>(size & UINT32_MAX),
            .winning_cells = s_.bounds_.loosest().winning};
}

// Cuts the set into the cells of the guess. With a LocalTable only their sizes are listed, without those of one or two candidates,
// of which the bound is the cost.
void Searcher::cut(const Node& node, TriedGuess& tried) {
    const Position& x = node.x;
    sizes_.clear();
    uint32_t start = 0;
    each_cell(node, tried, [&](int f, int n) {
        starts_[f] = start, start += n;
        if (f != t_.winning && (!node.table || n > 2)) sizes_.push_back((uint64_t{UINT32_MAX} - n) << 32 | f);
        return true;
    });
    std::sort(sizes_.begin(), sizes_.end());  // larger cells first: they are more likely to cost more than their bound
    tried.cells = arena_.take<Cell>(sizes_.size());
    if (node.table) return;
    uint32_t* sets = arena_.take<uint32_t>(x.n);
    uint32_t* places = arena_.take<uint32_t>(x.n);
    for (uint64_t size : sizes_) {
        const uint32_t from = starts_[size & UINT32_MAX];
        tried.cells[tried.left++] = cell_of(node, size, sets + from, places + from);
    }
    t_.read(tried.guess, [&](const auto* row) {
        for (int i = 0; i < x.n; ++i) places[starts_[row[x.set[i]]]++] = i;
    });
    if (is_special()) complete_cells(node, tried);
}

// Adds what is known of the cells without any search. False when the guess costs the upper bound or more.
bool Searcher::bound_cells(const Node& node, TriedGuess& tried, Cost upper_bound) {
    const auto raise = [&](Cost& lower_bound, const Value& known) {
        if (known.is_exact() || known.cost > lower_bound) tried.lower_bound += known.cost - lower_bound, lower_bound = known.cost;
        return tried.lower_bound < upper_bound;
    };
    // Keeps the cells that are not settled by what bound(cell) says.
    const auto keep_open = [&](const auto& bound) {
        int open = 0;
        for (int i = 0; i < tried.left; ++i) {
            const Value known = bound(tried.cells[i]);
            if (!raise(tried.cells[i].lower_bound, known)) return false;
            if (!known.is_exact() && open++ < i) tried.cells[open - 1] = tried.cells[i];
        }
        tried.left = open;
        return true;
    };
    if (!node.table)
        return keep_open([&](Cell& c) {
            fill(node, c);
            return bound_cheap(c.at, c.winning_cells);
        });
    for (uint64_t size : sizes_) {
        Cell c = cell_of(node, size, nullptr, nullptr);
        uint32_t places[kMaxLocal];
        node.table.places(tried.masks, c.feedback, places);
        c.winning_cells = node.table.most_cells(places, c.at.n);
        const Value known = bound_by_winners(c.at.depth, c.at.n, c.winning_cells, 0);
        if (!raise(c.lower_bound, known)) return false;
        if (known.is_exact()) continue;
        c.places = std::copy_n(places, c.at.n, arena_.take<uint32_t>(c.at.n)) - c.at.n;
        c.at.set = arena_.take<uint32_t>(c.at.n);
        tried.cells[tried.left++] = c;
    }
    for (int i = 0; i < tried.left; ++i) fill(node, tried.cells[i]);
    return keep_open([&](Cell& c) { return probe(c.at, c.lower_bound); });
}

// The cells whose widest counts are likely to bring most for their time come first.
void Searcher::sort_by_worth(TriedGuess& tried) const {
    std::sort(tried.cells, tried.cells + tried.left, [this](const Cell& a, const Cell& b) {
        const double wa = worth(a.at.n), wb = worth(b.at.n);
        return wa != wb ? wa > wb : a.feedback < b.feedback;
    });
}

// A lower bound of a cell of which no guess makes more than `widest` cells.
Cost Searcher::bound_by_widest(const Cell& cell, int widest) const {
    const Cap loosest = s_.bounds_.loosest();
    const Cap cap =
        t_.any_losing ? loosest : Cap{.plain = std::min(widest, loosest.plain), .winning = std::min(widest, cell.winning_cells)};
    return weighed(s_.bounds_.row(cell.at.depth, cap), cell.at.weights, cell.at.n);
}

// The fewest cells of a cell that would leave its lower bound as it is.
int Searcher::enough_cells(const Cell& cell) const {
    int enough = std::min(cell.at.n, s_.bounds_.loosest().plain + 1);
    while (enough > 2 && bound_by_widest(cell, enough - 1) <= cell.lower_bound) --enough;
    return enough;
}

void Searcher::raise_by_widest(TriedGuess& tried, Cell& cell, int widest) {
    const Cost closer = bound_by_widest(cell, widest);
    gains_[std::min(cell.at.n, kGains - 1)].add(closer - cell.lower_bound);
    if (closer > cell.lower_bound) tried.lower_bound += closer - cell.lower_bound, cell.lower_bound = closer;
}

// Lower bounds of the cells from the most cells any guess makes of them, for all these guesses together. Keeps the
// guesses that may cost less than the upper bound and returns how many they are.
int Searcher::bound_widest(const Node& node, TriedGuess* tried, int count, Cost upper_bound) {
    if (s_.hard_.known()) return bound_allowed_widest(tried, count, upper_bound);
    Widest jobs[kBatch];
    for (int i = 0; i < count; ++i) sort_by_worth(tried[i]);
    for (int round = 0; round < t_.feedbacks; ++round) {
        int pending = 0;
        for (int i = 0; i < count; ++i) {
            if (round >= tried[i].left) continue;
            Cell& c = tried[i].cells[round];
            Value kept;
            if (has_image(c.at) && c.at.n >= kWidestImagesFrom) {
                c.at.image = s_.images_.of(c.at.set, c.at.n, arena_);
                if (find_image(c.at, kept) && kept.cost > c.lower_bound)
                    tried[i].lower_bound += kept.cost - c.lower_bound, c.lower_bound = kept.cost;
            }
            const int own = c.winning_cells < s_.bounds_.loosest().winning ? c.winning_cells : 0;  // else it may be less
            jobs[pending++] = {.set = c.at.set, .places = c.places, .n = c.at.n, .cells = own, .enough = enough_cells(c)};
        }
        if (!pending) break;
        s_.masks_->widest_counts(jobs, pending, &node.best);
        const Widest* job = jobs;
        int alive = 0;
        for (int i = 0; i < count; ++i) {
            if (round < tried[i].left) raise_by_widest(tried[i], tried[i].cells[round], (job++)->cells);
            if (tried[i].lower_bound < upper_bound) tried[alive++] = tried[i];
        }
        count = alive;
    }
    return count;
}

// The candidates and the key of a cell.
void Searcher::fill(const Node& node, Cell& cell) {
    uint32_t* set = const_cast<uint32_t*>(cell.at.set);
    cell.at.key += s_.salt(cell.at.depth, cell.at.n, cell.at.beam);
    for (int i = 0; i < cell.at.n; ++i) {
        set[i] = node.x.set[cell.places[i]];
        cell.at.key += s_.keys_[set[i]];
    }
    s_.transpositions_.prefetch(cell.at.key);
}

// --- with a LocalTable

void Searcher::open_table(Node& node) {
    const Position& x = node.x;
    if (is_special() || !use(kLocalTables) || !use(kCandidateBounds) || !t_.simple_winners || t_.any_losing || node.is_leaf) return;
    if (node.allowed && node.allowed->size() < kManyAllowed) return;
    if (LocalTable::is_for(*s_.masks_, x.n)) node.table = LocalTable(t_, *s_.masks_, x.set, x.n, arena_);
}

// Copies columns once the cells that were bounded had enough candidates.
void Searcher::open_best(Node& node) {
    if (!use(kBestColumns) || s_.options_.candidates_only) return;
    const int64_t reads = node.bounded / node.x.n;  // of each row of the set
    const double share = reads >= kAllAfter ? 1 : reads >= kSomeAfter ? kSome : 0;
    if (share > node.best.share()) node.best = BestColumns(*s_.masks_, node.x.set, node.x.n, node.ranks, share, arena_);
}

// The masks and the sizes of the cells of a guess, and a lower bound of its cost from these sizes.
Cost Searcher::bound_masks(const Node& node, int guess, uint64_t* masks, uint16_t* sizes) const {
    node.table.cells(guess, masks, sizes);
    Cost lower_bound = node.step * (node.x.n - sizes[t_.winning]);
    sizes[t_.winning] = 0;
    for (int f = 0; f < t_.feedbacks; ++f) lower_bound = std::min(lower_bound + node.by_size[sizes[f]], kNever);
    return lower_bound;
}

}  // namespace guesstree
