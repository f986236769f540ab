// One thread of the search.
#pragma once
#include "search.hpp"

namespace guesstree {

struct Stopped {};                       // thrown through the recursion by stop()

class Worker {
public:
    explicit Worker(Search& search) : s_(search), t_(search.table_) {}
    // The cost (relative to the depth) and first guess of the order that attains it, if below `limit`; else a lower bound.
    // `first` >= 0 allows only that guess here.
    Solved solve(Position x, Cost limit, int first = -1);
    uint64_t positions = 0;
    uint64_t stat[16] = {};
    Arena arena;

private:
    struct Cell {
        Position at;
        Cost low;                        // relative to its depth
        int feedback;
        bool exact;
    };
    // How much looking closer at a cell of n candidates has brought for the time it takes; says what to try first.
    struct Gain {
        double sum = 10, tries = 1;
    };
    static constexpr int kGains = 256;
    double worth(int n) const {
        const Gain& gain = gains_[n < kGains ? n : kGains - 1];
        return gain.sum / gain.tries / (n + 8);
    }
    Cost quick(const Cell& c);
    Solved glance(const Position& x);
    Solved small(const Position& x);
    Solved search(const Position& x, Cost limit, Cost low, int first);
    Cost attempt(const Position& x, int guess, Cost limit, const uint16_t* planes);
    bool use(Switch which) const { return s_.switches_ & which; }

    Search& s_;
    const Table& t_;
    Gain gains_[kGains];
};

}  // namespace guesstree
