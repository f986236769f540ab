// The rule that chooses the guesses of a greedy tree, and lower bounds for its scores. Each cell of a guess has an integer price by its
// size (treegen/greedy/score.py). The score of the guess is the sum or the maximum of these prices, so it is the same on every machine.
//
// A guess is skipped only if its score is proved to be no better than the best score so far. Two kinds of bounds prove this:
//  - If a guess splits n candidates into k cells, its score is at least the least score of n candidates in k cells, which a dynamic
//    program finds for any prices. So the number of cells alone may exclude a guess.
//  - Prices that are divided by a number and rounded down fit into 16 bits, so that a vector adds up the prices of many guesses. Prices of
//    sizes up to 15 are looked up; a larger cell costs at least as much as a cell of 15. This bound needs superadditive prices: a union
//    of two cells costs at least as much as both cells, as with entropy (Neuwirth 1982) and the expected size (Irving 1978).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace guesstree {

// The parameters of a rule.
struct Rule {
    const int64_t* prices = nullptr;  // the price of a cell, by its size; prices[0] is not used
    bool greatest = false;            // whether the score is the greatest price of all cells, and not the sum of the prices
    bool prefer_candidate = true;     // whether candidates come first among guesses of equal score
    bool prefers_highest = false;     // whether the highest index comes first among equals; with prefer_candidate, only among candidates
    int64_t bonus = 0;                // the score of a guess that wins for a candidate is lowered by this number
    int separable_to = 0;             // in sets of up to this size, the lowest candidate that separates all candidates is the best guess

    // Returns the sum of two prices. It wraps around, so that it is defined for all prices.
    static int64_t plus(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
    // Returns the score of a guess that wins for a candidate.
    int64_t less_bonus(int64_t score) const { return static_cast<int64_t>(static_cast<uint64_t>(score) - static_cast<uint64_t>(bonus)); }
    // Returns the score of no cells.
    int64_t nothing() const { return greatest ? INT64_MIN : 0; }
    // Returns a score after one more cell of this price.
    int64_t add(int64_t score, int64_t price) const { return greatest ? (score > price ? score : price) : plus(score, price); }
};

// The best guess so far. Guesses may be offered in any order.
struct Best {
    int64_t score = 0;   // the score, lowered by the bonus
    bool wins = false;   // whether the guess wins for a candidate
    int32_t guess = -1;  // the index of the guess; -1: there is none yet

    // Returns whether another guess, whose score is lowered by the bonus, comes before this guess in the order of the rule.
    bool is_after(const Rule& rule, int64_t other, bool its_wins, int32_t its_guess) const {
        if (guess < 0 || other != score) return guess < 0 || other < score;
        if (rule.prefer_candidate && its_wins != wins) return its_wins;
        return rule.prefers_highest && (its_wins || !rule.prefer_candidate) ? its_guess > guess : its_guess < guess;
    }
};

constexpr int kMostCounted = 255;  // in sets of up to this number of candidates, the counts are bytes

// Conditions that a guess must meet to be better than the best one so far, for a set of at most kMostCounted candidates.
struct Filter {
    int cells = 0;                                    // the least number of cells
    int largest = kMostCounted;                       // the greatest size of a cell
    bool summed = false;                              // whether the lower bounds of the prices must add up to at most `most`
    alignas(16) uint8_t low[16] = {}, high[16] = {};  // the low and the high bytes of the bounds, by size; 15 stands for larger sizes, too
    int16_t most = 0;                                 // the greatest sum of the bounds
};

// The bounds of one rule for sets of at most kMostCounted candidates and a number of feedbacks.
class ScoreBounds {
public:
    ScoreBounds(const Rule& rule, size_t candidates, int feedbacks);
    // Returns a filter for a set of n candidates that every guess passes.
    Filter filter(int n) const;
    // Restricts a filter for n candidates to guesses whose score is at most `bound`.
    void tighten(Filter& filter, int n, int64_t bound) const;

private:
    static constexpr int64_t kMostSummed = 32000;  // the bounds of a guess add up to at most this number
    int64_t divisor(int n) const { return rule_.prices[n] / kMostSummed + 1; }
    Rule rule_;
    int feedbacks_ = 0;
    bool superadditive_ = false;               // whether a union of two cells costs at least as much as both, and no price is below 0
    bool rising_ = false;                      // whether larger cells never cost less
    std::vector<std::vector<int64_t>> least_;  // by [cells][candidates]: the least score of the candidates in this number of cells
};

}  // namespace guesstree
