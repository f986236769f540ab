// The exact search: branch and bound (A. H. Land, A. G. Doig, 1960) over sets of candidates. Theorem 1 of docs/theory.md proves that it is
// correct. treegen/native/README.md has the order of guesses.
//
// A Search belongs to one table, list of prices and pool of guesses. The tables that it fills last from run to run: they are also used by
// the next run, by tree(), and by a search that inherits from it. Searchers, one for each thread, do the work (searcher.hpp); this class
// has the data that the searchers share.
//
// Costs are absolute at this interface and relative inside (prices.hpp). Upper bounds are exclusive everywhere. The memory consists of the
// masks, the transposition table, and for each thread a stack of 16 KiB per guess of the deepest tree; the system supplies only those pages
// of a stack that are in use.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "best_guesses.hpp"
#include "bounds.hpp"
#include "hard_mode.hpp"
#include "masks.hpp"
#include "prices.hpp"
#include "symmetry.hpp"
#include "table.hpp"
#include "transposition_table.hpp"

namespace guesstree {

// Speed-ups that can be switched off, to measure them and to test that they do not change results (tests/tools/check_proofs.py). In
// brackets are the times without this speed-up, relative to the time with all: for bulls-4x10 within 7 guesses, and for bulls-5x8.
enum Switch : unsigned {
    kCaps = 1,                // bounds use the cap of a set for its parts, too; without this, they use the number of feedbacks [1.13, 1.2]
    kSymmetry = 2,            // only one of several equivalent guesses is tried
    kTranspositionTable = 4,  // the values of sets are stored
    kCandidateBounds = 8,     // small sets are solved or bounded by trying their candidates as guesses (best_candidate)
    kWidestCounts = 16,       // cells are bounded by the most cells that any guess makes of them (bound_widest) [1.3, not measured]
    kLookups = 32,            // rows are looked up in a register (lookup.hpp); without this, they are read as for many feedbacks (WideRows)
    kImages = 64,             // sets that are images of each other share a value (ImageKeys)
    kLocalTables = 128,       // the cells of a guess are found as masks of the candidates (LocalTable); needs kLookups [1.4, 1.7]
    kBestColumns = 256,       // the most cells of a cell are first sought among the best guesses of the set (BestColumns) [0.93, 1.15]
    kAllSwitches = 511
};

// A step on the path to a set; the steps form a list that begins with the last guess.
struct Step {
    int guess = 0;                 // the guess of this step
    int count = 0;                 // the number of guesses up to this one
    const Step* before = nullptr;  // the step before this one; null at the first step
};

// A beam: in sets of more than `exact` candidates, only the `width` guesses of highest entropy are tried.
struct Beam {
    int width = 0;  // the number of guesses that are tried; 0: all
    int exact = 0;  // in sets of up to this size, all guesses are tried
    bool narrows(int n) const { return width && n > exact; }
};

// A set to search, with the history that led to it. The set lies in the arena of the thread that made it, and the path and the stabiliser
// on the stacks of the levels above. All of these live until the search of the guess that made this cell has ended.
struct Position {
    const uint32_t* set = nullptr;           // the candidates, rising
    int n = 0;                               // the number of candidates
    int depth = 0;                           // the number of guesses made, or the lowest with the same relative prices (Prices::same_as)
    Key key = {};                            // the key of the set, depth, beam and hints
    Key image = {};                          // the key of the set up to symmetry (ImageKeys); 0: not computed yet
    const Stabiliser* stabiliser = nullptr;  // the symmetries that do not change the guesses made; null if trivial or not known
    const Step* path = nullptr;              // the guesses made; null at the start, and if they are not known
    Beam beam = {};                          // the beam for this set and for all sets below it
    const uint32_t* weights = nullptr;       // the weights of the candidates, falling; null: each is 1
    Cost weight = 0;                         // the sum of the weights, in games with weights
    const Hints* hints = nullptr;            // in hard mode: the hints; null for a single candidate, which needs no search
    const GuessList* among = nullptr;        // in hard mode: the allowed guesses of the position above; null: all guesses
    const uint32_t* places = nullptr;        // in hard mode: the places of the candidates among those of the position above
    bool is_narrow() const { return beam.narrows(n); }
    // Returns the cost of the candidates if each costs `price`.
    Cost times(Cost price) const { return price * (weights ? weight : n); }
};

// A lemma: the value of a set that took noticeable time to solve, for checkpoints. The path determines the set. So a reader can form the
// set again, and need not trust the key; and a reader can solve the set again, and need not trust the cost. Key and value are those of the
// transposition table of a search with the same game, prices and pool of guesses.
struct LemmaHead {
    Key key = {};        // the key of the set at its depth
    int32_t depth = 0;   // the lowest depth with the same relative prices
    int32_t guess = -1;  // the guess of the value (see Value)
    Cost cost = 0;       // the cost of the value, relative to the depth
};
struct Lemma {
    LemmaHead head = {};
    std::vector<int32_t> path = {};  // each guess that leads to the set, followed by its feedback
    Value value() const { return {.cost = head.cost, .guess = head.guess}; }
};

// This exception leaves the recursion after stop().
struct Stopped : std::exception {
    const char* what() const noexcept override { return "the search was stopped"; }
};

// The options of a search, besides its game and its prices.
struct SearchOptions {
    bool candidates_only = false;       // whether only candidates may be guesses
    size_t memory = size_t{256} << 20;  // the number of bytes of all large tables (Search::table_bytes)
    unsigned switches = kAllSwitches;   // the speed-ups in use, a sum of Switch
    Weights weights = {};               // the weights of the secrets
    HardMode hard_mode = {};            // the rule that decides which guesses are allowed after hints
};

// The task of a run.
struct RunOptions {
    std::vector<uint32_t> candidates = {};  // the candidates, rising, at least one
    int depth = 0;                          // the number of guesses made
    // The guesses made, if the candidates are exactly the secrets that agree with the feedbacks to these guesses. Without a value,
    // symmetries and paths are not used; hard mode needs a value.
    std::optional<std::vector<int>> asked = std::nullopt;
    std::vector<int> only = {};  // the first guesses to try, rising; empty: all
    Cost upper_bound = kNever;   // only a tree that costs less is of interest
    int threads = 1;             // the number of threads, 1 to 1024; fewer run if the system does not grant more
    // After this number of guesses (0: no horizon), sets of more than `exact` candidates are only bounded by the sizes of the cells of
    // their guesses, so that the result is a lower bound.
    int horizon = 0;
    int exact = 0;  // the size that horizon and beam refer to
    // In sets of more than `exact` candidates, only this number of guesses is tried (0: all), so that the result is a tree and its cost,
    // but not a bound.
    int beam = 0;
    // If true, the value of the set itself is not looked up, so that the run computes it again from the values of other sets.
    bool recompute = false;
    // The number of best first guesses to prove and to report (Result::openers); 0: only the best guess, which is not reported there.
    int openers = 0;
    // The run is stopped after this number of seconds; 0: never.
    double stop_after = 0;
};

// The task of a proof, besides the game.
struct Claim {
    Cost bound = kNever;                          // the lower bound to prove, absolute; kNever: that there is no tree
    int first = -1;                               // the only first guess; -1: any
    bool by_class = true;                         // whether class caps are used (ProofRules::use_classes)
    bool follows_unlimited = false;               // whether the claim that the inherited search proved last comes before this one
    std::vector<uint8_t> begun = {};              // the proof so far, of another process (Search::proof_so_far)
    std::vector<uint32_t> feedback_numbers = {};  // the number of each feedback in certificates, for all guesses or guess by guess
};

class Lemmas;
class Searcher;
class ThreadPool;

// The search of one table, list of prices and pool of guesses.
class Search {
public:
    // Throws std::invalid_argument if sums of the prices could overflow.
    Search(Table table, Prices prices, Symmetry symmetry, SearchOptions options);
    ~Search();

