#include "searcher.hpp"

#include <chrono>
#include <mutex>

#include "best_guesses.hpp"

namespace guesstree {

namespace {
constexpr int kPrepareFrom = 8;  // guesses tried at once
constexpr int kTimedFrom = 24;   // sizes of sets that may be worth keeping in a checkpoint
using Clock = std::chrono::steady_clock;
}  // namespace

Value Searcher::solve(Position x, Cost upper_bound, const std::vector<int>* only, bool needs_guess) {
    x.depth = s_.prices_.same_as(x.depth, x.n);
    if (only && x.n == 1) {
        for (int g : *only)
            if (t_.row(g)[x.set[0]] == t_.winning && s_.prices_.remaining(x.depth) >= 1) return {.cost = 0, .guess = g};
        return {.cost = kNever, .guess = -1};
    }
    if (only || (is_root(x) && x.n > 1 && (s_.recompute_ || s_.openers_))) return search(x, upper_bound, 0, only);
    int winning_cells = 0;
    const Value known = bound_cheap(x, winning_cells);
    if (known.is_exact() || known.cost >= upper_bound) return known;
    return search_once(x, upper_bound, known.cost, needs_guess);
}

// The guesses that lead to the set, each followed by its feedback.
std::vector<int32_t> Searcher::path_to(const Position& x) const {
    std::vector<int32_t> path(2 * guesses_made(x));
    size_t at = path.size();
    for (const Step* step = x.path; step; step = step->before) {
        path[--at] = t_.row(step->guess)[x.set[0]];
        path[--at] = step->guess;
    }
    return path;
}

// Searches a set unless an image of it was searched before. An exact value of an image has no guess: then the cost is
// exact, but the value is returned as a bound, unless the guess is needed.
Value Searcher::search_once(const Position& x, Cost upper_bound, Cost lower_bound, bool needs_guess) {
    if (!has_image(x) || is_root(x)) return search(x, upper_bound, lower_bound, nullptr);
    Key image = x.image == Key{} ? s_.images_.of(x.set, x.n, arena_) : x.image;
    Value known;
    if (s_.relaxed_) {
        Key relaxed = image;
        relaxed += s_.depth_salt(0);
        if (s_.relaxed_->find(relaxed, known)) lower_bound = std::max(lower_bound, known.cost);
    }
    image += s_.depth_salt(x.depth);
    const bool found = s_.transpositions_.find(image, known);
    if (found) lower_bound = std::max(lower_bound, known.cost);
    if (lower_bound >= upper_bound || (found && known.is_exact() && !needs_guess)) {
        const Value bound{.cost = lower_bound, .guess = -1};
        s_.transpositions_.store(x.key, bound, 1);
        return bound;
    }
    if (found && known.is_exact()) upper_bound = std::min(upper_bound, known.cost + 1);
    const uint64_t before = effort;
    const Value value = search(x, upper_bound, lower_bound, nullptr);
    s_.transpositions_.store(image, {.cost = value.cost, .guess = value.guess < 0 ? -1 : 0}, effort - before);
    return value;
}

// Throws where the search of a set has to end.
void Searcher::check_stop() const {
    if (s_.stop_.load(std::memory_order_relaxed)) throw Stopped{};
    if (loop && loop->is_cancelled()) throw Cancelled{};
    if (s_.hard_end_ != Search::Clock::time_point::max() && Search::Clock::now() >= s_.hard_end_) throw Stopped{};
}

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
    Value incumbent{.cost = upper_bound, .guess = -1};  // a guess must cost less to take its place
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
    if (timed && !x.is_narrow() && std::chrono::duration<double>(Clock::now() - began).count() >= Search::kNoticeable && is_known(x))
        s_.note({.key = x.key, .depth = x.depth, .value = incumbent, .path = path_to(x)});
    return incumbent;
}

