// Proved sets in the form in which they are saved in a checkpoint, or sent from one machine to another.
//
// A lemma is the cost of a set, which is named by the guesses that lead to it and their feedbacks. A reader can form the
// set again, so that it need not trust the key, and can solve it again, so that it need not trust the cost.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "value.hpp"
#include "zobrist.hpp"

namespace guesstree {

// A set that took noticeable time to solve. Key and value are those of the transposition table, valid for the same table,
// prices and pool of guesses.
struct Lemma {
    Key key = {};                    // of the set at its depth
    int depth = 0;                   // the lowest depth of the same prices
    Value value = {};                // relative to the depth
    std::vector<int32_t> path = {};  // the guesses that lead to the set and the feedbacks to them, in turn
};

// A lemma that cannot be true.
struct Flaw {
    size_t index = 0;           // which of those given
    const char* why = nullptr;  // in words
};

}  // namespace guesstree
