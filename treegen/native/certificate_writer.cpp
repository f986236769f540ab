// Writes the proof of what a search found (certificate.hpp).
//
// A guess that the rules leave open needs lemmas about some of its cells. The cells are searched, those first whose lemmas are
// likely to bring most for their bytes, until the guess costs enough; then the largest that are not needed are dropped again,
// and the largest that is left is asked for no more than what is needed. Where nothing is paid before the last guesses, the
// largest cells come first: small ones bring nothing. Lemmas are proved in the order in which a checker meets them, so each
// can use those before it.
#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

#include "certificate.hpp"
#include "search.hpp"
#include "searcher.hpp"
#include "thread_pool.hpp"

namespace guesstree {

namespace {
// Disjoint sets of the numbers below some end (union-find), at first each number on its own. A set is named by its lowest number.
class DisjointSets {
public:
    explicit DisjointSets(size_t end) : above_(end) { std::iota(above_.begin(), above_.end(), 0); }
    // The lowest number of the set that holds i.
    int lowest(int i) {
        while (above_[i] != i) i = above_[i] = above_[above_[i]];
        return i;
    }
    // Makes one set of those that hold a and b; whether they were two.
    bool join(int a, int b) {
        a = lowest(a), b = lowest(b);
        above_[std::max(a, b)] = std::min(a, b);
        return a != b;
    }

private:
    std::vector<int> above_;  // a lower number of the same set, or the number itself
};

}  // namespace

void use_class_caps(ProofRules& rules, const Symmetry& symmetry) {
    std::vector<int> class_of(rules.table().guesses);
    int classes = rules.table().guesses;
    if (symmetry.known()) classes = symmetry.classes(class_of, symmetry.moves_feedbacks());
    else std::iota(class_of.begin(), class_of.end(), 0);
    rules.use_classes(std::move(class_of), classes);
}

// Of one search, which is not at work.
class CertificateWriter {
public:
    CertificateWriter(Search& search, const Claim& claim)
        : s_(search),
          claim_(claim),
          images_(s_.table_, s_.weights_.known() ? Symmetry() : s_.symmetry_),  // checkers know none of weighted games
          rules_(s_.table_, *s_.masks_, s_.prices_, s_.bounds_, s_.weights_, s_.options_.candidates_only) {
        if (claim.by_class) use_class_caps(rules_, s_.symmetry_);
        for (size_t i = 1; i < s_.searchers_.size(); ++i) others_.push_back(std::make_unique<ProofRules>(rules_, 0));
    }
    // The proof that the root of the search costs at least this above its base, as the bytes of its numbers.
    std::vector<uint8_t> write(Cost least) {
        const ProofSet root{.at = s_.root_set_.data(), .n = static_cast<int>(s_.root_set_.size())};
        const Stabiliser whole = images_.symmetry().whole();
        return lemma(root, least, claim_.first, whole, 1);
    }

private:
    // The bound of a cell that has to be proved.
    struct Wanted {
        ProofCell cell;  // as the rules leave it
        Cost bound = 0;  // what it should cost at least
    };
    // What lemmas about sets of one size and depth bring, and what they take.
    class LemmaWorth {
    public:
        void add_search(Cost gain) { gain_ += static_cast<double>(std::clamp<Cost>(gain, 0, kMostGain)), ++searches_; }
        void add_lemma(size_t bytes) { bytes_ += static_cast<double>(bytes), ++lemmas_; }
        double of_lemma() const { return gain_ / searches_ * lemmas_ / bytes_; }

    private:
        static constexpr Cost kMostGain = 100;
        double gain_ = 1, searches_ = 1, bytes_ = 8, lemmas_ = 1;
    };
    LemmaWorth& worth(const ProofSet& x) {
        return worth_[{x.depth, x.n < 32 ? x.n : 32 * static_cast<int>(std::bit_width(static_cast<unsigned>(x.n)))}];
    }
    std::vector<uint8_t> lemma(const ProofSet& x, Cost least, int only, const Stabiliser& stabiliser, int nested);
    std::vector<uint8_t> name_symmetries(const std::vector<int32_t>& lowest, const Stabiliser& stabiliser) const;
    std::vector<Wanted> choose(const std::vector<ProofCell>& cells, Cost total, Cost least, int guess, const Stabiliser& stabiliser);
    Cost search(const ProofSet& x, Cost upper_bound, const Stabiliser& stabiliser);
    ProofRules& rules_of(const Searcher& searcher) {
        size_t i = 0;
        while (s_.searchers_[i].get() != &searcher) ++i;
        return i ? *others_[i - 1] : rules_;
    }
    // Calls body(rules, i) for all i less than `count`, about a set of n; by all threads, if that is worth it.
    template <class Body>
    void for_all(size_t count, int n, const Body& body) {
        if (!is_shared(count, n)) {
            for (size_t i = 0; i < count; ++i) body(rules_, i);
            return;
        }
        const int chunks = static_cast<int>((count + kChunk - 1) / kChunk);
        s_.pool_->parallel_for(*s_.searchers_[0], s_.searchers_[0]->loop, chunks, [&](Searcher& searcher, int chunk, Loop&) {
            ProofRules& rules = rules_of(searcher);
            for (size_t i = chunk * kChunk; i < std::min(count, (chunk + 1) * kChunk); ++i) body(rules, i);
        });
    }
    bool is_shared(size_t count, int n) const { return s_.pool_ && count > kChunk && count * n >= kShared; }
    static constexpr size_t kChunk = 512, kShared = 1 << 12;  // guesses of an iteration; guesses times candidates
    static void put(std::vector<uint8_t>& to, uint64_t number) {
        for (; number > 127; number >>= 7) to.push_back(static_cast<uint8_t>(number | 128));
        to.push_back(static_cast<uint8_t>(number));
    }