// Ranks all guesses, and bounds the set by how many cells they make of it.
Searcher::Node Searcher::open(const Position& x, Cost lower_bound, const std::vector<int>* only) {
    Bounds& bounds = s_.bounds_;
    Node node{.x = x};
    if (is_special()) open_special(node);
    if (!s_.hard_.known()) {
        node.ranks = arena_.take<Rank>(s_.masks_->columns());
        node.band = arena_.take<int32_t>(t_.guesses);
        node.tops = s_.masks_->rank(x.set, x.n, s_.options_.candidates_only, node.ranks);
    }
    const Tops tops = node.tops;
    // with losing feedbacks a guess may be allowed on a part only, and have more cells there
    const Cap cap = t_.any_losing || !use(kCaps) ? bounds.loosest() : Cap{.plain = cells_of(tops.plain), .winning = cells_of(tops.winning)};
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

// Finds the band of the guess that is next in the order; false if none that is left may cost less than `upper_bound`.
bool Searcher::find_band(const Node& node, Bands& bands, Cost upper_bound) const {
    if (upper_bound <= node.lower_bound) return false;
    if (bands.at < bands.size && bands.floor < upper_bound) return true;
    while (bands.next[0] || bands.next[1]) {
        const Rank rank = std::max(bands.next[0], bands.next[1]);
        const int win = win_of(rank);
        bands.floor = std::max(node.lower_bound, bound_kind(node.x, node.lighter, cells_of(rank), win, node.cap));
        if (bands.floor >= upper_bound) {  // and so are the lower bands of its kind
            bands.next[win] = 0;
            continue;
        }
        bands.at = bands.size = 0;
        bands.next[win] =
            node.list.guesses ? band_special(node, rank, &bands.size) : s_.masks_->band(node.ranks, rank, node.band, &bands.size);
        if (bands.size) return true;
    }
    return false;
}

// All guesses in the order: bands of equal rank, the highest first.
void Searcher::try_bands(Node& node, Value& incumbent) {
    Bands bands{.next = {node.tops.plain, node.tops.winning}};
    while (find_band(node, bands, incumbent.cost)) {
        if (!node.table) open_table(node);
        if (node.table) open_best(node);
        // the first guess goes before the others, so that there is something to compare them with
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

// The guesses that are left, shared out between the threads, some neighbours at a time. A thread goes on with the next
// ones, of the next band too, while others are still at work at those before.
void Searcher::share_out(const Node& node, Bands& bands, Value& incumbent) {
    const int most = node.x.n >= kAloneFrom ? 1 : kNeighbours;
    BestGuesses best(1, incumbent.cost);
    std::mutex mutex;  // guards `bands`, the room of the band, and the following
    int taken = 0;     // guesses
    s_.pool_->parallel_for(*this, loop, Loop::kEndless, [&](Searcher& searcher, int, Loop& all) {
        searcher.check_stop();
        const Arena::Scope scope(searcher.arena_);
        Node mine = node;  // its band is what this thread takes
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
            const Cost cost = other.descend(node, tried[i], upper_bound, false);
            if (best.offer({.cost = cost, .number = number, .guess = tried[i].guess}))
                other.report(node.x, {.cost = cost, .guess = tried[i].guess});
        });
    });
    if (!best.best().empty()) incumbent = {.cost = best.best()[0].cost, .guess = best.best()[0].guess};
}

// The next guesses of the band, from `at` on, that may cost less than the incumbent as far as the sizes of their cells say.
int Searcher::bound_batch(const Node& node, int size, int& at, TriedGuess* batch, Value& incumbent) {
    const Position& x = node.x;
    const size_t masks_of_guess = node.table ? node.table.masks_of_guess() : 0;
    uint64_t* masks = node.table ? arena_.take<uint64_t>(node.batch * masks_of_guess) : nullptr;
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
        if (node.table) masks += masks_of_guess, sizes += t_.feedbacks;
        if (node.planes)  // its row was not read yet
            for (int i = 0; i < x.n; ++i) __builtin_prefetch(t_.rows + static_cast<size_t>(g) * t_.secrets + x.set[i]);
    }
    return count;
}

// Cuts guesses into cells, and bounds them more and more closely; returns how many are left.
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
        for (int c = 0; c < batch[i].left; ++c) node.bounded += batch[i].cells[c].at.n;
    if (use(kWidestCounts)) alive = bound_widest(node, batch, alive, upper_bound);
    effort += 24 * alive;
    return alive;
}

// There is a tree of this cost.
void Searcher::report(const Position& x, Value incumbent) {
    if (is_root(x)) s_.report_.found(incumbent.cost, incumbent.guess);
}

// Searches the cells of these guesses, which are in the order, and keeps the first that costs least.
void Searcher::descend_all(const Node& node, TriedGuess* tried, int count, Value& incumbent, Cost floor) {
    const bool together = s_.pool_ && node.x.n >= kTogetherFrom;
    for (int i = 0; i < count && incumbent.cost > floor; ++i) {
        if (tried[i].lower_bound >= incumbent.cost) continue;
        // without any upper bound all cells have to be solved, so that they can be solved together
        const Cost cost = descend(node, tried[i], [&] { return incumbent.cost; }, together && incumbent.cost >= kNever);
        if (cost >= incumbent.cost) continue;
        incumbent = {.cost = cost, .guess = tried[i].guess};
        report(node.x, incumbent);
    }
}

