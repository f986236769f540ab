// Equivalent guesses of code games: permutations of positions and of symbols that leave the guesses asked as they are.
//
// Permuting positions and renaming symbols changes no feedback. If such a symmetry maps every guess asked to itself, it maps
// the candidates to candidates, for any feedbacks; so two guesses that it maps to each other lead to the same trees up to
// names, and only one of them has to be tried: the lowest index represents its class. This holds only if the candidates are
// all that the feedbacks leave, which Search::run checks.
//
// There may be positions! * symbols! symmetries, too many to list. Symbols that no guess contains yet may be renamed
// freely, so only the permutations of positions are listed, at most 6! of them, with the names that they force; free
// symbols are then named in the order of their appearance. With more than six positions, no symmetries are used. A
// stabiliser takes 70 bytes per element; is_first() takes O(elements) steps and usually stops at the first symbol of each.
//
// Invariant: guesses are indexed in the order of their text, which is that of their symbols. The tree depends on
// it, because the lowest index represents a class.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace guesstree {

constexpr int kMaxPositions = 6;  // of codes whose symmetries are known
constexpr int kMaxSymbols = 64;   // one bit of a word each

// The symmetries that map every guess asked to itself. Symbols that none of these guesses holds may besides be renamed at
// will.
struct Stabiliser {
    // A permutation of the positions, and what it forces of the symbols.
    struct Element {
        uint8_t from[kMaxPositions];  // position i of the image is position from[i] of the guess, renamed
        uint8_t symbol[kMaxSymbols];  // the new name, or kFree
    };
    static constexpr uint8_t kFree = 255;  // a symbol that may be renamed at will
    std::vector<Element> elements;         // one for each permutation of positions that can be completed
    uint64_t used = 0;                     // symbols with a name of their own
    bool trivial = true;                   // no two guesses are equivalent
};

// The symmetries of the guesses of a code game.
class Symmetry {
public:
    // No symmetries: every guess is its own class.
    Symmetry() = default;
    // Of codes, symbols [guess][position], which must live as long as this; fixed_zero: symbol 0 and the first position
    // keep their places, for games in which no code begins with 0. Throws std::invalid_argument for an invalid symbol.
    Symmetry(const uint8_t* symbols, int guesses, int positions, int symbol_count, bool fixed_zero);
    bool known() const { return positions_ > 0; }
    int positions() const { return positions_; }
    int symbols() const { return count_; }
    bool fixes_zero() const { return fixed_zero_; }
    // The symbols of a guess.
    const uint8_t* code(int guess) const { return symbols_ + static_cast<size_t>(guess) * positions_; }
    // The stabiliser before any guess: the whole group.
    Stabiliser whole() const;
    // The stabiliser when this guess is asked, too.
    Stabiliser after(const Stabiliser& before, int guess) const;
    // Whether no equivalent guess has a lower index.
    bool is_first(const Stabiliser& stabiliser, int guess) const;
    // The class of every guess under the whole group, numbered from 0; returns how many there are.
    int classes(std::vector<int>& of_guess) const;

private:
    void image(const Stabiliser::Element& e, uint64_t used, const uint8_t* guess, uint8_t* out) const;
    bool is_trivial(const Stabiliser& s) const;
    const uint8_t* symbols_ = nullptr;  // [guess][position]
    int guesses_ = 0;                   // how many
    int positions_ = 0;                 // 0: nothing is known
    int count_ = 0;                     // of symbols
    bool fixed_zero_ = false;           // symbol 0 and the first position keep their places
};

}  // namespace guesstree
