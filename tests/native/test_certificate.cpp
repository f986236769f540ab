// Certificates: the rules against trying everything, and images of codes against the whole group.
#include <random>

#include "certificate.hpp"
#include "check.hpp"
#include "code_game.hpp"
#include "code_images.hpp"
#include "proof_rules.hpp"
#include "random_game.hpp"

using namespace guesstree;

namespace {

std::vector<std::vector<Cost>> price_lists() {
    return {{}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 2, 3}, {0, 0, 0, 1, 1, 5, 5, 9, 9, 9}, {3, 3, 4, 9, 9, 30}, {0, 0}};
}

Prices prices_of(const std::vector<Cost>& list) {
    return {list, list.empty()};
}

const Shape kShapes[] = {
    {.guesses = 9, .secrets = 8, .feedbacks = 4},
    {.guesses = 14, .secrets = 9, .feedbacks = 7, .spread = 3},
    {.guesses = 12, .secrets = 8, .feedbacks = 70, .spread = 5},
    {.guesses = 10, .secrets = 7, .feedbacks = 300, .spread = 4},
};

}  // namespace

TEST(no_rule_of_a_certificate_passes_the_cost) {
    for (uint32_t seed = 0; seed < 120; ++seed) {
        std::mt19937 random(seed);
        const RandomGame game(kShapes[seed % std::size(kShapes)], seed);
        const Table table = game.table();
        const Prices prices = prices_of(price_lists()[seed % 6]);
        const bool candidates_only = seed % 5 == 1, weighted = seed % 3 == 1 && !game.is_wide();
        std::vector<int64_t> some;
        for (int s = 0; s < game.shape.secrets; ++s) some.push_back(1 + random() % 5);
        const Weights weights = weighted ? Weights(some) : Weights();
        const Masks masks(table);
        Bounds bounds(table, prices, table.secrets);
        ProofRules rules(table, masks, prices, bounds, weights, candidates_only);
        if (seed % 2) use_class_caps(rules, Symmetry());
        Exhaustive exact(game, prices, candidates_only, weighted ? some : std::vector<int64_t>{});
        for (int tries = 0; tries < 12; ++tries) {
            const std::vector<uint32_t> set = game.subset(2 + static_cast<int>(random() % (game.shape.secrets - 1)), random);
            const int n = static_cast<int>(set.size());
            const int depth = prices.endless() ? 0 : static_cast<int>(random() % 2);
            const ProofSet x{.at = set.data(), .n = n, .depth = depth};
            const Cost cost = exact.of_set(set, depth), least = cost >= kNever ? kNever : cost + 1;
            const Arena::Scope scope(rules.arena());
            OpenSet open{.x = x};
            const auto one_by_one = [&](size_t count, size_t, const auto& body) {
                for (size_t i = 0; i < count; ++i) body(rules, i);
            };
            rules.open(open, least, -1, [](int) { return true; }, one_by_one);
            for (int parts = 0; parts < 20; ++parts) {  // the caps hold for every part
                std::vector<uint32_t> part;
                for (uint32_t s : set)
                    if (random() % 3) part.push_back(s);
                if (part.size() < 2) continue;
                for (int g = 0; g < table.guesses; ++g) {
                    const auto made = game.cells(g, part);
                    const bool wins = made.contains(game.winning);
                    if (made.size() > 1 && (wins || !candidates_only))
                        CHECK(static_cast<int>(made.size()) <= (wins ? open.caps.winning : open.caps.plain));
                }
            }
            bool is_attained = cost >= kNever;
            for (int g = 0; g < table.guesses; ++g) {
                const Cost true_cost = exact.of_guess(g, set, depth);
                if (std::find(open.guesses.begin(), open.guesses.end(), g) == open.guesses.end()) {  // closed: it costs that much indeed
                    CHECK(true_cost >= least);
                    continue;
                }
                const Cost total = rules.raise_by_ranks(open, rules.cut(open, g), kNever);
                CHECK(total <= true_cost);
                is_attained |= true_cost == cost;
            }
            CHECK(is_attained);
        }
    }
}

TEST(code_images_are_those_of_motions) {
    for (const CodeRules& rules : small_games()) {
        if (rules.invariance == Invariance::places) continue;
        const CodeGame game(rules);
        const Table table = game.table();
        const Symmetry symmetry = game.symmetry();
        const CodeImages images(table, symmetry);
        game.for_all_symmetries([&](const Motion& motion) {
            const Renaming by{.places = {motion.from.begin(), motion.from.end()}, .names = motion.names[0]};
            for (int g = 0; g < game.guess_count(); ++g) CHECK_EQUAL(images.image(by, g), game.image(motion, g));
        });
        for (const Renaming& by : images.generators(symmetry.whole()))
            for (int g = 0; g < game.guess_count(); ++g) CHECK(images.image(by, g) >= 0);
    }
}
