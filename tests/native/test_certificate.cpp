// Certificates: the rules against trying everything, proofs that are written, and the program that checks them, with damage.
#include <numeric>
#include <random>
#include <string>

#include "certificate_checker.hpp"
#include "check.hpp"
#include "code_game.hpp"
#include "code_images.hpp"
#include "proof_rules.hpp"
#include "random_game.hpp"
#include "search.hpp"

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

std::vector<uint32_t> everything(int secrets) {
    std::vector<uint32_t> all(secrets);
    std::iota(all.begin(), all.end(), 0);
    return all;
}

Claim claim_of(Cost bound, int feedbacks, bool by_class = true) {
    Claim claim{.bound = bound, .first = -1, .by_class = by_class, .codes = std::vector<uint32_t>(feedbacks)};
    for (int f = 0; f < feedbacks; ++f) claim.codes[f] = 2 * f + 3;
    return claim;
}

// The name of a game of codes over the symbols 0, 1, 2, ...
std::string name_of(const CodeRules& rules) {
    std::string name = rules.invariance == Invariance::places  ? "match-"
                       : rules.invariance == Invariance::marks ? "marks-"
                       : rules.repeats                         ? "mastermind-"
                                                               : "bulls-";
    name += std::to_string(rules.positions) + "x" + std::to_string(rules.symbols);
    if (rules.any) name += "-any";
    if (!rules.repeats && rules.invariance != Invariance::numbers) name += "-distinct";
    if (rules.no_zero) name += "-nozero";
    return name + "=" + std::string("0123456789").substr(0, rules.symbols);
}

// A claim about a game of codes, whose bulls and symbols in common are bulls and cows in a certificate.
Claim claim_of_codes(const CodeGame& game, Cost bound) {
    Claim claim{.bound = bound};
    for (int f = 0; f < game.feedbacks(); ++f)
        claim.codes.push_back(game.rules.invariance == Invariance::numbers ? f - f / (game.rules.positions + 1) : f);
    return claim;
}

// Whether the program that checks certificates accepts this proof.
bool is_accepted(const CodeGame& game, const std::vector<Cost>& list, const std::vector<uint8_t>& proof, const Claim& claim) {
    std::string first = "-", prices;
    if (claim.first >= 0) {
        first.clear();
        for (uint8_t symbol : game.guesses[claim.first]) first += static_cast<char>('0' + symbol);
    }
    for (Cost price : list) prices += (prices.empty() ? "" : ",") + std::to_string(price);
    const std::string text = "guesstree certificate 1\ngame " + name_of(game.rules) + "\npool all\nfirst " + first +
                             "\ncaps whole\ntree -\nclaim " + (list.empty() ? "1,2,3,..." : prices) + " " +
                             (claim.bound >= kNever ? "never" : std::to_string(claim.bound)) + "\nproof\n" +
                             std::string(proof.begin(), proof.end());
    char why[kRoomForWhy] = "";
    long long lemmas[kMostClaims] = {};
    const int outcome = check_certificate(text.data(), text.size(), nullptr, nullptr, nullptr, why, lemmas);
    CHECK(outcome == kChecked || outcome == kRejected);
    CHECK(lemmas[0] > 0);  // or, if it is rejected, how far that came
    CHECK_EQUAL(outcome == kRejected, why[0] != 0);
    return outcome == kChecked;
}

// The same bytes with something changed.
std::vector<uint8_t> damaged(std::vector<uint8_t> proof, std::mt19937& random) {
    if (random() % 3) proof[random() % proof.size()] = static_cast<uint8_t>(random());
    if (random() % 3 == 0) proof.resize(random() % (proof.size() + 1));
    if (random() % 3 == 0) proof.insert(proof.begin() + random() % (proof.size() + 1), static_cast<uint8_t>(random() % 200));
    return proof;
}

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

TEST(proofs_of_code_games_are_written_and_checked) {
    int symmetric = 0;
    std::mt19937 random(7);
    std::vector<CodeRules> games = small_games();
    games.push_back({3, 7, false, false});  // its root has symmetries to name
    for (const CodeRules& rules : games) {
        const CodeGame game(rules);
        const std::vector<uint32_t> all = everything(game.secret_count());
        for (const std::vector<Cost>& list : price_lists()) {
            Search search(game.table(), prices_of(list), game.symmetry(), {.memory = 1 << 20});
            const Search::Result found = search.run({.candidates = all, .asked = std::vector<int>{}});
            Claim claim = claim_of_codes(game, found.outcome == Search::Outcome::proved ? found.cost : kNever), more = claim;
            const std::vector<uint8_t> proof = search.certify(claim);
            CHECK(is_accepted(game, list, proof, claim));
            ++more.bound;
            if (claim.bound < kNever) CHECK(!is_accepted(game, list, proof, more));
            for (int damage = 0; damage < 20; ++damage) {  // nothing proves what is false
                const std::vector<uint8_t> other = damaged(proof, random);
                if (claim.bound < kNever) CHECK(!is_accepted(game, list, other, more));
                is_accepted(game, list, other, claim);  // true or false, and no access outside
            }
            symmetric += proof[0] % 2;
            for (int guess : {0, game.guess_count() / 2}) {
                const Search::Result forced = search.run({.candidates = all, .asked = std::vector<int>{}, .only = {guess}});
                claim.bound = forced.outcome == Search::Outcome::proved ? forced.cost : kNever;
                claim.first = guess;
                CHECK(is_accepted(game, list, search.certify(claim), claim));
                if (claim.bound >= kNever) continue;
                ++claim.bound;
                CHECK(!is_accepted(game, list, {0}, claim));
            }
        }
    }
    CHECK(symmetric > 3);
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
