// The same as in guess_bounds.cpp where feedbacks have two bytes: the sizes of the cells of one guess, counted by
// CellCounts, so that nothing takes a step for each of the feedbacks.
#include <algorithm>

#include "worker.hpp"

namespace guesstree {

int Worker::count_wide(const Position& x, int guess) {
    return counts_.count(t_.wide + static_cast<size_t>(guess) * t_.secrets, x.set, x.n);
}

Cost Worker::bound_sizes_wide(const Node& node, int guess, Cost upper_bound) {
    count_wide(node.x, guess);
    const Cost* const* rows = s_.caps_.bounds_of(node.cell_depth, guess);
    Cost total = node.step * (node.x.n - (counts_[t_.winning] ? 1 : 0));
    for (int f : counts_.found()) {
        if (f != t_.winning) total += rows[f][counts_[f]];
        if (total >= upper_bound) break;
    }
    return total;
}

int64_t Worker::entropy_left_wide(const Position& x, int guess) {
    count_wide(x, guess);
    int64_t left = 0;
    for (int f : counts_.found())
        if (f != t_.winning) left += s_.entropy_[counts_[f]];
    return left;
}

void Worker::cut_wide(const Node& node, TriedGuess& tried) {
    const Position& x = node.x;
    const int count = count_wide(x, tried.guess);
    const uint16_t* row = t_.wide + static_cast<size_t>(tried.guess) * t_.secrets;
    tried.cells = arena_.take<Cell>(count);
    uint32_t* sets = arena_.take<uint32_t>(x.n);
    uint32_t* places = arena_.take<uint32_t>(x.n);
    uint32_t start = 0;
    for (int f : counts_.found()) {
        starts_[f] = start;
        if (f != t_.winning) add_cell(node, tried, f, static_cast<int>(counts_[f]), sets + start, places + start);
        start += counts_[f];
    }
    for (int i = 0; i < x.n; ++i) places[starts_[row[x.set[i]]]++] = i;
}

}  // namespace guesstree
