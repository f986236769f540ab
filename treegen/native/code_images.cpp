#include "code_images.hpp"

#include <algorithm>
#include <numeric>

namespace guesstree {

CodeImages::CodeImages(const Table& table, const Symmetry& symmetry) : symmetry_(symmetry.alike()) {
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

std::vector<Renaming> CodeImages::generators(const Stabiliser& stabiliser) const {
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

int CodeImages::image(const Renaming& by, int guess) const {
    const uint8_t* const code = symmetry_.code(guess);
    size_t number = 0;
    for (uint8_t place : by.places) number = number * by.names.size() + by.names[code[place]];
    return guess_of_[number];
}

}  // namespace guesstree
