// The functions and classes of the Python module that need no search.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>

#include "bindings.hpp"
#include "greedy.hpp"
#include "kernels.hpp"
#include "table.hpp"
#include "thread.hpp"

namespace guesstree {

// The program that checks certificates, scripts/check_certificate.c, is compiled into the core without changes.
//
// The program is independent: it includes and uses nothing of the core. Each thread has its own state. The declarations here repeat those
// of the program.
constexpr int kMostClaims = 100;  // the most claims of a certificate
constexpr int kRoomForWhy = 200;  // a reason has at most this number of bytes
enum Outcome { kChecked, kRejected, kNoMemory, kStopped };

// Checks the unpacked bytes of a certificate. `is_ours` is called once for each lemma, in the order of the lemmas, and returns whether to
// check it (null: all are checked). `is_stopped` is called now and then, and returns whether to stop. Lines about the claims are written to
// `out`, unless it is null. `lemmas` becomes the number of lemmas of each claim. If the outcome is not kChecked, `why` becomes the reason,
// and `lemmas` shows how far the check has come. If several threads check, the thread that has come least far has the outcome of a single
// thread. The memory consists of the table and of what scripts/check_certificate.c states.
extern "C" int check_certificate(const char* bytes, size_t length, bool (*is_ours)(long long lemma), bool (*is_stopped)(), std::FILE* out,
                                 char* why, long long* lemmas);

namespace {

using Costs = nb::ndarray<int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;  // an array of costs that are changed in place

void check_indices(const Array<int32_t, 1>& some, size_t end, const char* what) {
    for (size_t i = 0; i < some.shape(0); ++i) check(some.data()[i] >= 0 && static_cast<size_t>(some.data()[i]) < end, what);
}

void check_feedbacks(const Entries& table, int feedbacks) {
    check(feedbacks >= 1 && feedbacks <= (is_wide(table) ? kMaxFeedbacks : kMaxNarrow), "1 to 256 feedbacks of a byte, or 8192 of two");
}

std::vector<uint8_t> flags_of(const std::vector<int>& some, int feedbacks) {
    std::vector<uint8_t> flags(feedbacks, 0);
    for (int f : some) check(f >= 0 && f < feedbacks, "a losing feedback is not one of the table"), flags[f] = 1;
    return flags;
}

// Returns whether Python has to handle a signal, such as Ctrl-C; Python is asked, with the GIL, several times a second.
bool has_signal() {
    using Clock = std::chrono::steady_clock;
    static Clock::time_point last;
    if (Clock::now() - last < std::chrono::milliseconds(50)) return false;
    const nb::gil_scoped_acquire acquire;
    const bool raised = PyErr_CheckSignals() != 0;
    last = Clock::now();
    return raised;
}

// The result of a thread that checks a share of a certificate.
struct Share {
    int outcome = kChecked;  // this is also right if the thread could not start: then the other threads check all lemmas
    char why[kRoomForWhy] = "";
    std::vector<long long> lemmas = std::vector<long long>(kMostClaims);
};

constexpr size_t kCheckerStack = 16 << 20;  // the stack of a thread has this number of bytes

std::vector<long long> check_whole_certificate(const nb::bytes& data, int threads) {
    static std::mutex busy;  // only one check can run at a time, since there is only one `taken`
    static std::atomic<bool> is_over;
    static std::atomic<long long> taken;  // the number of lemmas taken by threads, which meet the lemmas in the same order
    check(threads > 0, "threads from 1 on");
    std::vector<Share> shares(threads);
    bool has_ended = false;  // whether a signal has ended the check
    {
        const char* const bytes = data.c_str();
        const size_t length = data.size();
        nb::gil_scoped_release release;
        const std::lock_guard lock(busy);
        is_over = false;
        taken = 0;
        const auto work = [&](Share& own, bool (*is_stopped)()) {
            const auto take = [](long long lemma) { return taken.compare_exchange_strong(lemma, lemma + 1); };
            own.outcome = check_certificate(bytes, length, take, is_stopped, nullptr, own.why, own.lemmas.data());
        };
        std::vector<std::unique_ptr<Thread>> others;
        for (Share& share : std::span(shares).subspan(1))
            others.push_back(Thread::if_granted(kCheckerStack, [&] { work(share, [] { return is_over.load(); }); }));
        work(shares[0], has_signal);
        has_ended = shares[0].outcome == kStopped;
        is_over = has_ended;
        for (const auto& other : others)
            if (other) other->join();
    }
    if (has_ended) throw nb::python_error();  // this is the error of the signal
    const Share* first = nullptr;
    for (const Share& share : shares) {
        if (share.outcome == kNoMemory) throw std::bad_alloc();
        if (share.outcome == kStopped) throw std::logic_error("a thread was stopped that had to check its share");
        if (share.outcome == kRejected && (!first || share.lemmas[0] < first->lemmas[0])) first = &share;
    }
    if (first) throw nb::value_error(first->why);
    std::vector<long long> lemmas = shares[0].lemmas;
    lemmas.resize(std::find(lemmas.begin(), lemmas.end(), 0) - lemmas.begin());  // each claim takes at least one lemma
    return lemmas;
}

// A rule of greedy trees with its prices.
struct BoundRule {
    std::vector<int64_t> prices;
    Rule rule;
    BoundRule(Array<int64_t, 1> of_sizes, bool greatest, bool prefer_candidate, bool last, int64_t bonus, int separable)
        : prices(of_sizes.data(), of_sizes.data() + of_sizes.size()),
          rule{.prices = prices.data(),
               .greatest = greatest,
               .prefer_candidate = prefer_candidate,
               .prefers_highest = last,
               .bonus = bonus,
               .separable_to = separable} {}
    BoundRule(const BoundRule&) = delete;
    BoundRule& operator=(const BoundRule&) = delete;
};

// A game with the objects to which it refers, except the rule.
struct BoundGreedy {
    std::vector<int64_t> entropy;
    std::unique_ptr<ComputedGame> game;

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
    bound->game = make_code_game({positions, symbols, may_repeat, nozero}, rule.rule, own, labels.data(), winning);
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
    bound->game = make_word_game(words.data(), static_cast<int>(words.shape(0)), static_cast<int>(words.shape(1)), rule.rule, own,
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
                const UndecidedSet undecided{{candidates.data(), candidates.size()}, asked, allowed ? allowed->data() : nullptr};
                return bound.game->choose({undecided}, candidates_only, workers)[0];
            },
            "candidates"_a, "asked"_a, "candidates_only"_a, "allowed"_a = nb::none())
        .def(
            "tree",
            [](const BoundGreedy& bound, Array<int32_t, 1> candidates, const std::vector<int32_t>& asked,
               const std::vector<int32_t>& opening, bool candidates_only, int threads,
               const nb::typed<nb::callable, void(int64_t, int64_t)>& progress) {
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
                    tree =
                        build_greedy(*bound.game, {{candidates.data(), candidates.size()}, asked, opening, candidates_only}, workers, tell);
                }
                return columns_of(std::move(tree));
            },
            "candidates"_a, "asked"_a, "opening"_a, "candidates_only"_a, "threads"_a, "progress"_a);
    m.def("greedy_of_codes", &greedy_of_codes, "positions"_a, "symbols"_a, "may_repeat"_a, "nozero"_a, "labels"_a, "winning"_a, "secrets"_a,
          "rule"_a, nb::keep_alive<0, 8>());
    m.def("greedy_of_words", &greedy_of_words, "words"_a, "entropy"_a, "secrets"_a, "rule"_a, nb::keep_alive<0, 4>());
}

