// Writes certificates: proofs that no tree costs less than a bound, as numbers for a small checker (docs/certificates.md has the format).
//
// The writer follows a search that has ended, and searches sets again whose values were lost. The values are only hints: the writer proves
// each lemma (a lower bound of the cost of a set) by the rules (proof_rules.hpp), so that a false value leads to a contradiction, and not
// to a proof. Games with losing feedbacks and hard mode are not supported.
//
// A guess that the rules do not close needs lemmas about some of its cells. The cells are searched, beginning with those whose lemmas are
// likely to gain most for their bytes, until the guess costs enough. Then the largest lemmas that are not needed are dropped, and the bound
// of the largest lemma that remains is lowered to what the guess needs. If only the last guesses cost anything, the largest cells come
// first, because small cells gain nothing. Lemmas are proved in the order in which a checker reads them, so that each lemma can use the
// lemmas before it. For a large set, the lemmas of several guesses are proved at the same time, each in a part of the proof that uses only
// lemmas from before all these parts. So threads share the work, and the proof does not depend on the number of threads.
#include <algorithm>
#include <atomic>
#include <bit>
#include <deque>
#include <map>
#include <numeric>
#include <stdexcept>

#include "proof_rules.hpp"
#include "search.hpp"
#include "searcher.hpp"
#include "symmetry.hpp"
#include "thread_pool.hpp"

