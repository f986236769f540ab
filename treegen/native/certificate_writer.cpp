// Writes certificates: proofs that no tree costs less than a bound, as numbers for a small checker (docs/certificates.md has the format).
//
// The writer follows a search that has ended, and searches sets again whose values were lost. The values are only hints: the writer proves
// each lemma (a lower bound of the cost of a set) by the rules (proof_rules.hpp), so that a false value leads to a contradiction, and not
// to a proof. If a feedback loses, a guess that wins must lose for all other secrets, as in tables with the rule `identify`: it is made only
// if its secret is the only candidate. Hard mode is not supported.
//
// A guess that the rules do not close needs lemmas about some of its cells. First, lemmas are taken whose sets are images of sets of
// earlier lemmas, because a reference is all their proof. Then follow the cells that the table of the search knows to cost more than their
// bounds, those of the greatest gain for each candidate first (or, if only the last guesses cost anything, the largest, because small cells
// gain nothing); and if the guess does not yet cost enough, cells are searched. Then the largest lemmas that are not needed
// are dropped, and the bound of the largest lemma that remains is lowered to what the guess needs. Lemmas are proved in the order in which
// a checker reads them, so that each lemma can use those before it. For a large set, threads prove the lemmas of several guesses at the
// same time, each in a part of the proof that uses only what was proved before all these parts.
//
// Now and then the proof so far is kept for another process, which goes on from there. It is a proof of the bound 1, in which the lemmas
// that are not finished have this bound, too; if prices do not rise after every guess, it has only the finished lemmas of the whole set.
// It is read as if it came from anywhere: a false lemma in it makes a false certificate, which the caller must have checked.
//
// The table depends on the threads and the instructions of the machine, and so does the proof. Alone, one thread always finds the same.
#include <algorithm>
#include <atomic>
#include <bit>
#include <deque>
#include <numeric>
#include <stdexcept>

#include "proof_bytes.hpp"
#include "proof_rules.hpp"
#include "search.hpp"
#include "searcher.hpp"
#include "symmetry.hpp"
#include "thread_pool.hpp"

