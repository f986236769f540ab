// Secrets of different weight: a cost is the sum over the secrets of weight times price. Bounds find the heaviest secrets first,
// so a set is also kept as the list of its weights, falling. Weights fit 32 bits, and so does their sum, as in the tree file.
// There are either no weights (each secret counts once, and none of the arrays is made) or one for each secret.
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "value.hpp"

namespace guesstree {

// The weights of all secrets.
class Weights {
public:
    // Every secret weighs 1.
    Weights() = default;
    // Throws std::invalid_argument for a weight below 1, or a sum of 2^32 or more.
    explicit Weights(const std::vector<int64_t>& of) : of_(of.size()), place_(of.size()) {
        int64_t sum = 0;
        for (size_t s = 0; s < of.size(); ++s) {
            if (of[s] < 1 || of[s] > UINT32_MAX || (sum += of[s]) > UINT32_MAX)
                throw std::invalid_argument("weights are 1 to 2^32 together");
            of_[s] = static_cast<uint32_t>(of[s]);
        }
        std::vector<uint32_t> order(of.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return of_[a] > of_[b]; });
        for (size_t i = 0; i < order.size(); ++i) place_[order[i]] = static_cast<uint32_t>(i);
    }
    bool known() const { return !of_.empty(); }
    size_t size() const { return of_.size(); }
    bool operator==(const Weights&) const = default;
    // The weight of a secret.
    uint32_t of(uint32_t secret) const { return known() ? of_[secret] : 1; }
    // Of all candidates of a set together.
    Cost sum(const uint32_t* set, int n) const {
        if (!known()) return n;
        Cost sum = 0;
        for (int i = 0; i < n; ++i) sum += of_[set[i]];
        return sum;
    }
    // Whether the first secret comes before the second where the heaviest come first; equal weights are ordered by index.
    bool comes_first(uint32_t a, uint32_t b) const { return place_[a] < place_[b]; }
    // The weights of a set, falling; none where all weigh 1.
    std::vector<uint32_t> falling(const std::vector<uint32_t>& set) const {
        std::vector<uint32_t> weights;
        if (!known()) return weights;
        for (uint32_t s : set) weights.push_back(of_[s]);
        std::sort(weights.rbegin(), weights.rend());
        return weights;
    }

private:
    std::vector<uint32_t> of_;     // per secret
    std::vector<uint32_t> place_;  // per secret: its place in the order, the heaviest first
};

// A lower bound of secrets with these weights, falling, from lower bounds of so many secrets of weight 1 (docs/theory.md,
// Theorem 8): the cheapest m secrets of any tree cost at least row[m].
inline Cost weighed(const Cost* row, const uint32_t* weights, int n) {
    if (!weights || row[n] >= kNever) return row[n];
    Cost sum = 0;
    for (int i = 0; i < n; ++i) sum += (row[i + 1] - row[i]) * weights[i];
    return sum;
}

}  // namespace guesstree
