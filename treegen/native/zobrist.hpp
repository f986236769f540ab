// Zobrist keys: 128-bit hashes of sets of candidates: the sum of two pseudorandom words for each secret, so that the key of a cell
// is computed while the cell is formed, and two histories that leave the same candidates share an entry. Values also depend on the
// depth (and on a beam), whose own words are added as a salt.
//
// Two different sets with the same key would make the search wrong. For 2^40 sets that nobody chose on purpose, the
// probability of that is 2^-48. A key from a file is not trusted: it comes with the path to its set (lemmas.cpp).
#pragma once
#include <cstdint>

namespace guesstree {

// A key; keys are added word by word, modulo 2^64.
struct Key {
    uint64_t high = 0;  // distinguishes sets
    uint64_t low = 0;   // likewise; its low bits choose the bucket
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
