// Keys of sets up to symmetry, against the images of a set under the whole group.
#include <map>
#include <random>
#include <set>

#include "check.hpp"
#include "code_game.hpp"
#include "image_keys.hpp"

using namespace guesstree;

namespace {

struct Case {
    int positions, symbols;
    bool repeats, no_zero;
};
constexpr Case kCases[] = {{3, 4, true, false},  {3, 5, false, false}, {3, 4, true, true}, {3, 5, false, true},
                           {2, 6, false, false}, {4, 4, true, false},  {4, 5, false, true}};

// The codes as secrets and guesses; feedback is right places and symbols in common.
struct CodeGame {
    std::vector<Code> codes;
    std::vector<uint8_t> symbols, rows;
    std::map<Code, uint32_t> index;

    explicit CodeGame(const Case& c) : codes(all_codes(c.positions, c.symbols, c.repeats, c.no_zero)) {
        for (const Code& code : codes) {
            index[code] = static_cast<uint32_t>(index.size());
            symbols.insert(symbols.end(), code.begin(), code.end());
            for (const Code& secret : codes) {
                int bulls = 0, all = 0;
                for (int i = 0; i < c.positions; ++i) bulls += code[i] == secret[i];
                for (int s = 0; s < c.symbols; ++s)
                    all += static_cast<int>(std::min(std::count(code.begin(), code.end(), s), std::count(secret.begin(), secret.end(), s)));
                rows.push_back(static_cast<uint8_t>(bulls * (c.positions + 1) + all));
            }
        }
    }
};

}  // namespace

TEST(sets_with_one_key_are_images_of_each_other) {
    for (const Case& c : kCases) {
        const CodeGame game(c);
        const int count = static_cast<int>(game.codes.size()), labels = (c.positions + 1) * (c.positions + 1);
        const Table table(game.rows.data(), count, count, labels, labels - 1, {}, false);
        const Symmetry symmetry(game.symbols.data(), count, c.positions, c.symbols, c.no_zero);
        const ImageKeys keys(table, symmetry);
        CHECK(keys.useful());
        Arena arena;
        std::mt19937 random(1);
        std::map<std::pair<uint64_t, uint64_t>, std::set<uint32_t>> lowest_of_key;
        int met = 0, images = 0;
        for (int turn = 0; turn < 60; ++turn) {
            std::set<uint32_t> set;
            for (size_t size = 2 + random() % 10; set.size() < size;) set.insert(static_cast<uint32_t>(random() % count));
            std::set<uint32_t> lowest = set;
            std::vector<std::set<uint32_t>> orbit;
            for_all_symmetries(c.positions, c.symbols, c.no_zero, [&](const std::vector<int>& from, const Code& name) {
                std::set<uint32_t> image;
                for (uint32_t s : set) image.insert(game.index.at(image_of(game.codes[s], from, name)));
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
