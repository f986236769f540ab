// Equivalent guesses of code games. A symmetry is a permutation of the positions together with a renaming of the symbols that leaves all
// guesses made, and the feedbacks to them, unchanged. Two guesses that a symmetry maps to each other lead to the same trees up to names,
// so only the guess of lowest index has to be tried (docs/theory.md, Theorem 6). This is true only if the candidates are all secrets that
// agree with the feedbacks, which Search::run checks. Guesses are indexed in the order of their text, which is the order of their symbols.
//
// The effect of a symmetry depends on the kind of feedback (Invariance). If feedbacks are marks of positions, a symmetry permutes the
// marks, too. Then a cell has fewer symmetries than its guess: only those that leave the feedback of the cell unchanged.
//
// Symbols that no guess contains yet may be renamed freely. So only the permutations of positions are listed, at most 6! of them, with the
// new names that they force; all other symbols are then named in the order of their appearance. With more than six positions, no symmetries
// are used.
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
    numbers,  // the numbers of positions that agree and of common symbols, which no symmetry changes
    places,   // only the number of positions that agree; any code may be a secret, so each position can rename its symbols independently
    marks,    // a mark for each position, in base 3: 2 (right), 1 (elsewhere; only the first of equal symbols) or 0
};

// The symmetries that leave every guess made and its feedback unchanged. Symbols that none of these guesses contains may get any name.
struct Stabiliser {
    // A permutation of the positions, and the new names of symbols that it forces.
    struct Element {
        uint8_t from[kMaxPositions];  // position i of the image is position from[i] of the guess, with its symbol renamed
        uint8_t symbol[kMaxSymbols];  // the new name of each symbol, or kFree
    };
    static constexpr uint8_t kFree = 255;  // this stands for a symbol that may get any name
    std::vector<Element> elements;         // an element for each permutation of positions that belongs to a symmetry
    uint64_t used = 0;                     // a bit for each symbol that occurs in the guesses
    bool trivial = true;                   // whether no two guesses are equivalent; then the other fields need not be filled in
};

// A symmetry with a new name for every symbol, as in certificates, so that a reader can apply it to each candidate: position i of the image
// of a code is names[code[places[i]]].
struct Renaming {
    std::vector<uint8_t> places, names;  // the permutation of the positions, and the new names
    bool operator==(const Renaming&) const = default;
};

// The symmetries of the guesses of a code game.
class Symmetry {
public:
    // Makes an object without symmetries: every guess is a class of its own.
    Symmetry() = default;
    // Takes codes, symbols [guess][position], which must live as long as this object. With fixed_zero, symbol 0 and the first position
    // stay the same, for games in which no code begins with 0. Throws std::invalid_argument for an invalid symbol.
    Symmetry(const uint8_t* symbols, int guesses, int positions, int symbol_count, bool fixed_zero,
             Invariance invariance = Invariance::numbers);
    bool known() const { return positions_ > 0; }
    // Returns the symmetries that rename the symbols of all positions in the same way.
    Symmetry alike() const;
    int positions() const { return positions_; }
    // Returns the number of names.
    int names() const { return block_ ? positions_ * block_ : count_; }
    // Returns the name of the symbol of a code at a position: the symbol itself, unless each position has its own names.
    int name(const uint8_t* code, int position) const { return code[position] + position * block_; }
    bool names_by_position() const { return block_; }
    bool fixes_zero() const { return fixed_zero_; }
    // Returns whether symmetries permute feedbacks.
    bool moves_feedbacks() const { return invariance_ == Invariance::marks && known(); }
    // Returns the symbols of a guess.
    const uint8_t* code(int guess) const { return symbols_ + static_cast<size_t>(guess) * positions_; }
    // Returns the symmetries before any guess: the whole group.
    Stabiliser whole() const;
    // Returns the symmetries that remain after one more guess with this feedback.
    Stabiliser after(const Stabiliser& before, int guess, int feedback) const;
    // Returns whether no equivalent guess has a lower index.
    bool is_first(const Stabiliser& stabiliser, int guess) const;
    // Finds the class of every guess, numbered from 0, and returns the number of classes: under the whole group, or, with `in_place`, under
    // the symmetries that do not move positions, and so do not change feedbacks.
    int classes(std::vector<int>& of_guess, bool in_place = false) const;
    // Finds the orbits of some guesses under renamings: of_guess becomes the orbit of each of their guesses, numbered from 0, and -1 for
    // other guesses. Returns the number of orbits.
    int orbits(const std::vector<int32_t>& some, const std::vector<Renaming>& renamings, std::vector<int>& of_guess) const;
    // Returns the feedback of the image of a secret to the image of a guess, from the feedback of the secret to the guess.
    int image_of(const Stabiliser::Element& e, int guess, int feedback) const;
    // Returns renamings that generate a stabiliser; all positions must be renamed in the same way (alike).
    std::vector<Renaming> generators(const Stabiliser& stabiliser) const;
    // Returns the image of a guess, or the guess itself if its image is not in the game.
    int image(const Renaming& by, int guess) const;

private:
    bool is_trivial(const Stabiliser& s) const;
    const uint8_t* symbols_ = nullptr;             // the symbols, by [guess][position]
    int guesses_ = 0;                              // the number of guesses
    std::vector<uint64_t> words_;                  // the codes as numbers, rising
    int positions_ = 0;                            // the number of positions; 0: no symmetries are known
    int count_ = 0;                                // the number of symbols
    int block_ = 0;                                // the number of names of each position if each has its own, else 0
    bool fixed_zero_ = false;                      // whether symbol 0 and the first position keep their places
    Invariance invariance_ = Invariance::numbers;  // the meaning of the feedbacks
};

