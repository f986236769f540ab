// Costs, and values of sets: the exact cost with a best guess, or a lower bound. Costs are 64-bit integers, so that they are the
// same on every machine. kNever means that there is no tree: it is so far below the largest integer that sums of a few of them do
// not overflow, and sums are limited to it.
#pragma once
#include <cstdint>

namespace guesstree {

using Cost = int64_t;
constexpr Cost kNever = Cost{1} << 61;  // the cost if there is no tree

// The value of a set, as a game-tree search knows it.
struct Value {
    Cost cost = 0;       // the least cost, or a lower bound of it
    int32_t guess = -1;  // the first guess of the order that attains the cost; -1: it is a lower bound
    // Whether it is the least cost and not a bound. That there is no tree needs no guess to be exact.
    bool is_exact() const { return guess >= 0 || cost >= kNever; }
};

}  // namespace guesstree
