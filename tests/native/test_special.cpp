// Weights and hard mode: bounds and searches with weights against trying everything, hints against the rule read plainly.
#include <map>
#include <optional>
#include <random>
#include <set>

#include "bounds.hpp"
#include "check.hpp"
#include "hard_mode.hpp"
#include "masks.hpp"
#include "random_game.hpp"
#include "search.hpp"
#include "weights.hpp"

using namespace guesstree;

namespace {

std::vector<Prices> price_lists() {
    std::vector<Prices> lists;
    lists.emplace_back(std::vector<Cost>{}, true);
    for (const std::vector<Cost>& list :
         {std::vector<Cost>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {1, 2, 3, 4}, {0, 0, 0, 1, 1, 5, 5, 9, 9, 9}, {3, 3, 4, 9, 9, 30}, {4, 4, 4}})
        lists.emplace_back(list, false);
    return lists;
}

const Shape kShapes[] = {
    {.guesses = 9, .secrets = 8, .feedbacks = 4},
    {.guesses = 12, .secrets = 8, .feedbacks = 70, .spread = 5},
    {.guesses = 9, .secrets = 9, .feedbacks = 7, .spread = 3},
    {.guesses = 12, .secrets = 8, .feedbacks = 5, .losing = true},
    {.guesses = 20, .secrets = 7, .feedbacks = 4, .own = false},
};

// Calls with (game, prices, weights, random numbers) for several random games.
template <class Each>
void for_all(const Each& each) {
    const std::vector<Prices> lists = price_lists();
    for (uint32_t seed = 0; seed < 90; ++seed) {
        std::mt19937 random(seed);
        const RandomGame game(kShapes[seed % std::size(kShapes)], seed);
        std::vector<int64_t> weights;
        for (int s = 0; s < game.shape.secrets; ++s) weights.push_back(1 + random() % (seed % 3 ? 4 : 1000));
        each(game, lists[seed / 2 % lists.size()], weights, random);
    }
}

// Words of a few letters with their marks as feedbacks; all words are guesses and secrets.
struct WordGame {
    int letters, places;
    std::vector<uint8_t> symbols, marks, rows;
    int words = 0, feedbacks = 1;

