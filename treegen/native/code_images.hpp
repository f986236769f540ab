// Renamings of code games: permutations of the positions together with permutations of the symbols.
//
// The search knows its symmetries as stabilisers (symmetry.hpp), which leave open what happens to symbols that no guess
// holds. A certificate says what happens to every position and symbol, so that a reader can apply it to each candidate.
// Memory: 4 bytes for each word over the symbols, at most some 65 times as many as there are guesses.
#pragma once
#include <cstdint>
#include <vector>

#include "symmetry.hpp"
#include "table.hpp"

namespace guesstree {

// Position i of the image of a code is names[code[places[i]]].
struct Renaming {
    std::vector<uint8_t> places;  // a permutation of the positions
    std::vector<uint8_t> names;   // a permutation of the symbols
    auto operator<=>(const Renaming&) const = default;
};

// Renamings of the guesses of one game.
class CodeImages {
public:
    // Guesses are in the order of their text. Symbols of all positions are renamed alike, even if the symmetries could do more.
    CodeImages(const Table& table, const Symmetry& symmetry);
    const Symmetry& symmetry() const { return symmetry_; }
    // Renamings that make up a stabiliser.
    std::vector<Renaming> generators(const Stabiliser& stabiliser) const;
    // The image of a guess; -1: it is no guess.
    int image(const Renaming& by, int guess) const;

private:
    const Symmetry symmetry_;        // of the guesses
    std::vector<int32_t> guess_of_;  // by the code as a number; -1: it is no guess
};

}  // namespace guesstree
