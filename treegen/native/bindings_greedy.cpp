// The class of greedy trees in the Python module.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>

#include "bindings.hpp"
#include "greedy.hpp"

namespace guesstree {

namespace {

// A game and what it refers to, besides the rule.
struct BoundGreedy {
    std::vector<int64_t> entropy;
    std::unique_ptr<GuessGame> game;

    void check_guesses(const std::vector<int32_t>& some) const {
        for (const int32_t guess : some) check(guess >= 0 && guess < game->guesses, "no such guess");
    }
    void check_candidates(Array<int32_t, 1> some, const std::vector<int32_t>& asked) const {
        check(some.size() > 0, "at least one candidate");
        int64_t least = 0;
        for (size_t i = 0; i < some.size(); least = some.data()[i++] + int64_t{1})
            check(some.data()[i] >= least && some.data()[i] < static_cast<int32_t>(game->own.size()), "candidates: secrets, rising");
        check_guesses(asked);
    }
};

std::vector<int32_t> checked(Array<int32_t, 1> secrets, const BoundRule& rule) {
    check(secrets.size() > 0 && rule.prices.size() > secrets.size(), "secrets, and a price of a cell of each size up to all of them");
    check(rule.rule.bonus >= 0, "a bonus from 0 on");
    return {secrets.data(), secrets.data() + secrets.size()};
}

std::unique_ptr<BoundGreedy> greedy_of_codes(int positions, int symbols, bool may_repeat, bool nozero, Array<uint8_t, 2> labels,
                                             int winning, Array<int32_t, 1> secrets, const BoundRule& rule) {
    const std::vector<int32_t> own = checked(secrets, rule);
    const size_t rows = static_cast<size_t>(positions) + 1;
    check(positions >= 1 && positions <= 6, "codes of 1 to 6 positions");
    check(labels.shape(0) == rows && labels.shape(1) == rows, "labels: [positions + 1][positions + 1]");
    auto bound = std::make_unique<BoundGreedy>();
    bound->game = code_guesses({positions, symbols, may_repeat, nozero}, rule.rule, own, labels.data(), winning);
    return bound;
}

std::unique_ptr<BoundGreedy> greedy_of_words(Array<uint8_t, 2> words, Array<int64_t, 1> entropy, Array<int32_t, 1> secrets,
                                             const BoundRule& rule) {
    const std::vector<int32_t> own = checked(secrets, rule);
    check(words.size() > 0 && words.shape(0) <= INT32_MAX && words.shape(1) <= kMostLength, "words of 1 to 8 letters");
    bool is_below = !rule.rule.greatest && entropy.size() > own.size();
    for (size_t n = 1; is_below && n <= own.size(); ++n) is_below = entropy.data()[n] >= 0 && entropy.data()[n] <= rule.prices[n];
    auto bound = std::make_unique<BoundGreedy>();
    if (is_below) bound->entropy.assign(entropy.data(), entropy.data() + entropy.size());
    bound->game = word_guesses(words.data(), static_cast<int>(words.shape(0)), static_cast<int>(words.shape(1)), rule.rule, own,
                               is_below ? bound->entropy.data() : nullptr);
    return bound;
}

}  // namespace

void bind_greedy(nb::module_& m) {
    nb::class_<BoundRule>(m, "Rule").def(nb::init<Array<int64_t, 1>, bool, bool, bool, int64_t, int>(), "prices"_a, "greatest"_a,
                                         "prefer_candidate"_a = true, "last"_a = false, "bonus"_a = 0, "separable"_a = 0);
    nb::class_<BoundGreedy>(m, "Greedy")
        .def(
            "choose",
            [](const BoundGreedy& bound, Array<int32_t, 1> candidates, const std::vector<int32_t>& asked, bool candidates_only,
               std::optional<Array<uint8_t, 1>> allowed) {
                bound.check_candidates(candidates, asked);
                check(candidates.size() > 1, "at least two candidates");
                check(!allowed || allowed->shape(0) == static_cast<size_t>(bound.game->guesses), "allowed: one for each guess");
                const nb::gil_scoped_release release;
                Workers workers(1, [] {});
                const Sought sought{{candidates.data(), candidates.size()}, asked, allowed ? allowed->data() : nullptr};
                return bound.game->choose({sought}, candidates_only, workers)[0];
            },
            "candidates"_a, "asked"_a, "candidates_only"_a, "allowed"_a = nb::none())
        .def(
            "tree",
            [](const BoundGreedy& bound, Array<int32_t, 1> candidates, const std::vector<int32_t>& asked,
               const std::vector<int32_t>& opening, int candidates_until, int threads, nb::callable progress) {
                check(threads >= 1, "threads from 1 on");
                bound.check_candidates(candidates, asked), bound.check_guesses(opening);
                const auto tell = [&](int64_t sets, int64_t found) {
                    const nb::gil_scoped_acquire acquire;
                    if (PyErr_CheckSignals()) throw nb::python_error();
                    progress(sets, found);
                };
                TreeNodes tree;
                {
                    const nb::gil_scoped_release release;
                    Workers workers(threads, [&] { tell(0, -1); });
                    tree = build_greedy(*bound.game, {{candidates.data(), candidates.size()}, asked, opening, candidates_until}, workers,
                                        tell);
                }
                return columns_of(std::move(tree));
            },
            "candidates"_a, "asked"_a, "opening"_a, "candidates_until"_a, "threads"_a, "progress"_a);
    m.def("greedy_of_codes", &greedy_of_codes, "positions"_a, "symbols"_a, "may_repeat"_a, "nozero"_a, "labels"_a, "winning"_a, "secrets"_a,
          "rule"_a, nb::keep_alive<0, 8>());
    m.def("greedy_of_words", &greedy_of_words, "words"_a, "entropy"_a, "secrets"_a, "rule"_a, nb::keep_alive<0, 4>());
}

}  // namespace guesstree