    WordGame(int letters_, int places_) : letters(letters_), places(places_) {
        for (int p = 0; p < places; ++p) feedbacks *= 3;
        int count = 1;
        for (int p = 0; p < places; ++p) count *= letters;
        for (words = 0; words < count; ++words)
            for (int p = 0, rest = words; p < places; ++p, rest /= letters) symbols.push_back(static_cast<uint8_t>(rest % letters));
        for (int f = 0; f < feedbacks; ++f)
            for (int p = 0, rest = f; p < places; ++p, rest /= 3) marks.push_back(static_cast<uint8_t>(rest % 3));
        for (int g = 0; g < words; ++g)
            for (int s = 0; s < words; ++s) rows.push_back(static_cast<uint8_t>(feedback(g, s)));
    }
    int symbol(int word, int place) const { return symbols[static_cast<size_t>(word) * places + place]; }
    int mark(int feedback, int place) const { return marks[static_cast<size_t>(feedback) * places + place]; }
    int count_of(int word, int letter) const {
        int count = 0;
        for (int p = 0; p < places; ++p) count += symbol(word, p) == letter;
        return count;
    }
    int feedback(int guess, int secret) const {
        std::vector<int> left(letters);
        for (int p = 0; p < places; ++p)
            if (symbol(guess, p) != symbol(secret, p)) ++left[symbol(secret, p)];
        int index = 0;
        for (int p = 0, unit = 1; p < places; ++p, unit *= 3) {
            if (symbol(guess, p) == symbol(secret, p)) index += 2 * unit;
            else if (left[symbol(guess, p)]-- > 0) index += unit;
        }
        return index;
    }
    // Whether a guess may follow another one and its feedback, by the words of the rule.
    bool may_follow(int guess, int told, int later) const {
        std::map<int, int> marked;
        for (int p = 0; p < places; ++p) {
            if (mark(told, p) == 2 && symbol(later, p) != symbol(guess, p)) return false;
            if (mark(told, p)) ++marked[symbol(guess, p)];
        }
        for (const auto& [letter, often] : marked)
            if (count_of(later, letter) < often) return false;
        return true;
    }
    HardMode hard_mode() const { return {symbols, marks, words, feedbacks, places}; }
    Table table() const { return {rows.data(), words, words, feedbacks, feedbacks - 1, {}, false}; }
};

template <class Make>
bool refuses(const Make& make) {
    try {
        make();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

}  // namespace

TEST(no_bound_of_weighted_sets_is_more_than_the_least_cost) {
    for_all([](const RandomGame& game, const Prices& prices, const std::vector<int64_t>& of, std::mt19937& random) {
        const Table table = game.table();
        const Weights weights(of);
        Bounds bounds(table, prices, game.shape.secrets);
        Masks masks(table);
        std::vector<Rank> ranks_space(masks.columns() + 64);
        Rank* ranks = reinterpret_cast<Rank*>((reinterpret_cast<uintptr_t>(ranks_space.data()) + 63) / 64 * 64);
        Exhaustive exhaustive(game, prices, false, of);
        for (int tries = 0; tries < 12; ++tries) {
            const int n = 2 + static_cast<int>(random() % (game.shape.secrets - 1));
            const std::vector<uint32_t> set = game.subset(n, random), falling = weights.falling(set);
            masks.prepare(set.data(), set.size());
            const Tops tops = masks.rank(set.data(), n, false, ranks);
            const Cap own{.plain = cells_of(tops.plain), .winning = cells_of(tops.winning)};
            const Cap cap = table.any_losing ? bounds.widest() : own;
            const int depth = prices.endless() ? 0 : static_cast<int>(random() % prices.levels());
            const Cost by_row = weighed(bounds.row(depth, cap), falling.data(), n);
            CHECK(by_row <= exhaustive.of_set(set, depth));
            CHECK(by_row >= bounds.row(depth, cap)[n]);
            std::vector<Cost> lighter{weights.sum(set.data(), n)};
            for (uint32_t weight : falling) lighter.push_back(lighter.back() - weight);
            CHECK_EQUAL(lighter.back(), 0);
            for (int g = 0; g < game.shape.guesses; ++g)
                if (ranks[g])
                    CHECK(bounds.of_guess(depth, n, cells_of(ranks[g]), win_of(ranks[g]), cap, [&](int64_t i) { return lighter[i]; }) <=
                          exhaustive.of_guess(g, set, depth));
        }
    });
}

TEST(a_search_with_weights_finds_the_least_cost_and_the_first_guess_that_attains_it) {
    for_all([](const RandomGame& game, const Prices& prices, const std::vector<int64_t>& of, std::mt19937& random) {
        for (int tries = 0; tries < 8; ++tries) {
            const bool candidates_only = random() % 3 == 0;
            Exhaustive exhaustive(game, prices, candidates_only, of);
            const std::vector<uint32_t> set = game.subset(1 + static_cast<int>(random() % game.shape.secrets), random);
            const int depth = prices.endless() || random() % 2 ? 0 : static_cast<int>(random() % prices.levels());
            Search search(game.table(), prices, Symmetry(),
                          {.candidates_only = candidates_only,
                           .memory = random() % 2 ? size_t{1} << 16 : 100,
                           .switches = tries ? static_cast<unsigned>(random() % (kAllSwitches + 1)) : unsigned{kAllSwitches},
                           .weights = Weights(of)});
            const Cost least = exhaustive.of_set(set, depth);
            RunOptions options{.candidates = set, .depth = depth, .threads = 1 + static_cast<int>(random() % 2)};
            const Search::Result found = search.run(options);
            if (least >= kNever) {
                CHECK(found.outcome == Search::Outcome::infeasible);
                continue;
            }
            CHECK(found.outcome == Search::Outcome::proved);
            CHECK_EQUAL(found.cost, least + prices.absolute(depth) * exhaustive.weight_of(set));
            CHECK_EQUAL(found.guess, exhaustive.first_guess(set, depth));
            options.upper_bound = found.cost;  // it is exclusive
            CHECK(search.run(options).outcome != Search::Outcome::proved);
        }
    });
}

TEST(a_horizon_bounds_and_a_beam_is_a_tree_with_weights_too) {
    for_all([](const RandomGame& game, const Prices& prices, const std::vector<int64_t>& of, std::mt19937& random) {
        const std::vector<uint32_t> all = game.subset(game.shape.secrets, random);
        Search search(game.table(), prices, Symmetry(), {.memory = 1 << 14, .weights = Weights(of)});
        const Search::Result least = search.run({.candidates = all});
        const Search::Result bounded = search.run({.candidates = all, .horizon = 1, .exact = 2});
        CHECK(bounded.bound <= least.bound);
        const Search::Result narrow = search.run({.candidates = all, .exact = 3, .beam = 2});
        CHECK(narrow.cost >= least.cost);
        CHECK_EQUAL(search.run({.candidates = all}).cost, least.cost);
    });
}

TEST(weights_and_words_that_do_not_fit_are_refused) {
    CHECK(refuses([] { Weights({1, 0}); }));
    CHECK(refuses([] { Weights({1, -3}); }));
    CHECK(refuses([] { Weights({UINT32_MAX, 1}); }));
    const WordGame words(2, 3);
    const Prices prices({}, true);
    const auto make = [&](const SearchOptions& options) { Search search(words.table(), prices, Symmetry(), options); };
    CHECK(refuses([&] { make({.weights = Weights({1, 2})}); }));
    CHECK(refuses([&] { make({.candidates_only = true, .hard_mode = words.hard_mode()}); }));
    CHECK(refuses([&] { make({.hard_mode = WordGame(2, 2).hard_mode()}); }));
    std::vector<uint8_t> other = words.symbols;
    std::reverse(other.begin(), other.end());
    CHECK(refuses([&] { make({.hard_mode = HardMode(other, words.marks, words.words, words.feedbacks, 3)}); }));
    other[0] = kNoSymbol;
    CHECK(refuses([&] { HardMode(other, words.marks, words.words, words.feedbacks, 3); }));
    std::vector<uint8_t> marks = words.marks;
    marks[1] = 3;
    CHECK(refuses([&] { HardMode(words.symbols, marks, words.words, words.feedbacks, 3); }));
    CHECK(refuses([&] { HardMode(words.symbols, words.marks, words.words + 1, words.feedbacks, 3); }));
    make({.hard_mode = words.hard_mode()});
    Search search(words.table(), prices, Symmetry(), {.hard_mode = words.hard_mode()});
    CHECK(refuses([&] { search.run({.candidates = {0, 1}}); }));  // the guesses made are not known
}

TEST(occurrences_counts_bytes) {
    std::mt19937_64 random(1);
    for (int tries = 0; tries < 5000; ++tries) {
        uint64_t word = 0;
        const uint8_t symbol = static_cast<uint8_t>(random() % 2 ? random() % 255 : random() % 3);
        int count = 0;
        for (int p = 0; p < 8; ++p) {
            const uint8_t byte = static_cast<uint8_t>(random() % 3 ? symbol + random() % 3 - 1 : random());
            word |= uint64_t{byte} << 8 * p, count += byte == symbol;
        }
        CHECK_EQUAL(occurrences(word, symbol), count);
    }
}

TEST(hints_allow_what_every_step_of_the_history_allows) {
    for (const auto& [letters, places] : {std::pair(3, 3), std::pair(2, 4), std::pair(5, 2), std::pair(2, 5)}) {
        const WordGame game(letters, places);
        const HardMode rule = game.hard_mode();
        std::mt19937 random(letters);
        std::map<std::pair<uint64_t, uint64_t>, std::set<int>> allowed_by_key;
        int shared = 0;
        for (int tries = 0; tries < 1500; ++tries) {
            const int secret = static_cast<int>(random() % game.words);
            Hints hints;
            std::vector<std::pair<int, int>> told;
            for (size_t steps = random() % 5; told.size() < steps;) {
                const int guess = static_cast<int>(random() % game.words), feedback = game.feedback(guess, secret);
                told.emplace_back(guess, feedback);
                hints = rule.after(hints, guess, feedback);
            }
            std::set<int> allowed;
            for (int g = 0; g < game.words; ++g) {
                bool may = true;
                for (const auto& [guess, feedback] : told) may = may && game.may_follow(guess, feedback, g);
                CHECK_EQUAL(rule.allows(hints, g), may);
                if (may) allowed.insert(g);
            }
            CHECK(allowed.contains(secret));
            const auto [known, fresh] = allowed_by_key.try_emplace(std::pair(hints.key.high, hints.key.low), allowed);
            CHECK(known->second == allowed);
            shared += !fresh;
        }
        CHECK(shared > 100);
    }
}
