// Wordle's hard mode: a symbol marked 2 must stay in its place, and every symbol must occur at least as often as any earlier guess had it
// marked 1 or 2. The value of a position depends only on its candidates and its Hints, so the key of a position includes that of its hints.
//
// A candidate is always allowed as a guess, since it agrees with all feedbacks. So lower bounds from candidates as guesses hold in hard
// mode, too. Lower bounds from all guesses also hold, since these include the allowed guesses. The constructor of a search checks that
// candidates are allowed (check). A guess is a word of up to eight symbols, the bytes of one number, so all places are compared at once.
#pragma once
#include <bit>
#include <cstdint>
#include <vector>

#include "table.hpp"
#include "value.hpp"

namespace guesstree {

constexpr int kMaxPlaces = 8;       // a word has at most this number of places
constexpr uint8_t kNoSymbol = 255;  // this byte fills up a short word, and stands for an unknown symbol

// Returns the number of bytes of the word that are this symbol.
inline int occurrences(uint64_t word, uint8_t symbol) {
    constexpr uint64_t kLow = 0x7f7f7f7f7f7f7f7f;
    const uint64_t x = word ^ symbol * uint64_t{0x0101010101010101};  // the bytes that are this symbol become zero
    return std::popcount(~(((x & kLow) + kLow) | x | kLow));
}

// The hints of a history.
struct Hints {
    uint64_t places = 0;              // the byte of each place whose symbol is known is 255
    uint64_t symbols = 0;             // the byte of each place whose symbol is known is this symbol; all other bytes are 0
    uint8_t symbol[kMaxPlaces] = {};  // the symbols that occur more often than in the known places, rising
    uint8_t count[kMaxPlaces] = {};   // the least number of occurrences of each of these symbols
    int needs = 0;                    // the number of these symbols
    Key key = {};                     // a key of all hints; zero without hints
};

// The guesses that are allowed at a position, rising, and their rows of feedbacks. The rows are copied from the table, but only for the
// candidates, so that the positions below find their feedbacks close together.
struct GuessList {
    const int32_t* guesses = nullptr;  // the indices of the guesses; null: all guesses
    int count = 0;                     // the number of guesses
    const uint8_t* rows = nullptr;     // the feedbacks [guess][candidate]; null: not copied
    int candidates = 0;                // the number of candidates of the position
};

// The rule of hard mode for one game.
class HardMode {
public:
    // Makes a rule that allows all guesses.
    HardMode() = default;
    // Takes the words, symbols [guess][place], and the marks [feedback][place]. Throws std::invalid_argument unless symbols are 0 to 254,
    // marks are 0 to 2, and both arrays have the right length.
    HardMode(const std::vector<uint8_t>& symbols, const std::vector<uint8_t>& marks, int guesses, int feedbacks, int places);
    bool is_on() const { return !words_.empty(); }  // whether a rule was given
    bool operator==(const HardMode&) const = default;
    // Throws std::invalid_argument unless the table has these guesses and feedbacks, and the guess that wins for a candidate is always
    // allowed.
    void check(const Table& table) const;
    // Returns the hints after one more guess and its feedback.
    Hints after(const Hints& before, int guess, int feedback) const;
    // Returns whether the guess uses all hints.
    bool allows(const Hints& hints, int guess) const {
        const uint64_t word = words_[guess];
        if ((word ^ hints.symbols) & hints.places) return false;
        for (int i = 0; i < hints.needs; ++i)
            if (occurrences(word, hints.symbol[i]) < hints.count[i]) return false;
        return true;
    }

private:
    std::vector<uint64_t> words_;  // the word of each guess
    std::vector<uint64_t> right_;  // for each feedback: the byte of each place marked 2 is 255
    std::vector<uint8_t> marked_;  // for each feedback: a bit for each place marked 1 or 2
};

}  // namespace guesstree
