#include "searcher.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <mutex>

namespace guesstree {

namespace {
constexpr int kPrepareFrom = 8;  // before a batch of at least this number of guesses, the cells of all guesses are counted
constexpr int kTimedFrom = 24;   // sets of at least this size may be worth a place in a checkpoint
using Clock = std::chrono::steady_clock;
constexpr int kCandidatesTo = 256;             // in sets of up to this size, all candidates are tried as guesses
constexpr int kWidestImagesFrom = 20;          // bound_widest first looks up cells of at least this size by image
constexpr int kSomeAfter = 8, kAllAfter = 64;  // after these numbers of reads of each row, some columns, or all, are copied (BestColumns)
constexpr double kSome = 0.25;                 // the share of guesses in these columns, if only some are copied
constexpr size_t kManyAllowed = 8;             // if only some guesses are tried, at least this number makes a LocalTable worth its time
constexpr int kFirstSearched = 8;              // at the root, at most this number of guesses is searched before the others are bounded
constexpr int kManyCounted = 8;                // cells are counted for all guesses at once if more than one guess in this number is open
}  // namespace

Value Searcher::solve(Position x, Cost upper_bound, const std::vector<int>* only, bool needs_guess) {
    x.depth = s_.prices_.same_as(x.depth, x.n);
    if (only && x.n == 1) {
        for (int g : *only)
            if (t_.row(g)[x.set[0]] == t_.winning && s_.prices_.remaining(x.depth) >= 1) return {.cost = 0, .guess = g};
        return {.cost = kNever, .guess = -1};
    }
    if (only || (is_root(x) && x.n > 1 && (s_.run_.recompute || s_.run_.openers))) return search(x, upper_bound, 0, only);
    int most_by_candidates = 0;
    const Value known = bound_cheap(x, most_by_candidates);
    if (known.is_exact() || known.cost >= upper_bound) return known;
    return search_unless_image(x, upper_bound, known.cost, needs_guess);
}

// Searches a set unless an image of it was searched before. The exact value of an image has the right cost, but no guess for this set. So
// the cost is returned as a bound, unless the guess is needed.
Value Searcher::search_unless_image(Position x, Cost upper_bound, Cost lower_bound, bool needs_guess) {
    if (!may_use_image(x) || is_root(x)) return search(x, upper_bound, lower_bound, nullptr);
    const Value known = probe_image(x, lower_bound);
    lower_bound = known.cost;
    if (lower_bound >= upper_bound || (known.is_exact() && !needs_guess)) {
        const Value bound{.cost = lower_bound, .guess = -1};
        s_.transpositions_.store(x.key, bound, 1);
        return bound;
    }
    if (known.is_exact()) upper_bound = std::min(upper_bound, known.cost + 1);
    const uint64_t before = effort;
    const Value value = search(x, upper_bound, lower_bound, nullptr);
    s_.transpositions_.store(image_key(x, x.depth), {.cost = value.cost, .guess = value.guess < 0 ? -1 : 0}, effort - before);
    return value;
}

// The value of an image of the set in the transposition tables, if it exceeds the lower bound; if it is exact, its guess is not one
// of the set.
Value Searcher::probe_image(Position& x, Cost lower_bound) {
    if (x.image == Key{}) x.image = s_.images_.of(x.set, x.n, arena_);
    const Key image = image_key(x, x.depth);
    Value known;
    if (s_.relaxed_ && s_.relaxed_->transpositions_.find(image_key(x, 0), known)) lower_bound = std::max(lower_bound, known.cost);
    const bool found = s_.transpositions_.find(image, known);
    return {.cost = found ? std::max(lower_bound, known.cost) : lower_bound, .guess = found ? known.guess : -1};
}

Cost Searcher::peek(Position x) {
    x.depth = s_.prices_.same_as(x.depth, x.n);
    int winning_cells = 0;
    const Value known = bound_cheap(x, winning_cells);
    return known.is_exact() || !may_use_image(x) ? known.cost : probe_image(x, known.cost).cost;
}

// Returns the guesses that lead to the set, each followed by its feedback.
std::vector<int32_t> Searcher::path_to(const Position& x) const {
    std::vector<int32_t> path(2 * guesses_made(x));
    size_t at = path.size();
    for (const Step* step = x.path; step; step = step->before) {
        path[--at] = t_.row(step->guess)[x.set[0]];
        path[--at] = step->guess;
    }
    return path;
}

// Throws an exception if the search of the set has to end.
void Searcher::check_stop() const {
    if (s_.stop_.load(std::memory_order_relaxed)) throw Stopped{};
    if (loop && loop->is_cancelled()) throw Cancelled{};
    if (s_.stop_time_ != Search::Clock::time_point::max() && Search::Clock::now() >= s_.stop_time_) throw Stopped{};
}

// --- Bounds that need no cells: bound_cheap and its parts.

// Returns the cost of a set, or a lower bound, from its candidates as guesses and from stored values.
Value Searcher::bound_cheap(const Position& x, int& most_by_candidates) {
    const int remaining = s_.prices_.remaining(x.depth);
    if (x.n == 1) {
        const int winner = t_.winner[x.set[0]];
        return remaining >= 1 && winner >= 0 ? Value{.cost = 0, .guess = winner} : Value{.cost = kNever, .guess = -1};
    }
    if (remaining < 2) return {.cost = kNever, .guess = -1};
    if (!use(kCandidateBounds) || !t_.simple_winners) return probe(x, 0);
    if (x.n == 2 && !x.weights) return {.cost = s_.prices_.relative(x.depth, 2), .guess = t_.winner[x.set[0]]};
    if (x.n > std::min(t_.feedbacks, kCandidatesTo)) return probe(x, 0);
    Value known;
    if (x.weights) {
        known = bound_by_weighted_candidates(x, most_by_candidates);
    } else {
        const BestCandidate best = best_candidate(t_, x.set, x.n, counts_);
        most_by_candidates = best.cells;
        known = bound_by_candidates(x.depth, x.n, best.cells, best.guess);
    }
    return known.is_exact() ? known : probe(x, known.cost);
}

// Returns the value of a set from the transposition table, or a bound from the search without a limit of depth; or else the lower bound.
Value Searcher::probe(const Position& x, Cost lower_bound) {
    Value kept;
    if (use(kTranspositionTable) && s_.transpositions_.find(x.key, kept) && (kept.is_exact() || kept.cost > lower_bound)) return kept;
    if (s_.relaxed_ && s_.relaxed_->transpositions_.find(s_.relaxed_key(x), kept) && kept.cost > lower_bound) lower_bound = kept.cost;
    return {.cost = lower_bound, .guess = -1};
}

// Returns the value of n candidates if `guess`, the candidate that makes the most cells, makes `most` cells (docs/theory.md, Theorems 4 and
// 5). A candidate that separates all candidates is the best guess, for every list of prices. Without such a candidate, a candidate that
// leaves a single pair costs q1 + (n - 2) q2 + q3 at the prices q1, q2, q3. Any other candidate costs at least as much, and any other guess
// at least n q2. So the first candidate that leaves a single pair is best if q3 - q2 <= q2 - q1.
Value Searcher::bound_by_candidates(int depth, int n, int most, int guess) const {
    const Prices& p = s_.prices_;
    const Cost second = n > 1 ? p.relative(depth, 2) : 0;
    if (most == n) return {.cost = second * (n - 1), .guess = guess};
    if (most == n - 1 && p.remaining(depth) >= 3) {
        const Cost third = p.relative(depth, 3);
        if (third - second <= second) return {.cost = second * (n - 2) + third, .guess = guess};
    }
    return {.cost = s_.bounds_.row(depth, {.plain = s_.bounds_.loosest().plain, .winning = most})[n], .guess = -1};
}

// --- The search of one set, which ranks the guesses and tries them band by band.

Value Searcher::search(const Position& x, Cost upper_bound, Cost lower_bound, const std::vector<int>* only) {
    check_stop();
    if (s_.prices_.remaining(x.depth) < 2) return {.cost = kNever, .guess = -1};
    positions.store(positions.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    const uint64_t effort_before = effort;
    effort += 20 + x.n / 4;
    const bool timed = x.n >= kTimedFrom;
    const auto began = timed ? Clock::now() : Clock::time_point{};
    const Arena::Scope scope(arena_);

    Node node = open(x, lower_bound, only);
    Value incumbent{.cost = upper_bound, .guess = -1};  // only a guess that costs less can replace this
    std::vector<int> informative;
    if (!only && x.is_narrow()) {
        count_planes(node);
        informative = most_informative(node), node.allowed = &informative;
    }
    if (is_root(x)) try_openers(node, incumbent);
    else try_bands(node, incumbent);

    if (incumbent.guess < 0 && incumbent.cost < kNever) incumbent.cost = std::max(incumbent.cost, node.lower_bound);
    if (only) return is_only_bounded(x) ? Value{.cost = incumbent.cost, .guess = -1} : incumbent;
    if (is_only_bounded(x) && incumbent.cost < kNever) incumbent.guess = -1;
    if (use(kTranspositionTable)) s_.transpositions_.store(x.key, incumbent, effort - effort_before);
    const bool is_slow = timed && std::chrono::duration<double>(Clock::now() - began).count() >= Search::kNoticeable;
    if (is_slow && !x.is_narrow() && is_known(x)) {
        const std::lock_guard lock(s_.mutex_);
        s_.proved_.push_back(
            {.head = {.key = x.key, .depth = x.depth, .guess = incumbent.guess, .cost = incumbent.cost}, .path = path_to(x)});
    }
    return incumbent;
}

// Ranks all guesses, and computes a lower bound of the cost of the set from its cap.
Searcher::Node Searcher::open(const Position& x, Cost lower_bound, const std::vector<int>* only) {
    Bounds& bounds = s_.bounds_;
    Node node{.x = x};
    node.ranks = arena_.take<Rank>(s_.masks_->columns());
    node.band = arena_.take<int32_t>(t_.guesses);
    if (is_special()) open_special(node);
    if (!s_.hard_.is_on()) node.tops = s_.masks_->rank(x.set, x.n, s_.options_.candidates_only, node.ranks);
    const Tops tops = node.tops;
    // with losing feedbacks, a guess may be allowed only for a part of the set, and make more cells of the part
    const Cap cap = t_.any_losing || !use(kCaps) ? bounds.loosest() : cap_of(tops);
    if (!only) {
        Cost least = kNever;
        if (tops.plain) least = bound_kind(x, node.lighter, cells_of(tops.plain), 0, cap);
        if (tops.winning) least = std::min(least, bound_kind(x, node.lighter, cells_of(tops.winning), 1, cap));
        lower_bound = std::max(lower_bound, least);
    }
    node.cell_depth = s_.prices_.next(x.depth), node.step = s_.prices_.step(x.depth);
    node.lower_bound = lower_bound, node.cap = cap, node.allowed = only;
    node.by_size = bounds.row(node.cell_depth, cap);
    node.is_leaf = is_only_bounded(x) && guesses_made(x) >= s_.horizon_;
    return node;
}

void Searcher::open_table(Node& node) {
    const Position& x = node.x;
    if (is_special() || !use(kLocalTables) || !use(kCandidateBounds) || !t_.simple_winners || node.is_leaf) return;
    if (node.allowed && node.allowed->size() < kManyAllowed) return;
    if (LocalTable::is_for(*s_.masks_, x.n)) node.table = LocalTable(t_, *s_.masks_, x.set, x.n, arena_);
}

// Copies columns as soon as the cells that were bounded have enough candidates in all.
void Searcher::open_best(Node& node) {
    if (!use(kBestColumns) || s_.options_.candidates_only) return;
    const int64_t reads = node.bounded / node.x.n;  // the number of reads of each row of the set
    const double share = reads >= kAllAfter ? 1 : reads >= kSomeAfter ? kSome : 0;
    if (share > node.best.share()) node.best = BestColumns(*s_.masks_, node.x.set, node.x.n, node.ranks, share, arena_);
}

// Counts the sizes of the cells of all guesses at once.
void Searcher::count_planes(Node& node) {
    const Position& x = node.x;
    node.plane_count = is_special() ? 0 : s_.masks_->planes_for(x.n);
    if (!node.plane_count) return;
    node.planes = arena_.take<uint8_t>(node.plane_count * s_.masks_->columns() * s_.masks_->mask_bytes());
    s_.masks_->count(x.set, x.n, node.planes);
}

// Returns the guesses of the beam, rising: the guesses after which the least entropy remains.
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

// Returns the entropy that remains after the guess, scaled: the sum of n log n over its cells of size n.
int64_t Searcher::entropy_left(const Node& node, int guess) {
    int64_t left = 0;
    each_cell(node, {.guess = guess}, [&](int f, int n) {
        if (f != t_.winning) left += s_.entropy_[n];
        return true;
    });
    return left;
}

// Tries all guesses in bands of equal rank, the highest rank first.
void Searcher::try_bands(Node& node, Value& incumbent) {
    Bands bands{.next = {node.tops.plain, node.tops.winning}};
    while (find_band(node, bands, incumbent.cost)) {
        if (!node.table) open_table(node);
        if (node.table) open_best(node);
        // the first guess is searched before the others are shared out, so that the others have an upper bound
        const bool shares = s_.pool_ && node.x.n >= kTogetherFrom && node.batch > 1 && incumbent.cost < kNever && !node.is_leaf;
        if ((shares || node.batch >= kPrepareFrom) && !node.table && !node.planes) count_planes(node);
        if (shares) {
            share_out(node, bands, incumbent);
            return;
        }
        const Arena::Scope scope(arena_);
        TriedGuess* batch = arena_.take<TriedGuess>(node.batch);
        const int count = bound_batch(node, bands.size, bands.at, batch, incumbent);
        descend_all(node, batch, bound_closely(node, batch, count, incumbent.cost), incumbent, bands.floor);
        node.batch = std::min(2 * node.batch, kBatch);
    }
}

// Finds the next band in the order; returns false if no remaining guess may cost less than `upper_bound`.
bool Searcher::find_band(const Node& node, Bands& bands, Cost upper_bound) const {
    if (upper_bound <= node.lower_bound) return false;
    if (bands.at < bands.size && bands.floor < upper_bound) return true;
    while (bands.next[0] || bands.next[1]) {
        const Rank rank = std::max(bands.next[0], bands.next[1]);
        const int win = win_of(rank);
        bands.floor = std::max(node.lower_bound, bound_kind(node.x, node.lighter, cells_of(rank), win, node.cap));
        if (bands.floor >= upper_bound) {  // the same is true for the lower bands of the same kind
            bands.next[win] = 0;
            continue;
        }
        bands.at = bands.size = 0;
        bands.next[win] = s_.masks_->band(node.ranks, rank, node.band, &bands.size);
        if (bands.size) return true;
    }
    return false;
}

// Collects the next guesses of the band, from `at`, that may cost less than the incumbent according to the sizes of their cells.
int Searcher::bound_batch(const Node& node, int size, int& at, TriedGuess* batch, Value& incumbent) {
    const Position& x = node.x;
    const size_t words_per_guess = node.table ? node.table.words_per_guess() : 0;
    uint64_t* masks = node.table ? arena_.take<uint64_t>(node.batch * words_per_guess) : nullptr;
    uint16_t* sizes = node.table ? arena_.take<uint16_t>(static_cast<size_t>(node.batch) * t_.feedbacks) : nullptr;
    int count = 0;
    for (; at < size && count < node.batch; ++at) {
        const int g = node.band[at];
        if (!is_tried(x, g, node.allowed)) continue;
        const Cost lower_bound = node.table ? bound_masks(node, g, masks, sizes) : bound_sizes(node, g, incumbent.cost);
        ++effort;
        if (lower_bound >= incumbent.cost) continue;
        if (node.is_leaf) {
            incumbent = {.cost = lower_bound, .guess = g};
            continue;
        }
        batch[count++] = {.guess = g, .place = at, .lower_bound = lower_bound, .masks = masks, .sizes = sizes};
        if (node.table) masks += words_per_guess, sizes += t_.feedbacks;
        if (node.planes)  // the row of the guess was not read yet
            for (int i = 0; i < x.n; ++i) __builtin_prefetch(t_.rows + static_cast<size_t>(g) * t_.secrets + x.set[i]);
    }
    return count;
}

// Cuts the set into the cells of each guess, bounds the guesses more and more closely, and moves those that may cost less than the upper
// bound to the front. Returns their number.
int Searcher::bound_closely(Node& node, TriedGuess* batch, int count, Cost upper_bound) {
    effort += 12 * count;
    int alive = 0;
    for (int i = 0; i < count; ++i) {
        Arena::Scope scope(arena_);
        cut(node, batch[i]);
        if (!bound_cells(node, batch[i], upper_bound)) continue;
        scope.keep();
        batch[alive++] = batch[i];
    }
    for (int i = 0; i < alive; ++i)
        for (int c = 0; c < batch[i].open; ++c) node.bounded += batch[i].cells[c].at.n;
    if (use(kWidestCounts)) alive = bound_widest(node, batch, alive, upper_bound);
    effort += 24 * alive;
    return alive;
}

// --- The cells of one guess: their sizes, their candidates, and their bounds.

// Calls each(feedback, size) for each cell of a guess until the call returns false. If feedbacks have two bytes, the time does not depend
// on the number of feedbacks.
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

// Returns a lower bound of the cost of a guess, from the sizes of its cells and their caps.
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

// Writes the masks and the sizes of the cells of a guess, and returns a lower bound of its cost from these sizes.
Cost Searcher::bound_masks(const Node& node, int guess, uint64_t* masks, uint16_t* sizes) const {
    node.table.cells(guess, masks, sizes);
    Cost lower_bound = node.step * (node.x.n - sizes[t_.winning]);
    sizes[t_.winning] = 0;
    for (int f = 0; f < t_.feedbacks; ++f) lower_bound = std::min(lower_bound + node.by_size[sizes[f]], kNever);
    return lower_bound;
}

// Makes a cell of a guess from its entry in sizes_.
Searcher::Cell Searcher::cell_of(const Node& node, uint64_t size, const uint32_t* set, const uint32_t* places) const {
    const int n = static_cast<int>(UINT32_MAX - (size >> 32));
    return {.at = {.set = set, .n = n, .depth = s_.prices_.same_as(node.cell_depth, n), .beam = node.x.beam},
            .places = places,
            .lower_bound = node.by_size[n],
            .feedback = static_cast<int>(size & UINT32_MAX),
            .most_by_candidates = s_.bounds_.loosest().winning};
}

// Cuts the set into the cells of the guess. With a LocalTable, this lists only the sizes of the cells, and leaves out cells of one or two
// candidates, whose bound is their cost.
void Searcher::cut(const Node& node, TriedGuess& tried) {
    const Position& x = node.x;
    sizes_.clear();
    uint32_t start = 0;
    each_cell(node, tried, [&](int f, int n) {
        starts_[f] = start, start += n;
        if (f != t_.winning && (!node.table || n > 2)) sizes_.push_back((uint64_t{UINT32_MAX} - n) << 32 | f);
        return true;
    });
    std::sort(sizes_.begin(), sizes_.end());  // larger cells come first, because they are more likely to cost more than their bound
    tried.cells = arena_.take<Cell>(sizes_.size());
    if (node.table) return;
    uint32_t* sets = arena_.take<uint32_t>(x.n);
    uint32_t* places = arena_.take<uint32_t>(x.n);
    for (uint64_t size : sizes_) {
        const uint32_t from = starts_[size & UINT32_MAX];
        tried.cells[tried.open++] = cell_of(node, size, sets + from, places + from);
    }
    t_.read(tried.guess, [&](const auto* row) {
        for (int i = 0; i < x.n; ++i) places[starts_[row[x.set[i]]]++] = i;
    });
    if (is_special()) complete_cells(node, tried);
}

// Fills in the candidates and the key of a cell.
void Searcher::fill(const Node& node, Cell& cell) {
    uint32_t* set = const_cast<uint32_t*>(cell.at.set);
    cell.at.key += s_.salt(cell.at.depth, cell.at.n, cell.at.beam);
    for (int i = 0; i < cell.at.n; ++i) {
        set[i] = node.x.set[cell.places[i]];
        cell.at.key += s_.keys_[set[i]];
    }
    s_.transpositions_.prefetch(cell.at.key);
}

// Raises the bounds of the cells without any search; returns false if the guess costs the upper bound or more.
bool Searcher::bound_cells(const Node& node, TriedGuess& tried, Cost upper_bound) {
    const auto raise = [&](Cost& lower_bound, const Value& known) {
        if (known.is_exact() || known.cost > lower_bound) tried.lower_bound += known.cost - lower_bound, lower_bound = known.cost;
        return tried.lower_bound < upper_bound;
    };
    // Keeps the cells whose exact cost bound(cell) does not find.
    const auto keep_open = [&](const auto& bound) {
        int open = 0;
        for (int i = 0; i < tried.open; ++i) {
            const Value known = bound(tried.cells[i]);
            if (!raise(tried.cells[i].lower_bound, known)) return false;
            if (!known.is_exact() && open++ < i) tried.cells[open - 1] = tried.cells[i];
        }
        tried.open = open;
        return true;
    };
    if (!node.table)
        return keep_open([&](Cell& c) {
            fill(node, c);
            return bound_cheap(c.at, c.most_by_candidates);
        });
    for (uint64_t size : sizes_) {
        Cell c = cell_of(node, size, nullptr, nullptr);
        uint32_t places[kMaxLocal];
        node.table.places(tried.masks, c.feedback, places);
        c.most_by_candidates = node.table.most_cells(places, c.at.n);
        const Value known = bound_by_candidates(c.at.depth, c.at.n, c.most_by_candidates, 0);
        if (!raise(c.lower_bound, known)) return false;
        if (known.is_exact()) continue;
        c.places = std::copy_n(places, c.at.n, arena_.take<uint32_t>(c.at.n)) - c.at.n;
        c.at.set = arena_.take<uint32_t>(c.at.n);
        tried.cells[tried.open++] = c;
    }
    for (int i = 0; i < tried.open; ++i) fill(node, tried.cells[i]);
    return keep_open([&](Cell& c) { return probe(c.at, c.lower_bound); });
}

// --- The widest counts: the most cells that any guess makes of a cell.

// Raises the bounds of the cells of several guesses from widest counts, which are made for one cell of each guess at a time.
// Moves the guesses that may cost less than the upper bound to the front, and returns their number.
int Searcher::bound_widest(const Node& node, TriedGuess* tried, int count, Cost upper_bound) {
    if (s_.hard_.is_on()) return bound_allowed_widest(tried, count, upper_bound);
    WidestJob jobs[kBatch];
    for (int i = 0; i < count; ++i) sort_by_worth(tried[i]);
    for (int round = 0; round < t_.feedbacks; ++round) {
        int pending = 0;
        for (int i = 0; i < count; ++i) {
            if (round >= tried[i].open) continue;
            Cell& c = tried[i].cells[round];
            Value kept;
            if (may_use_image(c.at) && c.at.n >= kWidestImagesFrom) {
                c.at.image = s_.images_.of(c.at.set, c.at.n, arena_);
                if (s_.transpositions_.find(image_key(c.at, c.at.depth), kept) && kept.cost > c.lower_bound)
                    tried[i].lower_bound += kept.cost - c.lower_bound, c.lower_bound = kept.cost;
            }
            const int own = c.most_by_candidates < s_.bounds_.loosest().winning ? c.most_by_candidates : 0;  // 0: the number is not known
            jobs[pending++] = {.set = c.at.set, .places = c.places, .n = c.at.n, .cells = own, .enough = enough_cells(c)};
        }
        if (!pending) break;
        s_.masks_->widest_counts(jobs, pending, &node.best);
        const WidestJob* job = jobs;
        int alive = 0;
        for (int i = 0; i < count; ++i) {
            if (round < tried[i].open) raise_by_widest(tried[i], tried[i].cells[round], (job++)->cells);
            if (tried[i].lower_bound < upper_bound) tried[alive++] = tried[i];
        }
        count = alive;
    }
    return count;
}

// Sorts the cells by the likely gain of their widest counts per time (learned.hpp), the greatest first.
void Searcher::sort_by_worth(TriedGuess& tried) const {
    std::sort(tried.cells, tried.cells + tried.open, [this](const Cell& a, const Cell& b) {
        const double worth_a = gains_.worth(a.at.n), worth_b = gains_.worth(b.at.n);
        return worth_a != worth_b ? worth_a > worth_b : a.feedback < b.feedback;
    });
}

// Returns a lower bound of the cost of a cell of which no guess makes more than `widest` cells.
Cost Searcher::bound_by_widest(const Cell& cell, int widest) const {
    const Cap loosest = s_.bounds_.loosest();
    const Cap cap =
        t_.any_losing ? loosest : Cap{.plain = std::min(widest, loosest.plain), .winning = std::min(widest, cell.most_by_candidates)};
    return weighed(s_.bounds_.row(cell.at.depth, cap), cell.at.weights, cell.at.n);
}

// Returns the least widest count that would not raise the bound of a cell.
int Searcher::enough_cells(const Cell& cell) const {
    int enough = std::min(cell.at.n, s_.bounds_.loosest().plain + 1);
    while (enough > 2 && bound_by_widest(cell, enough - 1) <= cell.lower_bound) --enough;
    return enough;
}

void Searcher::raise_by_widest(TriedGuess& tried, Cell& cell, int widest) {
    const Cost closer = bound_by_widest(cell, widest);
    gains_.add(cell.at.n, closer - cell.lower_bound);
    if (closer > cell.lower_bound) tried.lower_bound += closer - cell.lower_bound, cell.lower_bound = closer;
}

// --- The search of the cells of the remaining guesses.

// Searches the cells of these guesses, which are in the order of guesses, and keeps the first guess of least cost.
void Searcher::descend_all(const Node& node, TriedGuess* tried, int count, Value& incumbent, Cost floor) {
    for (int i = 0; i < count && incumbent.cost > floor; ++i) {
        if (tried[i].lower_bound >= incumbent.cost) continue;
        const Cost cost = descend(node, tried[i], [&] { return incumbent.cost; });
        if (cost >= incumbent.cost) continue;
        incumbent = {.cost = cost, .guess = tried[i].guess};
    }
}

// Returns the cost of the guess if it is less than the upper bound, otherwise a lower bound that is at least the upper bound.
Cost Searcher::descend(const Node& node, TriedGuess& tried, const std::function<Cost()>& upper_bound) {
    CellOrderChoice& choice = cell_order(node.x);
    const int order = s_.prices_.endless() ? 0 : choice.choose();  // with endless prices, small cells before large ones are best
    order_cells(tried, order);
    const uint64_t before = effort;
    const Step step{.guess = tried.guess, .count = guesses_made(node.x) + 1, .before = node.x.path};
    // one stabiliser serves for all cells, unless symmetries permute feedbacks
    const bool apart = s_.symmetry_.moves_feedbacks();
    std::vector<Stabiliser> stabilisers(!node.x.stabiliser ? 0 : apart ? tried.open : std::min(tried.open, 1));
    for (size_t i = 0; i < stabilisers.size(); ++i)
        stabilisers[i] = s_.symmetry_.after(*node.x.stabiliser, tried.guess, tried.cells[i].feedback);
    const bool root = is_root(node.x), known = is_known(node.x);
    for (int i = 0; i < tried.open; ++i) {
        Cell& cell = tried.cells[i];
        if (const size_t own = apart ? i : 0; own < stabilisers.size() && !stabilisers[own].trivial) cell.at.stabiliser = &stabilisers[own];
        if (known) cell.at.path = &step;
    }
    std::mutex mutex;  // guards the lower bound of the guess
    // Searches a cell and adds its cost to the lower bound; returns false if the guess costs the upper bound or more.
    const auto search_cell = [&](Searcher& by, Cell& cell) {
        const Cost most = upper_bound();
        Cost most_of_cell = 0;  // the upper bound of the cell's cost
        {
            const std::lock_guard lock(mutex);
            if (tried.lower_bound >= most) return false;
            most_of_cell = most - (tried.lower_bound - cell.lower_bound);
        }
        const uint64_t effort_before = by.effort;
        Value value = by.solve(cell.at, most_of_cell);
        if (!value.is_exact()) value.cost = std::max(value.cost, cell.lower_bound);
        by.search_gain(cell.at).add(value.cost - cell.lower_bound, by.effort - effort_before + 1);
        const std::lock_guard lock(mutex);
        tried.lower_bound = std::min(tried.lower_bound + (value.cost - cell.lower_bound), kNever);
        if (root) s_.report_.raise(tried.guess, tried.lower_bound);
        return tried.lower_bound < most;
    };
    // without an upper bound, all cells must be solved, so that several threads can solve them at the same time
    if (s_.pool_ && node.x.n >= kTogetherFrom && tried.open > 1 && upper_bound() >= kNever) {
        // the largest cells come first, so that no thread is busy with a large cell at the end; with a horizon, small cells may be enough
        if (!s_.horizon_)
            std::sort(tried.cells, tried.cells + tried.open,
                      [](const Cell& a, const Cell& b) { return a.at.n != b.at.n ? a.at.n > b.at.n : a.feedback < b.feedback; });
        s_.pool_->parallel_for(*this, loop, tried.open, [&](Searcher& searcher, int i, Loop& cells) {
            if (!search_cell(searcher, tried.cells[i])) cells.cancelled.store(true, std::memory_order_relaxed);
        });
    } else {
        for (int i = 0; i < tried.open && search_cell(*this, tried.cells[i]); ++i) continue;
        if (tried.open > 1) choice.add(order, static_cast<double>(effort - before));
    }
    return tried.lower_bound;
}

// Sorts the cells in one of three orders, between which CellOrderChoice chooses. If small cells are searched first, the upper bounds of
// large cells are tight. If small cells do not raise the bound, it is better to search large cells first, or the cells with the greatest
// gain per effort.
void Searcher::order_cells(TriedGuess& tried, int order) {
    std::sort(tried.cells, tried.cells + tried.open, [&](const Cell& a, const Cell& b) {
        if (order == 0) {
            const bool likely_a = search_gain(a.at).is_likely(), likely_b = search_gain(b.at).is_likely();
            if (likely_a != likely_b) return likely_a;
            if (a.at.n != b.at.n) return likely_a ? a.at.n < b.at.n : a.at.n > b.at.n;
        } else if (order == 1) {
            if (a.at.n != b.at.n) return a.at.n > b.at.n;
        } else {
            const double gain_a = search_gain(a.at).per_effort(), gain_b = search_gain(b.at).per_effort();
            if (gain_a != gain_b) return gain_a > gain_b;
        }
        return a.feedback < b.feedback;
    });
}

// --- The root: a few guesses are searched, then all other guesses are bounded, and those that remain are searched by rising bound.

void Searcher::try_openers(Node& node, Value& incumbent) {
    std::vector<Opener> open;
    each_ranked(node, [&](int g, Rank rank) {
        if (!is_tried(node.x, g, node.allowed)) return;
        const Cost by_rank = bound_kind(node.x, node.lighter, cells_of(rank), win_of(rank), node.cap);
        open.push_back({.guess = g, .rank = rank, .lower_bound = std::max(by_rank, node.lower_bound)});
    });
    const auto may_be_best = [&](const Opener& one) { return one.lower_bound < incumbent.cost; };
    if (!node.planes && std::count_if(open.begin(), open.end(), may_be_best) > t_.guesses / kManyCounted) count_planes(node);
    for (Opener& one : open) {
        if (!may_be_best(one)) continue;
        one.by_sizes = bound_sizes(node, one.guess, kNever), one.entropy = entropy_left(node, one.guess);
        one.lower_bound = std::max(one.lower_bound, one.by_sizes);
    }
    s_.report_.open(open);
    std::stable_sort(open.begin(), open.end(), [](const Opener& a, const Opener& b) { return a.rank > b.rank; });
    for (size_t i = 0; i < open.size(); ++i) open[i].number = static_cast<int>(i);

    BestGuesses best(std::max(s_.run_.openers, 1), incumbent.cost);
    const auto in_parallel = [&](size_t from, size_t to, const std::function<void(Searcher&, Opener&)>& body) {
        const int count = static_cast<int>(to - from);
        if (s_.pool_) s_.pool_->parallel_for(*this, loop, count, [&](Searcher& searcher, int i, Loop&) { body(searcher, open[from + i]); });
        else
            for (int i = 0; i < count; ++i) body(*this, open[from + i]);
    };
    // Bounds a guess as closely as possible without a search, and then, if it may be among the best, searches it.
    const auto work = [&](Searcher& searcher, Opener& one, bool searches) {
        searcher.check_stop();
        const auto upper_bound = [&] { return best.upper_bound(one.number); };
        if (one.lower_bound >= upper_bound()) return;
        const Arena::Scope scope(searcher.arena_);
        TriedGuess tried{.guess = one.guess, .lower_bound = one.by_sizes};
        searcher.effort += 100;
        searcher.cut(node, tried);
        const bool is_open = searcher.bound_cells(node, tried, upper_bound()) &&
                             (!use(kWidestCounts) || searcher.bound_widest(node, &tried, 1, upper_bound()));
        if (searches && is_open) searcher.descend(node, tried, upper_bound);
        one.lower_bound = std::max(one.lower_bound, tried.lower_bound);
        s_.report_.raise(one.guess, one.lower_bound);
        if (searches && best.offer({.cost = tried.lower_bound, .number = one.number, .guess = one.guess}))
            s_.report_.found({.cost = tried.lower_bound, .guess = one.guess});
    };
    const auto bound = [&](Searcher& searcher, Opener& one) { work(searcher, one, false); };
    const auto search = [&](Searcher& searcher, Opener& one) { work(searcher, one, true); };

    std::stable_sort(open.begin(), open.end(), [](const Opener& a, const Opener& b) { return a.entropy < b.entropy; });
    const size_t few = std::min(open.size(), std::max<size_t>(s_.run_.openers, std::min<size_t>(kFirstSearched, open.size() / 50 + 1)));
    in_parallel(0, few, search);
    in_parallel(few, open.size(), bound);
    std::stable_sort(open.begin() + few, open.end(), [](const Opener& a, const Opener& b) { return a.lower_bound < b.lower_bound; });
    in_parallel(few, open.size(), search);

    s_.result_.openers = best.best();
    if (!best.best().empty()) incumbent = {.cost = best.best()[0].cost, .guess = best.best()[0].guess};
}

// Returns a lower bound of the cost of a guess from the bounds of its cells.
Cost Searcher::bound_known(const Position& x, int guess) {
    const Arena::Scope scope(arena_);
    const std::vector<int> only{guess};
    const Node node = open(x, 0, &only);
    TriedGuess tried{.guess = guess, .lower_bound = bound_sizes(node, guess, kNever)};
    cut(node, tried);
    bound_cells(node, tried, kNever);
    return tried.lower_bound;
}

// --- Sharing the guesses of one set between the threads.

// Shares the remaining guesses out between the threads, some neighbours in the order at a time. A thread takes the next guesses, also of
// the next band, while other threads still work on earlier guesses.
void Searcher::share_out(const Node& node, Bands& bands, Value& incumbent) {
    const int most = node.x.n >= kOneGuessFrom ? 1 : kNeighbours;
    BestGuesses best(1, incumbent.cost);
    std::mutex mutex;  // guards `bands`, the array of the band, and `taken`
    int taken = 0;     // the number of guesses taken by threads
    s_.pool_->parallel_for(*this, loop, Loop::kEndless, [&](Searcher& searcher, int, Loop& all) {
        searcher.check_stop();
        const Arena::Scope scope(searcher.arena_);
        Node mine = node;  // the band of this copy is the part that this thread takes
        mine.band = searcher.arena_.take<int32_t>(most), mine.batch = 0;
        int first = 0;
        Cost floor = 0;
        {
            const std::lock_guard lock(mutex);
            if (!searcher.find_band(node, bands, best.upper_bound(taken))) {
                all.ended.store(true, std::memory_order_relaxed);
                return;
            }
            for (; mine.batch < most && bands.at < bands.size; ++bands.at)
                if (searcher.is_tried(node.x, node.band[bands.at], node.allowed)) mine.band[mine.batch++] = node.band[bands.at];
            floor = bands.floor, first = taken, taken += mine.batch;
        }
        Value limit{.cost = best.upper_bound(first), .guess = -1};
        TriedGuess* tried = searcher.arena_.take<TriedGuess>(mine.batch);
        int at = 0;
        const int count = searcher.bound_batch(mine, mine.batch, at, tried, limit);
        const int left = searcher.bound_closely(mine, tried, count, limit.cost);
        s_.pool_->parallel_for(searcher, searcher.loop, left, [&](Searcher& other, int i, Loop&) {
            const int number = first + tried[i].place;
            const auto upper_bound = [&] { return best.upper_bound(number); };
            if (upper_bound() <= std::max(floor, tried[i].lower_bound)) return;
            const Cost cost = other.descend(node, tried[i], upper_bound);
            best.offer({.cost = cost, .number = number, .guess = tried[i].guess});
        });
    });
    if (!best.best().empty()) incumbent = {.cost = best.best()[0].cost, .guess = best.best()[0].guess};
}

}  // namespace guesstree
