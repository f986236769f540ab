// Bounding guesses at sets that have a LocalTable: the bounds of guess_bounds.cpp from masks of cells.
#include <algorithm>

#include "searcher.hpp"

namespace guesstree {

namespace {

constexpr int kSomeAfter = 8, kAllAfter = 64;  // so many reads of each row, some columns, or all, are worth copying
constexpr double kSome = 0.25;                 // of the guesses
constexpr size_t kManyAllowed = 8;             // guesses from which on a table pays where only some are tried

// A cell that has not been made yet.
struct Mask {
    uint16_t n;         // candidates
    uint16_t feedback;  // to the guess
    Cost lower_bound;   // of its cost
    int winning_cells;  // the most cells that one of its own candidates makes of it
};

}  // namespace

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

// The next guesses of the band, from `at` on, that may cost less than the upper bound as far as the sizes of their cells say.
int Searcher::bound_local_batch(const Node& node, int size, int& at, TriedGuess* batch, Cost upper_bound) {
    const int masks_of_guess = node.table.masks_of_guess();
    uint64_t* masks = arena_.take<uint64_t>(static_cast<size_t>(node.batch) * masks_of_guess);
    uint16_t* sizes = arena_.take<uint16_t>(static_cast<size_t>(node.batch) * t_.feedbacks);
    int count = 0;
    for (; at < size && count < node.batch; ++at) {
        const int g = node.band[at];
        if (!is_tried(node.x, g, node.allowed)) continue;
        ++effort;
        node.table.cells(g, masks, sizes);
        Cost lower_bound = node.step * (node.x.n - sizes[t_.winning]);
        sizes[t_.winning] = 0;
        for (int f = 0; f < t_.feedbacks; ++f) lower_bound = std::min(lower_bound + node.by_size[sizes[f]], kNever);
        if (lower_bound >= upper_bound) continue;
        batch[count++] = {.guess = g, .place = at, .lower_bound = lower_bound, .masks = masks, .sizes = sizes};
        masks += masks_of_guess, sizes += t_.feedbacks;
    }
    return count;
}

// Adds what is known of the cells without any search, and makes those that are left. False when the guess costs the upper
// bound or more.
bool Searcher::bound_local_cells(const Node& node, TriedGuess& tried, Cost upper_bound) {
    const Position& x = node.x;
    Mask cells[kMaxNarrow];
    int count = 0;
    // larger cells first: they are more likely to cost more than their bound; of one or two candidates the bound is the cost
    for (int f = 0; f < t_.feedbacks; ++f) {
        const uint16_t n = tried.sizes[f];
        if (n < 3) continue;
        int to = count++;
        for (; to > 0 && cells[to - 1].n < n; --to) cells[to] = cells[to - 1];
        cells[to] = {.n = n, .feedback = static_cast<uint16_t>(f), .lower_bound = node.by_size[n], .winning_cells = 0};
    }
    const auto raise = [&](Cost& lower_bound, const Value& known) {
        if (known.is_exact() || known.cost > lower_bound) tried.lower_bound += known.cost - lower_bound, lower_bound = known.cost;
        return tried.lower_bound < upper_bound;
    };
    int open = 0;
    for (int i = 0; i < count; ++i) {
        Mask& c = cells[i];
        uint32_t places[kMaxLocal];
        node.table.places(tried.masks, c.feedback, places);
        c.winning_cells = node.table.most_cells(places, c.n);
        const Value known = bound_by_winners(s_.prices_.same_as(node.cell_depth, c.n), c.n, c.winning_cells, 0);
        if (!raise(c.lower_bound, known)) return false;
        if (!known.is_exact()) cells[open++] = c;
    }
    tried.cells = arena_.take<Cell>(open);
    for (int i = 0; i < open; ++i) {
        const Mask& c = cells[i];
        const int depth = s_.prices_.same_as(node.cell_depth, c.n);
        uint32_t* set = arena_.take<uint32_t>(c.n);
        uint32_t* places = arena_.take<uint32_t>(c.n);
        node.table.places(tried.masks, c.feedback, places);
        tried.cells[i] = {.at = {.set = set, .n = c.n, .depth = depth, .key = s_.salt(depth, c.n, x.beam), .beam = x.beam},
                          .places = places,
                          .lower_bound = c.lower_bound,
                          .feedback = c.feedback,
                          .winning_cells = c.winning_cells};
        fill(node, tried.cells[i]);
    }
    for (int i = 0; i < open; ++i) {
        Cell& c = tried.cells[i];
        const Value known = probe(c.at, c.lower_bound);
        if (!raise(c.lower_bound, known)) return false;
        if (!known.is_exact()) tried.cells[tried.left++] = c;
    }
    return true;
}

}  // namespace guesstree
