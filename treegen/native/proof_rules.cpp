#include "proof_rules.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <numeric>

#include "histogram.hpp"

namespace guesstree {

namespace {
constexpr int kTableFrom = 10;                   // from this size on, a set has a LocalTable
constexpr size_t kBestFrom = 12;                 // open guesses, from which on the best columns of a set are worth copying
constexpr double kBest = 0.15;                   // of the guesses are copied
constexpr int kFewCandidates = 16;               // the largest cells whose candidates are tried before they are ranked
constexpr size_t kMostRanked = size_t{1} << 24;  // candidates of sets whose caps are remembered
}  // namespace

ProofRules::ProofRules(const Table& table, const Masks& masks, const Prices& prices, Bounds& bounds, const Weights& weights,
                       bool candidates_only)
    : table_(table),
      masks_(masks),
      prices_(prices),
      bounds_(bounds),
      weights_(weights),
      candidates_only_(candidates_only),
      class_of_(table.guesses, 0),
      never_(table.secrets + 1, kNever),
      counts_(std::max(table.feedbacks, kMaxNarrow)),
      starts_(std::max(table.feedbacks, kMaxNarrow)),
      cell_masks_(static_cast<size_t>(kMaxLocal / 64) * table.feedbacks),
      cell_sizes_(table.feedbacks),
      ranks_(reinterpret_cast<Rank*>(aligned_bytes(masks.columns() * sizeof(Rank)))) {
    if (!ranks_) throw std::bad_alloc();
    never_[0] = 0;
    std::vector<uint32_t> all(table.secrets);
    std::iota(all.begin(), all.end(), 0);
    class_caps_.assign(table.feedbacks, caps_of_parts(rank({.at = all.data(), .n = table.secrets})));
}

ProofRules::ProofRules(const ProofRules& others, int)
    : ProofRules(others.table_, others.masks_, others.prices_, others.bounds_, others.weights_, others.candidates_only_) {
    class_of_ = others.class_of_, class_caps_ = others.class_caps_;
}

OpenSet ProofRules::borrow(const OpenSet& open) {
    OpenSet own{.x = open.x, .caps = open.caps, .table = open.table, .best = open.best};
    own.room = arena_.take<uint32_t>(own.x.n);
    own.places = arena_.take<uint32_t>(own.x.n);
    return own;
}

void ProofRules::use_classes(std::vector<int> class_of, int classes) {
    class_of_ = std::move(class_of);
    class_caps_.assign(static_cast<size_t>(classes) * table_.feedbacks, Cap{});
    std::vector<uint8_t> done(classes, 0);
    std::vector<std::vector<uint32_t>> cells(table_.feedbacks);
    for (int g = 0; g < table_.guesses; ++g) {
        if (std::exchange(done[class_of_[g]], uint8_t{1})) continue;
        for (auto& cell : cells) cell.clear();
        const Row row = table_.row(g);
        for (int s = 0; s < table_.secrets; ++s) cells[row[s]].push_back(s);
        for (int f = 0; f < table_.feedbacks; ++f)
            class_caps_[static_cast<size_t>(class_of_[g]) * table_.feedbacks + f] =
                caps_of_parts(rank({.at = cells[f].data(), .n = static_cast<int>(cells[f].size())}));
    }
}

// The most cells that any guess makes of a set, of those that win for a candidate and of the others.
Cap ProofRules::rank(const ProofSet& x) {
    if (x.n < 2) return {.plain = 1, .winning = 1};
    if (const auto known = caps_.find(x.all()); known != caps_.end()) return known->second;
    const Tops tops = masks_.rank(x.at, x.n, candidates_only_, ranks_.get());
    const Cap cap = cap_of(tops);
    if ((ranked_ += x.n) > kMostRanked) caps_.clear(), ranked_ = x.n;
    caps_.emplace(std::vector(x.at, x.at + x.n), cap);
    return cap;
}

const Cost* ProofRules::row(int depth, Cap cap) {
    return prices_.remaining(depth) < 1 ? never_.data() : bounds_.row(depth, cap);
}

Cap ProofRules::cell_cap(int guess, int feedback, Cap caps) const {
    const Cap own = class_caps_[static_cast<size_t>(class_of_[guess]) * table_.feedbacks + feedback];
    return {.plain = std::min(caps.plain, own.plain), .winning = std::min(caps.winning, own.winning)};
}

const ProofRules::Rows& ProofRules::rows_of(int depth, Cap caps) {
    for (const auto& known : rows_)
        if (known->depth == depth && known->caps.plain == caps.plain && known->caps.winning == caps.winning) return *known;
    auto fresh = std::make_unique<Rows>(Rows{.depth = depth, .caps = caps, .row = {}});
    for (const Cap& own : class_caps_)
        fresh->row.push_back(row(depth, {.plain = std::min(caps.plain, own.plain), .winning = std::min(caps.winning, own.winning)}));
    rows_.push_back(std::move(fresh));
    return *rows_.back();
}

// With weights: [k] is the weight of all but the k heaviest candidates.
const std::vector<Cost>& ProofRules::tail_of(const ProofSet& x) {
    tail_.clear();
    for (int i = 0; i < x.n; ++i) tail_.push_back(weights_.of(x.at[i]));
    std::sort(tail_.begin(), tail_.end());
    std::partial_sum(tail_.begin(), tail_.end(), tail_.begin());  // [i]: of the i + 1 lightest
    std::reverse(tail_.begin(), tail_.end());
    tail_.push_back(0);
    return tail_;
}

Cost ProofRules::bound_guess(const ProofSet& x, int cells, int win, Cap cap) {
    if (prices_.remaining(x.depth) < 1) return kNever;
    if (!weights_.known()) return bounds_.of_guess(x.depth, x.n, cells, win, cap);
    const std::vector<Cost>& tail = tail_of(x);
    return bounds_.of_guess(x.depth, x.n, cells, win, cap, [&](int64_t found) { return tail[std::min<int64_t>(found, x.n)]; });
}

Cost ProofRules::bound_set(const ProofSet& x, Cap cap) {
    if (!weights_.known()) return row(x.depth, cap)[x.n];
    if (x.n <= 1) return prices_.remaining(x.depth) >= 1 ? 0 : kNever;
    return std::min(bound_guess(x, std::min(cap.plain, x.n), 0, cap), bound_guess(x, std::min(cap.winning, x.n), 1, cap));
}

// Notes which ranks of guesses, whose highest are `tops`, do not close them.
ProofRules::Opened ProofRules::open_ranks(OpenSet& open, Tops tops, Cost least) {
    const ProofSet& x = open.x;
    Rank* const ranks = ranks_.get();
    if (x.n < 2) {  // every guess costs what the set does
        std::fill_n(ranks, masks_.columns(), Rank{1});
        is_open_.assign(2, prices_.remaining(x.depth) >= 1 && least > 0);
        open.caps = {.plain = 1, .winning = 1};
        return {.any = is_open_[1] != 0, .rows = nullptr};
    }
    const Cap own = cap_of(tops);
    open.caps = caps_of_parts(own);
    Opened opened;
    is_open_.assign(std::max<size_t>(tops.plain, tops.winning) + 1, 0);
    for (size_t r = 1; r < is_open_.size(); ++r) {
        const int win = win_of(static_cast<Rank>(r)), cells = cells_of(static_cast<Rank>(r));
        if (cells < 2 || cells > (win ? own.winning : own.plain)) continue;
        is_open_[r] = bound_guess(x, cells, win, own) < least;
        opened.any |= is_open_[r];
    }
    if (!opened.any) return opened;
    if (x.n >= kTableFrom && table_.simple_winners && LocalTable::is_for(masks_, x.n))
        open.table = LocalTable(table_, masks_, x.at, x.n, arena_);
    if (weights_.known()) return opened;
    opened.rows = &rows_of(prices_.next(x.depth), open.caps);
    return opened;
}

// Prepares a set for its guesses.
void ProofRules::gather(OpenSet& open) {
    open.room = arena_.take<uint32_t>(open.x.n);
    if (!open.table) return;
    open.places = arena_.take<uint32_t>(open.x.n);
    if (!candidates_only_ && open.guesses.size() >= kBestFrom)
        open.best = BestColumns(masks_, open.x.at, open.x.n, ranks_.get(), kBest, arena_);
}

void ProofRules::count_sizes(const OpenSet& open, int guess) {
    const ProofSet& x = open.x;
    uint32_t* const counts = counts_.data();
    if (open.table) {
        open.table.cells(guess, cell_masks_.data(), cell_sizes_.data());
        std::copy(cell_sizes_.begin(), cell_sizes_.end(), counts);
    } else {
        table_.read(guess, [&](const auto* row) { histogram(row, x.at, x.n, table_.feedbacks, counts); });
    }
}

Cost ProofRules::bound_sizes(const OpenSet& open, int guess, const Rows& rows, Cost least) {
    count_sizes(open, guess);
    uint32_t* const counts = counts_.data();
    const Cost step = this->step(open.x.depth);
    if (step >= kNever) return kNever;
    Cost total = step * (open.x.n - static_cast<int>(counts[table_.winning]));
    counts[table_.winning] = 0;
    const Cost* const* row = rows.row.data() + static_cast<size_t>(class_of_[guess]) * table_.feedbacks;
    for (int f = 0; f < table_.feedbacks && total < least; ++f)
        if (counts[f]) total = plus(total, row[f][counts[f]]);
    return total;
}

Cost ProofRules::cut(OpenSet& open, int guess) {
    const ProofSet& x = open.x;
    count_sizes(open, guess);
    open.cells.clear();
    const int deeper = prices_.next(x.depth);
    uint32_t start = 0;
    for (int f = 0; f < table_.feedbacks; start += counts_[f++]) {
        starts_[f] = start;
        if (!counts_[f]) continue;
        if (open.table) open.table.places(cell_masks_.data(), f, open.places + start);
        if (f != table_.winning)
            open.cells.push_back({.set = {.at = open.room + start, .n = static_cast<int>(counts_[f]), .depth = deeper},
                                  .feedback = f,
                                  .places = open.places + start});
    }
    if (open.table)
        for (int i = 0; i < x.n; ++i) open.room[i] = x.at[open.places[i]];
    else
        table_.read(guess, [&](const auto* row) {
            for (int i = 0; i < x.n; ++i) open.room[starts_[row[x.at[i]]]++] = x.at[i];
        });
    const uint32_t won = counts_[table_.winning];
    const uint32_t* winner = open.room + starts_[table_.winning] - (open.table ? 0 : won);
    const Cost found = won ? weights_.of(*winner) : 0, step = this->step(x.depth);
    Cost total = step >= kNever ? kNever : step * (weights_.sum(x.at, x.n) - found);
    for (ProofCell& cell : open.cells) {
        cell.bound = bound_set(cell.set, cell_cap(guess, cell.feedback, open.caps));
        total = plus(total, cell.bound);
    }
    return total;
}

Cost ProofRules::raise_by_lemmas(OpenSet& open, Cost total, Cost least) const {
    for (ProofCell& cell : open.cells) {
        if (total >= least) break;
        const Cost known = lemmas_ ? lemmas_->proved(cell.set) : 0;
        if (known > cell.bound) total = plus(total, known - cell.bound), cell.bound = known;
    }
    return total;
}

Cost ProofRules::raise_by_ranks(OpenSet& open, Cost total, Cost least) {
    if (total >= least) return total;
    by_worth_.clear();
    for (ProofCell& cell : open.cells)
        if (cell.set.n > 2) by_worth_.push_back(&cell);  // two candidates are bounded exactly by their size
    std::sort(by_worth_.begin(), by_worth_.end(), [this](const ProofCell* a, const ProofCell* b) {
        const double x = worth(a->set.n), y = worth(b->set.n);
        return x != y ? x > y : a->feedback < b->feedback;
    });
    for (ProofCell* cell : by_worth_) {
        if (total >= least) break;
        const Cost known = bound_by_rank(open, *cell);
        gains_[std::min(cell->set.n, kGains - 1)].add(known - cell->bound);
        if (known > cell->bound) total = plus(total, known - cell->bound), cell->bound = known;
    }
    return total;
}

// What a cell costs at least by its rank; 0 if that does not raise its bound.
Cost ProofRules::bound_by_rank(const OpenSet& open, const ProofCell& cell) {
    const ProofSet& x = cell.set;
    if (open.best) {
        const int winning = open.table.most_cells(cell.places, x.n);
        if (!may_gain(cell, winning)) return 0;
        Widest widest{.set = x.at, .places = cell.places, .n = x.n, .cells = winning};
        masks_.widest_counts(&widest, 1, &open.best);
        const Cost bound = bound_set(x, {.plain = widest.cells, .winning = winning});
        // where a candidate makes the most cells, the other guesses may make fewer
        if (widest.cells > winning || bound == bound_set(x, {.plain = 0, .winning = winning})) return bound;
    } else if (x.n <= kFewCandidates && !table_.wide && table_.simple_winners && !may_gain(cell, most_winning(x))) {
        return 0;
    }
    return bound_set(x, rank(x));
}

// The most cells that a candidate makes of a set, found by trying all of them.
int ProofRules::most_winning(const ProofSet& x) const {
    int most = 0;
    for (int i = 0; i < x.n && most < x.n; ++i) {
        const uint8_t* row = table_.bytes(table_.winner[x.at[i]]);
        uint64_t seen[kMaxNarrow / 64] = {};
        int cells = 0;
        for (int j = 0; j < x.n; ++j) {
            const int f = row[x.at[j]];
            cells += ~seen[f / 64] >> f % 64 & 1, seen[f / 64] |= uint64_t{1} << f % 64;
        }
        most = std::max(most, cells);
    }
    return most;
}

void Lemmas::keep(const ProofSet& x, Cost least) {
    if (least <= proved(x)) return;
    costs_[x.depth].insert_or_assign(std::vector(x.at, x.at + x.n), least);
    has_[trait_of(x)] = 1;
}

void Lemmas::keep_all(const Lemmas& part) {
    for (const auto& [depth, costs] : part.costs_)
        for (const auto& [set, least] : costs) keep({.at = set.data(), .n = static_cast<int>(set.size()), .depth = depth}, least);
}

Cost Lemmas::proved(const ProofSet& x) const {
    if (!has_[trait_of(x)]) return 0;
    const auto level = costs_.find(x.depth);
    if (level != costs_.end())
        if (const auto known = level->second.find(x.all()); known != level->second.end()) return known->second;
    return around_ ? around_->proved(x) : 0;
}

}  // namespace guesstree
