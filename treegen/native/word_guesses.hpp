// The guesses of games of words with marks, for greedy trees (greedy.hpp). A mark is 2 for a letter in its place, 1 for one that
// is elsewhere, 0 for none; feedbacks are marks in base 3.
//
// The feedbacks of a set to a guess are a sum of columns, one for each letter and place, unless the guess repeats a letter of some
// candidate; then those of that letter are made for that guess. Guesses whose columns are all equal are as one, and only the
// first is scored.
//
// Where the score is the sum of n log n over the cells, or more, most guesses are not scored at all: a joint entropy is at most
// the sum of the entropies (Shannon 1948; Cover and Thomas, theorem 2.6.6), here of the marks of a guess taken alone, which a
// look-up for each place gives. So a score is at least that of one cell, less the gains of the marks, and less n units for each
// rounding of a logarithm. The mark of a letter that a guess repeats depends on whether the candidate has it at the place and how
// often, so its gain is that of this pair. Guesses that promise most are scored first, and then those that may still be better.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "greedy.hpp"

namespace guesstree {

constexpr int kMostLength = 8;    // of words
constexpr int kMostLetters = 64;  // different ones

class WordGuesses : public GuessGame {
public:
    // words[guess][place]: letters from 0 on; each secret is a guess. `entropy` are the prices n log n by size where those of the
    // rule are a sum and nowhere less, else null.
    WordGuesses(const uint8_t* words, int count, int length, const Rule& rule, std::vector<int32_t> secrets, const int64_t* entropy);
    int feedback(int32_t guess, int32_t secret) const override;
    std::vector<int32_t> choose(const std::vector<Sought>& sets, bool candidates_only, Workers& workers) const override;

private:
    template <class Marks>
    class Scorer;
    template <class Marks>
    int32_t choose_one(std::span<const int32_t> set, bool candidates_only, Workers& workers) const;
    const uint8_t* word(int32_t guess) const { return &words_[static_cast<size_t>(guess) * kMostLength]; }

    std::vector<uint8_t> words_;  // [guess][place], filled up with letter 0
    int length_, letters_ = 0;
    std::vector<int> powers_;        // of 3, by place
    std::vector<uint64_t> repeats_;  // of each guess: the letters that it repeats
    const int64_t* entropy_;
};

}  // namespace guesstree
