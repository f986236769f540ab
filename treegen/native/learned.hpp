// Statistics that each thread collects to choose the order of its work: running means, in which old observations fade. They determine
// only how soon a guess is discarded. They cannot change a result, because the tree depends only on the order of guesses, which is fixed
// (lookup.hpp). With a single order of cells in place of the best of three, bulls-4x10 within 7 guesses takes 1.25 times as long, and
// the proof that 6 guesses are too few takes 1.7 times as long.
#pragma once
#include <algorithm>
#include <cstdint>

#include "value.hpp"

namespace guesstree {

// For each size of cells: how much their bounds rise after a widest count, which finds the most cells that any guess makes of a cell.
class WidestGains {
public:
    // Returns the gain per time for cells of n candidates; the cells with the highest gain per time are counted first.
    double worth(int n) const { return of(n).sum / of(n).tries / (n + 8); }
    void add(int n, Cost by) {
        Gain& gain = gains_[std::min(n, kSizes - 1)];
        gain.sum = gain.sum * 0.99 + static_cast<double>(std::clamp<Cost>(by, 0, 100)), gain.tries = gain.tries * 0.99 + 1;
    }

private:
    static constexpr int kSizes = 256;
    // The gain for one size.
    struct Gain {
        double sum = 10;   // the sum of the raises, each at most 100
        double tries = 1;  // the number of widest counts of cells of this size
    };
    const Gain& of(int n) const { return gains_[std::min(n, kSizes - 1)]; }
    Gain gains_[kSizes];  // the gains by size
};

// The gain and the effort of searching sets of one size and depth: how much, and how often, the lower bounds of these sets rise.
struct SearchGain {
    double sum = 1;     // the sum of the raises, each at most 100
    double raised = 1;  // the number of times the bound was raised
    double tries = 2;   // the number of times a set was searched
    double work = 100;  // the sum of the efforts of these searches
    double per_effort() const { return (sum + 1e-3) / work; }
    bool is_likely() const { return raised >= 0.2 * tries; }
    void add(Cost by, uint64_t effort) {
        sum = sum * 0.98 + static_cast<double>(by < 100 ? by : 100), raised = raised * 0.98 + (by > 0);
        tries = tries * 0.98 + 1, work = work * 0.98 + static_cast<double>(effort);
    }
};

// The choice of an order of cells for sets of one size and depth (a multi-armed bandit): usually the order that took least effort so far,
// and occasionally another order; the worse an order was, the less often it is chosen.
struct CellOrderChoice {
    static constexpr int kOrders = 3;  // the number of orders (Searcher::order_cells)
    double effort[kOrders] = {};       // the sum of the efforts of searches in each order
    double tries[kOrders] = {};        // the number of these searches
    int waited[kOrders] = {};          // the number of choices since each order was chosen
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
