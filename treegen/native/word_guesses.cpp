// The guesses of games of words with marks, for greedy trees (greedy.hpp). The mark of a letter is 2 if it is in its place, 1 if it is
// elsewhere in the secret, and 0 if it is not in the secret; feedbacks are marks in base 3.
//
// The feedbacks of a set to a guess are a sum of columns, one for each letter and place, which all guesses share. Only if a guess repeats a
// letter that some candidate has, the columns of this letter are made for this guess.
//
// If the score is at least the sum of n log n over the cells, most guesses are never scored. A joint entropy is at most the sum of the
// entropies (Shannon 1948; Cover and Thomas, theorem 2.6.6), here of the single marks of a guess. The gain of a mark is how far this mark
// alone lowers the score of the undivided set. A score is at least that of the undivided set, less the gains, and n units for each rounded
// logarithm. The mark of a letter that a guess repeats depends on two facts about a candidate: whether the letter is at this place, and how
// often it occurs; its gain is that of both facts together. Guesses of greatest gain are scored first, then those that may be better.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>

#include "greedy.hpp"

namespace guesstree {

namespace {

constexpr int64_t kRounding = 64;  // a rounded logarithm differs by at most this number of its units
constexpr int kPolled = 256;       // a task polls after this number of guesses

class WordGuesses : public ComputedGame {
public:
    // Takes the arguments of make_word_game().
    WordGuesses(const uint8_t* words, int count, int length, const Rule& with, std::vector<int32_t> secrets, const int64_t* entropy)
        : words_(static_cast<size_t>(count) * kMostLength), length_(length), entropy_(entropy) {
        if (length < 1 || length > kMostLength) throw std::invalid_argument("words of 1 to 8 letters");
        rule = with, own = std::move(secrets), guesses = count;
        for (int32_t g = 0; g < count; ++g)
            std::copy_n(words + static_cast<size_t>(g) * length, length, &words_[static_cast<size_t>(g) * kMostLength]);
        for (feedbacks = 1; static_cast<int>(powers_.size()) < length; feedbacks *= 3) powers_.insert(powers_.begin(), feedbacks);
        winning = feedbacks - 1;
        for (const uint8_t letter : words_) letters_ = std::max(letters_, letter + 1);
        if (letters_ > kMostLetters) throw std::invalid_argument("words of 1 to 64 different letters");
        for (const int32_t guess : own)
            if (guess < 0 || guess >= guesses) throw std::invalid_argument("each secret is a guess");
        for (int32_t g = 0; g < guesses; ++g) {
            uint64_t once = 0, twice = 0;
            for (int p = 0; p < length; ++p) twice |= once & uint64_t{1} << word(g)[p], once |= uint64_t{1} << word(g)[p];
            repeats_.push_back(twice);
        }
    }
    int feedback(int32_t guess, int32_t secret) const override {
        const uint8_t *const a = word(guess), *const b = word(own[secret]);
        int marks = 0;
        if (!repeats_[guess]) {
            for (int p = 0; p < length_; ++p) marks = 3 * marks + (a[p] == b[p] ? 2 : std::memchr(b, a[p], length_) != nullptr);
            return marks;
        }
        uint8_t left[kMostLetters] = {};
        for (int p = 0; p < length_; ++p) left[b[p]] += a[p] != b[p];
        for (int p = 0; p < length_; ++p) marks = 3 * marks + (a[p] == b[p] ? 2 : left[a[p]] > 0 ? (--left[a[p]], 1) : 0);
        return marks;
    }
    std::vector<int32_t> choose(const std::vector<UndecidedSet>& sets, bool candidates_only, Workers& workers) const override {
        std::vector<size_t> order(sets.size());
        std::iota(order.begin(), order.end(), size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return sets[a].set.size() > sets[b].set.size(); });
        std::vector<int32_t> found(sets.size());
        workers.run(order.size(), [&](size_t k) {
            const UndecidedSet& undecided = sets[order[k]];
            found[order[k]] = feedbacks <= 256 ? choose_one<uint8_t>(undecided, candidates_only, workers)
                                               : choose_one<uint16_t>(undecided, candidates_only, workers);
        });
        return found;
    }

private:
    // The work on a set, and the best guess so far. Marks is a type that can hold feedbacks.
    template <class Marks>
    class Scorer {
    public:
        Scorer(const WordGuesses& game, std::span<const int32_t> set)
            : own(game.own_guesses(set)),
              game_(game),
              n_(set.size()),
              length_(game.length_),
              at_(length_ * n_),
              held_(game.letters_ * n_),
              rest_(n_),
              columns_(game.letters_ * length_ * n_),
              row_(n_),
              gains_(2 * game.letters_ * kMostLength),
              sizes_(game.feedbacks) {
            for (size_t i = 0; i < n_; ++i)
                for (int p = 0; p < length_; ++p) {
                    const uint8_t letter = game.word(game.own[set[i]])[p];
                    at_[p * n_ + i] = letter, ++held_[letter * n_ + i], living_ |= uint64_t{1} << letter;
                }
            if (game.entropy_) unit_ = game.entropy_[n_] / (1 << 26) + 1;
            for (int letter = 0; letter < game.letters_; ++letter)
                if (living_ >> letter & 1) make_columns(letter);
        }
        // Scores a guess, and keeps it if it is the best so far.
        void score(int32_t guess) {
            const uint8_t* const word = game_.word(guess);
            const Rule& rule = game_.rule;
            Marks* __restrict const row = row_.data();
            const size_t n = n_;
            if (length_ == 5 && !repeats(guess)) {
                const Marks *a = column(word[0], 0), *b = column(word[1], 1), *c = column(word[2], 2), *d = column(word[3], 3),
                            *e = column(word[4], 4);
                for (size_t i = 0; i < n; ++i) row[i] = static_cast<Marks>(a[i] + b[i] + c[i] + d[i] + e[i]);
            } else {
                std::fill(row_.begin(), row_.end(), Marks{0});
                for (int p = 0; p < length_; ++p) {
                    if (!(game_.repeats_[guess] >> word[p] & 1)) {
                        const Marks* const other = column(word[p], p);
                        for (size_t i = 0; i < n; ++i) row[i] += other[i];
                    } else if (std::find(word, word + p, word[p]) == word + p) {
                        add_repeated(word, word[p]);
                    }
                }
            }
            for (size_t i = 0; i < n_; ++i) ++sizes_[row[i]];
            int64_t score = rule.nothing();
            uint32_t largest = 0;
            const auto take = [&](uint32_t& size) {
                if (size) score = rule.add(score, rule.prices[size]), largest = std::max(largest, size), size = 0;
            };
            if (n_ > 2 * sizes_.size()) std::for_each(sizes_.begin(), sizes_.end(), take);
            else
                for (size_t i = 0; i < n_; ++i) take(sizes_[row[i]]);
            if (largest == n_ || (best.guess >= 0 && rule.less_bonus(score) > best.score)) return;
            const bool wins = std::binary_search(own.begin(), own.end(), guess);
            if (wins) score = rule.less_bonus(score);
            if (best.is_after(rule, score, wins, guess)) best = {score, wins, guess};
        }
        // Returns the sum of the gains of a guess, in units.
        int32_t gain(int32_t guess) const {
            const uint8_t* const word = game_.word(guess);
            const int32_t* const of = &gains_[repeats(guess) ? game_.letters_ * kMostLength : 0];
            int32_t sum = 0;
            for (int p = 0; p < kMostLength; ++p) sum += of[word[p] * kMostLength + p];
            return sum;
        }
        // Returns a lower bound of the score of a guess with this gain.
        int64_t lowest(int32_t gain) const { return game_.entropy_[n_] - gain * unit_ - kRounding * static_cast<int64_t>(n_); }
        Best best;
        std::vector<int32_t> own;  // the guesses that win, rising

