// Bounds of small random games, with weights and without, against trying everything.
#include <memory>

#include "bounds.hpp"
#include "check.hpp"
#include "masks.hpp"
#include "random_game.hpp"

using namespace guesstree;

namespace {

// Price lists that differ in what search and bounds make of them: linear or not, with steps of zero, short.
std::vector<Prices> price_lists() {
    std::vector<Prices> lists;
    lists.emplace_back(std::vector<Cost>{}, true);
    for (const std::vector<Cost>& list : {std::vector<Cost>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
                                          {1, 2, 3, 4},
                                          {0, 0, 0, 1, 1, 5, 5, 9, 9, 9},
                                          {3, 3, 4, 9, 9, 30},
                                          {7},
                                          {4, 4, 4}})
        lists.emplace_back(list, false);
    return lists;
}

const Shape kShapes[] = {
    {.guesses = 8, .secrets = 8, .feedbacks = 4},
    {.guesses = 12, .secrets = 9, .feedbacks = 5},
    {.guesses = 9, .secrets = 9, .feedbacks = 7, .spread = 2},
    {.guesses = 12, .secrets = 8, .feedbacks = 5, .losing = true},
    {.guesses = 20, .secrets = 7, .feedbacks = 4, .own = false},
    {.guesses = 12, .secrets = 8, .feedbacks = 70, .spread = 5},
    {.guesses = 12, .secrets = 9, .feedbacks = 600, .spread = 4},
    {.guesses = 12, .secrets = 8, .feedbacks = 8192, .losing = true, .spread = 5},
};

// Calls with (game, prices, weights, random numbers) for several random games: first without weights, then those that may have
// them with weights.
template <class Each>
void for_all(const Each& each) {
    const std::vector<Prices> lists = price_lists();
    for (bool weighted : {false, true})
        for (uint32_t seed = 0; seed < 96; ++seed) {
            const RandomGame game(kShapes[seed % std::size(kShapes)], seed);
            std::mt19937 random(seed);
            std::vector<int64_t> weights;
            for (int s = 0; weighted && s < game.shape.secrets; ++s) weights.push_back(1 + random() % (seed % 3 ? 4 : 1000));
            if (!weighted || !game.is_wide()) each(game, lists[seed / 2 % lists.size()], weights, random);
        }
}

Weights weights_of(const std::vector<int64_t>& weights) {
    return weights.empty() ? Weights() : Weights(weights);
}

}  // namespace

TEST(no_bound_is_more_than_the_least_cost) {
    for_all([](const RandomGame& game, const Prices& prices, const std::vector<int64_t>& of, std::mt19937& random) {
        const Table table = game.table();
        const Weights weights = weights_of(of);
        Bounds bounds(table, prices, game.shape.secrets);
        const Masks masks(table);
        const std::unique_ptr<uint8_t, FreeAligned> space(aligned_bytes(masks.columns() * sizeof(Rank)));
        Rank* const ranks = reinterpret_cast<Rank*>(space.get());
        for (bool candidates_only : {false, true}) {
            Exhaustive exhaustive(game, prices, candidates_only, of);
            for (int tries = 0; tries < 8; ++tries) {
                const int n = 2 + static_cast<int>(random() % (game.shape.secrets - 1));
                const std::vector<uint32_t> set = game.subset(n, random), falling = weights.falling(set);
                const Tops tops = masks.rank(set.data(), n, candidates_only, ranks);
                const Cap own{.plain = cells_of(tops.plain), .winning = cells_of(tops.winning)};
                const Cap cap = table.any_losing ? bounds.loosest() : own;
                const int depth = prices.endless() ? 0 : static_cast<int>(random() % prices.levels());
                const Cost least = exhaustive.of_set(set, depth), by_row = bounds.row(depth, cap)[n];
                CHECK_EQUAL(by_row, bounds.of_set(depth, n, cap));
                CHECK(bounds.of_set(depth, n, bounds.loosest()) <= by_row);
                const Cost by_weight = weighed(bounds.row(depth, cap), falling.empty() ? nullptr : falling.data(), n);
                CHECK(by_row <= by_weight && by_weight <= least);
                std::vector<Cost> lighter{weights.sum(set.data(), n)};
                for (int i = 0; i < n; ++i) lighter.push_back(lighter.back() - (falling.empty() ? 1 : falling[i]));
                CHECK_EQUAL(lighter.back(), 0);
                for (int g = 0; g < game.shape.guesses; ++g)
                    if (ranks[g])
                        CHECK(bounds.of_guess(depth, n, cells_of(ranks[g]), win_of(ranks[g]), cap, [&](int64_t i) { return lighter[i]; }) <=
                              exhaustive.of_guess(g, set, depth));
            }
        }
    });
}

TEST(a_cap_of_a_row_is_rounded_up_by_less_than_a_hundredth) {
    int last = -1;
    for (int cap = 0; cap <= kMaxFeedbacks; ++cap) {
        const Bounds::Rounded rounded = Bounds::round_up(cap);
        CHECK(rounded.cap >= cap && rounded.cap - cap <= cap / 128 && (cap > 256 || rounded.cap == cap));
        CHECK_EQUAL(Bounds::round_up(rounded.cap).place, rounded.place);
        if (rounded.cap == cap) CHECK_EQUAL(rounded.place, ++last);  // no place is left out
        else CHECK_EQUAL(rounded.place, last + 1);
    }
    CHECK_EQUAL(last, 896);
    const RandomGame game({.guesses = 2, .secrets = 900, .feedbacks = 1000, .own = false}, 1);
    const Table table = game.table();
    const Prices prices({}, true);
    Bounds bounds(table, prices, 900);
    for (int cap : {256, 257, 300, 511, 899, 900, 1000})
        for (int n : {1, 2, 255, 258, 300, 899, 900}) {
            const int up = Bounds::round_up(cap).cap;
            CHECK_EQUAL(bounds.row(0, {.plain = cap, .winning = cap})[n], bounds.of_set(0, n, {.plain = up, .winning = up}));
        }
}
