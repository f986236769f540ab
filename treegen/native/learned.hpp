// Statistics that each thread collects to choose the order in which it works: running means, in which old observations fade. They
// determine only how soon a guess is discarded, and cannot change a result: the order of guesses, which determines the tree, is
// fixed (lookup.hpp).
#pragma once
#include "value.hpp"

namespace guesstree {

// By how much bound_widest() raised the bounds of cells of one size.
struct WidestGain {
    double sum = 10;   // of the raises, each at most 100
    double tries = 1;  // how often it was tried
    double mean() const { return sum / tries; }
    void add(Cost by) { sum = sum * 0.99 + static_cast<double>(by < 0 ? 0 : by > 100 ? 100 : by), tries = tries * 0.99 + 1; }
};

// By how much, and how often, searching sets of one size and depth raises their lower bound, and the effort it takes.
struct SearchGain {
    double sum = 1;     // of the raises, each at most 100
    double raised = 1;  // how often the bound was raised at all
    double tries = 2;   // how often a set was searched
    double work = 100;  // the sum of the efforts
    double per_effort() const { return (sum + 1e-3) / work; }
    bool is_likely() const { return raised >= 0.2 * tries; }
    void add(Cost by, uint64_t effort) {
        sum = sum * 0.98 + static_cast<double>(by < 100 ? by : 100), raised = raised * 0.98 + (by > 0);
        tries = tries * 0.98 + 1, work = work * 0.98 + static_cast<double>(effort);
    }
};

// Which order of the cells takes least effort at sets of one size and depth (a multi-armed bandit): the best so far, and
// occasionally another one, less often the worse it was.
struct CellOrderChoice {
    static constexpr int kOrders = 3;  // see Searcher::order_cells
    double effort[kOrders] = {};       // of the searches in this order
    double tries[kOrders] = {};        // how many they were
    int waited[kOrders] = {};          // choices since it was last taken
    int choose() const {
        int best = 0;
        for (int w = 1; w < kOrders; ++w)
            if (effort[w] * tries[best] < effort[best] * tries[w]) best = w;
        for (int w = 0; w < kOrders; ++w) {
            if (tries[w] < 3) return w;
            const double ratio = (effort[w] / tries[w] + 1) / (effort[best] / tries[best] + 1);
            if (w != best && waited[w] > 16 * ratio * ratio) return w;
        }
        return best;
    }
    void add(int order, double spent) {
        effort[order] = effort[order] * 0.99 + spent, tries[order] = tries[order] * 0.99 + 1;
        for (int w = 0; w < kOrders; ++w) waited[w] = w == order ? 0 : waited[w] + 1;
    }
};

}  // namespace guesstree
