// The exact search: branch and bound over sets of candidates.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arena.hpp"
#include "bounds.hpp"
#include "memory.hpp"
#include "symmetry.hpp"
#include "table.hpp"

namespace guesstree {

// Speed-ups that may be switched off; none changes an answer.
enum Switch : unsigned { kCaps = 1, kSymmetry = 2, kMemory = 4, kShortcuts = 8, kQuick = 16, kAllSwitches = 31 };

// A set of candidates, rising, with so many guesses made.
struct Position {
    const uint32_t* set;
    int n, depth;
    Key key;
    const Stabiliser* fixed;             // of the history; null when not known
};

struct TreeNodes {                       // in the order of a walk from the root, children by rising feedback
    std::vector<int32_t> guess, parent, feedback;
    std::vector<uint8_t> wins;
};

class Worker;

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
    Result run(const std::vector<uint32_t>& set, int depth, const std::vector<int>* history, int first, Cost upper, int threads);
    TreeNodes tree();                    // of the last run, which must have proved its cost
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    uint64_t positions() const;
    void report() const;

private:
    friend class Worker;
    void prepare_caps();
    Key key_of(const uint32_t* set, int n) const;
    Key depth_salt(int depth) const { return {mix(2 * depth + 0x51ed270), mix(2 * depth + 0x9e37799)}; }

    const Table table_;
    const Prices prices_;
    const Symmetry symmetry_;
    const bool winners_only_;
    const unsigned switches_;
    Masks masks_;
    Bounds bounds_;
    Memory memory_;
    std::vector<Key> keys_;              // per secret
    bool caps_ready_ = false;
    std::vector<int> class_of_;          // per guess, for the caps
    std::vector<Cap> caps_;              // per class and feedback
    std::vector<std::vector<const Cost*>> cap_rows_;  // per depth: per class and feedback
    std::atomic<bool> stop_{false};
    std::atomic<uint64_t> positions_{0};
    std::vector<std::unique_ptr<Worker>> workers_;
    // the last run
    std::vector<uint32_t> root_set_;
    int root_depth_ = 0, root_first_ = -1;
    Stabiliser root_fixed_;
    Result result_;
};

}  // namespace guesstree