// Keys of sets of candidates up to symmetry, for the transposition table.
//
// A symmetry maps the cells of a guess to the cells of its image, so a set of codes costs as much as its images. The key of a set is
// therefore the key of one of its images, which is chosen so that sets with a common image mostly choose the same one:
//   - Candidates, symbols and positions get colours, numbers that no symmetry changes. At first, each candidate has the colour 1. The
//     colour of a symbol at a position is the sum of the colours of the candidates that have the symbol there. After mixing, their sum over
//     the positions is the colour of a symbol, over the symbols that of a position, and over a candidate's symbols its new one, all twice.
//   - If all positions and all symbols have different colours, they are renamed by the rank of their colours. Otherwise, the candidates
//     are sorted by colour, then by index. For each permutation that sorts the positions by colour, the symbols are named 0, 1, 2, ... as
//     they appear. An image is a list of 64-bit words, one for each code; the lowest list is chosen.
// The key is the sum of the Zobrist keys of these words.
// With any colours, the key belongs to a true image. So two sets with the same key are images of each other (but for a collision of 128
// bits), and have the same cost at the same depth. With an unlucky order of equal colours, two images of a set get different keys, which
// costs only time. The colours themselves would not be a valid key, because sets that are not images of each other may share them.
// Images have the same cost, but not the same best guess, because the order of guesses depends on the names.
//
// Time: O((n + symbols) * positions) steps for n candidates if all colours differ; if not, up to positions! times this number.
class ImageKeys {
public:
    // Takes a game and its symmetries, both of which must live as long as this object. Without known symmetries, useful() is false.
    ImageKeys(const Table& table, const Symmetry& symmetry);
    // Returns whether there are symmetries, and one winning guess for every candidate.
    bool useful() const { return !orders_.empty(); }
    // Returns the key of a set of candidates, and, if `to` is not null, the renaming that leads to the image whose key this is. (All
    // positions must be renamed in the same way for this.)
    Key of(const uint32_t* set, int n, Arena& arena, Renaming* to = nullptr) const;

private:
    static void add(Key& key, uint64_t word);
    const Table& table_;                                      // the table of the game
    const Symmetry& symmetry_;                                // the symmetries of its guesses
    std::vector<std::array<uint8_t, kMaxPositions>> orders_;  // the permutations of the positions
    bool all_orders_ = false;                                 // whether these are all permutations, but for a position that is fixed
};

}  // namespace guesstree
