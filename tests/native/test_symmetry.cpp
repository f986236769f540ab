// Classes of equivalent guesses and images of feedbacks, against the whole group of positions and symbols, one by one.
#include <algorithm>
#include <numeric>
#include <set>

#include "check.hpp"
#include "code_game.hpp"
#include "symmetry.hpp"

using namespace guesstree;

namespace {

// A guess and the feedback to it.
struct Answer {
    int guess, feedback;
};

// Whether a symmetry maps the guess, and the secrets with this feedback to it, to themselves.
bool keeps(const CodeGame& game, const Motion& motion, const Answer& answer) {
    if (game.image(motion, answer.guess) != answer.guess) return false;
    for (int s = 0; s < game.secret_count(); ++s)
        if (game.at(answer.guess, s) == answer.feedback && game.at(answer.guess, game.image_of_secret(motion, s)) != answer.feedback)
            return false;
    return true;
}

// The lowest equivalent guess of each after these answers.
std::vector<int> lowest_of_each(const CodeGame& game, const std::vector<Answer>& answers) {
    std::vector<int> lowest(game.guess_count());
    std::iota(lowest.begin(), lowest.end(), 0);
    game.for_all_symmetries([&](const Motion& motion) {
        if (!std::all_of(answers.begin(), answers.end(), [&](const Answer& answer) { return keeps(game, motion, answer); })) return;
        for (int g = 0; g < game.guess_count(); ++g) lowest[g] = std::min(lowest[g], game.image(motion, g));
    });
    return lowest;
}

}  // namespace

TEST(classes_are_the_orbits_of_the_whole_group) {
    for (const CodeRules& rules : small_games()) {
        const CodeGame game(rules);
        const Symmetry symmetry = game.symmetry();
        const std::vector<int> lowest = lowest_of_each(game, {});
        std::vector<int> of_guess, in_place;
        const int classes = symmetry.classes(of_guess), parts = symmetry.classes(in_place, true);
        CHECK(parts >= classes);
        CHECK(std::set<int>(in_place.begin(), in_place.end()).size() == static_cast<size_t>(parts));
        int orbits = 0;
        for (int g = 0; g < game.guess_count(); ++g) {
            orbits += lowest[g] == g;
            CHECK_EQUAL(of_guess[g], of_guess[lowest[g]]);
        }
        CHECK_EQUAL(classes, orbits);
        // after up to three guesses, some of them twice
        for (int tries = 0; tries < 16; ++tries) {
            std::vector<Answer> answers;
            Stabiliser stabiliser = symmetry.whole();
            const int secret = tries * 7907 % game.secret_count();
            for (int i = 0; i < tries % 4; ++i) {
                const int guess = (tries * 7919 + i * 104729) % game.guess_count();
                answers.push_back({.guess = guess, .feedback = game.at(guess, secret)});
                stabiliser = symmetry.after(stabiliser, guess, game.at(guess, secret));
            }
            const std::vector<int> wanted = lowest_of_each(game, answers);
            for (int g = 0; g < game.guess_count(); ++g) {
                const bool first = stabiliser.trivial || symmetry.is_first(stabiliser, g);
                CHECK_EQUAL(first, wanted[g] == g);
            }
        }
    }
}

TEST(nothing_is_known_of_more_than_six_positions) {
    const std::vector<uint8_t> symbols(7, 0);
    for (Invariance invariance : {Invariance::numbers, Invariance::places, Invariance::marks}) {
        const Symmetry symmetry(symbols.data(), 1, 7, 2, false, invariance);
        CHECK(!symmetry.known());
        CHECK(!symmetry.moves_feedbacks());
        CHECK(symmetry.whole().trivial);
    }
}

TEST(with_too_many_names_all_positions_are_renamed_alike) {
    const std::vector<uint8_t> symbols{0, 1, 2};
    CHECK(Symmetry(symbols.data(), 1, 3, 21, false, Invariance::places).names_by_position());
    CHECK(!Symmetry(symbols.data(), 1, 3, 22, false, Invariance::places).names_by_position());
}
