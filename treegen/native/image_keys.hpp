// Keys of sets of candidates up to symmetry, for the transposition table.
//
// Permuting positions and renaming symbols maps the cells of a guess to those of its image (symmetry.hpp), so a set of codes
// costs what its images under these symmetries cost. The key of a set is here that of one of its images, chosen so that
// sets with an image in common mostly choose the same:
//   - Candidates, symbols and positions get colours, numbers that no symmetry changes. A symbol at a position has the sum
//     of the colours of the candidates that hold it there, at first 1 each; a symbol, and a position, has the sum of those
//     of its places, mixed; and a candidate that of the places of its symbols. This is done twice. Where each position has
//     symbols of its own, a symbol has one place.
//   - Where all positions and all symbols differ in colour, they are renamed by their rank. Else candidates are put in the
//     order of their colours (equal ones in that of their index), and for each permutation that puts the positions in the
//     order of theirs, the symbols are named 0, 1, 2, ... as they appear; the lowest of these images is taken, word by word.
// The Zobrist keys of the words of the image are added.
// The key is that of a true image, whatever the colours are: two sets with one key are images of each other (but for a
// collision of 128 bits), and have the same cost at the same depth. Where the order of equal colours was unlucky, two
// images of one set get different keys, which costs time only. An invariant such as the colours themselves would not do
// as a key: sets that are not images of each other share it. Only costs carry over, not guesses: the first guess of the order
// depends on the names.
//
// O((n + symbols) * positions) steps for n candidates where the colours differ; else up to positions! times as many.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "arena.hpp"
#include "symmetry.hpp"
#include "table.hpp"
#include "value.hpp"

namespace guesstree {

// The keys of one game's sets.
class ImageKeys {
public:
    // Of a game whose symmetries are known; else the keys are of no use. Both must live as long as this.
    ImageKeys(const Table& table, const Symmetry& symmetry);
    // Whether there are symmetries, and one winning guess for every candidate.
    bool useful() const { return !orders_.empty(); }
    // The key of a set of candidates.
    Key of(const uint32_t* set, int n, Arena& arena) const;

private:
    static void add(Key& key, uint64_t word);
    const Table& table_;                                      // the game
    const Symmetry& symmetry_;                                // of its guesses
    std::vector<std::array<uint8_t, kMaxPositions>> orders_;  // of the positions
    bool all_orders_ = false;                                 // whether these are all, but for a position that is fixed
};

}  // namespace guesstree
