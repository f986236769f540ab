// Costs, and values of sets: the least cost with its first guess, or a lower bound. Costs are 64-bit integers, so that they are the same on
// every machine. The cost kNever means that there is no tree. It is small enough that sums of a few costs do not overflow; such sums are
// limited to kNever.
//
// The key of a set is a Zobrist key, a hash of 128 bits: the sum of two pseudorandom words for each candidate. So the key of a cell is
// computed while the cell is formed, and two histories that leave the same candidates share an entry. A value also depends on the depth,
// on a beam, and on hints; for each of these, further words are added to the key.
//
// If two different sets had the same key, the search could be wrong. For 2^40 sets that nobody chose on purpose, the probability of that is
// 2^-48. A key from a file is not trusted: it comes with the path to its set (lemmas.cpp).
#pragma once
#include <cstdint>
#include <vector>

namespace guesstree {

using Cost = int64_t;
constexpr Cost kNever = Cost{1} << 61;  // this cost means that there is no tree

// The value of a set: its exact cost, or a lower bound.
struct Value {
    Cost cost = 0;       // the least cost, or a lower bound of it
    int32_t guess = -1;  // the first guess in the order that attains the cost; -1: the cost is a lower bound
    // Returns whether the cost is the least cost and not only a bound; kNever is always exact.
    bool is_exact() const { return guess >= 0 || cost >= kNever; }
};

// A tree as columns with an entry for each node, parents before children.
struct TreeNodes {
    std::vector<int32_t> guess;     // the index of the guess
    std::vector<int32_t> parent;    // the number of the node above; -1 at the root
    std::vector<int32_t> feedback;  // the feedback that leads to the node; -1 at the root
    std::vector<uint8_t> wins;      // whether the guess wins for a candidate of the node
};

// The key of a set; keys are added word by word, modulo 2^64.
struct Key {
    uint64_t high = 0;  // the first word; like the second, it distinguishes sets
    uint64_t low = 0;   // the second word; its low bits choose the bucket
    Key& operator+=(Key o) { return high += o.high, low += o.low, *this; }
    Key& operator-=(Key o) { return high -= o.high, low -= o.low, *this; }
    bool operator==(const Key&) const = default;
};

// A permutation of 64-bit numbers that looks random (splitmix64).
constexpr uint64_t mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

}  // namespace guesstree