    // The end of a run: the cost is proved, no tree exists, no tree costs less than the upper bound, or the run was stopped.
    enum class Outcome { proved, infeasible, bounded, stopped };
    // The result of a run; costs are absolute.
    struct Result {
        Outcome outcome = Outcome::stopped;  // the way in which the run ended
        Cost cost = kNever;                  // the least cost if proved, that of the best tree so far if stopped; otherwise kNever
        Cost bound = 0;                      // a lower bound of the cost of any tree
        int guess = -1;                      // the first guess of the tree with that cost
        // The best first guesses, the best first, if the run had to prove them.
        std::vector<GuessCost> openers = {};
    };
    // Finds the least cost of a set. It must not be called during another run. Throws std::invalid_argument if the options contradict each
    // other or the table.
    Result run(const RunOptions& options);
    // Returns the tree of the last run, which must have found a tree, with children by rising feedback. Throws Stopped after a stop(), or
    // if values of a beam were lost, and std::runtime_error if a value in the table contradicts its set or the tree, which only a false
    // value from outside can cause.
    TreeNodes tree();
    // Returns the numbers of the proof of a claim about all secrets, after a run. Throws Stopped after a stop(), std::logic_error if the
    // claim or a value in the transposition table is false, and std::invalid_argument for games that have no certificates.
    std::vector<uint8_t> certify(const Claim& claim, int threads = 1);
    // Uses the values of `other`, a finished search of the same game without a limit of depth, as lower bounds. This is right because a
    // limit of depth only excludes trees.
    void inherit(const Search& other);

