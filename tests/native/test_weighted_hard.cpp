// Hard mode and weights: what is refused, and how symbols are counted.
#include <random>

#include "check.hpp"
#include "code_game.hpp"
#include "hard_mode.hpp"
#include "search.hpp"
#include "weights.hpp"

using namespace guesstree;

namespace {

// Words of two letters with their marks as feedbacks; all words are guesses and secrets.
struct WordGame : CodeGame {
    std::vector<uint8_t> marks;

    explicit WordGame(int places) : CodeGame({places, 2, true, false, Invariance::marks}) {
        for (int f = 0; f < feedbacks(); ++f)
            for (int unit = feedbacks() / 3; unit; unit /= 3) marks.push_back(static_cast<uint8_t>(f / unit % 3));
    }
    HardMode hard_mode() const { return {symbols, marks, guess_count(), feedbacks(), rules.positions}; }
};

}  // namespace

TEST(weights_and_words_that_do_not_fit_are_refused) {
    CHECK(is_refused([] { Weights({1, 0}); }));
    CHECK(is_refused([] { Weights({1, -3}); }));
    CHECK(is_refused([] { Weights({UINT32_MAX, 1}); }));
    const WordGame words(3);
    const Prices prices({}, true);
    const auto make = [&](const SearchOptions& options) { Search search(words.table(), prices, Symmetry(), options); };
    CHECK(is_refused([&] { make({.weights = Weights({1, 2})}); }));
    CHECK(is_refused([&] { make({.candidates_only = true, .hard_mode = words.hard_mode()}); }));
    CHECK(is_refused([&] { make({.hard_mode = WordGame(2).hard_mode()}); }));
    std::vector<uint8_t> other = words.symbols;
    std::reverse(other.begin(), other.end());
    CHECK(is_refused([&] { make({.hard_mode = HardMode(other, words.marks, words.guess_count(), words.feedbacks(), 3)}); }));
    other[0] = kNoSymbol;
    CHECK(is_refused([&] { HardMode(other, words.marks, words.guess_count(), words.feedbacks(), 3); }));
    std::vector<uint8_t> marks = words.marks;
    marks[1] = 3;
    CHECK(is_refused([&] { HardMode(words.symbols, marks, words.guess_count(), words.feedbacks(), 3); }));
    CHECK(is_refused([&] { HardMode(words.symbols, words.marks, words.guess_count() + 1, words.feedbacks(), 3); }));
    make({.hard_mode = words.hard_mode()});
    Search search(words.table(), prices, Symmetry(), {.hard_mode = words.hard_mode()});
    CHECK(is_refused([&] { search.run({.candidates = {0, 1}}); }));  // the guesses made are not known
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
