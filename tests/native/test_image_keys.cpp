// Keys of sets up to symmetry, where colours alone do not tell two sets apart.
#include <set>

#include "check.hpp"
#include "code_game.hpp"
#include "symmetry.hpp"

using namespace guesstree;

// Words as edges between the symbols of two positions: a ring of eight edges, and two of four. Every word has the same
// feedbacks from the others in both, so that all colours are equal; but the sets are no images of each other.
TEST(sets_of_equal_colours_have_different_keys) {
    for (Invariance invariance : {Invariance::numbers, Invariance::places, Invariance::marks}) {
        const CodeGame game({2, 8, true, invariance});
        const Table table = game.table();
        const Symmetry symmetry = game.symmetry();
        const ImageKeys keys(table, symmetry);
        Arena arena;
        const auto key_of = [&](bool one_ring) {
            std::set<uint32_t> set;
            for (int i = 0; i < 4; ++i) {
                const int next = one_ring ? (i + 1) % 4 : i ^ 1;
                for (int j : {i, next}) set.insert(static_cast<uint32_t>(game.index.at({uint8_t(i), uint8_t(4 + j)})));
            }
            const std::vector<uint32_t> list(set.begin(), set.end());
            CHECK_EQUAL(list.size(), 8u);
            return keys.of(list.data(), 8, arena);
        };
        CHECK(!(key_of(true) == key_of(false)));
    }
}
