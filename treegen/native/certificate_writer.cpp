// Writes certificates: proofs that no tree costs less, as numbers that a small program can check (docs/certificates.md has the
// format).
//
// The writer goes through a search that has ended; what its transposition table has forgotten is searched again. What the
// search says is only a hint: the writer proves each lemma by the rules (proof_rules.hpp), so a false value is a contradiction,
// and no proof is written. It does not know losing feedbacks or hard mode.
//
// A guess that the rules leave open needs lemmas about some of its cells. The cells are searched, those first whose lemmas are
// likely to bring most for their bytes, until the guess costs enough; then the largest that are not needed are dropped again,
// and the largest that is left is asked for no more than what is needed. Where nothing is paid before the last guesses, the
// largest cells come first: small ones bring nothing. Lemmas are proved in the order in which a checker meets them, so each
// can use those before it. Of a large set, some guesses at a time get their lemmas at once, each as a part that sees what was
// proved before all of them: so threads share the work, and the proof does not depend on how many there are.
#include <algorithm>
#include <atomic>
#include <bit>
#include <deque>
#include <map>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

#include "code_images.hpp"
#include "proof_rules.hpp"
#include "search.hpp"
#include "searcher.hpp"
#include "thread_pool.hpp"

namespace guesstree {

namespace {

constexpr int kMostNested = 250;                       // lemmas inside each other, that of all secrets counted
constexpr int kMostGenerators = 100;                   // of a lemma
constexpr int64_t kMostRemembered = int64_t{1} << 29;  // candidates in all lemmas of a claim
constexpr Cost kMostCertified = Cost{1} << 47;         // no sum of costs in a certificate reaches this

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

// Gives the rules the caps of each class of guesses: takes classes * guesses * secrets steps.
void use_class_caps(ProofRules& rules, const Symmetry& symmetry) {
    std::vector<int> class_of(rules.table().guesses);
    int classes = rules.table().guesses;
    if (symmetry.known()) classes = symmetry.classes(class_of, symmetry.moves_feedbacks());
    else std::iota(class_of.begin(), class_of.end(), 0);
    rules.use_classes(std::move(class_of), classes);
}

}  // namespace

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
        Part all;
        rules_.see(&all.lemmas);
        return lemma({*s_.searchers_[0], rules_, all}, root, least, claim_.first, whole, 1);
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
        void add(const LemmaWorth& now, const LemmaWorth& before) {
            gain_ += now.gain_ - before.gain_, searches_ += now.searches_ - before.searches_;
            bytes_ += now.bytes_ - before.bytes_, lemmas_ += now.lemmas_ - before.lemmas_;
        }
        void add_lemma(size_t bytes) { bytes_ += static_cast<double>(bytes), ++lemmas_; }
        double of_lemma() const { return gain_ / searches_ * lemmas_ / bytes_; }