namespace guesstree {

namespace {

constexpr int kMostNested = 250;                       // the most lemmas inside each other, counting the lemma of all secrets
constexpr int kMostGenerators = 100;                   // the most generators of a lemma
constexpr int64_t kMostRemembered = int64_t{1} << 29;  // the lemmas of a claim have at most this number of candidates

}  // namespace

// The writer for one search, which must not be running.
class CertificateWriter {
public:
    CertificateWriter(Search& search, const Claim& claim)
        : s_(search),
          claim_(claim),
          symmetry_(s_.weights_.exist() ? Symmetry() : s_.symmetry_.alike()),  // the checkers do not allow symmetries with weights
          rules_(s_.table_, *s_.masks_, s_.prices_, s_.bounds_, s_.weights_, s_.options_.candidates_only) {
        if (claim.by_class) {  // this takes classes * guesses * secrets steps
            std::vector<int> class_of(s_.table_.guesses);
            std::iota(class_of.begin(), class_of.end(), 0);
            int classes = s_.table_.guesses;
            if (s_.symmetry_.known()) classes = s_.symmetry_.classes(class_of, s_.symmetry_.moves_feedbacks());
            rules_.use_classes(std::move(class_of), classes);
        }
        for (size_t i = 1; i < s_.searchers_.size(); ++i)
            others_.push_back(
                std::make_unique<ProofRules>(s_.table_, *s_.masks_, s_.prices_, s_.bounds_, s_.weights_, s_.options_.candidates_only));
        for (const auto& other : others_) other->share_classes(rules_);
    }
    // Returns the bytes of the proof that the root of the search costs at least this, relative to its depth.
    std::vector<uint8_t> write(Cost least) {
        const ProofSet root{.at = s_.run_.candidates.data(), .n = static_cast<int>(s_.run_.candidates.size())};
        const Stabiliser whole = symmetry_.whole();
        Part all;
        rules_.use_lemmas(&all.lemmas);
        return lemma({*s_.searchers_[0], rules_, all}, root, least, claim_.first, whole, 1);
    }

private:
    // A cell, and the bound that a lemma must prove for the cell.
    struct Wanted {
        ProofCell cell;  // the cell, with the bound that follows from the rules
        Cost bound = 0;  // the bound to prove
    };
    // The gain and the bytes of lemmas about sets of one size and depth.
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
    // Lemmas that were written, and their number.
    struct Written {
        std::vector<uint8_t> bytes = {};
        uint64_t count = 0;
        void add(const Written& more) { bytes.insert(bytes.end(), more.bytes.begin(), more.bytes.end()), count += more.count; }
    };
    // A part of the proof, which one thread writes, with its lemmas and statistics. At first, it has those of the part around it.
    struct Part {
        Lemmas lemmas;
        std::map<std::pair<int, int>, LemmaWorth> worths = {};  // the worth of lemmas, by depth and size
        LemmaWorth& worth(const ProofSet& x) {
            return worths[{x.depth, x.n < 32 ? x.n : 32 * static_cast<int>(std::bit_width(static_cast<unsigned>(x.n)))}];
        }
        // Adds the lemmas and statistics of another part; `before` are the statistics with which it began.
        void add(const Part& other, std::map<std::pair<int, int>, LemmaWorth>& before) {
            lemmas.keep_all(other.lemmas);
            for (const auto& [key, worth] : other.worths) worths[key].add(worth, before[key]);
        }
    };
    // The state of one thread.
    struct Worker {
        Searcher& searcher;
        ProofRules& rules;
        Part& part;
    };
    // Returns the bytes of the proof that the set costs at least `least` with the first guess `only` (-1: any), inside nested - 1 others.
    std::vector<uint8_t> lemma(const Worker& worker, const ProofSet& x, Cost least, int only, const Stabiliser& stabiliser, int nested) {
        if (s_.stop_.load(std::memory_order_relaxed)) throw Stopped{};
        if (nested > kMostNested || (remembered_ += x.n) > kMostRemembered)
            throw std::length_error("the proof is nested too deep, or too long, for a certificate");
        const bool has_images = !stabiliser.trivial && only < 0;
        ProofRules& rules = worker.rules;
        const Arena::Scope scope(rules.arena());
        const OpenSet open = rules.open(
            x, least, only, [&](int g) { return !has_images || symmetry_.is_first(stabiliser, g); },
            [&](size_t count, size_t chunk, const auto& body) { for_all(worker, count, chunk, body); });
        const std::vector<uint8_t> symmetries = has_images ? name_symmetries(open.guesses, stabiliser) : std::vector<uint8_t>{};
        std::vector<uint8_t> is_open(open.guesses.size());  // whether a guess is open after the lemmas so far; later lemmas may close it
        for_all(worker, is_open.size(), ProofRules::kTogether, [&](ProofRules& by, size_t from, size_t to) {
            const Arena::Scope own_scope(by.arena());
            CutGuess cuts[ProofRules::kTogether];
            for (size_t i = from; i < to; ++i) cuts[i - from] = by.cut(open, open.guesses[i]);
            for (int k = by.raise(open, cuts, static_cast<int>(to - from), least); k > 0; --k)
                is_open[std::lower_bound(open.guesses.begin(), open.guesses.end(), cuts[k - 1].guess) - open.guesses.begin()] = 1;
        });
        Written written;
        for (size_t i = 0; i < is_open.size();) {
            const Arena::Scope own_scope(rules.arena());
            std::vector<CutGuess> cuts;
            for (const size_t most = x.n < kPartsFrom ? 1 : kParts; i < is_open.size() && cuts.size() < most; ++i) {
                if (!is_open[i]) continue;
                CutGuess cut = rules.cut(open, open.guesses[i]);
                if (rules.raise(open, &cut, 1, least)) cuts.push_back(cut);
            }
            if (cuts.size() == 1) written.add(close(worker, cuts[0], least, stabiliser, nested));
            else written.add(close_all(worker, cuts, least, stabiliser, nested));
        }
        worker.part.lemmas.keep(x, least);
        std::vector<uint8_t> out;
        put(out, 2 * written.count + !symmetries.empty());
        out.insert(out.end(), symmetries.begin(), symmetries.end());
        out.insert(out.end(), written.bytes.begin(), written.bytes.end());
        return out;
    }
    // Closes a guess of an open set by lemmas.
    Written close(const Worker& worker, const CutGuess& cut, Cost least, const Stabiliser& stabiliser, int nested) {
        Written written;
        for (const Wanted& wanted : choose(worker, cut, least, stabiliser)) {
            ++written.count;
            put(written.bytes, cut.guess), put(written.bytes, claim_.codes.at(wanted.cell.feedback));
            put(written.bytes, wanted.bound >= kNever ? 0 : wanted.bound);
            const Stabiliser below = symmetry_.after(stabiliser, cut.guess, wanted.cell.feedback);
            const std::vector<uint8_t> proved = lemma(worker, wanted.cell.set, wanted.bound, -1, below, nested + 1);
            written.bytes.insert(written.bytes.end(), proved.begin(), proved.end());
            worker.part.worth(wanted.cell.set).add_lemma(proved.size());
        }
        return written;
    }
    // Closes several guesses, each in a part of its own.
    Written close_all(const Worker& worker, const std::vector<CutGuess>& cuts, Cost least, const Stabiliser& stabiliser, int nested) {
        std::vector<Written> written(cuts.size());
        std::deque<Part> parts;
        for (size_t k = 0; k < cuts.size(); ++k) parts.push_back({.lemmas = Lemmas(&worker.part.lemmas), .worths = worker.part.worths});
        parallel_for(worker, cuts.size(), [&](Searcher& searcher, ProofRules& rules, size_t k) {
            const Lemmas* const before = rules.use_lemmas(&parts[k].lemmas);
            written[k] = close({searcher, rules, parts[k]}, cuts[k], least, stabiliser, nested);
            rules.use_lemmas(before);
        });
        auto worths = worker.part.worths;
        for (const Part& part : parts) worker.part.add(part, worths);
        Written all;
        for (const Written& one : written) all.add(one);
        return all;
    }
    // Returns the bytes of a few symmetries that generate the orbits of which these guesses are the lowest; none if each orbit is a guess.
    std::vector<uint8_t> name_symmetries(const std::vector<int32_t>& lowest, const Stabiliser& stabiliser) const {
        const std::vector<Renaming> all = symmetry_.generators(stabiliser);
        std::vector<int32_t> guesses = lowest;              // the guesses of the orbits
        std::vector<int32_t> above(s_.table_.guesses, -1);  // disjoint sets: another guess of the same set, or the guess itself
        for (int32_t guess : lowest) above[guess] = guess;
        for (size_t i = 0; i < guesses.size(); ++i)
            for (const Renaming& by : all)
                if (const int image = symmetry_.image(by, guesses[i]); above[image] < 0) above[image] = image, guesses.push_back(image);
        const auto top = [&above](int32_t guess) {
            while (above[guess] != guess) guess = above[guess] = above[above[guess]];
            return guess;
        };
        std::vector<uint8_t> named;
        uint64_t count = 0;
        size_t left = guesses.size();  // the number of disjoint sets
        for (size_t i = 0; i < all.size() && left > lowest.size(); ++i) {
            const size_t before = left;
            for (int32_t guess : guesses) {
                const int32_t a = top(guess), b = top(symmetry_.image(all[i], guess));
                left -= a != b, above[a] = b;
            }
            if (left == before) continue;
            if (++count > kMostGenerators) throw std::length_error("a lemma needs too many symmetries for a certificate");
            for (uint8_t place : all[i].places) put(named, place);
            for (uint8_t name : all[i].names) put(named, name);
        }
        std::vector<uint8_t> out;
        if (count) put(out, count), out.insert(out.end(), named.begin(), named.end());
        return out;
    }
    // Returns the cells of a guess that need lemmas, the smallest first.
    std::vector<Wanted> choose(const Worker& worker, const CutGuess& cut, Cost least, const Stabiliser& stabiliser) {
        std::vector<Wanted> wanted;
        Stabiliser below;
        int feedback = -1;  // the feedback of `below`
        const auto is_smaller = [](const ProofCell& a, const ProofCell& b) {
            return a.set.n != b.set.n ? a.set.n < b.set.n : a.feedback < b.feedback;
        };
        std::vector<ProofCell> order(cut.cells.begin(), cut.cells.begin() + cut.large);
        std::sort(order.begin(), order.end(), is_smaller);
        if (least >= kNever || (!order.empty() && worker.rules.step(order[0].set.depth) == 0)) {
            std::reverse(order.begin(), order.end());
        } else {
            std::stable_sort(order.begin(), order.end(), [&part = worker.part](const ProofCell& a, const ProofCell& b) {
                return part.worth(a.set).of_lemma() > part.worth(b.set).of_lemma();
            });
        }
        Cost total = cut.total;
        for (const ProofCell& cell : order) {
            if (total >= least) break;
            if (feedback < 0 || symmetry_.moves_feedbacks())
                below = symmetry_.after(stabiliser, cut.guess, cell.feedback), feedback = cell.feedback;
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
    // Returns a lower bound of the cost of a set, by a search below the upper bound.
    Cost search(const Worker& worker, const ProofSet& x, Cost upper_bound, const Stabiliser& stabiliser) {
        const std::vector<uint32_t> set(x.at, x.at + x.n);
        const std::vector<uint32_t> weights = s_.weights_.falling(set);
        const Hints none;
        const Stabiliser own = s_.symmetry_.names_by_position() ? Stabiliser{} : stabiliser;
        return worker.searcher.solve(s_.position_of(set, weights, x.depth, own, none), upper_bound).cost;
    }
    // Calls body(rules, from, to) for parts of the numbers below `count`; by all threads, if there are several.
    template <class Body>
    void for_all(const Worker& worker, size_t count, size_t chunk, const Body& body) {
        parallel_for(worker, (count + chunk - 1) / chunk, [&](Searcher&, ProofRules& rules, size_t k) {
            const Lemmas* const before = rules.use_lemmas(&worker.part.lemmas);
            body(rules, k * chunk, std::min(count, (k + 1) * chunk));
            rules.use_lemmas(before);
        });
    }
    // Calls body(searcher, rules, k) for all k below `count`, by all threads.
    template <class Body>
    void parallel_for(const Worker& worker, size_t count, const Body& body) {
        if (!s_.pool_ || count < 2)
            for (size_t k = 0; k < count; ++k) body(worker.searcher, worker.rules, k);
        else
            s_.pool_->parallel_for(worker.searcher, worker.searcher.loop, static_cast<int>(count), [&](Searcher& searcher, int k, Loop&) {
                size_t at = 0;  // the index of the searcher
                while (s_.searchers_[at].get() != &searcher) ++at;
                body(searcher, at ? *others_[at - 1] : rules_, static_cast<size_t>(k));
            });
    }
    static constexpr int kPartsFrom = 1500, kParts = 4;  // for larger sets, this number of guesses at a time have parts of their own
    static void put(std::vector<uint8_t>& to, uint64_t number) {
        for (; number > 127; number >>= 7) to.push_back(static_cast<uint8_t>(number | 128));
        to.push_back(static_cast<uint8_t>(number));
    }

    Search& s_;                                        // the search to prove
    const Claim& claim_;                               // the claim to prove
    const Symmetry symmetry_;                          // the symmetries of the game
    ProofRules rules_;                                 // the rules that close guesses
    std::vector<std::unique_ptr<ProofRules>> others_;  // the rules of the other threads
    std::atomic<int64_t> remembered_ = 0;              // the number of candidates in all lemmas so far
};

std::vector<uint8_t> Search::certify(const Claim& claim, int threads) {
    if (table_.any_losing || hard_.is_on()) throw std::invalid_argument("no certificates of games with losing feedbacks or hard mode");
    if (claim.codes.size() != static_cast<size_t>(table_.feedbacks)) throw std::invalid_argument("a code for each feedback");
    if (claim.first < -1 || claim.first >= table_.guesses) throw std::invalid_argument("no such first guess");
    RunOptions whole;
    whole.candidates.resize(table_.secrets);
    std::iota(whole.candidates.begin(), whole.candidates.end(), 0);
    whole.asked.emplace();
    begin(whole, check_asked(whole));
    const Finish finish{*this};
    std::vector<uint8_t> proof;
    with_threads(threads, stack_size() + (size_t{1} << 12) * kMostNested, [&] {
        CertificateWriter writer(*this, claim);
        proof = writer.write(claim.bound >= kNever ? kNever : claim.bound - root_base_);
    });
    return proof;
}

}  // namespace guesstree
