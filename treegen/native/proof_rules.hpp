// The rules by which a certificate closes guesses; docs/certificates.md states and proves them. What the writer of certificates
// finds closed by these rules, the checkers do, too, which have their own code. They are not the rules of the search, which also
// believes its transposition table and theorems about small sets; here nothing rests on a hash.
//
// Costs are relative (prices.hpp). Depths are guesses made, 0 with endless prices. Not for tables with losing feedbacks.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "arena.hpp"
#include "best_columns.hpp"
#include "bounds.hpp"
#include "learned.hpp"
#include "local_table.hpp"
#include "masks.hpp"
#include "prices.hpp"
#include "table.hpp"
#include "weights.hpp"

namespace guesstree {

// Candidates, rising, and how many guesses were made before.
struct ProofSet {
    const uint32_t* at = nullptr;  // the candidates
    int n = 0;                     // how many
    int depth = 0;                 // guesses made; 0 with endless prices
    std::span<const uint32_t> all() const { return {at, static_cast<size_t>(n)}; }
};

// A cell of a guess that is to be closed.
struct ProofCell {
    ProofSet set = {};
    int feedback = 0;                  // to the guess
    Cost bound = 0;                    // the cell costs at least this
    const uint32_t* places = nullptr;  // of its candidates in the set that was cut
};

// A set whose guesses are being closed, one after the other. What it points to belongs to the arena of the rules.
struct OpenSet {
    ProofSet x;
    Cap caps = {};                      // for parts of the set
    std::vector<int32_t> guesses = {};  // that rank and sizes leave open, rising
    std::vector<ProofCell> cells = {};  // of the guess that was cut last
    uint32_t* room = nullptr;           // for their candidates
    uint32_t* places = nullptr;         // likewise
    LocalTable table = {};              // of sets that are not too large
    BestColumns best = {};              // where many guesses are open
};

// A map from sets of candidates, which are kept and compared whole, so that nothing rests on a hash: certificates come from
// outside, and two sets with one hash could be made on purpose.
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
    bool operator()(std::span<const uint32_t> a, std::span<const uint32_t> b) const {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }
};
template <class Of>
using SetMap = std::unordered_map<std::vector<uint32_t>, Of, SetHash, SetEqual>;

// What was proved of sets, as some part of a proof sees it: its own lemmas, and those that were there when it began.
class Lemmas {
public:
    // Those around must live as long; nothing is kept in them meanwhile.
    explicit Lemmas(const Lemmas* around = nullptr)
        : around_(around), has_(around ? around->has_ : std::vector<uint8_t>(size_t{1} << 16)) {}
    // Remembers that the set costs at least this.
    void keep(const ProofSet& x, Cost least);
    // Remembers the own lemmas of a part that has ended.
    void keep_all(const Lemmas& part);
    // What the set costs at least.
    Cost proved(const ProofSet& x) const;

private:
    // A number below 2^16 that equal sets have in common.
    static size_t trait_of(const ProofSet& x) { return (x.at[0] * 0x9e3779b1u + x.at[x.n - 1] * 0x85ebca6bu + x.n * 0xc2b2ae35u) >> 16; }
    const Lemmas* around_;
    std::map<int, SetMap<Cost>> costs_ = {};  // by depth
    std::vector<uint8_t> has_;                // by trait: tells most sets without a lemma from the others
};