    // Other threads may call the following methods during run().
    // stop() ends the current run, or, if there is none, the next run; go_on() revokes a stop() that came too late.
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    void go_on() { stop_.store(false, std::memory_order_relaxed); }
    Progress progress() const;
    // Returns the first guesses that the present or last run did not exclude at its start, each with a lower bound, rising, of its cost.
    std::vector<GuessCost> frontier() const;
    // Returns the number of sets that all threads have searched since the beginning.
    uint64_t positions() const;
    // Returns lemmas about the sets that were solved since the last call, and took kNoticeable seconds or more.
    std::vector<Lemma> drain_proved();
    // Returns the proof so far of certify(), with which another process goes on (Claim::begun); empty if nothing is new since the last call.
    std::vector<uint8_t> proof_so_far() {
        const std::lock_guard lock(mutex_);
        return std::exchange(proof_so_far_, {});
    }
    // Stores lemmas from outside and returns null, or, if a lemma contradicts the game, the prices or another lemma, returns the reason and
    // stores none. This checks only their form; they may still be false.
    const char* preload(const std::vector<Lemma>& lemmas);
    // Returns a lemma without a value about the set after this path, or nothing if no search would reach this set.
    std::optional<Lemma> at(const std::vector<int32_t>& path) const;
    // Returns the memory that the large tables take or may come to take: rows of masks, rows of bounds and the transposition table.
    size_t table_bytes() const { return masks_->bytes() + bounds_.bytes() + transpositions_.bytes(); }
    static constexpr double kNoticeable = 0.05;  // sets that take this many seconds are kept in the checkpoint

private:
    using Clock = std::chrono::steady_clock;
    friend class Searcher;
    friend class CertificateWriter;
    // Ends a run, the forming of a tree, or a proof. Runs do not reset the flag of stop() when they begin, so that an early stop() counts.
    struct Finish {
        Search& search;
        ~Finish() { search.stop_time_ = Clock::time_point::max(), search.stop_.store(false); }
    };
    void check(const RunOptions& options) const;
    Stabiliser check_asked(const RunOptions& options) const;
    void begin(const RunOptions& options, Stabiliser stabiliser);
    void with_threads(int threads, size_t stack, const std::function<void()>& work);
    Beam beam() const { return {.width = run_.beam, .exact = run_.exact}; }
    Cost absolute(Cost cost) const { return std::min(cost + root_base_, kNever); }
    Result result_of(Outcome outcome, Cost bound, Value best, Cost upper_bound) const;
    size_t stack_size() const;
    TreeNodes walk();
    Lemma lemma_of(const std::vector<int32_t>& path, const std::vector<uint32_t>& set) const;
    const char* flaw_of(const Lemma& lemma, const std::vector<uint32_t>& set) const;
    bool costs_less_than_its_cells(const Lemma& lemma, const std::vector<uint32_t>& set) const;
    std::vector<uint32_t> set_after(const std::vector<int32_t>& path) const;
    // Returns the position of a set that is not the cell of a guess. All arguments must live as long as the position.
    Position position_of(const std::vector<uint32_t>& set, const std::vector<uint32_t>& weights, int depth, const Stabiliser& stabiliser,
                         const Hints& hints) const;

