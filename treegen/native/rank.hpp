// The order in which guesses are tried at a set, (-(cells + win), not win, index) as in general.py, as one 16-bit number per guess
// that holds all of it but the index: a higher rank comes first, and equal ranks are tried by rising index. Vector code computes
// ranks for many guesses at once (masks.hpp).
#pragma once
#include <cstdint>

namespace guesstree {

// 2 * (cells + win) + win; 0 for a guess that is not allowed.
using Rank = uint16_t;
constexpr Rank rank_of(int cells, int win) {
    return static_cast<Rank>(2 * cells + 3 * win);
}
// 1 if a guess of this rank wins for a candidate, else 0.
constexpr int win_of(Rank rank) {
    return rank & 1;
}
// How many cells a guess of this rank makes.
constexpr int cells_of(Rank rank) {
    return (rank - 3 * (rank & 1)) / 2;
}

// The highest ranks at a set; 0 where there is no such guess.
struct Tops {
    Rank plain = 0;    // among guesses that cannot win
    Rank winning = 0;  // among guesses that win for a candidate
};

}  // namespace guesstree
