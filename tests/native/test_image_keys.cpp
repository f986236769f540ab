// Keys of sets up to symmetry, against the images of a set under the whole group.
#include <map>
#include <random>
#include <set>

#include "check.hpp"
#include "code_game.hpp"
#include "image_keys.hpp"

using namespace guesstree;

TEST(sets_with_one_key_are_images_of_each_other) {
    for (const CodeRules& rules : small_games()) {
        const CodeGame game(rules);
        const Table table = game.table();
        const Symmetry symmetry = game.symmetry();
        const ImageKeys keys(table, symmetry);
        CHECK(keys.useful());
        Arena arena;
        std::mt19937 random(1);
        std::map<std::pair<uint64_t, uint64_t>, std::set<uint32_t>> lowest_of_key;
        int met = 0, images = 0;
        for (int turn = 0; turn < 40; ++turn) {
            std::set<uint32_t> set;
            const size_t size = 2 + random() % std::min(10, game.secret_count() - 1);
            while (set.size() < size) set.insert(static_cast<uint32_t>(random() % game.secret_count()));
            std::set<uint32_t> lowest = set;
            std::vector<std::set<uint32_t>> orbit;
            game.for_all_symmetries([&](const Motion& motion) {
                std::set<uint32_t> image;
                for (uint32_t s : set) image.insert(static_cast<uint32_t>(game.image_of_secret(motion, static_cast<int>(s))));
                lowest = std::min(lowest, image);
                orbit.push_back(std::move(image));
            });
            const auto key_of = [&](const std::set<uint32_t>& some) {
                const std::vector<uint32_t> list(some.begin(), some.end());
                const Key key = keys.of(list.data(), static_cast<int>(list.size()), arena);
                return std::pair(key.high, key.low);
            };
            const auto own = key_of(set);
            for (int i = 0; i < 20; ++i) {
                const auto key = key_of(orbit[random() % orbit.size()]);
                const auto [at, is_new] = lowest_of_key.try_emplace(key, lowest);
                CHECK(at->second == lowest);
                met += key == own, ++images;
            }
        }
        CHECK(met * 2 > images);  // most images of a set have its key
    }
}

// Words as edges between the symbols of two positions: a ring of eight edges, and two of four. Every word has the same
// feedbacks from the others in both, so that all colours are equal; but the sets are no images of each other.
TEST(sets_of_equal_colours_have_different_keys) {
    for (Invariance invariance : {Invariance::numbers, Invariance::places, Invariance::marks}) {
        const CodeGame game({2, 8, true, false, invariance});
        const Table table = game.table();
        const Symmetry symmetry = game.symmetry();
        const ImageKeys keys(table, symmetry);
        Arena arena;
        const auto key_of = [&](bool one_ring) {
            std::set<uint32_t> set;
            for (int i = 0; i < 4; ++i) {
                const int next = one_ring ? (i + 1) % 4 : i ^ 1;
                for (int j : {i, next}) set.insert(static_cast<uint32_t>(game.secret_index.at({uint8_t(i), uint8_t(4 + j)})));
            }
            const std::vector<uint32_t> list(set.begin(), set.end());
            CHECK_EQUAL(list.size(), 8u);
            return keys.of(list.data(), 8, arena);
        };
        CHECK(!(key_of(true) == key_of(false)));
    }
}