    // Returns the hints of a path (guesses, each followed by its feedback) in hard mode; in other games, no hints.
    Hints hints_of(const std::vector<int32_t>& path) const;
    // Returns the sum of the keys of these candidates.
    Key key_of(const uint32_t* set, int n) const;
    // Returns a number that is added to the key of a set. It depends on the depth, and on the beam if that excludes guesses here, since
    // values are then valid only for this beam.
    Key salt(int depth, int n, Beam beam) const {
        Key key = depth_salt(depth);
        if (beam.narrows(n)) key += {.high = mix(mix(beam.width) + 2 * beam.exact), .low = mix(mix(beam.width) + 2 * beam.exact + 1)};
        return key;
    }
    Key depth_salt(int depth) const { return {.high = mix(2 * depth + 0x51ed270), .low = mix(2 * depth + 0x9e37799)}; }
    // Returns the key of a position in the search without a limit of depth.
    Key relaxed_key(const Position& x) const {
        Key key = x.key;
        key -= salt(x.depth, x.n, x.beam);
        return key += depth_salt(0);
    }

    const Table table_;                   // the table of the game
    const Prices prices_;                 // the prices, which express the objective
    const Symmetry symmetry_;             // the symmetries of the guesses, if known
    const SearchOptions options_;         // the other options
    const Weights& weights_;              // a part of the options
    const HardMode& hard_;                // a part of the options
    std::shared_ptr<const Masks> masks_;  // the rows, which a search that inherits from this one shares
    Bounds bounds_;                       // the bounds from sizes
    TranspositionTable transpositions_;   // the values of sets
    ImageKeys images_;                    // the keys of sets up to symmetry
    const Search* relaxed_ = nullptr;     // the search without a limit of depth whose values this one inherits, if any
    std::unique_ptr<Lemmas> lemmas_;      // the lemmas of the last certificate
    std::vector<Key> keys_;               // the key of each secret
    std::vector<int64_t> entropy_;        // n log2 n, scaled, for each size n of a cell

    std::atomic<bool> stop_{false};                     // whether stop() was called
    std::vector<std::unique_ptr<Searcher>> searchers_;  // a searcher for each thread of the largest run so far
    std::unique_ptr<ThreadPool> pool_;                  // the threads; null if there is only one
    RootReport report_;                                 // the bounds and costs of the root, for progress()
    mutable std::mutex mutex_;                          // this guards searchers_ while it grows, proved_ and proof_so_far_
    std::vector<Lemma> proved_;                         // the proved sets that were not drained yet
    std::vector<uint8_t> proof_so_far_;                 // the proof so far that was not drained yet

    // The last run.
    RunOptions run_;                      // the options of the last run
    std::vector<uint32_t> root_weights_;  // the weights of the run's candidates, falling; empty if each is 1
    Hints root_hints_;                    // the hints of the guesses made
    std::atomic<Cost> root_base_{0};      // the cost of the root if the next guess found all candidates
    Stabiliser root_stabiliser_;          // the symmetries that do not change the guesses made
    std::vector<Step> root_path_;         // the guesses made
    int horizon_ = 0;                     // the horizon, counted from the start of the game; 0: none
    Clock::time_point stop_time_ = {};    // the time at which the run is stopped
    Result result_;                       // the result of the run
};

}  // namespace guesstree
