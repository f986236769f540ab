// The rules by which a certificate closes guesses. A guess is closed if it is proved to cost as much as the claim requires.
// docs/certificates.md states and proves the rules. The checkers apply them with code of their own. The search has stronger rules, and
// trusts its transposition table. Here, sets are compared candidate by candidate, so that no proof depends on a hash. Up to kTogether
// guesses are bounded at a time, as in the search (Masks::widest_counts). bounds.hpp explains caps and rows, and lookup.hpp ranks.
//
// Costs are relative (prices.hpp). A depth is the number of guesses made, or 0 with endless prices. Tables must not have losing feedbacks.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "arena.hpp"
#include "bounds.hpp"
#include "histogram.hpp"
#include "learned.hpp"
#include "local_table.hpp"
#include "masks.hpp"
#include "prices.hpp"
#include "table.hpp"

namespace guesstree {

// A set of candidates, rising, after a number of guesses.
struct ProofSet {
    const uint32_t* at = nullptr;  // the candidates
    int n = 0;                     // the number of candidates
    int depth = 0;                 // the number of guesses made; 0 with endless prices
    std::span<const uint32_t> all() const { return {at, static_cast<size_t>(n)}; }
};

// A cell of a guess; the guess is closed by the bounds of all its cells.
struct ProofCell {
    ProofSet set = {};
    int feedback = 0;                  // the feedback to the guess
    Cost bound = 0;                    // a lower bound of the cost of the cell
    const uint32_t* places = nullptr;  // the places of its candidates in the larger set, if the larger set has a LocalTable
};

// A guess of an open set, cut into its cells without the winning cell; cells of more than two candidates come first.
struct CutGuess {
    int guess = -1;
    Cost total = 0;  // a lower bound of the cost of the guess, from the bounds of its cells
    std::span<ProofCell> cells = {};
    int large = 0;  // the number of cells of more than two candidates; the bound of each other cell is its cost
};

// A set whose guesses are being closed. Its memory belongs to the arena of the rules.
struct OpenSet {
    ProofSet x;
    Cap caps = {};                      // the caps of all parts of the set
    std::vector<int32_t> guesses = {};  // the guesses that the rules of rank and sizes do not close, rising
    LocalTable table = {};              // the table of a set that is not too large
    BestColumns best = {};              // the best columns, if many guesses are open
};

// A map whose keys are sets of candidates. All candidates are compared: certificates come from outside, so that somebody could make two
// sets with the same hash.
struct SetHash {
    using is_transparent = void;
    size_t operator()(std::span<const uint32_t> set) const {
        uint64_t hash = 0;
        for (uint32_t secret : set) hash = (hash ^ secret) * 0x9e3779b97f4a7c15, hash ^= hash >> 29;
        return hash;
    }
};
struct SetEqual {
    using is_transparent = void;
    bool operator()(std::span<const uint32_t> a, std::span<const uint32_t> b) const { return std::ranges::equal(a, b); }
};
template <class Of>
using SetMap = std::unordered_map<std::vector<uint32_t>, Of, SetHash, SetEqual>;

// The proved lemmas that a part of a proof may use: its own lemmas, and the lemmas proved before the part began.
class Lemmas {
public:
    // The lemmas `around` (null: none), which were proved before, must live as long as this object, and not change meanwhile.
    explicit Lemmas(const Lemmas* around = nullptr)
        : around_(around), has_(around ? around->has_ : std::vector<uint8_t>(size_t{1} << 16)) {}
    // Keeps the lemma that the set costs at least `least`.
    void keep(const ProofSet& x, Cost least) {
        if (least <= proved(x)) return;
        costs_[x.depth].insert_or_assign(std::vector(x.at, x.at + x.n), least);
        has_[trait_of(x)] = 1;
    }
    // Keeps the lemmas that a part of the proof has added to `around`, after this part has ended.
    void keep_all(const Lemmas& part) {
        for (const auto& [depth, costs] : part.costs_)
            for (const auto& [set, least] : costs) keep({.at = set.data(), .n = static_cast<int>(set.size()), .depth = depth}, least);
    }
    // Returns the greatest lower bound of the cost of the set among the lemmas, or 0.
    Cost proved(const ProofSet& x) const {
        if (!has_[trait_of(x)]) return 0;
        if (const auto level = costs_.find(x.depth); level != costs_.end())
            if (const auto known = level->second.find(x.all()); known != level->second.end()) return known->second;
        return around_ ? around_->proved(x) : 0;
    }

private:
    // Returns a number below 2^16 that is the same for equal sets.
    static size_t trait_of(const ProofSet& x) { return (x.at[0] * 0x9e3779b1u + x.at[x.n - 1] * 0x85ebca6bu + x.n * 0xc2b2ae35u) >> 16; }
    const Lemmas* around_;
    std::map<int, SetMap<Cost>> costs_ = {};  // the lower bounds by depth and set
    std::vector<uint8_t> has_;                // whether any lemma has a set of this trait; this rules out most sets
};

// Returns the sum of two costs, at most kNever.
inline Cost plus(Cost a, Cost b) {
    return std::min(a + b, kNever);
}

// The rules for one game, pool of guesses and list of prices; each thread has its own object.
class ProofRules {
public:
    static constexpr int kTogether = 64;  // the most guesses that are bounded at a time
    // All arguments must live as long as this object.
    ProofRules(const Table& table, const Masks& masks, const Prices& prices, Bounds& bounds, const Weights& weights, bool candidates_only)
        : table_(table),
          masks_(masks),
          prices_(prices),
          bounds_(bounds),
          weights_(weights),
          candidates_only_(candidates_only),
          class_of_(table.guesses, 0),
          never_(table.secrets + 1, kNever),
          counts_(std::max(table.feedbacks, kMaxNarrow)),
          starts_(table.feedbacks),
          cell_masks_(static_cast<size_t>(kMaxLocal / 64) * table.feedbacks),
          cell_sizes_(table.feedbacks),
          ranks_(reinterpret_cast<Rank*>(aligned_bytes(masks.columns() * sizeof(Rank)))),
          seen_(table.feedbacks) {
        if (!ranks_) throw std::bad_alloc();
        never_[0] = 0;
        std::vector<uint32_t> all(table.secrets);
        std::iota(all.begin(), all.end(), 0);
        class_caps_.assign(table.feedbacks, caps_of_parts(exact_cap({.at = all.data(), .n = table.secrets})));
    }
    // Computes class caps: the caps of the cells of one guess of each class, which hold for all guesses of the class. A class has the
    // guesses that symmetries map to each other; class_of has the class of each guess. Without this call, cells use the cap of all secrets.
    void use_classes(std::vector<int> class_of, int classes) {
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
                    caps_of_parts(exact_cap({.at = cells[f].data(), .n = static_cast<int>(cells[f].size())}));
        }
    }
    // Uses the class caps of other rules.
    void share_classes(const ProofRules& others) { class_of_ = others.class_of_, class_caps_ = others.class_caps_; }
    // Uses these lemmas (null: none) in later calls, and returns the lemmas used before.
    const Lemmas* use_lemmas(const Lemmas* lemmas) { return std::exchange(lemmas_, lemmas); }
    // Opens a set, which must cost `least`: lists the guesses for which try_it returns true and that the rules of rank and sizes do not
    // close. for_all(count, chunk, body) calls body(rules, from, to) for each chunk of the numbers below `count`, by several threads. If
    // a guess is forced (-1: no guess), only this guess is listed, without these rules and even outside the pool; the caller must cut it
    // and close it by its cells. The memory is taken from the arena.
    template <class TryIt, class ForAll>
    OpenSet open(const ProofSet& x, Cost least, int forced, const TryIt& try_it, const ForAll& for_all) {
        OpenSet open{.x = x};
        Rank* const ranks = ranks_.get();
        std::vector<uint8_t> is_open(2, prices_.remaining(x.depth) >= 1 && least > 0);  // by rank: whether guesses of this rank are open
        if (x.n < 2) {                                                                  // the rank does not tell guesses apart
            std::fill_n(ranks, masks_.columns(), Rank{1});
            open.caps = {.plain = 1, .winning = 1};
        } else {
            std::vector<Tops> tops(std::max<size_t>(1, masks_.columns() * x.n / kFeedbacksPerPart));
            for_all(tops.size(), 1,
                    [&](ProofRules&, size_t i, size_t) { tops[i] = masks_.rank(x.at, x.n, candidates_only_, ranks, i, tops.size()); });
            Cap own;
            for (const Tops& part : tops)
                own = {.plain = std::max(own.plain, cells_of(part.plain)), .winning = std::max(own.winning, cap_of(part).winning)};
            open.caps = caps_of_parts(own);
            is_open.assign(std::max(rank_of(own.plain, 0), own.winning ? rank_of(own.winning, 1) : Rank{1}) + 1, 0);
            for (size_t r = 1; r < is_open.size(); ++r) {
                const int win = win_of(static_cast<Rank>(r)), cells = cells_of(static_cast<Rank>(r));
                is_open[r] = cells >= 2 && cells <= (win ? own.winning : own.plain) && bound_guess(x, cells, win, own) < least;
            }
        }
        if (forced >= 0) open.guesses = {forced};
        for (int g = 0; forced < 0 && g < table_.guesses; ++g)
            if (is_open[ranks[g]]) open.guesses.push_back(g);
        if (open.guesses.empty()) return open;
        if (x.n >= kTableFrom && table_.simple_winners && LocalTable::is_for(masks_, x.n))
            open.table = LocalTable(table_, masks_, x.at, x.n, arena_);
        if (forced >= 0) return open;
        const Rows* const rows = weights_.exist() || x.n < 2 ? nullptr : &rows_of(prices_.next(x.depth), open.caps);
        for_all(open.guesses.size(), kGuessesPerPart, [&](ProofRules& rules, size_t from, size_t to) {
            for (size_t i = from; i < to; ++i) {
                int32_t& g = open.guesses[i];
                if (!try_it(g) || (rows && rules.bound_sizes(open, g, *rows, least) >= least)) g = -1;
            }
        });
        std::erase(open.guesses, -1);
        if (open.table && !candidates_only_ && open.guesses.size() >= kBestFrom)
            open.best = BestColumns(masks_, x.at, x.n, ranks, kBest, arena_);
        return open;
    }
    // Cuts the set into the cells of a guess and bounds them by their sizes. The memory is taken from the arena.
    CutGuess cut(const OpenSet& open, int guess) {
        const ProofSet& x = open.x;
        count_sizes(open, guess);
        uint32_t* const room = arena_.take<uint32_t>(x.n);
        uint32_t* const places = open.table ? arena_.take<uint32_t>(x.n) : nullptr;
        ProofCell* const cells = arena_.take<ProofCell>(table_.feedbacks);
        const int deeper = prices_.next(x.depth);
        uint32_t start = 0;
        size_t count = 0;
        for (int f = 0; f < table_.feedbacks; start += counts_[f++]) {
            starts_[f] = start;
            if (!counts_[f]) continue;
            if (open.table) open.table.places(cell_masks_.data(), f, places + start);
            if (f == table_.winning) continue;
            const ProofSet set{.at = room + start, .n = static_cast<int>(counts_[f]), .depth = deeper};
            cells[count++] = {.set = set, .feedback = f, .places = open.table ? places + start : nullptr};
        }
        for (int i = 0; open.table && i < x.n; ++i) room[i] = x.at[places[i]];
        if (!open.table)
            table_.read(guess, [&](const auto* row) {
                for (int i = 0; i < x.n; ++i) room[starts_[row[x.at[i]]]++] = x.at[i];
            });
        CutGuess cut{.guess = guess, .cells = {cells, count}};
        const Cost found = counts_[table_.winning] ? weights_.of(table_.secret_of[guess]) : 0, step = this->step(x.depth);
        cut.total = step >= kNever ? kNever : step * (weights_.sum(x.at, x.n) - found);
        for (ProofCell& cell : cut.cells) {
            const Cap own = class_caps_[static_cast<size_t>(class_of_[guess]) * table_.feedbacks + cell.feedback];
            cell.bound = bound_set(cell.set, both(open.caps, own));
            cut.total = plus(cut.total, cell.bound);
        }
        const auto is_large = [](const ProofCell& cell) { return cell.set.n > 2; };
        cut.large = static_cast<int>(std::partition(cells, cells + count, is_large) - cells);
        return cut;
    }
    // Raises the bounds of the cells of up to kTogether guesses, first by lemmas, then by exact caps or widest counts (learned.hpp), until
    // the guess costs at least `least`. Moves the guesses that still cost less to the front, and returns their number.
    int raise(const OpenSet& open, CutGuess* cuts, int count, Cost least) {
        const auto add = [](CutGuess& cut, ProofCell& cell, Cost known) {
            if (known > cell.bound) cut.total = plus(cut.total, known - cell.bound), cell.bound = known;
        };
        const auto before = [this](const ProofCell& a, const ProofCell& b) {
            const double x = gains_.worth(a.set.n), y = gains_.worth(b.set.n);
            return x != y ? x > y : a.feedback < b.feedback;
        };
        int alive = 0, rounds = 0;
        for (int i = 0; i < count; ++i) {
            for (ProofCell& cell : cuts[i].cells)
                if (lemmas_ && cuts[i].total < least) add(cuts[i], cell, lemmas_->proved(cell.set));
            if (cuts[i].total >= least) continue;
            std::sort(cuts[i].cells.begin(), cuts[i].cells.begin() + cuts[i].large, before);
            rounds = std::max(rounds, cuts[i].large);
            cuts[alive++] = cuts[i];
        }
        for (int round = 0; alive && round < rounds; ++round) {
            WidestJob jobs[kTogether];                  // the cells whose bounds may rise
            int pending = 0, own[kTogether], left = 0;  // own: the most cells that the cell's candidates make; -1: the bound cannot rise
            for (int i = 0; i < alive; ++i) {
                if (round >= cuts[i].large) continue;
                const ProofCell& cell = cuts[i].cells[round];
                own[i] = own_cells(open, cell);
                if (bound_set(cell.set, {.plain = 0, .winning = own[i]}) <= cell.bound) own[i] = -1;
                else if (open.best) jobs[pending++] = {.set = cell.set.at, .places = cell.places, .n = cell.set.n, .cells = own[i]};
            }
            if (pending) masks_.widest_counts(jobs, pending, &open.best);
            const WidestJob* job = jobs;
            for (int i = 0; i < alive; ++i) {
                if (round < cuts[i].large) {
                    ProofCell& cell = cuts[i].cells[round];
                    const Cost known = own[i] < 0  ? 0
                                       : open.best ? bound_widest(cell.set, own[i], (job++)->cells)
                                                   : bound_set(cell.set, exact_cap(cell.set));
                    gains_.add(cell.set.n, known - cell.bound);
                    add(cuts[i], cell, known);
                }
                if (cuts[i].total < least) cuts[left++] = cuts[i];
            }
            alive = left;
        }
        return alive;
    }
    // Returns the extra cost of a candidate that the next guess does not find.
    Cost step(int depth) const { return prices_.remaining(depth) >= 2 ? prices_.step(depth) : kNever; }
    Arena& arena() { return arena_; }

private:
    static constexpr int kTableFrom = 10;      // sets of at least this size have a LocalTable
    static constexpr size_t kBestFrom = 12;    // with at least this number of open guesses, copying the best columns of a set pays
    static constexpr double kBest = 0.15;      // the share of the guesses that is copied
    static constexpr int kFewCandidates = 16;  // in cells of up to this size, the candidates are tried before the cell is ranked
    static constexpr size_t kMostKept = size_t{1} << 24;  // the caps that are kept are of sets with at most this many candidates in all
    static constexpr size_t kFeedbacksPerPart = 1 << 18, kGuessesPerPart = 128;  // the work of one part of a shared loop
    // Lower bounds of cells by their size, for each class and feedback of a guess, in a set with certain caps.
    struct Rows {
        int depth = 0;                 // the depth of the cells
        Cap caps = {};                 // the caps of all parts of the set
        std::vector<const Cost*> row;  // the bounds by [class][feedback]
    };
    const Rows& rows_of(int depth, Cap caps) {
        for (const auto& known : rows_)
            if (known->depth == depth && known->caps == caps) return *known;
        rows_.push_back(std::make_unique<Rows>(Rows{.depth = depth, .caps = caps, .row = {}}));
        for (const Cap& own : class_caps_) rows_.back()->row.push_back(row(depth, both(caps, own)));
        return *rows_.back();
    }
    const Cost* row(int depth, Cap cap) { return prices_.remaining(depth) < 1 ? never_.data() : bounds_.row(depth, cap); }
    // Returns the cap that follows from two caps of the same set.
    static Cap both(Cap a, Cap b) { return {.plain = std::min(a.plain, b.plain), .winning = std::min(a.winning, b.winning)}; }
    Cap caps_of_parts(Cap own) const {
        return {.plain = candidates_only_ ? 0 : std::max(own.plain, own.winning - 1), .winning = own.winning};
    }
    // Returns the cap of a set: the most cells that a guess makes of it.
    Cap exact_cap(const ProofSet& x) {
        if (x.n < 2) return {.plain = 1, .winning = 1};
        if (const auto known = caps_.find(x.all()); known != caps_.end()) return known->second;
        const Cap cap = cap_of(masks_.rank(x.at, x.n, candidates_only_, ranks_.get()));
        if ((kept_ += x.n) > kMostKept) caps_.clear(), kept_ = x.n;
        caps_.emplace(std::vector(x.at, x.at + x.n), cap);
        return cap;
    }
    // Returns the most cells that one of a cell's candidates makes of the cell, or 1 if ranking the cell takes less time.
    int own_cells(const OpenSet& open, const ProofCell& cell) {
        if (open.best) return open.table.most_cells(cell.places, cell.set.n);
        const bool is_small = cell.set.n <= kFewCandidates && table_.simple_winners;
        return is_small ? best_candidate(table_, cell.set.at, cell.set.n, seen_).cells : 1;
    }
    // Returns a lower bound of the cost of a set if no guess makes more than `widest` cells, and no candidate more than `own`.
    Cost bound_widest(const ProofSet& x, int own, int widest) {
        const Cost bound = bound_set(x, {.plain = widest, .winning = own});
        // if a candidate makes the most cells, and other guesses make fewer, the exact cap of the set gives a higher bound
        return widest > own || bound == bound_set(x, {.plain = 0, .winning = own}) ? bound : bound_set(x, exact_cap(x));
    }
    Cost bound_guess(const ProofSet& x, int cells, int win, Cap cap) {
        if (prices_.remaining(x.depth) < 1) return kNever;
        if (!weights_.exist()) return bounds_.of_guess(x.depth, x.n, cells, win, cap);
        tail_.clear();
        for (int i = 0; i < x.n; ++i) tail_.push_back(weights_.of(x.at[i]));
        std::sort(tail_.begin(), tail_.end());
        std::partial_sum(tail_.begin(), tail_.end(), tail_.begin());
        return bounds_.of_guess(x.depth, x.n, cells, win, cap, [&](int64_t found) { return found < x.n ? tail_[x.n - 1 - found] : 0; });
    }
    Cost bound_set(const ProofSet& x, Cap cap) {
        if (!weights_.exist()) return row(x.depth, cap)[x.n];
        if (x.n <= 1) return prices_.remaining(x.depth) >= 1 ? 0 : kNever;
        return std::min(bound_guess(x, std::min(cap.plain, x.n), 0, cap), bound_guess(x, std::min(cap.winning, x.n), 1, cap));
    }
    void count_sizes(const OpenSet& open, int guess) {
        if (open.table) {
            open.table.cells(guess, cell_masks_.data(), cell_sizes_.data());
            std::copy(cell_sizes_.begin(), cell_sizes_.end(), counts_.begin());
        } else {
            table_.read(guess, [&](const auto* row) { histogram(row, open.x.at, open.x.n, table_.feedbacks, counts_.data()); });
        }
    }
    // Returns a lower bound of the cost of a guess from the sizes of its cells.
    Cost bound_sizes(const OpenSet& open, int guess, const Rows& rows, Cost least) {
        count_sizes(open, guess);
        const Cost step = this->step(open.x.depth);
        if (step >= kNever) return kNever;
        Cost total = step * (open.x.n - static_cast<int>(std::exchange(counts_[table_.winning], 0)));
        const Cost* const* row = rows.row.data() + static_cast<size_t>(class_of_[guess]) * table_.feedbacks;
        for (int f = 0; f < table_.feedbacks && total < least; ++f)
            if (counts_[f]) total = plus(total, row[f][counts_[f]]);
        return total;
    }

