// The exact search: branch and bound over sets of candidates.
//
// The order of guesses at a set is that of reference.py: by (-(cells + win), not win, index). The tree takes at every
// node the first guess in it that attains the least cost of that set at that depth. So a search may try guesses in any
// order and on any thread, if it lets a guess through at equal cost that comes before the best so far.
#pragma once
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "arena.hpp"
#include "bounds.hpp"
#include "desk.hpp"
#include "memory.hpp"
#include "symmetry.hpp"
#include "table.hpp"

namespace guesstree {

// Speed-ups that may be switched off; none changes an answer. Without kMasks rows are kept as feedbacks, as
// they are with kShuffle where the machine can look up 64 of them at once.
enum Switch : unsigned { kCaps = 1, kSymmetry = 2, kMemory = 4, kShortcuts = 8, kQuick = 16, kMasks = 32, kShuffle = 64, kBars = 128, kAllSwitches = 255 };

// The guesses that lead to a set, the last one first.
struct Step {
    int guess, count;                    // count: how many there are
    const Step* before;
};

// A cell of a first guess, for progress(): costs relative to its depth.
struct Branch {
    int feedback, n;
    std::atomic<Cost> low{0}, best{kNever};
    std::atomic<bool> done{false};
};

// At sets of more than `exact` candidates only `width` guesses are tried, those of the highest entropy; 0: all are.
struct Beam {
    int width = 0, exact = 0;
    bool narrows(int n) const { return width && n > exact; }
};

// A set of candidates, rising, with so many guesses made.
struct Position {
    const uint32_t* set;
    int n, depth;
    Key key;
    const Stabiliser* fixed = nullptr;   // of the history; null when not known, or trivial
    Branch* branch = nullptr;            // where to report
    const Step* path = nullptr;          // null at the start, and where the history is not known
    const std::function<Cost()>* room = nullptr;  // the limit as it is by now; null: as it was
    Beam beam = {};
    bool is_narrow() const { return beam.narrows(n); }
};

struct TreeNodes {                       // in the order of a walk from the root, children by rising feedback
    std::vector<int32_t> guess, parent, feedback;
    std::vector<uint8_t> wins;
};

// Solved sets that took noticeable time: keys and values are those of the memory, valid for the same table, prices and
// pool of guesses. guess < 0: `cost` is a lower bound only (or kNever: there is no tree). The path says which set it is:
// the guesses that lead to it and the feedbacks to them, in turn. So whoever reads it later can form the set again and
// need not believe the key, and can solve it again and need not believe the cost.
struct Proved {
    Key key;
    int depth;
    Solved what;
    std::vector<int32_t> path;
};

// A solved set that cannot be true: which of those given, and why.
struct Flaw {
    size_t index;
    const char* why;
};

struct Progress {
    uint64_t positions = 0;
    size_t memory_filled = 0, memory_capacity = 0;
    Cost cost = kNever, bound = 0;       // absolute: the best tree and lower bound of the whole so far
    struct Cell {
        int feedback, n;
        Cost bound, cost;                // absolute
        bool done;
    };
    struct Guess {
        int guess;
        Cost bound;
        std::vector<Cell> cells;         // those that need a search
    };
    std::vector<Guess> guesses;          // first guesses being searched now
};

struct Stopped : std::exception {        // thrown through the recursion by stop()
    const char* what() const noexcept override { return "the search was stopped"; }
};

class Worker;
class Pool;

class Search {
public:
    Search(Table table, Prices prices, Symmetry symmetry, bool winners_only, size_t memory_bytes, unsigned switches);
    ~Search();