    private:
        const Marks* column(int letter, int place) const { return &columns_[(static_cast<size_t>(letter) * length_ + place) * n_]; }
        bool repeats(int32_t guess) const { return game_.repeats_[guess] & living_; }
        // Makes the columns and the gains of a letter.
        void make_columns(int letter) {
            const uint8_t* const held = &held_[letter * n_];
            for (int p = 0; p < length_; ++p) {
                Marks* const out = const_cast<Marks*>(column(letter, p));
                const uint8_t* const here = &at_[p * n_];
                const Marks power = static_cast<Marks>(game_.powers_[p]);
                for (size_t i = 0; i < n_; ++i) out[i] = static_cast<Marks>(here[i] == letter ? 2 * power : held[i] ? power : 0);
                if (!game_.entropy_) continue;
                int sizes[2 * kMostLength + 2] = {};  // candidates by how often the letter occurs, and whether it is at this place
                for (size_t i = 0; i < n_; ++i) ++sizes[2 * held[i] + (here[i] == letter)];
                int some = 0, hits = 0;
                int64_t apart = 0;
                for (int k = 0; k < 2 * kMostLength + 2; ++k) {
                    if (k) (k % 2 ? hits : some) += sizes[k];
                    apart += game_.entropy_[sizes[k]];
                }
                const int64_t whole = game_.entropy_[n_], marks = game_.entropy_[sizes[0]] + game_.entropy_[some] + game_.entropy_[hits];
                gains_[letter * kMostLength + p] = static_cast<int32_t>((whole - marks) / unit_ + 1);
                gains_[(game_.letters_ + letter) * kMostLength + p] = static_cast<int32_t>((whole - apart) / unit_ + 1);
            }
        }
        // Adds the marks of a letter that the word has more than once to the row.
        void add_repeated(const uint8_t* word, uint8_t letter) {
            // With local names for members, the compiler sees that nothing else changes them, and uses vectors.
            const size_t n = n_;
            uint8_t* __restrict const rest = rest_.data();
            Marks* __restrict const row = row_.data();
            std::copy_n(&held_[letter * n], n, rest);
            for (int p = 0; p < length_; ++p) {
                const uint8_t* const here = &at_[p * n];
                if (word[p] == letter)
                    for (size_t i = 0; i < n; ++i) rest[i] -= here[i] == letter;
            }
            for (int p = 0; p < length_; ++p) {
                if (word[p] != letter) continue;
                const uint8_t* const here = &at_[p * n];
                const Marks power = static_cast<Marks>(game_.powers_[p]), twice = static_cast<Marks>(2 * power);
                for (size_t i = 0; i < n; ++i) {
                    const uint8_t near = here[i] != letter && rest[i] > 0;
                    row[i] += static_cast<Marks>((here[i] == letter ? twice : 0) + (near ? power : 0)), rest[i] -= near;
                }
            }
        }

