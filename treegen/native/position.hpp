// A position of the search: a set of candidates, the history that led to it, and its state in the recursion. It points to its
// set, in the arena of the thread that made it, and to the path and the stabiliser, on the stacks of the levels above; all of
// them live as long as the search of the guess that the cell belongs to.
#pragma once
#include <cstdint>

#include "hard_mode.hpp"
#include "symmetry.hpp"
#include "value.hpp"

namespace guesstree {

// The guesses that lead to a set, the last one first.
struct Step {
    int guess = 0;                 // the last of them
    int count = 0;                 // how many guesses there are up to this one
    const Step* before = nullptr;  // the guess before it; null at the first
};

// At sets of more than `exact` candidates only `width` guesses are tried, those of the highest entropy.
struct Beam {
    int width = 0;  // 0: all guesses are tried everywhere
    int exact = 0;  // the largest sets at which all guesses are tried
    bool narrows(int n) const { return width && n > exact; }
};

// A set that is to be searched.
struct Position {
    const uint32_t* set = nullptr;           // the candidates, rising
    int n = 0;                               // how many they are
    int depth = 0;                           // guesses made; the lowest depth of the same prices
    Key key = {};                            // of set, depth, beam and hints
    Key image = {};                          // of an image of the set (ImageKeys); 0: not made yet
    const Stabiliser* stabiliser = nullptr;  // of the guesses made; null when it is trivial or not known
    const Step* path = nullptr;              // null at the start, and where it is not known
    Beam beam = {};                          // which guesses are tried, here and in all cells
    const uint32_t* weights = nullptr;       // of the candidates, falling; null: all weigh 1
    Cost weight = 0;                         // of all candidates, where there are weights
    const Hints* hints = nullptr;            // in hard mode: what was told; null where none is looked up
    const GuessList* among = nullptr;        // in hard mode: those of the position above; null: all
    const uint32_t* places = nullptr;        // with it: of the candidates, among those of the position above
    bool is_narrow() const { return beam.narrows(n); }
    // What the candidates cost if each costs so much.
    Cost times(Cost price) const { return price * (weights ? weight : n); }
};

}  // namespace guesstree
