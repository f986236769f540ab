// Disjoint sets of the numbers below some end, which can be joined (union-find).
//
// A set is named by its lowest number. Joining and finding take nearly constant time: paths are halved on the way. An object
// belongs to one thread.
#pragma once
#include <algorithm>
#include <numeric>
#include <vector>

namespace guesstree {

// At first each number is a set of its own.
class DisjointSets {
public:
    explicit DisjointSets(size_t end) : above_(end) { std::iota(above_.begin(), above_.end(), 0); }
    // The lowest number of the set that holds i.
    int lowest(int i) {
        while (above_[i] != i) i = above_[i] = above_[above_[i]];
        return i;
    }
    // Makes one set of those that hold a and b; whether they were two.
    bool join(int a, int b) {
        a = lowest(a), b = lowest(b);
        above_[std::max(a, b)] = std::min(a, b);
        return a != b;
    }

private:
    std::vector<int> above_;  // a lower number of the same set, or the number itself
};

}  // namespace guesstree
