// Keys of sets up to symmetry, where colours alone do not tell two sets apart.
#include <set>

#include "check.hpp"
#include "symmetry.hpp"
#include "table.hpp"

using namespace guesstree;

// The feedback to a guess of two of eight symbols.
static int feedback(int guess, int secret, Invariance invariance) {
    const int g[] = {guess / 8, guess % 8}, s[] = {secret / 8, secret % 8};
    int bulls = 0, marks[2];
    for (int i : {0, 1}) {
        bulls += g[i] == s[i];
        marks[i] = g[i] == s[i] ? 2 : g[i] == s[1 - i] && g[1 - i] != s[1 - i];
    }
    if (invariance == Invariance::places) return bulls;
    if (invariance == Invariance::marks) return 3 * marks[0] + marks[1];
    return 3 * bulls + (marks[0] == 1) + (marks[1] == 1);
}

// Words as edges between the symbols of two positions: a ring of eight edges, and two of four. Every word has the same
// feedbacks from the others in both, so that all colours are equal; but the sets are no images of each other.
TEST(sets_of_equal_colours_have_different_keys) {
    for (Invariance invariance : {Invariance::numbers, Invariance::places, Invariance::marks}) {
        std::vector<uint8_t> symbols, rows;
        for (int guess = 0; guess < 64; ++guess) {
            for (int symbol : {guess / 8, guess % 8}) symbols.push_back(static_cast<uint8_t>(symbol));
            for (int secret = 0; secret < 64; ++secret) rows.push_back(static_cast<uint8_t>(feedback(guess, secret, invariance)));
        }
        const Table table(rows.data(), 64, 64, rows[0] + 1, rows[0], {}, false);
        const Symmetry symmetry(symbols.data(), 64, 2, 8, false, invariance);
        const ImageKeys keys(table, symmetry);
        Arena arena;
        const auto key_of = [&](bool one_ring) {
            std::set<uint32_t> set;
            for (int i = 0; i < 4; ++i)
                for (int j : {i, one_ring ? (i + 1) % 4 : i ^ 1}) set.insert(static_cast<uint32_t>(8 * i + 4 + j));
            const std::vector<uint32_t> list(set.begin(), set.end());
            CHECK_EQUAL(list.size(), 8u);
            return keys.of(list.data(), 8, arena);
        };
        CHECK(!(key_of(true) == key_of(false)));
    }
}