void bind_kernels(nb::module_& m) {
    m.def(
        "cell_sizes",
        [](Entries table, Array<int32_t, 1> guesses, Array<int32_t, 1> candidates, int feedbacks) {
            check_table(table);
            check_feedbacks(table, feedbacks);
            check_indices(guesses, table.shape(0), "no such guess");
            check_indices(candidates, table.shape(1), "no such secret");
            std::vector<int32_t> counts(guesses.shape(0) * feedbacks);
            {
                nb::gil_scoped_release release;
                read(table, [&](const auto* rows) {
                    cell_sizes(rows, table.shape(1), guesses.data(), guesses.shape(0), candidates.data(), candidates.shape(0), feedbacks,
                               counts.data());
                });
            }
            return numpy(std::move(counts), {guesses.shape(0), static_cast<size_t>(feedbacks)});
        },
        "table"_a, "guesses"_a, "candidates"_a, "feedbacks"_a);

    m.def(
        "choose",
        [](Entries table, Array<int32_t, 1> candidates, const BoundRule& bound, bool candidates_only, int feedbacks, int winning,
           const std::vector<int>& losing, std::optional<Array<uint8_t, 1>> allowed) {
            check_table(table);
            check_feedbacks(table, feedbacks);
            check(winning >= 0 && winning < feedbacks, "one of the feedbacks wins");
            check(!allowed || allowed->shape(0) == table.shape(0), "allowed: one for each guess");
            check_indices(candidates, table.shape(1), "no such secret");
            check(bound.prices.size() > candidates.shape(0), "prices: one per cell size from 0 to the number of candidates");
            const std::vector<uint8_t> lost = flags_of(losing, feedbacks);
            nb::gil_scoped_release release;
            return read(table, [&](const auto* rows) {
                return choose(rows, table.shape(0), table.shape(1), candidates.data(), candidates.shape(0), bound.rule, candidates_only,
                              allowed ? allowed->data() : nullptr, feedbacks, winning, lost.data());
            });
        },
        "table"_a, "candidates"_a, "rule"_a, "candidates_only"_a, "feedbacks"_a, "winning"_a, "losing"_a, "allowed"_a = nb::none());

    m.def(
        "fill_codes",
        [](Array<uint8_t, 2> guesses, Array<uint8_t, 2> secrets, int symbol_count, Array<uint8_t, 2> labels) {
            const size_t p = guesses.shape(1);
            check(p >= 1 && p <= 14 && secrets.shape(1) == p, "codes of 1 to 14 positions, as many in guesses as in secrets");
            check(labels.shape(0) == p + 1 && labels.shape(1) == p + 1, "labels: [positions + 1][positions + 1]");
            check(symbol_count >= 1 && symbol_count <= 256, "1 to 256 symbols");
            for (const auto& codes : {guesses, secrets})
                for (size_t i = 0; i < codes.size(); ++i) check(codes.data()[i] < symbol_count, "a symbol beyond the last");
            std::vector<uint8_t> table(guesses.shape(0) * secrets.shape(0));
            {
                nb::gil_scoped_release release;
                fill_codes(guesses.data(), guesses.shape(0), secrets.data(), secrets.shape(0), static_cast<int>(p), symbol_count,
                           labels.data(), table.data());
            }
            return numpy(std::move(table), {guesses.shape(0), secrets.shape(0)});
        },
        "guesses"_a, "secrets"_a, "symbol_count"_a, "labels"_a);
    m.def(
        "fill_marks",
        [](Array<uint8_t, 2> guesses, Array<uint8_t, 2> secrets) {
            const size_t p = guesses.shape(1);
            check(p >= 1 && p <= 5 && secrets.shape(1) == p, "words of 1 to 5 letters, as many in guesses as in secrets");
            std::vector<uint8_t> table(guesses.shape(0) * secrets.shape(0));
            {
                nb::gil_scoped_release release;
                fill_marks(guesses.data(), guesses.shape(0), secrets.data(), secrets.shape(0), static_cast<int>(p), table.data());
            }
            return numpy(std::move(table), {guesses.shape(0), secrets.shape(0)});
        },
        "guesses"_a, "secrets"_a);

    const auto check_intervals = [](const Costs& costs, size_t n) {
        check(n >= 1 && n <= UINT32_MAX && costs.shape(0) == n * (n + 1) / 2, "costs: one of each interval of n leaves");
    };
    m.def(
        "divide_intervals",
        [=](Costs costs, size_t n, size_t most, bool convex) {
            check_intervals(costs, n);
            check(most >= 1 && most <= n, "most: a length of an interval");
            nb::gil_scoped_release release;
            divide_intervals(costs.data(), n, most, convex);
        },
        "costs"_a.noconvert(), "n"_a, "most"_a, "convex"_a);
    m.def(
        "solve_intervals",
        [=](Costs costs, size_t n) {
            check_intervals(costs, n);
            nb::gil_scoped_release release;
            solve_intervals(costs.data(), n);
        },
        "costs"_a.noconvert(), "n"_a);

    m.def("check_certificate", &check_whole_certificate, "data"_a, "threads"_a = 1);
}

}  // namespace guesstree