    enum class Outcome { proved, infeasible, bounded, stopped };
    struct Result {
        Outcome outcome = Outcome::stopped;
        Cost cost = kNever, bound = 0;   // absolute; cost is kNever unless proved, bound holds always
        int guess = -1;
    };
    // The least cost of the set at this depth if it is below `upper`. The history (for its symmetries) must leave
    // exactly this set, or be left out.
    // `only`, unless it is empty, are the first guesses to try, rising. Not to be called while another run is at work.
    // With a `horizon`, sets that so many guesses of this run lead to are searched only if they have at most `exact`
    // candidates; the others are bounded by the sizes of the cells of their guesses. The result is then a bound, too.
    // With a `beam` of so many guesses and `exact`, the result is a tree and its cost, but no bound.
    // `again`: what is known of the set itself is not looked up, so that it is a check of it, given what is known of others.
    Result run(const std::vector<uint32_t>& set, int depth, const std::vector<int>* history, const std::vector<int>& only, Cost upper,
               int threads, int horizon = 0, int exact = 0, int beam = 0, bool again = false);
    // Takes what `other`, a finished search of the same game without a limit of depth, knows of its sets for lower bounds.
    void inherit(const Search& other);
    // Of the last run, which must have proved its cost; throws Stopped after a stop(), and std::runtime_error where a
    // solved set has a guess that does not fit it, which only a false entry of preload() can bring about.
    TreeNodes tree();
    // The following may be called from another thread while run() is at work.
    // stop() ends the run at work, else the next one.
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    void go_on() { stop_.store(false, std::memory_order_relaxed); }  // takes back a stop() that came too late
    Progress progress() const;
    uint64_t positions() const;
    std::vector<Proved> drain_proved();  // what was added since the last call
    // Takes solved sets that came from elsewhere, if none of them contradicts the game, the prices or another of them.
    // What they say may be false all the same: this is a check of form, not a proof.
    std::optional<Flaw> preload(const std::vector<Proved>& proved);
    // The key and depth of the set that this path leads to; nothing where no search takes it.
    std::optional<Proved> at(const std::vector<int32_t>& path) const;
    // Why the set that this path leads to cannot have this cost (absolute) and guess, as far as that shows; else null.
    // `of_some`: of some of its guesses only, which may all cost more than the set.
    const char* flaw_of(const std::vector<int32_t>& path, Solved what, bool of_some) const;
    static constexpr double kNoticeable = 0.05;  // seconds
    Desk& desk() { return desk_; }       // where others may take sets to search

private:
    friend class Worker;
    void prepare_caps();
    const Cost* const* cap_rows(int depth);
    size_t stack_size() const;
    TreeNodes walk();
    const char* flaw_of(const Proved& proved, const std::vector<uint32_t>& set, bool of_some) const;
    std::optional<Proved> at(const std::vector<int32_t>& path, std::vector<uint32_t>& set) const;
    bool is_below_its_cells(const Proved& proved, const std::vector<uint32_t>& set) const;
    bool narrow(std::vector<uint32_t>& set, int guess, int feedback) const;
    Position root_position() const;
    Key key_of(const uint32_t* set, int n) const;
    Key looser_key(const Position& x) const {
        const Key mine = salt(x.depth, x.n, x.beam), endless = depth_salt(0);
        return {x.key.high - mine.high + endless.high, x.key.low - mine.low + endless.low};
    }
    Key depth_salt(int depth) const { return {mix(2 * depth + 0x51ed270), mix(2 * depth + 0x9e37799)}; }
    // Of what is known of n candidates: it holds for this beam only where not all guesses are tried.
    Key salt(int depth, int n, Beam beam) const {
        Key key = depth_salt(depth);
        if (beam.narrows(n)) key += {mix(mix(beam.width) + 2 * beam.exact), mix(mix(beam.width) + 2 * beam.exact + 1)};
        return key;
    }

    const Table table_;
    const Prices prices_;
    const Symmetry symmetry_;
    const bool winners_only_;
    const unsigned switches_;
    std::shared_ptr<Masks> masks_;
    Bounds bounds_;
    Memory memory_;
    const Memory* looser_ = nullptr;     // of a search for the same prices without end
    std::vector<Key> keys_;              // per secret
    bool caps_ready_ = false;
    std::vector<int> class_of_;          // per guess, for the caps
    std::vector<Cap> caps_;              // per class and feedback
    std::vector<std::atomic<const Cost* const*>> cap_rows_;  // per depth, when asked for: bounds per class and feedback
    std::vector<std::unique_ptr<const Cost*[]>> own_rows_;
    // What the threads report about the root.
    struct RootGuess {
        int guess;
        Cost low;                        // relative
        bool active = false;
        std::vector<std::unique_ptr<Branch>> branches;
    };
    void root_opened(const std::vector<std::pair<int, Cost>>& lows);
    void root_best(Cost cost);
    RootGuess* root_guess(int guess);
    void root_low(int guess, Cost low, bool active);
    Branch* root_branch(int guess, int feedback, int n, Cost low);
    Cost root_bound() const;             // relative; the mutex is held
    void note(Proved proved);

    std::atomic<bool> stop_{false};
    Desk desk_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::unique_ptr<Pool> pool_;         // null with one thread
    mutable std::mutex mutex_;           // guards the following
    std::vector<RootGuess> root_guesses_;
    bool root_open_ = false;
    Cost root_cost_ = kNever, root_base_ = 0;
    std::vector<Proved> proved_;
    // the last run
    std::vector<uint32_t> root_set_;
    int root_depth_ = 0;
    Stabiliser root_fixed_;
    std::vector<Step> root_path_;
    bool root_known_ = false;            // whether there is a history, of no guesses maybe
    int horizon_ = 0, exact_ = 0;
    bool again_ = false;
    Beam beam_;
    std::vector<int64_t> surprise_;      // n log2 n, scaled: what a cell of n leaves open
    Result result_;
};

}  // namespace guesstree
