// Hard mode and weights: what is refused, and how symbols are counted.
#include <random>

#include "check.hpp"
#include "hard_mode.hpp"
#include "random_game.hpp"
#include "search.hpp"
#include "weights.hpp"

using namespace guesstree;

namespace {

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