namespace guesstree {

namespace {

constexpr int kMostNested = 250;                       // the most lemmas inside each other, counting the lemma of all secrets
constexpr auto kKeepEvery = std::chrono::seconds(30);  // how often the proof so far is kept
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
          images_(s_.table_, symmetry_),
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
        s_.lemmas_ = std::make_unique<Lemmas>(claim_.follows_unlimited && s_.relaxed_ ? s_.relaxed_->lemmas_.get() : nullptr);
        rules_.use_lemmas(s_.lemmas_.get());
        const Worker worker{*s_.searchers_[0], rules_, *s_.lemmas_, &begun_};
        if (!claim_.begun.empty()) {
            ProofNumbers from{claim_.begun};
            Written& written = begun_[0].written;
            written.count = from.lemmas(), written.bytes.assign(from.bytes.begin(), from.bytes.end());
            keep_lemmas(worker, root, from, written.count, 1);
        }
        const struct Keep {
            CertificateWriter& writer;
            ~Keep() { writer.keep_begun(); }
        } keep{*this};  // also for the claims that follow
        return lemma(worker, root, least, claim_.first, whole, 1);
    }

private:
    // A cell, and the bound that a lemma must prove for the cell.
    struct Wanted {
        ProofCell cell;     // the cell, with the bound that follows from the rules
        Cost of_image = 0;  // the bound that a lemma about an image of the cell proves, if it is more than that, else 0
        Cost known = 0;     // the bound that the table of the search has; 0: it was not asked
        Cost bound = 0;     // the bound to prove
        double worth() const { return static_cast<double>(known - cell.bound) / cell.set.n; }
    };
    // Returns whether the lemma of a cell takes fewer bytes than that of another one.
    static bool is_shorter(const Wanted& a, const Wanted& b) {
        if ((a.of_image > 0) != (b.of_image > 0)) return a.of_image > 0;
        return a.cell.set.n != b.cell.set.n ? a.cell.set.n < b.cell.set.n : a.cell.feedback < b.cell.feedback;
    }
    // The state of one thread.
    struct Worker {
        Searcher& searcher;
        ProofRules& rules;
        Lemmas& lemmas;                      // those of the part of the proof that the thread writes
        std::deque<Begun>* begun = nullptr;  // the lemmas that are being proved, the outermost first; null in a part of the proof
    };
    // Returns the proof that the set costs at least `least` with the first guess `only` (-1: any); nested - 1 lemmas are around it.
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
        Written own;
        Written& written = worker.begun ? (*worker.begun)[nested - 1].written : own;
        const std::vector<uint8_t> symmetries = has_images ? name_symmetries(open.guesses, stabiliser) : std::vector<uint8_t>{};
        std::vector<uint8_t> is_open(open.guesses.size());  // whether a guess is open after the lemmas so far; later lemmas may close it
        for_all(worker, is_open.size(), ProofRules::kTogether, [&](ProofRules& by, size_t from, size_t to) {
            const Arena::Scope own_scope(by.arena());
            CutGuess cuts[ProofRules::kTogether];
            for (size_t i = from; i < to; ++i) cuts[i - from] = by.cut(open, open.guesses[i]);
            for (int k = by.raise(open, cuts, static_cast<int>(to - from), least); k > 0; --k)
                is_open[std::lower_bound(open.guesses.begin(), open.guesses.end(), cuts[k - 1].guess) - open.guesses.begin()] = 1;
        });
        for (size_t i = 0; i < is_open.size();) {
            const Arena::Scope own_scope(rules.arena());
            std::vector<CutGuess> cuts;
            for (const size_t most = x.n < kPartsFrom || !s_.pool_ ? 1 : kParts; i < is_open.size() && cuts.size() < most; ++i) {
                if (!is_open[i]) continue;
                CutGuess cut = rules.cut(open, open.guesses[i]);
                if (rules.raise(open, &cut, 1, least)) cuts.push_back(cut);
            }
            if (cuts.size() == 1) close(worker, cuts[0], least, stabiliser, nested, written);
            else close_all(worker, cuts, least, stabiliser, nested, written);
            if (worker.begun && Search::Clock::now() - kept_ > kKeepEvery) keep_begun();
        }
        std::vector<uint8_t> out;
        put(out, 2 * written.count + !symmetries.empty());
        out.insert(out.end(), symmetries.begin(), symmetries.end());
        out.insert(out.end(), written.bytes.begin(), written.bytes.end());
        return out;
    }
    // Closes a guess of an open set by lemmas, which are added to `written`.
    void close(const Worker& worker, const CutGuess& cut, Cost least, const Stabiliser& stabiliser, int nested, Written& written) {
        for (const Wanted& wanted : choose(worker, cut, least, stabiliser))
            prove(worker, cut.guess, wanted.cell, wanted.bound, stabiliser, nested, written);
    }
    // Adds the lemma that a cell of a guess costs at least `bound` to `written`.
    void prove(const Worker& worker, int guess, const ProofCell& cell, Cost bound, const Stabiliser& stabiliser, int nested,
               Written& written) {
        const ProofSet& x = cell.set;
        Renaming own, other;
        const Key image = key_of(worker, x, &own);
        const Lemmas::OfImage& earlier = worker.lemmas.proved(image, x.depth);
        const bool is_image = earlier.least >= bound;
        const Cost proved = is_image ? earlier.least : bound;
        std::vector<uint8_t> proof;
        if (is_image) {
            key_of(worker, {.at = earlier.set.data(), .n = x.n, .depth = x.depth}, &other);
            put(proof, 1), put(proof, 0), put_exchanges(proof, onto(own, other));
        } else {
            if (worker.begun) {
                Begun& begun = worker.begun->emplace_back();
                if (x.n > 1 && worker.rules.step(x.depth) > 0) put_lemma(begun.head, guess, cell.feedback, 1);
            }
            proof = lemma(worker, x, proved, -1, symmetry_.after(stabiliser, guess, cell.feedback), nested + 1);
            if (worker.begun) worker.begun->pop_back();
        }
        ++written.count;
        put_lemma(written.bytes, guess, cell.feedback, proved);
        written.bytes.insert(written.bytes.end(), proof.begin(), proof.end());
        worker.lemmas.keep(x, proved, image);
    }
    // Writes how a lemma begins: its guess, its feedback, and its bound, or 0 if it is that there is no tree.
    void put_lemma(std::vector<uint8_t>& to, int guess, int feedback, Cost least) const {
        put(to, guess), put(to, number_of(guess, feedback)), put(to, least >= kNever ? 0 : least);
    }
    // Closes several guesses, each in a part of its own.
    void close_all(const Worker& worker, const std::vector<CutGuess>& cuts, Cost least, const Stabiliser& stabiliser, int nested,
                   Written& all) {
        std::vector<Written> written(cuts.size());
        std::deque<Lemmas> parts;
        for (size_t k = 0; k < cuts.size(); ++k) parts.emplace_back(&worker.lemmas);
        parallel_for(worker, cuts.size(), [&](Searcher& searcher, ProofRules& rules, size_t k) {
            const Lemmas* const before = rules.use_lemmas(&parts[k]);
            close({searcher, rules, parts[k]}, cuts[k], least, stabiliser, nested, written[k]);
            rules.use_lemmas(before);
        });
        for (const Lemmas& part : parts) worker.lemmas.keep_all(part);
        for (const Written& one : written) all.add(one);
    }
    // Keeps the proof so far, for Search::proof_so_far().
    void keep_begun() {
        std::vector<uint8_t> out = proof_of(begun_);
        const std::lock_guard lock(s_.mutex_);
        s_.proof_so_far_ = std::move(out), kept_ = Search::Clock::now();
    }
    // Keeps lemmas that another process wrote, and the lemmas in them.
    void keep_lemmas(const Worker& worker, const ProofSet& x, ProofNumbers& from, uint64_t count, int nested) {
        if (nested > kMostNested) throw std::invalid_argument("the proof in it is nested too deep");
        for (; count > 0; --count) {
            const uint64_t guess = from.take(), number = from.take(), least = from.take();
            std::vector<uint32_t> cell;
            for (uint32_t secret : guess < static_cast<uint64_t>(s_.table_.guesses) ? x.all() : std::span<const uint32_t>())
                if (const int feedback = s_.table_.row(static_cast<int>(guess))[secret];
                    feedback != s_.table_.winning && number_of(static_cast<int>(guess), feedback) == number)
                    cell.push_back(secret);
            if (cell.empty()) throw std::invalid_argument("the proof in it has a lemma of no candidates");
            const ProofSet inner{.at = cell.data(), .n = static_cast<int>(cell.size()), .depth = s_.prices_.next(x.depth)};
            const uint64_t lemmas = from.lemmas();
            keep_lemmas(worker, inner, from, lemmas, nested + 1);
            worker.lemmas.keep(inner, least && least < kNever ? static_cast<Cost>(least) : kNever, key_of(worker, inner));
            remembered_ += inner.n;
        }
    }
    // Returns the bytes of a few symmetries that generate the orbits of which these guesses are the lowest; none if each orbit is a guess.
    std::vector<uint8_t> name_symmetries(const std::vector<int32_t>& lowest, const Stabiliser& stabiliser) const {
        const std::vector<Renaming> all = symmetry_.generators(stabiliser);
        std::vector<int> orbit_of;
        symmetry_.orbits(lowest, all, orbit_of);
        std::vector<int32_t> guesses;  // the guesses of these orbits
        for (int32_t guess = 0; guess < s_.table_.guesses; ++guess)
            if (orbit_of[guess] >= 0) guesses.push_back(guess);
        size_t left = symmetry_.orbits(guesses, {}, orbit_of);  // the number of orbits under the renamings that are named
        std::vector<Renaming> named;
        std::vector<uint8_t> out, exchanges;
        for (const Renaming& by : all) {
            if (left == lowest.size()) break;
            if (std::all_of(guesses.begin(), guesses.end(), [&](int32_t g) { return orbit_of[symmetry_.image(by, g)] == orbit_of[g]; }))
                continue;
            named.push_back(by), put_exchanges(exchanges, by);
            left = symmetry_.orbits(guesses, named, orbit_of);
        }
        if (named.size() > kMostGenerators) throw std::length_error("a lemma needs too many symmetries for a certificate");
        if (!named.empty()) put(out, named.size()), out.insert(out.end(), exchanges.begin(), exchanges.end());
        return out;
    }
    // Returns the key of an image of a set, and the renaming that leads to this image; Key{} without symmetries.
    Key key_of(const Worker& worker, const ProofSet& x, Renaming* to = nullptr) const {
        return images_.useful() ? images_.of(x.at, x.n, worker.rules.arena(), to) : Key{};
    }
    // Returns the renaming that maps one set onto another, if `own` and `other` map them to the same image.
    static Renaming onto(const Renaming& own, const Renaming& other) {
        Renaming by = own;
        std::vector<uint8_t> back(own.names.size());  // the inverse of the names of `other`
        for (size_t i = 0; i < back.size(); ++i) back[other.names[i]] = static_cast<uint8_t>(i);
        for (uint8_t& name : by.names) name = back[name];
        for (size_t i = 0; i < own.places.size(); ++i) by.places[other.places[i]] = own.places[i];
        return by;
    }
    // Returns the cells of a guess that need lemmas, those that take the fewest bytes first.
    std::vector<Wanted> choose(const Worker& worker, const CutGuess& cut, Cost least, const Stabiliser& stabiliser) {
        std::vector<Wanted> order, wanted;
        Cost total = 0;
        Stabiliser below;
        int feedback = -1;  // the feedback of `below`
        const auto stabiliser_of = [&](const ProofCell& cell) -> const Stabiliser& {
            if (feedback < 0 || symmetry_.moves_feedbacks())
                below = symmetry_.after(stabiliser, cut.guess, cell.feedback), feedback = cell.feedback;
            return below;
        };
        // Collects cells, in the order, until the guess costs enough.
        const auto collect = [&](bool searches) {
            wanted.clear(), total = cut.total;
            for (Wanted one : order) {
                if (total >= least) break;
                const ProofCell& cell = one.cell;
                const Cost limit = least >= kNever ? kNever : cell.bound + (least - total);
                const Cost known = one.of_image ? one.of_image : one.known;
                one.bound = std::min(limit, searches ? bound(worker, cell.set, limit, stabiliser_of(cell), true) : known);
                if (one.bound <= cell.bound || (least >= kNever && one.bound < kNever)) continue;
                total = plus(total, one.bound - cell.bound);
                wanted.push_back(one);
            }
            return total >= least;
        };
        for (const ProofCell& cell : cut.cells.first(cut.large)) {
            const Cost of_image = worker.lemmas.proved(key_of(worker, cell.set), cell.set.depth).least;
            order.push_back({.cell = cell, .of_image = of_image > cell.bound ? of_image : 0});
        }
        std::sort(order.begin(), order.end(), is_shorter);
        bool is_enough = collect(false);
        if (!is_enough && !order.empty()) {
            for (Wanted& one : order) one.known = bound(worker, one.cell.set, 0, stabiliser_of(one.cell), false);
            // if only the last guesses cost anything, small cells gain nothing
            const bool are_large_first = least >= kNever || worker.rules.step(order[0].cell.set.depth) == 0;
            std::stable_sort(order.begin(), order.end(), [are_large_first](const Wanted& a, const Wanted& b) {
                if ((a.of_image > 0) != (b.of_image > 0)) return a.of_image > 0;
                return are_large_first ? a.cell.set.n > b.cell.set.n : a.worth() > b.worth();
            });
            is_enough = collect(false);
        }
        if (!is_enough && !collect(true)) throw std::logic_error("a guess costs less than was proved");
        if (least >= kNever) return wanted;
        std::sort(wanted.begin(), wanted.end(), is_shorter);
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
    // Returns a lower bound of the cost of a set: what the table of the search has, or what a search below the upper bound finds.
    Cost bound(const Worker& worker, const ProofSet& x, Cost upper_bound, const Stabiliser& stabiliser, bool searches) {
        const std::vector<uint32_t> set(x.at, x.at + x.n);
        const std::vector<uint32_t> weights = s_.weights_.falling(set);
        const Hints none;
        const Stabiliser own = s_.symmetry_.names_by_position() ? Stabiliser{} : stabiliser;
        const Position position = s_.position_of(set, weights, x.depth, own, none);
        return searches ? worker.searcher.solve(position, upper_bound).cost : worker.searcher.peek(position);
    }
    // Calls body(rules, from, to) for parts of the numbers below `count`; by all threads, if there are several.
    template <class Body>
    void for_all(const Worker& worker, size_t count, size_t chunk, const Body& body) {
        parallel_for(worker, (count + chunk - 1) / chunk, [&](Searcher&, ProofRules& rules, size_t k) {
            const Lemmas* const before = rules.use_lemmas(&worker.lemmas);
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
    // Returns the number of a feedback to a guess; the numbers are the same for all guesses, or stand guess by guess.
    uint32_t number_of(int guess, int feedback) const {
        const std::vector<uint32_t>& numbers = claim_.feedback_numbers;
        return numbers[(static_cast<size_t>(guess) * s_.table_.feedbacks + feedback) % numbers.size()];
    }

    Search& s_;                                              // the search to prove
    const Claim& claim_;                                     // the claim to prove
    const Symmetry symmetry_;                                // the symmetries of the game
    const ImageKeys images_;                                 // the keys of sets up to these symmetries
    ProofRules rules_;                                       // the rules that close guesses
    std::vector<std::unique_ptr<ProofRules>> others_;        // the rules of the other threads
    std::atomic<int64_t> remembered_ = 0;                    // the number of candidates in all lemmas so far
    std::deque<Begun> begun_ = std::deque<Begun>(1);         // the lemmas that are being proved, the outermost first
    Search::Clock::time_point kept_ = Search::Clock::now();  // when keep_begun() was called last
};

std::vector<uint8_t> Search::certify(const Claim& claim, int threads) {
    if (hard_.is_on()) throw std::invalid_argument("no certificates of hard mode");
    if (const size_t count = claim.feedback_numbers.size(), feedbacks = table_.feedbacks;
        count != feedbacks && count != table_.guesses * feedbacks)
        throw std::invalid_argument("a number for each feedback");
    if (claim.first < -1 || claim.first >= table_.guesses) throw std::invalid_argument("no such first guess");
    RunOptions whole;
    whole.candidates.resize(table_.secrets);
    std::iota(whole.candidates.begin(), whole.candidates.end(), 0);
    whole.asked.emplace();
    begin(whole, check_asked(whole));
    const Finish finish{*this};
    std::vector<uint8_t> proof;
    proof_so_far_.clear();
    with_threads(threads, stack_size() + (size_t{1} << 12) * kMostNested, [&] {
        CertificateWriter writer(*this, claim);
        proof = writer.write(claim.bound >= kNever ? kNever : claim.bound - root_base_);
    });
    return proof;
}

}  // namespace guesstree
