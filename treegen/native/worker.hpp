// One thread of the search.
#pragma once
#include <algorithm>
#include <bit>
#include <exception>
#include <functional>

#include "pool.hpp"
#include "search.hpp"

namespace guesstree {

class Worker {
public:
    static constexpr int kBatch = 64;    // most guesses tried side by side
    explicit Worker(Search& search) : s_(search), t_(search.table_) {}
    // The cost (relative to the depth) and first guess of the order that attains it, if below `limit`; else a lower bound.
    // `only` allows only those guesses here, which are rising.
    Solved solve(Position x, Cost limit, const std::vector<int>* only = nullptr);
    std::atomic<uint64_t> positions{0};
    uint64_t effort = 0;                 // roughly the time taken, in units of one bound of a guess
    const Loop* loop = nullptr;          // whose turn is being taken

private:
    // A cell of a guess that is being tried, and a lower bound of its cost, relative to its depth.
    struct Cell {
        Position at;
        const uint32_t* places;          // in the set it was cut from; at.set and at.key are filled in from them
        Cost low;
        int feedback, winning_cells;     // the most cells a winning guess makes, or more
    };
    // A guess being tried: its cost if all its cells cost no more than is known of them.
    struct Trial {
        int guess, left;                 // cells not solved yet
        Cost total;
        Cell* cells;
    };
    // What is at hand while the guesses of one position are tried.
    struct Node {
        const Position& x;
        int below;                       // depth of the cells
        Cost step;
        uint8_t* planes = nullptr;       // sizes of all cells of all guesses
        int plane_count = 0;
        Masks::Local local{};            // masks of the candidates as guesses, if data is not null
    };

    Solved glance(const Position& x, int& winning_cells);
    Solved glance(const Node& node, Cell& cell);
    void fill(const Node& node, Cell& cell);
    Solved small(const Position& x, int& winning_cells);
    Solved recall(const Position& x, Cost low);
    Solved quick_tree(const Position& x, Cost limit, Cost low, const std::vector<int>* only);
    Solved search(const Position& x, Cost limit, Cost low, const std::vector<int>* only);
    // Has the set, or these guesses at it, searched by others; false: it is for this thread to do.
    template <class Useless>
    bool delegate(const Position& x, Cost limit, std::vector<int> only, const Useless& useless, Solved& solved);
    void delegate_guesses(const Node& node, Trial* trials, int count, int at_once, Solved& best, Cost enough);
    // Whether only a bound of the set is wanted, or of sets below it.
    bool is_vague(const Position& x) const { return s_.horizon_ && x.n > s_.exact_; }
    static int made(const Position& x) { return x.path ? x.path->count : 0; }
    bool is_known(const Position& x) const { return x.path || (is_root(x) && s_.root_known_); }  // how it came about
    std::vector<int32_t> path_to(const Position& x) const;
    void prepare(Node& node);
    std::vector<int> most_informative(const Node& node, const Rank* ranks) const;
    void sizes(const Node& node, int guess, uint32_t* counts) const;
    Cost bound(const Node& node, int guess, Cost limit) const;
    void open(const Node& node, Trial& trial);
    bool look(const Node& node, Trial& trial, Cost limit);
    int look_closer(Trial* trials, int count, Cost limit);
    Cost descend(const Node& node, Trial& trial, const std::function<Cost()>& limit, bool together);
    void arrange(Trial& trial, int way);
    void descend_all(const Node& node, Trial* trials, int count, Solved& best, Cost enough);
    // Not while a quick tree of it is looked for: nothing that is left out there is bounded.
    bool is_root(const Position& x) const { return x.set == s_.root_set_.data() && x.beam.width == s_.beam_.width; }
    void open_root(const Node& node, const Rank* ranks, const std::vector<int>* only);
    bool is_tried(const Position& x, int guess, const std::vector<int>* only) const {
        if (only) return std::binary_search(only->begin(), only->end(), guess);
        return !x.fixed || s_.symmetry_.is_first(*x.fixed, guess);
    }
    bool use(Switch which) const { return s_.switches_ & which; }

    // How much looking closer at a cell of n candidates has brought for the time it takes; says what to try first.
    struct Gain {
        double sum = 10, tries = 1;
    };
    static constexpr int kGains = 256;
    double worth(int n) const {
        const Gain& gain = gains_[n < kGains ? n : kGains - 1];
        return gain.sum / gain.tries / (n + 8);
    }

    // By how much, and how often, searching a set of this size and depth raises its lower bound, and the effort.
    struct Raise {
        double sum = 1, raised = 1, tries = 2, work = 100;
        double yield() const { return (sum + 1e-3) / work; }
        bool likely() const { return raised >= 0.2 * tries; }
        void add(Cost by, uint64_t effort) {
            sum = sum * 0.98 + static_cast<double>(by < 100 ? by : 100), raised = raised * 0.98 + (by > 0);
            tries = tries * 0.98 + 1, work = work * 0.98 + static_cast<double>(effort);
        }
    };
    // The mean effort of each way to order cells; takes the best, and now and then another.
    struct Habit {
        static constexpr int kWays = 3;
        double effort[kWays] = {}, tries[kWays] = {};
        int waited[kWays] = {};
        int choose() const {
            int best = 0;
            for (int w = 1; w < kWays; ++w)
                if (effort[w] * tries[best] < effort[best] * tries[w]) best = w;
            for (int w = 0; w < kWays; ++w) {
                if (tries[w] < 3) return w;
                const double ratio = (effort[w] / tries[w] + 1) / (effort[best] / tries[best] + 1);
                if (w != best && waited[w] > 16 * ratio * ratio) return w;
            }
            return best;
        }
        void add(int way, double spent) {
            effort[way] = effort[way] * 0.99 + spent, tries[way] = tries[way] * 0.99 + 1;
            for (int w = 0; w < kWays; ++w) waited[w] = w == way ? 0 : waited[w] + 1;
        }
    };
    static constexpr int kDepths = 16, kSizes = 96, kWidths = 16;
    Raise& raise(const Position& x) {
        const int size = x.n < 64 ? x.n : 58 + std::bit_width(static_cast<unsigned>(x.n)) - 1 < kSizes ? 58 + std::bit_width(static_cast<unsigned>(x.n)) : kSizes - 1;
        return raises_[x.depth < kDepths ? x.depth : kDepths - 1][size];
    }

    Search& s_;
    const Table& t_;
    Arena arena;
    Raise raises_[kDepths][kSizes];
    Habit habits_[kDepths][kWidths];
    Gain gains_[kGains];
};

}  // namespace guesstree