    Search& s_;                                        // what is proved
    const Claim& claim_;                               // likewise
    CodeImages images_;                                // of its game
    ProofRules rules_;                                 // that close guesses
    std::vector<std::unique_ptr<ProofRules>> others_;  // of the other threads
    int64_t remembered_ = 0;                           // candidates in all lemmas so far
    std::map<std::pair<int, int>, LemmaWorth> worth_;  // by depth and size
};

std::vector<uint8_t> CertificateWriter::lemma(const ProofSet& x, Cost least, int only, const Stabiliser& stabiliser, int nested) {
    if (s_.stop_.load(std::memory_order_relaxed)) throw Stopped{};
    remembered_ += x.n;
    if (nested > kMostNested || remembered_ > kMostRemembered)
        throw std::length_error("the proof is nested too deep, or too long, for a certificate");
    const bool has_images = !stabiliser.trivial && only < 0;
    const Arena::Scope scope(rules_.arena());
    OpenSet open{.x = x};
    rules_.open(
        open, least, only, [&](int g) { return !has_images || images_.symmetry().is_first(stabiliser, g); },
        [&](size_t count, const auto& body) { for_all(count, x.n, body); });
    const std::vector<uint8_t> symmetries = has_images ? name_symmetries(open.guesses, stabiliser) : std::vector<uint8_t>{};
    std::vector<uint8_t> cells_proved;
    uint64_t count = 0;
    std::vector<uint8_t> closed(open.guesses.size());  // by the lemmas so far; those to come close more
    if (is_shared(closed.size(), x.n))
        for_all(closed.size(), x.n, [&](ProofRules& rules, size_t i) {
            const Arena::Scope own_scope(rules.arena());
            OpenSet own = rules.borrow(open);
            closed[i] = rules.cost(own, open.guesses[i], least) >= least;
        });
    for (size_t i = 0; i < closed.size(); ++i) {
        const int g = open.guesses[i];
        const Cost total = closed[i] ? least : rules_.cost(open, g, least);
        if (total >= least) continue;
        for (const Wanted& wanted : choose(open.cells, total, least, g, stabiliser)) {
            ++count;
            put(cells_proved, g), put(cells_proved, claim_.codes.at(wanted.cell.feedback));
            put(cells_proved, wanted.bound >= kNever ? 0 : wanted.bound);
            const std::vector<uint8_t> proved =
                lemma(wanted.cell.set, wanted.bound, -1, images_.symmetry().after(stabiliser, g, wanted.cell.feedback), nested + 1);
            cells_proved.insert(cells_proved.end(), proved.begin(), proved.end());
            worth(wanted.cell.set).add_lemma(proved.size());
        }
    }
    rules_.keep(x, least);
    std::vector<uint8_t> out;
    put(out, 2 * count + !symmetries.empty());
    out.insert(out.end(), symmetries.begin(), symmetries.end());
    out.insert(out.end(), cells_proved.begin(), cells_proved.end());
    return out;
}

// Few symmetries that lead from these guesses, the lowest of their orbits, to all of the orbits; nothing where they are all.
std::vector<uint8_t> CertificateWriter::name_symmetries(const std::vector<int32_t>& lowest, const Stabiliser& stabiliser) const {
    const std::vector<Renaming> all = images_.generators(stabiliser);
    std::vector<int32_t> guesses = lowest;  // of the orbits
    std::unordered_map<int32_t, int> place_of;
    for (size_t i = 0; i < guesses.size(); ++i) place_of[guesses[i]] = static_cast<int>(i);
    std::vector<std::vector<int>> images(all.size());  // by place
    for (size_t i = 0; i < guesses.size(); ++i)
        for (size_t by = 0; by < all.size(); ++by) {
            const int image = images_.image(all[by], guesses[i]);
            const auto [place, is_new] = place_of.try_emplace(image, static_cast<int>(guesses.size()));
            if (is_new) guesses.push_back(image);
            images[by].push_back(place->second);
        }
    DisjointSets orbits(guesses.size());
    std::vector<uint8_t> named;
    uint64_t count = 0;
    size_t left = guesses.size();  // orbits
    for (size_t by = 0; by < all.size() && left > lowest.size(); ++by) {
        const size_t before = left;
        for (size_t i = 0; i < guesses.size(); ++i) left -= orbits.join(static_cast<int>(i), images[by][i]);
        if (left == before) continue;
        if (++count > kMostGenerators) throw std::length_error("a lemma needs too many symmetries for a certificate");
        for (uint8_t place : all[by].places) put(named, place);
        for (uint8_t name : all[by].names) put(named, name);
    }
    std::vector<uint8_t> out;
    if (count) put(out, count), out.insert(out.end(), named.begin(), named.end());
    return out;
}

// The cells of a guess that are to be proved to cost more, the smallest first.
std::vector<CertificateWriter::Wanted> CertificateWriter::choose(const std::vector<ProofCell>& cells, Cost total, Cost least, int guess,
                                                                 const Stabiliser& stabiliser) {
    std::vector<Wanted> wanted;
    Stabiliser below;
    int feedback = -1;  // that `below` is of
    const auto is_smaller = [](const ProofCell& a, const ProofCell& b) {
        return a.set.n != b.set.n ? a.set.n < b.set.n : a.feedback < b.feedback;
    };
    std::vector<ProofCell> order = cells;
    std::sort(order.begin(), order.end(), is_smaller);
    if (least >= kNever || (!cells.empty() && rules_.step(cells[0].set.depth) == 0)) {
        std::reverse(order.begin(), order.end());
    } else {
        std::stable_sort(order.begin(), order.end(),
                         [this](const ProofCell& a, const ProofCell& b) { return worth(a.set).of_lemma() > worth(b.set).of_lemma(); });
    }
    for (const ProofCell& cell : order) {
        if (total >= least) break;
        if (cell.set.n < 3) continue;
        if (feedback < 0 || images_.symmetry().moves_feedbacks())
            below = images_.symmetry().after(stabiliser, guess, cell.feedback), feedback = cell.feedback;
        const Cost limit = least >= kNever ? kNever : cell.bound + (least - total);
        const Cost cost = std::min(search(cell.set, limit, below), limit);
        worth(cell.set).add_search(cost - cell.bound);
        if (cost <= cell.bound) continue;
        if (cost >= kNever) return {{.cell = cell, .bound = kNever}};
        total += cost - cell.bound;
        wanted.push_back({.cell = cell, .bound = cost});
    }
    if (total < least) throw std::logic_error("a guess costs less than was proved");
    std::sort(wanted.begin(), wanted.end(), [&](const Wanted& a, const Wanted& b) { return is_smaller(a.cell, b.cell); });
    Cost slack = total - least;
    std::vector<Wanted> needed;
    for (auto one = wanted.rbegin(); one != wanted.rend(); ++one) {
        const Cost gain = one->bound - one->cell.bound;
        if (gain <= slack) slack -= gain;
        else needed.push_back(*one);
    }
    if (!needed.empty()) needed.front().bound -= slack;
    std::reverse(needed.begin(), needed.end());
    return needed;
}

// What a set costs at least: all that is needed below the upper bound.
Cost CertificateWriter::search(const ProofSet& x, Cost upper_bound, const Stabiliser& stabiliser) {
    const std::vector<uint32_t> set(x.at, x.at + x.n);
    const std::vector<uint32_t> weights = s_.weights_.falling(set);
    const Hints none;
    const Stabiliser own = s_.symmetry_.names_by_position() ? Stabiliser{} : stabiliser;
    return s_.searchers_[0]->solve(s_.position_of(set, weights, x.depth, own, none), upper_bound).cost;
}

void Search::check_claim(const Claim& claim) const {
    if (table_.any_losing || hard_.known()) throw std::invalid_argument("no certificates of games with losing feedbacks or hard mode");
    if (claim.codes.size() != static_cast<size_t>(table_.feedbacks)) throw std::invalid_argument("a code for each feedback");
    if (claim.first < -1 || claim.first >= table_.guesses) throw std::invalid_argument("no such first guess");
    if (claim.first >= 0) {  // what is counted of guesses holds for those that split
        const Row row = table_.row(claim.first);
        int s = 1;
        while (s < table_.secrets && row[s] == row[0]) ++s;
        if (s == table_.secrets) throw std::invalid_argument("the first guess tells no secrets apart: it has no certificate");
    }
    Cost weight = 0;
    for (int s = 0; s < table_.secrets; ++s) weight += weights_.of(s);
    if (prices_.absolute(prices_.endless() ? table_.secrets : prices_.levels() - 1) > (kMostCertified - 1) / weight)
        throw std::invalid_argument("costs of a certificate are less than 2^47");
}

std::vector<uint8_t> Search::certify(const Claim& claim, int threads) {
    check_claim(claim);
    RunOptions whole;
    whole.candidates.resize(table_.secrets);
    std::iota(whole.candidates.begin(), whole.candidates.end(), 0);
    whole.asked.emplace();
    begin(whole, check_asked(whole));
    std::vector<uint8_t> proof;
    try {
        with_threads(threads, stack_size() + (size_t{1} << 12) * kMostNested, [&] {
            CertificateWriter writer(*this, claim);
            proof = writer.write(claim.bound >= kNever ? kNever : claim.bound - root_base_);
        });
    } catch (const Stopped&) {
        stop_.store(false);
        throw;
    }
    return proof;
}

}  // namespace guesstree
