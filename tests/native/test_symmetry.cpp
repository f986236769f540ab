// Classes of equivalent guesses, against the whole group of positions and symbols, element by element.
#include <algorithm>
#include <map>
#include <numeric>

#include "check.hpp"
#include "symmetry.hpp"

using guesstree::Stabiliser;
using guesstree::Symmetry;

namespace {

using Code = std::vector<uint8_t>;

// All codes in the order of their text.
std::vector<Code> all_codes(int positions, int symbols, bool repeats, bool no_zero) {
    std::vector<Code> codes;
    Code code(positions, 0);
    while (true) {
        bool good = !no_zero || code[0] != 0;
        for (int i = 0; i < positions && !repeats; ++i)
            good = good && std::find(code.begin(), code.begin() + i, code[i]) == code.begin() + i;
        if (good) codes.push_back(code);
        int at = positions - 1;
        while (at >= 0 && ++code[at] == symbols) code[at--] = 0;
        if (at < 0) return codes;
    }
}

// The lowest equivalent guess of each, when these guesses were asked: by all permutations of positions and symbols.
std::vector<int> lowest_of_each(const std::vector<Code>& codes, int positions, int symbols, bool fixed_zero,
                                const std::vector<int>& asked) {
    std::map<Code, int> index;
    for (size_t g = 0; g < codes.size(); ++g) index[codes[g]] = static_cast<int>(g);
    std::vector<int> lowest(codes.size());
    std::iota(lowest.begin(), lowest.end(), 0);
    std::vector<int> from(positions);
    std::iota(from.begin(), from.end(), 0);
    do {
        if (fixed_zero && from[0] != 0) break;
        Code name(symbols);
        std::iota(name.begin(), name.end(), uint8_t{0});
        do {
            if (fixed_zero && name[0] != 0) break;
            const auto image = [&](int guess) {
                Code code(positions);
                for (int i = 0; i < positions; ++i) code[i] = name[codes[guess][from[i]]];
                return index.at(code);
            };
            if (!std::all_of(asked.begin(), asked.end(), [&](int g) { return image(g) == g; })) continue;
            for (size_t g = 0; g < codes.size(); ++g) lowest[g] = std::min(lowest[g], image(static_cast<int>(g)));
        } while (std::next_permutation(name.begin(), name.end()));
    } while (std::next_permutation(from.begin(), from.end()));
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
