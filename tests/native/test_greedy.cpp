// The guesses that greedy trees take, against scoring every guess with feedbacks that are computed plainly.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "check.hpp"
#include "greedy.hpp"

using namespace guesstree;

namespace {

// Prices of every kind: convex ones, those of entropy, and any others.
std::vector<int64_t> draw_prices(size_t n, std::mt19937& random) {
    std::vector<int64_t> prices(n + 1);
    const int kind = static_cast<int>(random() % 4);
    for (size_t size = 1; size <= n; ++size) {
        if (kind == 0) prices[size] = static_cast<int64_t>(size * size);
        if (kind == 1) prices[size] = std::llrint(static_cast<double>(size) * std::log2(static_cast<double>(size)) * 0x1p40);
        if (kind == 2) prices[size] = static_cast<int64_t>(random() % 9) - 8;
        if (kind == 3) prices[size] = static_cast<int64_t>(random()) * 1000000;
    }
    return prices;
}

Rule draw_rule(const std::vector<int64_t>& prices, std::mt19937& random) {
    return {.prices = prices.data(),
            .greatest = random() % 3 == 0,
            .prefer_candidate = random() % 2 == 0,
            .last = random() % 3 == 0,
            .bonus = random() % 3 ? 0 : static_cast<int64_t>(random() % 20)};
}

// The first guess in the order that splits the set.
int32_t first_of(const GuessGame& game, const std::vector<int32_t>& set, bool candidates_only) {
    Best best;
    for (int32_t guess = 0; guess < game.guesses; ++guess) {
        std::map<int, int> cells;
        for (const int32_t secret : set) ++cells[game.feedback(guess, secret)];
        const bool wins = cells.contains(game.winning);
        if (cells.size() < 2 || (candidates_only && !wins)) continue;
        int64_t score = game.rule.nothing();
        for (const auto& [feedback, size] : cells) score = game.rule.add(score, game.rule.prices[size]);
        if (wins) score = game.rule.less_bonus(score);
        if (best.is_after(game.rule, score, wins, guess)) best = {score, wins, guess};
    }
    return best.guess;
}

// Some sets, each after three guesses, which leave no symmetries to use.
void compare_choices(const GuessGame& game, std::mt19937& random) {
    std::vector<std::vector<int32_t>> sets(4);
    std::vector<Sought> sought;
    for (auto& set : sets) {
        std::vector<int32_t> all(game.own.size());
        std::iota(all.begin(), all.end(), 0);
        std::sample(all.begin(), all.end(), std::back_inserter(set), 2 + random() % (all.size() - 1), random);
        sought.push_back({set, {0, 1, 2}});
    }
    for (const bool candidates_only : {false, true})
        for (const int threads : {1, 3}) {
            Workers workers(threads, [] {});
            const std::vector<int32_t> chosen = game.choose(sought, candidates_only, workers);
            for (size_t i = 0; i < sets.size(); ++i) CHECK(chosen[i] == first_of(game, sets[i], candidates_only));
        }
}

std::vector<uint8_t> cow_labels(int positions, bool by_bulls) {
    std::vector<uint8_t> labels((positions + 1) * (positions + 1));
    int next = 0;
    for (int b = 0; b <= positions; ++b)
        for (int c = 0; c <= positions - b; ++c)
            if (b != positions - 1 || c != 1) labels[b * (positions + 1) + c] = static_cast<uint8_t>(by_bulls ? b : next++);
    return labels;
}

}  // namespace

TEST(guesses_of_codes_are_the_first_in_the_order) {
    for (uint32_t seed = 0; seed < 60; ++seed) {
        std::mt19937 random(seed);
        const int p = 1 + static_cast<int>(seed % 6), most = p <= 2 ? 30 : p == 3 ? 8 : 6;
        const bool may_repeat = p < 4 && random() % 2;
        const int symbols = std::max(2, may_repeat ? 2 + static_cast<int>(random() % (most / 2 + 1)) : std::max(p, most));
        const CodeRules rules{p, symbols, may_repeat, random() % 3 == 0};
        const bool by_bulls = random() % 4 == 0;
        const auto labels = cow_labels(p, by_bulls);
        const int winning = *std::max_element(labels.begin(), labels.end());
        int count = symbols - rules.nozero;
        for (int i = 1; i < p; ++i) count *= may_repeat ? symbols : symbols - i;
        std::vector<int32_t> secrets(count);
        std::iota(secrets.begin(), secrets.end(), 0);
        const auto prices = draw_prices(secrets.size(), random);
        if (secrets.size() < 2) continue;
        compare_choices(*code_guesses(rules, draw_rule(prices, random), secrets, labels.data(), winning), random);
    }
}

TEST(guesses_of_words_are_the_first_in_the_order) {
    for (uint32_t seed = 0; seed < 60; ++seed) {
        std::mt19937 random(seed);
        const int length = 1 + static_cast<int>(seed % 8), letters = 2 + static_cast<int>(random() % 9);
        std::set<std::vector<uint8_t>> different;
        for (int i = 40 + static_cast<int>(random() % 300); i; --i) {
            std::vector<uint8_t> word(length);
            for (auto& letter : word) letter = static_cast<uint8_t>(random() % letters);
            different.insert(word);
        }
        std::vector<uint8_t> words;
        std::vector<int32_t> secrets;
        const int count = static_cast<int>(different.size());
        for (const auto& word : different) words.insert(words.end(), word.begin(), word.end());
        for (int32_t word = 0; word < count; ++word)
            if (random() % 3) secrets.push_back(word);
        if (secrets.size() < 2) continue;
        const auto prices = draw_prices(secrets.size(), random);
        std::vector<int64_t> entropy(secrets.size() + 1);
        for (size_t n = 1; n < entropy.size(); ++n)
            entropy[n] = std::llrint(static_cast<double>(n) * std::log2(static_cast<double>(n)) * 0x1p40);
        const Rule rule = draw_rule(prices, random);
        const bool is_entropy = !rule.greatest && std::equal(prices.begin(), prices.end(), entropy.begin());
        compare_choices(*word_guesses(words.data(), count, length, rule, secrets, is_entropy ? entropy.data() : nullptr), random);
    }
}

TEST(a_task_that_fails_ends_the_others) {
    Workers workers(2, [] {});
    CHECK(is_refused([&] {
        workers.run(100, [](size_t i) {
            if (i == 7) throw std::invalid_argument("seven");
        });
    }));
}
