// Renamings of code games: permutations of the positions together with permutations of the symbols.
//
// The search knows its symmetries as stabilisers (symmetry.hpp), which leave open what happens to symbols that no guess
// holds. A certificate says what happens to every position and symbol, so that a reader can apply it to each candidate.
// Memory: 4 bytes for each word over the symbols, at most some 65 times as many as there are guesses.
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
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
    CodeImages(const Table& table, const Symmetry& symmetry) : symmetry_(symmetry.alike()) {
        if (!symmetry_.known()) return;
        size_t words = 1;
        for (int i = 0; i < symmetry_.positions(); ++i) words *= symmetry_.names();
        guess_of_.assign(words, -1);
        for (int g = 0; g < table.guesses; ++g) {
            size_t number = 0;
            for (int i = 0; i < symmetry_.positions(); ++i) number = number * symmetry_.names() + symmetry_.code(g)[i];
            guess_of_[number] = g;
        }
    }
    const Symmetry& symmetry() const { return symmetry_; }
    // Renamings that make up a stabiliser.
    std::vector<Renaming> generators(const Stabiliser& stabiliser) const {
        Renaming same{.places = std::vector<uint8_t>(symmetry_.positions()), .names = std::vector<uint8_t>(symmetry_.names())};
        std::iota(same.places.begin(), same.places.end(), 0);
        std::iota(same.names.begin(), same.names.end(), 0);
        std::vector<Renaming> all;
        int last = -1;
        for (int x = 0; x < symmetry_.names(); ++x) {
            if (stabiliser.used >> x & 1) continue;
            if (last >= 0) {
                all.push_back(same);
                std::swap(all.back().names[last], all.back().names[x]);
            }
            last = x;
        }
        for (const Stabiliser::Element& e : stabiliser.elements) {
            Renaming one = same;
            std::copy_n(e.from, one.places.size(), one.places.begin());
            for (size_t x = 0; x < one.names.size(); ++x)
                if (e.symbol[x] != Stabiliser::kFree) one.names[x] = e.symbol[x];
            if (one != same) all.push_back(std::move(one));
        }
        return all;
    }
    // The image of a guess; -1: it is no guess.
    int image(const Renaming& by, int guess) const {
        const uint8_t* const code = symmetry_.code(guess);
        size_t number = 0;
        for (uint8_t place : by.places) number = number * by.names.size() + by.names[code[place]];
        return guess_of_[number];
    }

private:
    const Symmetry symmetry_;        // of the guesses
    std::vector<int32_t> guess_of_;  // by the code as a number; -1: it is no guess
};

}  // namespace guesstree