        const WordGuesses& game_;
        const size_t n_;
        const int length_;
        int64_t unit_ = 1;
        uint64_t living_ = 0;               // a bit for each letter that some candidate has
        std::vector<uint8_t> at_, held_;    // the letter by [place][candidate], and how often a letter occurs by [letter][candidate]
        std::vector<uint8_t> rest_;         // by candidate: how often a letter occurs, without the occurrences that earlier marks used
        std::vector<Marks> columns_, row_;  // the columns by [letter][place][candidate], and their sum for a guess
        std::vector<int32_t> gains_;        // the gains by [repeated][letter][place]; 0 past the length
        std::vector<uint32_t> sizes_;       // the sizes of the cells
    };
    template <class Marks>
    int32_t choose_one(const UndecidedSet& undecided, bool candidates_only, Workers& workers) const {
        Scorer<Marks> scorer(*this, undecided.set);
        int polled = 0;
        const auto score = [&](int32_t guess) {
            if (++polled % kPolled == 0) workers.poll();
            scorer.score(guess);
        };
        const bool scores_own = candidates_only || undecided.set.size() <= kMostCounted;
        for (const int32_t guess : scorer.own)
            if (scores_own && (!undecided.allowed || undecided.allowed[guess])) score(guess);
        if (candidates_only) return scorer.best.guess;
        const std::vector<int32_t> pool = allowed_guesses(undecided.allowed);
        std::vector<int32_t> gains(pool.size());
        if (entropy_) {
            for (size_t i = 0; i < pool.size(); ++i) gains[i] = scorer.gain(pool[i]);
            const int32_t most = pool.empty() ? 0 : *std::max_element(gains.begin(), gains.end());
            for (size_t i = 0; i < pool.size(); ++i)
                if (gains[i] > most - most / 64) score(pool[i]);
        }
        for (size_t i = 0; i < pool.size(); ++i) {
            if (entropy_ && scorer.best.guess >= 0) {
                // If all candidates were scored before, the guess is not a candidate; otherwise the bonus may lower its score.
                const int64_t least = scorer.lowest(gains[i]);
                if (!scorer.best.is_after(rule, scores_own ? least : rule.less_bonus(least), !scores_own, pool[i])) continue;
            }
            score(pool[i]);
        }
        return scorer.best.guess;
    }
    const uint8_t* word(int32_t guess) const { return &words_[static_cast<size_t>(guess) * kMostLength]; }

    std::vector<uint8_t> words_;  // the letters by [guess][place], filled up with letter 0
    int length_, letters_ = 0;
    std::vector<int> powers_;        // the power of 3 for each place
    std::vector<uint64_t> repeats_;  // for each guess, a bit for each letter that it repeats
    const int64_t* entropy_;
};

}  // namespace

std::unique_ptr<ComputedGame> make_word_game(const uint8_t* words, int count, int length, const Rule& rule, std::vector<int32_t> secrets,
                                             const int64_t* entropy) {
    return std::make_unique<WordGuesses>(words, count, length, rule, std::move(secrets), entropy);
}

}  // namespace guesstree