// The rules for one game, pool of guesses and price list.
class ProofRules {
public:
    // All must live as long as this.
    ProofRules(const Table& table, const Masks& masks, const Prices& prices, Bounds& bounds, const Weights& weights, bool candidates_only);
    // Class caps: guesses of one class have equal caps. Without a call the caps of all secrets serve for all guesses.
    void use_classes(std::vector<int> class_of, int classes);
    // The same rules for another thread; these must live as long.
    ProofRules(const ProofRules& others, int);
    // Sees these lemmas from now on (null: none); returns those that it saw.
    const Lemmas* see(const Lemmas* lemmas) { return std::exchange(lemmas_, lemmas); }
    // Opens a set: lists the guesses that rank and sizes leave open, of those that are to be tried (a guess is, if try_it says
    // so). for_all(n, chunk, body) calls body(rules, i) for all i less than n, with these rules or those of another thread, which
    // takes a chunk at a time. With `forced` (-1: none) it lists this guess alone, whatever the pool and the other rules say: it
    // must be cut, and must cost enough by its cells. Takes memory from the arena.
    template <class TryIt, class ForAll>
    void open(OpenSet& open, Cost least, int forced, const TryIt& try_it, const ForAll& for_all);
    // What a guess costs at least by its cells, their lemmas and their ranks, or at least `least`.
    Cost cost(OpenSet& open, int guess, Cost least) { return raise_by_ranks(open, raise_by_lemmas(open, cut(open, guess), least), least); }
    // An open set for the rules of another thread.
    OpenSet borrow(const OpenSet& open);
    // Cuts the set into the cells of a guess, without the winning one, and bounds them by their sizes. Returns what the guess
    // costs at least.
    Cost cut(OpenSet& open, int guess);
    // Raises the bounds of cells by lemmas, until the guess costs at least `least`; returns what it does.
    Cost raise_by_lemmas(OpenSet& open, Cost total, Cost least) const;
    // Raises the bounds of cells by their ranks, likewise; first those that are likely to bring most for their time.
    Cost raise_by_ranks(OpenSet& open, Cost total, Cost least);
    // What a set costs if the next guess finds all of it.
    Cost step(int depth) const { return prices_.remaining(depth) >= 2 ? prices_.step(depth) : kNever; }
    const Table& table() const { return table_; }
    const Prices& prices() const { return prices_; }
    Arena& arena() { return arena_; }

private:
    // The bounds of sets of every size, of the cells of each class and feedback, in a set with caps for its parts.
    struct Rows {
        int depth = 0;                 // of the cells
        Cap caps = {};                 // for parts of the set
        std::vector<const Cost*> row;  // [class][feedback]
    };
    const Rows& rows_of(int depth, Cap caps);
    // What rank leaves open.
    struct Opened {
        bool any = false;            // guesses at all
        const Rows* rows = nullptr;  // null with weights: sizes are not looked at alone
    };
    Opened open_ranks(OpenSet& open, Tops tops, Cost least);
    void gather(OpenSet& open);
    Cost bound_by_rank(const OpenSet& open, const ProofCell& cell);
    bool may_gain(const ProofCell& cell, int most) { return bound_set(cell.set, {.plain = 0, .winning = most}) > cell.bound; }
    int most_winning(const ProofSet& x) const;
    double worth(int n) const { return gains_[std::min(n, kGains - 1)].mean() / (n + 8); }
    const Cost* row(int depth, Cap cap);
    Cap caps_of_parts(Cap own) const {
        return {.plain = candidates_only_ ? 0 : std::max(own.plain, own.winning - 1), .winning = own.winning};
    }
    Cap rank(const ProofSet& x);
    Cap cell_cap(int guess, int feedback, Cap caps) const;
    Cost bound_set(const ProofSet& x, Cap cap);
    Cost bound_guess(const ProofSet& x, int cells, int win, Cap cap);
    Cost bound_sizes(const OpenSet& open, int guess, const Rows& rows, Cost least);
    void count_sizes(const OpenSet& open, int guess);
    const std::vector<Cost>& tail_of(const ProofSet& x);

    const Table& table_;
    const Masks& masks_;
    const Prices& prices_;
    Bounds& bounds_;
    const Weights& weights_;
    const bool candidates_only_;
    std::vector<int> class_of_;                // per guess
    std::vector<Cap> class_caps_;              // [class][feedback], for parts of the cell
    std::vector<std::unique_ptr<Rows>> rows_;  // made so far
    std::vector<Cost> never_;                  // the row where no guess is left
    std::vector<Cost> tail_;                   // with weights: what all but the k heaviest candidates weigh
    Arena arena_;                              // of open sets
    std::vector<uint32_t> counts_, starts_;    // per feedback
    std::vector<uint64_t> cell_masks_;         // of a guess, from a LocalTable
    std::vector<uint16_t> cell_sizes_;         // likewise, per feedback
    std::vector<uint8_t> is_open_;             // per rank, of the set that is being opened
    std::unique_ptr<Rank[], FreeAligned> ranks_;
    const Lemmas* lemmas_ = nullptr;                          // that are seen
    SetMap<Cap> caps_;                                        // of sets that were ranked
    size_t ranked_ = 0;                                       // their candidates
    static constexpr size_t kRanked = 1 << 18, kSizes = 128;  // pairs that are ranked, and guesses whose cells are counted, at a time
    static constexpr int kGains = 256;                        // sizes of sets that are told apart
    WidestGain gains_[kGains];                                // that ranks brought
    std::vector<ProofCell*> by_worth_;                        // the cells of a guess
};

template <class TryIt, class ForAll>
void ProofRules::open(OpenSet& open, Cost least, int forced, const TryIt& try_it, const ForAll& for_all) {
    Rank* const ranks = ranks_.get();
    std::vector<Tops> tops(std::max<size_t>(1, masks_.columns() * open.x.n / kRanked));
    for_all(open.x.n < 2 ? 0 : tops.size(), 1,
            [&](ProofRules&, size_t i) { tops[i] = masks_.rank(open.x.at, open.x.n, candidates_only_, ranks, i, tops.size()); });
    for (const Tops& part : tops)
        tops[0] = {.plain = std::max(tops[0].plain, part.plain), .winning = std::max(tops[0].winning, part.winning)};
    const Opened opened = open_ranks(open, tops[0], least);
    if (forced >= 0) open.guesses.push_back(forced);
    for (int g = 0; opened.any && forced < 0 && g < table_.guesses; ++g)
        if (is_open_[ranks[g]]) open.guesses.push_back(g);
    if (forced < 0) {
        for_all(open.guesses.size(), kSizes, [&](ProofRules& rules, size_t i) {
            int32_t& g = open.guesses[i];
            if (!try_it(g) || (opened.rows && rules.bound_sizes(open, g, *opened.rows, least) >= least)) g = -1;
        });
        std::erase(open.guesses, -1);
    }
    if (!open.guesses.empty()) gather(open);
}

// A sum of costs.
inline Cost plus(Cost a, Cost b) {
    return std::min(a + b, kNever);
}

}  // namespace guesstree
