// The plain rule's choice: the first guess in the order (score, wins for no candidate, index), or another way to part equals.
#pragma once
#include <cstddef>
#include <cstdint>

namespace guesstree {

// What a rule asks: the price of a cell by its size (prices[0] is not used), summed or, if `greatest`, the greatest.
struct Rule {
    const int64_t* prices;
    bool greatest;
    bool candidates_only;
    bool prefer_candidate;   // among equal scores
    bool last;               // among what is still equal: the highest index, not the lowest; with prefer_candidate of candidates alone
    int64_t bonus;           // taken off the score of a guess that wins for a candidate
    const uint8_t* allowed;  // [guesses], null for all
};

// by_secret: [secret][guess]. Returns the first guess that splits the candidates and that none of them answers with a
// losing feedback; -1 if there is none.
int32_t choose(const uint8_t* by_secret, size_t guesses, const int32_t* candidates, size_t n, const Rule& rule, int feedbacks,
               int winning, const uint8_t* losing);

}  // namespace guesstree
