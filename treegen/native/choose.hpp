// The choice of a one-step rule: the first guess in the order (score, wins for no candidate, index), or another way to part
// equals. It is what `treegen build` does at every node. A score is a sum over the cells of integer prices by size
// (treegen/greedy/score.py), modulo 2^64, so that it is the same on every machine.
#pragma once
#include <cstddef>
#include <cstdint>

#include "greedy_rule.hpp"

namespace guesstree {

// by_secret: [secret][guess]; an entry that is not less than `feedbacks` is not counted. Returns the first guess that splits
// the candidates and that none of them answers with a losing feedback; -1 if there is none.
template <class Entry>
int32_t choose(const Entry* by_secret, size_t guesses, const int32_t* candidates, size_t n, const Rule& rule, int feedbacks, int winning,
               const uint8_t* losing);

}  // namespace guesstree
