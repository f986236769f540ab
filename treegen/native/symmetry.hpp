// Equivalent guesses of code games: permutations of positions and of symbols that leave the guesses asked as they are, and the
// feedbacks to them. Two guesses that such a symmetry maps to each other lead to the same trees up to names, and only one of them
// has to be tried (docs/theory.md, Theorem 6): the lowest index represents its class. This holds only if the candidates are all
// that the feedbacks leave, which Search::run checks. Guesses are indexed in the order of their text, which is that of their
// symbols.
//
// The effect of a symmetry depends on the feedback (Invariance). Marks of positions are permuted with the positions: then the
// symmetries of a cell are those that leave its feedback as it is, fewer than those of its guess.
//
// Symbols that no guess contains yet may be renamed freely, so only the permutations of positions are listed, at most 6! of them,
// with the names that they force; free symbols are then named in the order of their appearance. With more than six positions, no
// symmetries are used.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "arena.hpp"
#include "table.hpp"
#include "value.hpp"

namespace guesstree {

constexpr int kMaxPositions = 6;  // codes with more positions have no symmetries here
constexpr int kMaxSymbols = 64;   // the most symbols, since each is a bit of a word

// The meaning of a feedback for a guess and a secret.
enum class Invariance : uint8_t {
    numbers,  // how many positions agree, how many symbols are common: no symmetry changes it
    places,   // only how many positions agree, and secrets may be any codes: each position has symbols of its own
    marks,    // for each position 2 (right), 1 (elsewhere; of equal symbols the first ones) or 0, in base 3
};

// The symmetries that map every guess asked and its feedback to themselves. Symbols that none of these guesses holds may besides be
// renamed at will.
struct Stabiliser {
    // A permutation of the positions, and what it forces of the symbols.
    struct Element {
        uint8_t from[kMaxPositions];  // position i of the image is position from[i] of the guess, with its symbol renamed
        uint8_t symbol[kMaxSymbols];  // the new name of each symbol, or kFree
    };
    static constexpr uint8_t kFree = 255;  // this stands for a symbol that may get any name
    std::vector<Element> elements;         // an element for each permutation of positions that can be completed
    uint64_t used = 0;                     // a bit for each symbol that occurs in the guesses
    bool trivial = true;                   // whether no two guesses are equivalent
};

// A symmetry that says of every symbol what becomes of it, as certificates do, so that a reader can apply it to each candidate:
// position i of the image of a code is names[code[places[i]]].
struct Renaming {
    std::vector<uint8_t> places, names;  // the permutations
    bool operator==(const Renaming&) const = default;
};

// The symmetries of the guesses of a code game.
class Symmetry {
public:
    // No symmetries: every guess is its own class.
    Symmetry() = default;
    // Of codes, symbols [guess][position], which must live as long as this; fixed_zero: symbol 0 and the first position
    // keep their places, for games in which no code begins with 0. Throws std::invalid_argument for an invalid symbol.
    Symmetry(const uint8_t* symbols, int guesses, int positions, int symbol_count, bool fixed_zero,
             Invariance invariance = Invariance::numbers);
    bool known() const { return positions_ > 0; }
    // The symmetries that rename the symbols of all positions alike.
    Symmetry alike() const;
    int positions() const { return positions_; }
    // How many names there are, and that of a symbol of a guess at a position: the symbol itself, unless each position has
    // symbols of its own.
    int names() const { return block_ ? positions_ * block_ : count_; }
    int name(const uint8_t* code, int position) const { return code[position] + position * block_; }
    bool names_by_position() const { return block_; }
    bool fixes_zero() const { return fixed_zero_; }
    // Returns whether symmetries permute feedbacks, and how many feedbacks there are then; the last one wins.
    bool moves_feedbacks() const { return invariance_ == Invariance::marks && known(); }
    int feedbacks() const;
    // The symbols of a guess.
    const uint8_t* code(int guess) const { return symbols_ + static_cast<size_t>(guess) * positions_; }
    // The stabiliser before any guess: the whole group.
    Stabiliser whole() const;
    // The stabiliser when this guess is asked, too, and answered so.
    Stabiliser after(const Stabiliser& before, int guess, int feedback) const;
    // Returns whether no equivalent guess has a lower index.
    bool is_first(const Stabiliser& stabiliser, int guess) const;
    // The class of every guess, numbered from 0; returns how many there are. Under the whole group, or `in_place` under
    // the symmetries that leave the positions, and so the feedbacks, as they are.
    int classes(std::vector<int>& of_guess, bool in_place = false) const;
    // The feedback of the image of a secret to that of the guess, where the secret itself has this feedback.
    int image_of(const Stabiliser::Element& e, int guess, int feedback) const;
    // Renamings that make up a stabiliser, where all positions are renamed alike; and the image of a guess, which is the guess itself
    // if that is not in the game.
    std::vector<Renaming> generators(const Stabiliser& stabiliser) const;
    int image(const Renaming& by, int guess) const;

private:
    bool is_trivial(const Stabiliser& s) const;
    // The lowest name for a symbol at this position that is not among these.
    int free_name(uint64_t taken, int position) const;
    const uint8_t* symbols_ = nullptr;             // the symbols, by [guess][position]
    int guesses_ = 0;                              // the number of guesses
    int positions_ = 0;                            // the number of positions; 0: no symmetries are known
    int count_ = 0;                                // the number of symbols
    int block_ = 0;                                // the number of names of each position if each has its own, else 0
    bool fixed_zero_ = false;                      // whether symbol 0 and the first position keep their places
    Invariance invariance_ = Invariance::numbers;  // the meaning of the feedbacks
};

// Keys of one game's sets of candidates up to symmetry, for the transposition table.
//
// Permuting positions and renaming symbols maps the cells of a guess to those of its image, so a set of codes
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
// The key is that of a true image with any colours: two sets with one key are images of each other (but for a
// collision of 128 bits), and have the same cost at the same depth. Where the order of equal colours was unlucky, two
// images of one set get different keys, which costs time only. An invariant such as the colours themselves would not do
// as a key: sets that are not images of each other share it. Only costs carry over, not guesses: the first guess of the order
// depends on the names.
//
// O((n + symbols) * positions) steps for n candidates where the colours differ; else up to positions! times as many.
class ImageKeys {
public:
    // Of a game whose symmetries are known; else the keys are of no use. Both must live as long as this.
    ImageKeys(const Table& table, const Symmetry& symmetry);
    // Returns whether there are symmetries, and one winning guess for every candidate.
    bool useful() const { return !orders_.empty(); }
    // The key of a set of candidates.
    Key of(const uint32_t* set, int n, Arena& arena) const;

private:
    static void add(Key& key, uint64_t word);
    const Table& table_;                                      // the table of the game
    const Symmetry& symmetry_;                                // the symmetries of its guesses
    std::vector<std::array<uint8_t, kMaxPositions>> orders_;  // the permutations of the positions
    bool all_orders_ = false;                                 // whether these are all permutations, but for a position that is fixed
};

}  // namespace guesstree