    const Table& table_;
    const Masks& masks_;
    const Prices& prices_;
    Bounds& bounds_;
    const Weights& weights_;
    const bool candidates_only_;
    std::vector<int> class_of_;                // the class of each guess
    std::vector<Cap> class_caps_;              // by [class][feedback]: the cap of all parts of this cell of all secrets
    std::vector<std::unique_ptr<Rows>> rows_;  // the rows that have been made
    std::vector<Cost> never_;                  // the row for sets after the last guess
    std::vector<Cost> tail_;                   // with weights: [i] is the weight of the i + 1 lightest candidates
    Arena arena_;                              // the memory of open sets
    std::vector<uint32_t> counts_, starts_;    // the size and the start of the cell of each feedback
    std::vector<uint64_t> cell_masks_;         // the masks of the cells of a guess, from a LocalTable
    std::vector<uint16_t> cell_sizes_;         // the sizes of these cells, by feedback
    std::unique_ptr<Rank[], FreeAligned> ranks_;
    CellCounts seen_;                 // the counts for a candidate as a guess
    const Lemmas* lemmas_ = nullptr;  // the lemmas that may be used
    SetMap<Cap> caps_;                // the caps that are kept
    size_t kept_ = 0;                 // the number of candidates in the sets of these caps
    WidestGains gains_;               // the gains of widest counts
};

}  // namespace guesstree
