// Equivalent guesses of code games: permutations of positions and of symbols that leave the guesses asked as they are, and the
// feedbacks to them. Two guesses that such a symmetry maps to each other lead to the same trees up to names, and only one of them
// has to be tried: the lowest index represents its class. This holds only if the candidates are all that the feedbacks leave,
// which Search::run checks. Guesses are indexed in the order of their text, which is that of their symbols.
//
// What a symmetry does depends on the feedback (Invariance). Marks of positions are permuted with the positions: then the symmetries of
// a cell are those that leave its feedback as it is, fewer than those of its guess.
//
// Symbols that no guess contains yet may be renamed freely, so only the permutations of positions are listed, at most 6! of them,
// with the names that they force; free symbols are then named in the order of their appearance. With more than six positions, no
// symmetries are used.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace guesstree {

constexpr int kMaxPositions = 6;  // of codes whose symmetries are known
constexpr int kMaxSymbols = 64;   // one bit of a word each

// What a feedback tells of a guess and a secret.
enum class Invariance : uint8_t {
    numbers,  // how many positions agree, how many symbols are common: no symmetry changes it
    places,   // only how many positions agree, and secrets may be any codes: each position has symbols of its own
    marks,    // for each position 2 (right), 1 (elsewhere; of equal symbols the first ones) or 0, in base 3
};

// The symmetries that map every guess asked and its feedback to themselves. Symbols that none of these guesses holds may besides be renamed at
// will.
struct Stabiliser {
    // A permutation of the positions, and what it forces of the symbols.
    struct Element {
        uint8_t from[kMaxPositions];  // position i of the image is position from[i] of the guess, renamed
        uint8_t symbol[kMaxSymbols];  // by name (Symmetry::name): the new name, or kFree
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
    // Whether symmetries permute feedbacks, and how many feedbacks there are then; the last one wins.
    bool moves_feedbacks() const { return invariance_ == Invariance::marks && known(); }
    int feedbacks() const;
    // The symbols of a guess.
    const uint8_t* code(int guess) const { return symbols_ + static_cast<size_t>(guess) * positions_; }
    // The stabiliser before any guess: the whole group.
    Stabiliser whole() const;
    // The stabiliser when this guess is asked, too, and answered so.
    Stabiliser after(const Stabiliser& before, int guess, int feedback) const;
    // Whether no equivalent guess has a lower index.
    bool is_first(const Stabiliser& stabiliser, int guess) const;
    // The class of every guess, numbered from 0; returns how many there are. Under the whole group, or `in_place` under
    // the symmetries that leave the positions, and so the feedbacks, as they are.
    int classes(std::vector<int>& of_guess, bool in_place = false) const;
    // The feedback of the image of a secret to that of the guess, where the secret itself has this feedback.
    int image_of(const Stabiliser::Element& e, int guess, int feedback) const;

private:
    void image(const Stabiliser::Element& e, uint64_t used, const uint8_t* guess, uint8_t* out) const;
    // The names of the lowest image of a guess under a group, whether it is a guess or not.
    std::string lowest(const Stabiliser& group, int guess) const;
    bool is_trivial(const Stabiliser& s) const;
    // The lowest name for a symbol at this position that is not among these.
    int free_name(uint64_t taken, int position) const;
    const uint8_t* symbols_ = nullptr;             // [guess][position]
    int guesses_ = 0;                              // how many
    int positions_ = 0;                            // 0: nothing is known
    int count_ = 0;                                // of symbols
    int block_ = 0;                                // names of each position, if each has its own; else 0
    bool fixed_zero_ = false;                      // symbol 0 and the first position keep their places
    Invariance invariance_ = Invariance::numbers;  // by a feedback
};

}  // namespace guesstree