// The cost of the guess if it is less than the upper bound, else a lower bound that is not.
Cost Searcher::descend(const Node& node, TriedGuess& tried, const std::function<Cost()>& upper_bound, bool together) {
    CellOrderChoice& choice = cell_order(node.x);
    const int order = s_.prices_.endless() ? 0 : choice.choose();  // without end, small before large is best
    order_cells(tried, order);
    const uint64_t before = effort;
    const Step step{.guess = tried.guess, .count = guesses_made(node.x) + 1, .before = node.x.path};
    // of all cells, or of each
    const bool apart = s_.symmetry_.moves_feedbacks();
    std::vector<Stabiliser> stabilisers(!node.x.stabiliser ? 0 : apart ? tried.left : std::min(tried.left, 1));
    for (size_t i = 0; i < stabilisers.size(); ++i)
        stabilisers[i] = s_.symmetry_.after(*node.x.stabiliser, tried.guess, tried.cells[i].feedback);
    const bool root = is_root(node.x), known = is_known(node.x);
    if (root) s_.report_.raise(tried.guess, tried.lower_bound, tried.left > 0);
    for (int i = 0; i < tried.left; ++i) {
        Cell& cell = tried.cells[i];
        if (const size_t own = apart ? i : 0; own < stabilisers.size() && !stabilisers[own].trivial) cell.at.stabiliser = &stabilisers[own];
        if (known) cell.at.path = &step;
    }
    std::mutex mutex;  // guards the guess's lower bound
    if (together && tried.left > 1) {
        // the largest first, so that none is left over at the end; but for a bound the small ones may reach it alone
        if (!s_.horizon_)
            std::sort(tried.cells, tried.cells + tried.left,
                      [](const Cell& a, const Cell& b) { return a.at.n != b.at.n ? a.at.n > b.at.n : a.feedback < b.feedback; });
        s_.pool_->parallel_for(*this, loop, tried.left, [&](Searcher& searcher, int i, Loop& cells) {
            if (!searcher.descend_cell(tried, tried.cells[i], root, mutex, upper_bound))
                cells.cancelled.store(true, std::memory_order_relaxed);
        });
    } else {
        for (int i = 0; i < tried.left; ++i)
            if (!descend_cell(tried, tried.cells[i], root, mutex, upper_bound)) break;
        if (tried.left > 1) choice.add(order, static_cast<double>(effort - before));
    }
    if (root) s_.report_.raise(tried.guess, tried.lower_bound, false);
    return tried.lower_bound;
}

// Searches a cell and adds what it costs to the guess's lower bound. False: the guess costs the upper bound or more.
bool Searcher::descend_cell(TriedGuess& tried, Cell& cell, bool root, std::mutex& mutex, const std::function<Cost()>& upper_bound) {
    // What is left for the cell; -1: nothing is.
    const auto left_for_cell = [&](Cost most) {
        const std::lock_guard lock(mutex);
        return tried.lower_bound >= most ? Cost{-1} : most - (tried.lower_bound - cell.lower_bound);
    };
    const Cost most = upper_bound(), left = left_for_cell(most);
    if (left < 0) return false;
    const uint64_t before = effort;
    Value value = solve(cell.at, left);
    if (!value.is_exact()) value.cost = std::max(value.cost, cell.lower_bound);
    search_gain(cell.at).add(value.cost - cell.lower_bound, effort - before + 1);
    const std::lock_guard lock(mutex);
    tried.lower_bound = std::min(tried.lower_bound + (value.cost - cell.lower_bound), kNever);
    if (root) s_.report_.raise(tried.guess, tried.lower_bound, true);
    return tried.lower_bound < most;
}

// In which order to search the cells. Small before large makes the upper bound of the large ones tight; large before small
// (or what raises the bound most for the effort) is better if the small cost nothing. learned.hpp chooses between them.
void Searcher::order_cells(TriedGuess& tried, int order) {
    std::sort(tried.cells, tried.cells + tried.left, [&](const Cell& a, const Cell& b) {
        if (order == 0) {
            const bool la = search_gain(a.at).is_likely(), lb = search_gain(b.at).is_likely();
            if (la != lb) return la;
            if (a.at.n != b.at.n) return la ? a.at.n < b.at.n : a.at.n > b.at.n;
        } else if (order == 1) {
            if (a.at.n != b.at.n) return a.at.n > b.at.n;
        } else {
            const double ya = search_gain(a.at).per_effort(), yb = search_gain(b.at).per_effort();
            if (ya != yb) return ya > yb;
        }
        return a.feedback < b.feedback;
    });
}

}  // namespace guesstree
