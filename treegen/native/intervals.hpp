// Least costs of ordered leaves with weights: each tree divides an interval of leaves at one place, and both parts again.
// Games of numbers with weights are of this kind, as every secret is found by its last guess. The costs belong to the caller, who
// asks for one layer of depths after the other; only the places to divide the intervals of one length are kept beside them.
#pragma once
#include <cstddef>
#include <cstdint>

namespace guesstree {

// `costs` are those of all intervals of n leaves: the n intervals of length 1, then those of length 2, ..., each by its first leaf.
// After how many questions they hold is the caller's. kNever where there is no tree.
//
// One question more: an interval of up to 2 * most leaves costs the least sum of its two parts, of up to `most` leaves each, which
// is written over it; single leaves stay as they are. If the prices of the depths rise by ever more (`convex`), the best places
// to divide an interval lie between those of the two intervals that are longer by one leaf (Knuth 1971, Yao 1980).
void divide_intervals(int64_t* costs, size_t n, size_t most, bool convex);

// Any number of questions, at the prices 1, 2, 3, ...: single leaves cost their weight, and all other intervals are computed.
void solve_intervals(int64_t* costs, size_t n);

}  // namespace guesstree
