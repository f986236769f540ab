// The guesses of games of codes, for greedy trees (greedy.hpp). Guesses are counted by blocks (counters.hpp), sets that have the
// same guesses to try together. The own candidates of a set are counted first: so the bound is tight from the beginning, and the
// others must be better.
//
// Two arguments leave out guesses, and never the first in the order, where the lowest index decides between equals:
//  - Symmetry. A permutation of the positions with a renaming of the symbols that maps each guess that was asked to itself maps
//    the set to itself, hence the cells of a guess to those of its image: their sizes are equal, and both win for a candidate or
//    neither does. So only the lowest index of a class can be the first. This is used after up to two guesses; later there are
//    few symmetries left (Heeffer and Heeffer 2007; Ville 2013).
//  - Symbols that no candidate holds. Guesses that differ only in which of these they have, and in the same places, get the same
//    feedback from each candidate, and none of them wins. The lowest index has the lowest such symbols in order of appearance.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "counters.hpp"
#include "greedy.hpp"

namespace guesstree {

// Which codes may be asked, in the order of their text.
struct CodeRules {
    int positions, symbols;
    bool may_repeat;  // a symbol in a guess
    bool nozero;      // no code begins with symbol 0
};

class CodeGuesses : public GuessGame {
public:
    // Each secret is a guess; labels[bulls][cows].
    CodeGuesses(const CodeRules& codes, const Rule& rule, std::vector<int32_t> secrets, const uint8_t* labels, int winning);
    int feedback(int32_t guess, int32_t secret) const override;
    std::vector<int32_t> choose(const std::vector<Sought>& sets, bool candidates_only, Workers& workers) const override;
    // The lowest guess of each class that the symmetries of what was asked make equivalent; rising.
    std::vector<int32_t> representatives(const std::vector<int32_t>& asked) const;

private:
    // Guesses to count: their symbols by position, filled up to whole blocks, and their indices.
    struct List {
        std::vector<uint8_t> symbols[kMostPlaces];
        std::vector<int32_t> index;
    };
    struct Job;
    const uint8_t* code(int32_t guess) const { return &codes_[static_cast<size_t>(guess) * rules_.positions]; }
    uint64_t all_symbols() const { return ~uint64_t{0} >> (64 - rules_.symbols); }
    List list_of(std::span<const int32_t> some) const;
    List list_without(uint64_t dead) const;
    void grow(List& list, uint64_t dead, int at, uint64_t used, int32_t index, uint8_t* word) const;
    void close(List& list) const;
    void scan(std::span<Job> jobs, const List& list, Workers& workers) const;
    void count(Job& job, const List& list, size_t from, const uint8_t* rows) const;
    void tighten(Job& job) const;

    CodeRules rules_;
    Coding coding_;
    CounterKernels kernels_;
    ScoreBounds bounds_;
    std::vector<uint8_t> labels_;   // [bulls][cows]
    std::vector<uint8_t> codes_;    // [guess][position]
    std::vector<uint64_t> packed_;  // of each guess: its symbols, one per byte
    std::vector<uint64_t> held_;    // [guess][word]: bit symbol * positions + k says that it holds more than k of a symbol
    size_t words_;                  // of held_
};

}  // namespace guesstree
