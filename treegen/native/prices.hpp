// The prices of secrets by the depth at which they are found; a search minimises the sum of the prices of all secrets. A secret found with
// guess k costs price k, and a depth without a price is forbidden. Inside the search, costs are relative: after k guesses, a secret found
// with the i-th further guess costs price[k + i] - price[k + 1] (counting from 1). So a single candidate costs 0 at every depth, and a set
// has the same entry of the transposition table at different depths if the relative prices agree (same_as).
//
// `depth` always means the number of guesses already made. The memory is levels * min(levels, 1024) numbers.
//
// Secrets may have weights: then the cost of a tree is the sum of weight times price over the secrets. Bounds find the heaviest secrets
// first (docs/theory.md, Theorem 8), so a set also has the list of its weights, falling. The sum of all weights fits 32 bits, as in the
// tree file. Without weights, each secret counts once, and the arrays are not made.
#pragma once
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "value.hpp"

namespace guesstree {

// A list of prices.
class Prices {
public:
    // Takes a list, or, if `endless`, the prices 1, 2, 3, ... without end. Throws std::invalid_argument if prices fall or are negative.
    Prices(std::vector<Cost> list, bool endless) : list_(std::move(list)), endless_(endless) {
        if (endless_) return;
        if (list_.empty()) throw std::invalid_argument("the price list is empty");
        for (size_t i = 0; i < list_.size(); ++i)
            if (list_[i] < 0 || (i && list_[i] < list_[i - 1])) throw std::invalid_argument("prices never fall and are not negative");
        const int size = static_cast<int>(list_.size());
        same_.resize(size);
        // alike[e] becomes the number of relative prices at e and at `depth` that agree; it follows from the number at e + 1 and depth + 1
        std::vector<int> alike(size + 1, 0);
        for (int depth = size - 1; depth >= 0; --depth) {
            same_[depth].assign(std::min(size - depth, kMerged) + 1, depth);
            int settled = 0;
            for (int e = 0; e < depth; ++e) {
                const bool equal = depth + 1 < size && list_[e + 1] - list_[e] == list_[depth + 1] - list_[depth];
                alike[e] = equal ? 1 + alike[e + 1] : 1;
                for (; settled < alike[e] && settled + 1 < static_cast<int>(same_[depth].size()); ++settled) same_[depth][settled + 1] = e;
            }
        }
    }
    // Returns the number of further guesses that have a price.
    int remaining(int depth) const { return endless_ ? kMany : static_cast<int>(list_.size()) - depth; }
    // Returns the relative price of a secret that is found with the i-th guess after this depth; 0 for the first guess.
    Cost relative(int depth, int i) const { return endless_ ? i - 1 : list_[depth + i - 1] - list_[depth]; }
    // Returns the price of a secret that is found with the next guess.
    Cost absolute(int depth) const { return endless_ ? depth + 1 : list_[depth]; }
    // Returns the extra cost of a secret that is not found with the next guess, but with the guess after it.
    Cost step(int depth) const { return relative(depth, 2); }
    // Returns the lowest depth at which n candidates have the same relative prices as at this depth. No tree needs more than n guesses, so
    // that prices beyond the n-th do not matter.
    int same_as(int depth, int n) const {
        if (endless_) return 0;
        return n < static_cast<int>(same_[depth].size()) ? same_[depth][n] : depth;
    }
    bool endless() const { return endless_; }
    // Returns the number of depths with different prices; with endless prices, all depths count as one.
    int levels() const { return endless_ ? 1 : static_cast<int>(list_.size()); }
    // Returns the depth of the cells of a guess.
    int next(int depth) const { return endless_ ? 0 : depth + 1; }
    static constexpr int kMany = 1 << 30;  // the number of guesses that remain if there is no limit

private:
    static constexpr int kMerged = 1024;  // for larger sets, same_as() does not seek other depths with the same prices
    std::vector<Cost> list_;              // the price of guess 1, 2, ...
    bool endless_;                        // whether the prices are 1, 2, 3, ... without end
    std::vector<std::vector<int>> same_;  // the values of same_as(), by depth and number of candidates
};

// The weights of all secrets.
class Weights {
public:
    // Gives every secret the weight 1.
    Weights() = default;
    // Throws std::invalid_argument for a weight below 1, or a sum of 2^32 or more.
    explicit Weights(const std::vector<int64_t>& of) {
        int64_t sum = 0;
        for (int64_t weight : of) {
            if (weight < 1 || weight > UINT32_MAX || (sum += weight) > UINT32_MAX)
                throw std::invalid_argument("each weight is at least 1, and their sum is less than 2^32");
            of_.push_back(static_cast<uint32_t>(weight));
        }
    }
    bool exist() const { return !of_.empty(); }  // whether weights were given
    size_t size() const { return of_.size(); }
    bool operator==(const Weights&) const = default;
    // Returns the weight of a secret.
    uint32_t of(uint32_t secret) const { return exist() ? of_[secret] : 1; }
    // Returns the sum of the weights of a set.
    Cost sum(const uint32_t* set, int n) const {
        if (!exist()) return n;
        Cost sum = 0;
        for (int i = 0; i < n; ++i) sum += of_[set[i]];
        return sum;
    }
    // Returns whether the first secret is heavier, or equally heavy and of lower index.
    bool comes_first(uint32_t a, uint32_t b) const { return of_[a] != of_[b] ? of_[a] > of_[b] : a < b; }
    // Returns the weights of a set, falling, or nothing if each secret has the weight 1.
    std::vector<uint32_t> falling(const std::vector<uint32_t>& set) const {
        std::vector<uint32_t> weights;
        if (!exist()) return weights;
        for (uint32_t s : set) weights.push_back(of_[s]);
        std::sort(weights.rbegin(), weights.rend());
        return weights;
    }

private:
    std::vector<uint32_t> of_;  // the weight of each secret
};

// Returns a lower bound of the cost of secrets with these weights, falling, from lower bounds for weight 1 (docs/theory.md, Theorem 8):
// the cheapest m secrets of any tree cost at least row[m].
inline Cost weighed(const Cost* row, const uint32_t* weights, int n) {
    if (!weights || row[n] >= kNever) return row[n];
    Cost sum = 0;
    for (int i = 0; i < n; ++i) sum += (row[i + 1] - row[i]) * weights[i];
    return sum;
}

}  // namespace guesstree