    private:
        static constexpr Cost kMostGain = 100;
        double gain_ = 1, searches_ = 1, bytes_ = 8, lemmas_ = 1;
    };
    // Lemmas that were written, and how many.
    struct Written {
        std::vector<uint8_t> bytes = {};
        uint64_t count = 0;
        void add(const Written& more) { bytes.insert(bytes.end(), more.bytes.begin(), more.bytes.end()), count += more.count; }
    };
    // A part of the proof, which one thread writes: what it has proved and learned. It begins with what the part around it knows.
    struct Part {
        Lemmas lemmas;
        std::map<std::pair<int, int>, LemmaWorth> worths = {};  // by depth and size
        LemmaWorth& worth(const ProofSet& x) {
            return worths[{x.depth, x.n < 32 ? x.n : 32 * static_cast<int>(std::bit_width(static_cast<unsigned>(x.n)))}];
        }
        // Adds what another part, which began with `before`, knows now.
        void add(const Part& other, std::map<std::pair<int, int>, LemmaWorth>& before) {
            lemmas.keep_all(other.lemmas);
            for (const auto& [key, worth] : other.worths) worths[key].add(worth, before[key]);
        }
    };
    // What one thread needs.
    struct Worker {
        Searcher& searcher;
        ProofRules& rules;
        Part& part;
    };
    std::vector<uint8_t> lemma(const Worker& worker, const ProofSet& x, Cost least, int only, const Stabiliser& stabiliser, int nested) {
        if (s_.stop_.load(std::memory_order_relaxed)) throw Stopped{};
        if (nested > kMostNested || (remembered_ += x.n) > kMostRemembered)
            throw std::length_error("the proof is nested too deep, or too long, for a certificate");
        const bool has_images = !stabiliser.trivial && only < 0;
        ProofRules& rules = worker.rules;
        const Arena::Scope scope(rules.arena());
        OpenSet open{.x = x};
        rules.open(
            open, least, only, [&](int g) { return !has_images || images_.symmetry().is_first(stabiliser, g); },
            [&](size_t count, size_t chunk, const auto& body) { for_all(worker, count, chunk, body); });
        const std::vector<uint8_t> symmetries = has_images ? name_symmetries(open.guesses, stabiliser) : std::vector<uint8_t>{};
        std::vector<uint8_t> closed(open.guesses.size());  // by the lemmas so far; those to come close more
        if (is_shared(closed.size(), kCosts))
            for_all(worker, closed.size(), kCosts, [&](ProofRules& by, size_t i) {
                const Arena::Scope own_scope(by.arena());
                OpenSet own = by.borrow(open);
                closed[i] = by.cost(own, open.guesses[i], least) >= least;
            });
        Written written;
        for (size_t i = 0; i < closed.size();) {
            std::vector<int32_t> guesses;  // that are left
            for (const size_t most = x.n < kPartsFrom ? 1 : kParts; i < closed.size() && guesses.size() < most; ++i)
                if (!closed[i] && rules.cost(open, open.guesses[i], least) < least) guesses.push_back(open.guesses[i]);
            if (guesses.size() == 1) written.add(close(worker, open, guesses[0], least, stabiliser, nested));
            else written.add(close_all(worker, open, guesses, least, stabiliser, nested));
        }
        worker.part.lemmas.keep(x, least);
        std::vector<uint8_t> out;
        put(out, 2 * written.count + !symmetries.empty());
        out.insert(out.end(), symmetries.begin(), symmetries.end());
        out.insert(out.end(), written.bytes.begin(), written.bytes.end());
        return out;
    }
    // Closes a guess of an open set by lemmas.
    Written close(const Worker& worker, OpenSet& open, int guess, Cost least, const Stabiliser& stabiliser, int nested) {
        Written written;
        const Cost total = worker.rules.cost(open, guess, least);
        for (const Wanted& wanted : choose(worker, open.cells, total, least, guess, stabiliser)) {
            ++written.count;
            put(written.bytes, guess), put(written.bytes, claim_.codes.at(wanted.cell.feedback));
            put(written.bytes, wanted.bound >= kNever ? 0 : wanted.bound);
            const Stabiliser below = images_.symmetry().after(stabiliser, guess, wanted.cell.feedback);
            const std::vector<uint8_t> proved = lemma(worker, wanted.cell.set, wanted.bound, -1, below, nested + 1);
            written.bytes.insert(written.bytes.end(), proved.begin(), proved.end());
            worker.part.worth(wanted.cell.set).add_lemma(proved.size());
        }
        return written;
    }
    // Closes several, each in a part of its own.
    Written close_all(const Worker& worker, const OpenSet& open, const std::vector<int32_t>& guesses, Cost least,
                      const Stabiliser& stabiliser, int nested) {
        std::vector<Written> written(guesses.size());
        std::deque<Part> parts;
        for (size_t k = 0; k < guesses.size(); ++k) parts.push_back({.lemmas = Lemmas(&worker.part.lemmas), .worths = worker.part.worths});
        const auto write = [&](Searcher& searcher, size_t k) {
            ProofRules& rules = rules_of(searcher);
            const Lemmas* const before = rules.see(&parts[k].lemmas);
            const Arena::Scope scope(rules.arena());
            OpenSet own = rules.borrow(open);
            written[k] = close({searcher, rules, parts[k]}, own, guesses[k], least, stabiliser, nested);
            rules.see(before);
        };
        if (s_.pool_) parallel_for(worker, guesses.size(), write);
        else
            for (size_t k = 0; k < guesses.size(); ++k) write(worker.searcher, k);
        auto worths = worker.part.worths;
        for (const Part& part : parts) worker.part.add(part, worths);
        for (size_t k = 1; k < written.size(); ++k) written[0].add(written[k]);
        return written.empty() ? Written() : written[0];
    }
    // Few symmetries that lead from these guesses, the lowest of their orbits, to all of the orbits; nothing where they are all.
    std::vector<uint8_t> name_symmetries(const std::vector<int32_t>& lowest, const Stabiliser& stabiliser) const {
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
    std::vector<Wanted> choose(const Worker& worker, const std::vector<ProofCell>& cells, Cost total, Cost least, int guess,
                               const Stabiliser& stabiliser) {
        std::vector<Wanted> wanted;
        Stabiliser below;
        int feedback = -1;  // that `below` is of
        const auto is_smaller = [](const ProofCell& a, const ProofCell& b) {
            return a.set.n != b.set.n ? a.set.n < b.set.n : a.feedback < b.feedback;
        };
        std::vector<ProofCell> order = cells;
        std::sort(order.begin(), order.end(), is_smaller);
        if (least >= kNever || (!cells.empty() && worker.rules.step(cells[0].set.depth) == 0)) {
            std::reverse(order.begin(), order.end());
        } else {
            std::stable_sort(order.begin(), order.end(), [&part = worker.part](const ProofCell& a, const ProofCell& b) {
                return part.worth(a.set).of_lemma() > part.worth(b.set).of_lemma();
            });
        }
        for (const ProofCell& cell : order) {
            if (total >= least) break;
            if (cell.set.n < 3) continue;
            if (feedback < 0 || images_.symmetry().moves_feedbacks())
                below = images_.symmetry().after(stabiliser, guess, cell.feedback), feedback = cell.feedback;
            const Cost limit = least >= kNever ? kNever : cell.bound + (least - total);
            const Cost cost = std::min(search(worker, cell.set, limit, below), limit);
            worker.part.worth(cell.set).add_search(cost - cell.bound);
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
    Cost search(const Worker& worker, const ProofSet& x, Cost upper_bound, const Stabiliser& stabiliser) {
        const std::vector<uint32_t> set(x.at, x.at + x.n);
        const std::vector<uint32_t> weights = s_.weights_.falling(set);
        const Hints none;
        const Stabiliser own = s_.symmetry_.names_by_position() ? Stabiliser{} : stabiliser;
        return worker.searcher.solve(s_.position_of(set, weights, x.depth, own, none), upper_bound).cost;
    }
    ProofRules& rules_of(const Searcher& searcher) {
        size_t i = 0;
        while (s_.searchers_[i].get() != &searcher) ++i;
        return i ? *others_[i - 1] : rules_;
    }
    // Calls body(rules, i) for all i less than `count`; by all threads, a chunk at a time, if there are several.
    template <class Body>
    void for_all(const Worker& worker, size_t count, size_t chunk, const Body& body) {
        if (!is_shared(count, chunk)) {
            for (size_t i = 0; i < count; ++i) body(worker.rules, i);
            return;
        }
        parallel_for(worker, (count + chunk - 1) / chunk, [&](Searcher& searcher, size_t k) {
            ProofRules& rules = rules_of(searcher);
            const Lemmas* const before = rules.see(&worker.part.lemmas);
            for (size_t i = k * chunk; i < std::min(count, (k + 1) * chunk); ++i) body(rules, i);
            rules.see(before);
        });
    }
    bool is_shared(size_t count, size_t chunk) const { return s_.pool_ && count > chunk; }
    template <class Body>
    void parallel_for(const Worker& worker, size_t count, const Body& body) {
        s_.pool_->parallel_for(worker.searcher, worker.searcher.loop, static_cast<int>(count),
                               [&](Searcher& searcher, int k, Loop&) { body(searcher, static_cast<size_t>(k)); });
    }
    static constexpr size_t kCosts = 16;                 // guesses whose costs a thread finds at a time
    static constexpr int kPartsFrom = 1500, kParts = 4;  // candidates of a set, and its guesses that are parts together
    static void put(std::vector<uint8_t>& to, uint64_t number) {
        for (; number > 127; number >>= 7) to.push_back(static_cast<uint8_t>(number | 128));
        to.push_back(static_cast<uint8_t>(number));
    }

    Search& s_;                                        // what is proved
    const Claim& claim_;                               // likewise
    CodeImages images_;                                // of its game
    ProofRules rules_;                                 // that close guesses
    std::vector<std::unique_ptr<ProofRules>> others_;  // of the other threads
    std::atomic<int64_t> remembered_ = 0;              // candidates in all lemmas so far
};

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
