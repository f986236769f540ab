// Equivalent guesses of code games: permutations of positions and of symbols that leave the history as it is.
#pragma once
#include <cstdint>
#include <vector>

namespace guesstree {

constexpr int kMaxPositions = 6, kMaxSymbols = 64;

// The symmetries that map every guess of a history to itself. Symbols that no guess of the history holds may besides
// be renamed at will.
struct Stabiliser {
    struct Element {
        uint8_t from[kMaxPositions];     // position i of the image is position from[i] of the guess, renamed
        uint8_t symbol[kMaxSymbols];     // the new name, or kFree
    };
    static constexpr uint8_t kFree = 255;
    std::vector<Element> elements;
    uint64_t used = 0;                   // symbols with a name of their own
    bool trivial = true;                 // no two guesses are equivalent
};

class Symmetry {
public:
    Symmetry() = default;                // knows nothing: every guess is a class of its own
    Symmetry(const uint8_t* symbols, int guesses, int positions, int symbol_count, bool fixed_zero);
    bool known() const { return positions_ > 0; }
    Stabiliser whole() const;            // of the empty history
    Stabiliser after(const Stabiliser& before, int guess) const;
    // Whether no equivalent guess has a lower index (guesses are indexed in the order of their text).
    bool is_first(const Stabiliser& fixed, int guess) const;
    // The class of every guess under the whole group, numbered from 0; returns how many there are.
    int classes(std::vector<int>& of_guess) const;

private:
    void image(const Stabiliser::Element& e, uint64_t used, const uint8_t* guess, uint8_t* out) const;
    bool is_trivial(const Stabiliser& s) const;
    const uint8_t* symbols_ = nullptr;
    int guesses_ = 0, positions_ = 0, count_ = 0;
    bool fixed_zero_ = false;
};

}  // namespace guesstree
