// Classes of equivalent guesses, against the whole group of positions and symbols, element by element.
#include <algorithm>
#include <map>
#include <numeric>

#include "check.hpp"
#include "code_game.hpp"
#include "symmetry.hpp"

using guesstree::Stabiliser;
using guesstree::Symmetry;

namespace {

// The lowest equivalent guess of each, when these guesses were asked: by all permutations of positions and symbols.
std::vector<int> lowest_of_each(const std::vector<Code>& codes, int positions, int symbols, bool fixed_zero,
                                const std::vector<int>& asked) {
    std::map<Code, int> index;
    for (size_t g = 0; g < codes.size(); ++g) index[codes[g]] = static_cast<int>(g);
    std::vector<int> lowest(codes.size());
    std::iota(lowest.begin(), lowest.end(), 0);
    for_all_symmetries(positions, symbols, fixed_zero, [&](const std::vector<int>& from, const Code& name) {
        const auto image = [&](int guess) { return index.at(image_of(codes[guess], from, name)); };
        if (!std::all_of(asked.begin(), asked.end(), [&](int g) { return image(g) == g; })) return;
        for (size_t g = 0; g < codes.size(); ++g) lowest[g] = std::min(lowest[g], image(static_cast<int>(g)));
    });
    return lowest;
}

struct Case {
    int positions, symbols;
    bool repeats, no_zero;
};

}  // namespace

TEST(classes_are_the_orbits_of_the_whole_group) {
    for (const Case& c : {Case{2, 3, false, false},
                          {3, 5, false, false},
                          {3, 4, true, false},
                          {4, 3, true, false},
                          {3, 5, false, true},
                          {2, 4, true, true}}) {
        const std::vector<Code> codes = all_codes(c.positions, c.symbols, c.repeats, c.no_zero);
        std::vector<uint8_t> symbols;
        for (const Code& code : codes) symbols.insert(symbols.end(), code.begin(), code.end());
        const Symmetry symmetry(symbols.data(), static_cast<int>(codes.size()), c.positions, c.symbols, c.no_zero);
        const std::vector<int> lowest = lowest_of_each(codes, c.positions, c.symbols, c.no_zero, {});
        std::vector<int> of_guess;
        const int classes = symmetry.classes(of_guess);
        int orbits = 0;
        for (size_t g = 0; g < codes.size(); ++g) {
            orbits += lowest[g] == static_cast<int>(g);
            CHECK_EQUAL(of_guess[g], of_guess[lowest[g]]);
        }
        CHECK_EQUAL(classes, orbits);
        // after up to three guesses, some of them twice
        for (int tries = 0; tries < 12; ++tries) {
            std::vector<int> asked;
            for (int i = 0; i < tries % 4; ++i) asked.push_back(static_cast<int>((tries * 7919 + i * 104729) % codes.size()));
            Stabiliser stabiliser = symmetry.whole();
            for (int g : asked) stabiliser = symmetry.after(stabiliser, g);
            const std::vector<int> wanted = lowest_of_each(codes, c.positions, c.symbols, c.no_zero, asked);
            for (size_t g = 0; g < codes.size(); ++g) {
                const bool first = stabiliser.trivial || symmetry.is_first(stabiliser, static_cast<int>(g));
                CHECK_EQUAL(first, wanted[g] == static_cast<int>(g));
            }
        }
    }
}

TEST(nothing_is_known_of_more_than_six_positions) {
    const std::vector<uint8_t> symbols(7, 0);
    const Symmetry symmetry(symbols.data(), 1, 7, 2, false);
    CHECK(!symmetry.known());
    CHECK(symmetry.whole().trivial);
}
