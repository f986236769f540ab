// The Python module: thin wrappers that check shapes and release the GIL.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "certificate_checker.hpp"
#include "choose.hpp"
#include "kernels.hpp"
#include "search.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace guesstree;

namespace {

// The search counts in int; its lists of prices take memory and time quadratic in their length.
constexpr size_t kMost = INT32_MAX, kMostPrices = size_t{1} << 17, kMostMemory = size_t{1} << 60;

template <class T, int Dim>
using Array = nb::ndarray<const T, nb::ndim<Dim>, nb::c_contig, nb::device::cpu>;
template <class T>
auto numpy(std::vector<T> data, std::initializer_list<size_t> shape) {
    auto* kept = new std::vector<T>(std::move(data));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T>(kept->data(), shape, owner);
}

void check(bool good, const char* what) {
    if (!good) throw std::invalid_argument(what);
}

void check_indices(const Array<int32_t, 1>& some, size_t end, const char* what) {
    for (size_t i = 0; i < some.shape(0); ++i) check(some.data()[i] >= 0 && static_cast<size_t>(some.data()[i]) < end, what);
}

// A table of feedbacks, of one byte or of two.
using Entries = nb::ndarray<nb::ro, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

bool is_wide(const Entries& table) {
    return table.dtype() == nb::dtype<uint16_t>();
}

// What f(pointer to the entries) returns.
template <class F>
auto read(const Entries& table, const F& f) {
    return is_wide(table) ? f(static_cast<const uint16_t*>(table.data())) : f(static_cast<const uint8_t*>(table.data()));
}

// This is checked before anything is allocated: an array without bytes may have any number of rows.
void check_table(const Entries& table) {
    if (!is_wide(table) && table.dtype() != nb::dtype<uint8_t>()) throw nb::type_error("a table is an array of uint8 or uint16");
    check(table.shape(0) >= 1 && table.shape(1) >= 1, "a table has at least one guess and one secret");
    check(table.shape(0) <= kMost && table.shape(1) <= kMost, "a table has fewer than 2^31 guesses and secrets");
}

void check_feedbacks(const Entries& table, int feedbacks) {
    check(feedbacks >= 1 && feedbacks <= (is_wide(table) ? kMaxFeedbacks : kMaxNarrow), "1 to 256 feedbacks of a byte, or 8192 of two");
}

std::vector<uint8_t> flags_of(const std::vector<int>& some, int feedbacks) {
    std::vector<uint8_t> flags(feedbacks, 0);
    for (int f : some) check(f >= 0 && f < feedbacks, "a losing feedback is not one of the table"), flags[f] = 1;
    return flags;
}

Told told_of(const std::string& told) {
    check(told == "numbers" || told == "places" || told == "marks", "told: numbers, places or marks");
    return told == "marks" ? Told::marks : told == "places" ? Told::places : Told::numbers;
}

// Owns what the search refers to.
struct BoundSearch {
    Entries table;                   // refers to the numpy array
    std::vector<uint8_t> symbols;    // [guess][position], where symmetries are known
    std::unique_ptr<Search> search;  // of this table
    std::atomic_flag busy;           // a run(), tree() or inherit() is at work

    BoundSearch(Entries table_, int feedbacks, int winning, const std::vector<int>& losing, std::optional<std::vector<int64_t>> prices,
                bool candidates_only, std::optional<Array<uint8_t, 2>> symbols_, int symbol_count, bool nozero, const std::string& told,
                size_t memory, unsigned switches, bool symmetric, std::optional<std::vector<int64_t>> weights,
                std::optional<Array<uint8_t, 2>> words, std::optional<Array<uint8_t, 2>> marks)
        : table(table_) {
        check_table(table);
        check(!prices || prices->size() <= kMostPrices, "a price list has at most 131072 prices");
        check(memory <= kMostMemory, "more memory than any machine has");
        Symmetry symmetry;
        if (symbols_) {
            check(symbols_->shape(0) == table.shape(0), "symbols: one row per guess");
            symbols.assign(symbols_->data(), symbols_->data() + symbols_->size());
            symmetry = Symmetry(symbols.data(), static_cast<int>(symbols_->shape(0)), static_cast<int>(symbols_->shape(1)), symbol_count,
                                nozero, told_of(told));
        }
        check(words.has_value() == marks.has_value(), "hard mode takes words and marks");
        HardMode hard_mode;
        if (words) {
            check(words->shape(1) == marks->shape(1), "hard mode: a mark for every place of a word");
            check(words->shape(0) == table.shape(0) && marks->shape(0) == static_cast<size_t>(feedbacks),
                  "hard mode: a word for each guess, and marks for each feedback");
            check(words->shape(1) <= kMaxPlaces, "hard mode: words of 1 to 8 symbols");
            hard_mode = HardMode({words->data(), words->data() + words->size()}, {marks->data(), marks->data() + marks->size()},
                                 static_cast<int>(table.shape(0)), feedbacks, static_cast<int>(words->shape(1)));
        }
        nb::gil_scoped_release release;
        check(!is_wide(table) || (!weights && !words), "weights and hard mode take a table of one byte");
        search = std::make_unique<Search>(read(table,
                                               [&](const auto* rows) {
                                                   return Table(rows, static_cast<int>(table.shape(0)), static_cast<int>(table.shape(1)),
                                                                feedbacks, winning, losing, symmetric);
                                               }),
                                          Prices(prices.value_or(std::vector<int64_t>{}), !prices), symmetry,
                                          SearchOptions{.candidates_only = candidates_only,
                                                        .memory = memory,
                                                        .switches = switches,
                                                        .weights = weights ? Weights(*weights) : Weights(),
                                                        .hard_mode = std::move(hard_mode)});
    }
};

// Guards against concurrent calls of run(), tree() or inherit() of the same search.
class Turn {
public:
    explicit Turn(BoundSearch& b) : busy_(b.busy) {
        if (busy_.test_and_set(std::memory_order_acquire)) throw std::runtime_error("the search is at work: one run() or tree() at a time");
    }
    ~Turn() { busy_.clear(std::memory_order_release); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    std::atomic_flag& busy_;  // the search's
};

nb::object cost_or_none(Cost cost) {
    return cost >= kNever ? nb::object(nb::none()) : nb::object(nb::int_(cost));
}

nb::dict run(BoundSearch& b, std::optional<std::vector<uint32_t>> candidates, int depth, std::optional<std::vector<int>> asked, int first,
             Cost upper_bound, int threads, int horizon, int exact, int beam, std::vector<int> only, bool recompute, int firsts,
             double hard) {
    std::vector<uint32_t> set;
    if (candidates) set = std::move(*candidates);
    else
        for (size_t s = 0; s < b.table.shape(1); ++s) set.push_back(static_cast<uint32_t>(s));
    if (!candidates && !asked && depth == 0) asked.emplace();
    if (first >= 0) only.assign(1, first);
    const RunOptions options{.candidates = std::move(set),
                             .depth = depth,
                             .asked = std::move(asked),
                             .only = std::move(only),
                             .upper_bound = upper_bound,
                             .threads = threads,
                             .horizon = horizon,
                             .exact = exact,
                             .beam = beam,
                             .recompute = recompute,
                             .firsts = firsts,
                             .hard = hard};
    Search::Result r;
    std::vector<FirstGuess> best;
    {
        const Turn turn(b);
        nb::gil_scoped_release release;
        r = b.search->run(options);
        best = b.search->best_firsts();
    }
    static const char* const names[] = {"proved", "infeasible", "bounded", "stopped"};
    nb::dict out;
    out["outcome"] = names[static_cast<int>(r.outcome)];
    out["cost"] = cost_or_none(r.cost), out["bound"] = cost_or_none(r.bound), out["guess"] = r.guess;
    nb::list firsts_found;
    for (const FirstGuess& first : best) firsts_found.append(nb::make_tuple(first.guess, first.cost));
    out["firsts"] = firsts_found;
    return out;
}

nb::object tree(BoundSearch& b) {
    TreeNodes t;
    try {
        const Turn turn(b);
        nb::gil_scoped_release release;
        t = b.search->tree();
    } catch (const Stopped&) {
        return nb::none();
    }
    const size_t n = t.guess.size();
    return nb::make_tuple(numpy(std::move(t.guess), {n}), numpy(std::move(t.wins), {n}), numpy(std::move(t.parent), {n}),
                          numpy(std::move(t.feedback), {n}));
}

Claim claim_of(Cost bound, int first, bool by_class, std::vector<uint32_t> codes) {
    return {.bound = bound, .first = first, .by_class = by_class, .codes = std::move(codes)};
}

nb::object certify(BoundSearch& b, Cost bound, int first, bool by_class, std::vector<uint32_t> codes) {
    const Claim claim = claim_of(bound, first, by_class, std::move(codes));
    std::vector<uint8_t> proof;
    try {
        const Turn turn(b);
        nb::gil_scoped_release release;
        proof = b.search->certify(claim);
    } catch (const Stopped&) {
        return nb::none();
    }
    return nb::bytes(reinterpret_cast<const char*>(proof.data()), proof.size());
}

// Whether Python has to handle a signal, such as Ctrl-C. It is asked some times a second, with the GIL.
bool has_signal() {
    using Clock = std::chrono::steady_clock;
    static Clock::time_point last;
    if (Clock::now() - last < std::chrono::milliseconds(50)) return false;
    const nb::gil_scoped_acquire acquire;
    const bool raised = PyErr_CheckSignals() != 0;
    last = Clock::now();
    return raised;
}

std::vector<long long> check_whole_certificate(const nb::bytes& data) {
    static std::mutex busy;  // the checker has one state
    std::vector<long long> lemmas(kMostClaims);
    char why[kRoomForWhy] = "";
    int outcome = kChecked;
    {
        const char* const bytes = data.c_str();
        const size_t length = data.size();
        nb::gil_scoped_release release;
        const std::lock_guard lock(busy);
        outcome = check_certificate(bytes, length, has_signal, nullptr, why, lemmas.data());
    }
    if (outcome == kStopped) throw nb::python_error();  // the signal's
    if (outcome == kNoMemory) throw std::bad_alloc();
    if (outcome == kRejected) throw nb::value_error(why);
    lemmas.resize(std::find(lemmas.begin(), lemmas.end(), 0) - lemmas.begin());  // each claim takes a lemma at least
    return lemmas;
}

nb::tuple frontier(BoundSearch& b) {
    const std::vector<OpenFirst> open = b.search->frontier();
    std::vector<int32_t> guess, rank;
    std::vector<int64_t> bound;
    for (const OpenFirst& first : open) guess.push_back(first.guess), bound.push_back(first.lower_bound), rank.push_back(first.rank);
    const size_t n = open.size();
    return nb::make_tuple(numpy(std::move(guess), {n}), numpy(std::move(bound), {n}), numpy(std::move(rank), {n}));
}

nb::dict progress(BoundSearch& b) {
    const Progress now = b.search->progress();
    nb::dict out;
    out["positions"] = now.positions, out["entries"] = now.table_filled, out["capacity"] = now.table_capacity;
    out["cost"] = cost_or_none(now.incumbent), out["bound"] = cost_or_none(now.lower_bound);
    nb::list guesses;
    for (const Progress::Guess& g : now.guesses) {
        nb::list cells;
        for (const Progress::Cell& c : g.cells) {
            nb::dict cell;
            cell["feedback"] = c.feedback, cell["size"] = c.n, cell["done"] = c.done;
            cell["bound"] = cost_or_none(c.lower_bound), cell["cost"] = cost_or_none(c.incumbent);
            cells.append(cell);
        }
        nb::dict guess;
        guess["guess"] = g.guess, guess["bound"] = cost_or_none(g.lower_bound), guess["cells"] = cells;
        guesses.append(guess);
    }
    out["guesses"] = guesses;
    return out;
}

nb::tuple drain_proved(BoundSearch& b) {
    const std::vector<Lemma> proved = b.search->drain_proved();
    const size_t n = proved.size();
    std::vector<uint64_t> high(n), low(n);
    std::vector<int64_t> cost(n);
    std::vector<int32_t> depth(n), guess(n), path;
    std::vector<int64_t> end(n);
    for (size_t i = 0; i < n; ++i) {
        high[i] = proved[i].key.high, low[i] = proved[i].key.low, depth[i] = proved[i].depth;
        cost[i] = proved[i].value.cost, guess[i] = proved[i].value.guess;
        path.insert(path.end(), proved[i].path.begin(), proved[i].path.end()), end[i] = static_cast<int64_t>(path.size());
    }
    const size_t steps = path.size();
    return nb::make_tuple(numpy(std::move(high), {n}), numpy(std::move(low), {n}), numpy(std::move(depth), {n}),
                          numpy(std::move(cost), {n}), numpy(std::move(guess), {n}), numpy(std::move(path), {steps}),
                          numpy(std::move(end), {n}));
}

nb::object preload(BoundSearch& b, Array<uint64_t, 1> high, Array<uint64_t, 1> low, Array<int32_t, 1> depth, Array<int64_t, 1> cost,
                   Array<int32_t, 1> guess, Array<int32_t, 1> path, Array<int64_t, 1> end) {
    const size_t n = high.shape(0);
    check(low.shape(0) == n && depth.shape(0) == n && cost.shape(0) == n && guess.shape(0) == n && end.shape(0) == n,
          "preload: arrays of one length");
    std::vector<Lemma> proved(n);
    int64_t from = 0;
    for (size_t i = 0; i < n; ++i) {
        const int64_t to = end.data()[i];
        check(to >= from && static_cast<uint64_t>(to) <= path.shape(0), "preload: the ends of the paths rise and lie within them");
        proved[i] = {.key = {.high = high.data()[i], .low = low.data()[i]},
                     .depth = depth.data()[i],
                     .value = {.cost = cost.data()[i], .guess = guess.data()[i]},
                     .path = {path.data() + from, path.data() + to}};
        from = to;
    }
    check(static_cast<uint64_t>(from) == path.shape(0), "preload: the last path ends where all do");
    std::optional<Flaw> flaw;
    {
        nb::gil_scoped_release release;
        flaw = b.search->preload(proved);
    }
    return flaw ? nb::object(nb::make_tuple(flaw->index, flaw->why)) : nb::object(nb::none());
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "The native core: partition kernels and the exact search.";

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
        "table"_a, "guesses"_a, "candidates"_a, "feedbacks"_a,
        "counts[i, f]: how many candidates answer guesses[i] with feedback f. Entries of the table are less than `feedbacks`.");

    m.def(
        "choose",
        [](Entries by_secret, Array<int32_t, 1> candidates, Array<int64_t, 1> prices, bool greatest, bool candidates_only, int feedbacks,
           int winning, const std::vector<int>& losing, bool prefer_candidate, bool last, int64_t bonus,
           std::optional<Array<uint8_t, 1>> allowed) {
            check_table(by_secret);
            check_feedbacks(by_secret, feedbacks);
            check(winning >= 0 && winning < feedbacks, "one of the feedbacks wins");
            check(!allowed || allowed->shape(0) == by_secret.shape(1), "allowed: one for each guess");
            check_indices(candidates, by_secret.shape(0), "no such secret");
            check(prices.shape(0) > candidates.shape(0), "prices: one per cell size from 0 to the number of candidates");
            const std::vector<uint8_t> lost = flags_of(losing, feedbacks);
            nb::gil_scoped_release release;
            const Rule rule{.prices = prices.data(),
                            .greatest = greatest,
                            .candidates_only = candidates_only,
                            .prefer_candidate = prefer_candidate,
                            .last = last,
                            .bonus = bonus,
                            .allowed = allowed ? allowed->data() : nullptr};
            return read(by_secret, [&](const auto* rows) {
                return choose(rows, by_secret.shape(1), candidates.data(), candidates.shape(0), rule, feedbacks, winning, lost.data());
            });
        },
        "by_secret"_a, "candidates"_a, "prices"_a, "greatest"_a, "candidates_only"_a, "feedbacks"_a, "winning"_a, "losing"_a,
        "prefer_candidate"_a = true, "last"_a = false, "bonus"_a = 0, "allowed"_a = nb::none(),
        "The first guess in the order (score, wins for no candidate, index) that splits the candidates and loses for none; -1 if there is none.");

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
        "guesses"_a, "secrets"_a, "symbol_count"_a, "labels"_a,
        "The feedback table of codes: labels[bulls, cows] for every guess and secret, given as symbols [code][position].");

    m.def(
        "check_certificate", &check_whole_certificate, "data"_a,
        "Checks the bytes of a certificate, unpacked, with scripts/check_certificate.c: how many lemmas each claim took. ValueError where it "
        "is rejected.");

    m.attr("NEVER") = kNever;
    m.attr("CELL_CAPS") = static_cast<unsigned>(kCellCaps);
    m.attr("SYMMETRY") = static_cast<unsigned>(kSymmetry);
    m.attr("TRANSPOSITION_TABLE") = static_cast<unsigned>(kTranspositionTable);
    m.attr("CANDIDATE_BOUNDS") = static_cast<unsigned>(kCandidateBounds);
    m.attr("PEAK_BOUNDS") = static_cast<unsigned>(kPeakBounds);
    m.attr("MASK_ROWS") = static_cast<unsigned>(kMaskRows);
    m.attr("LOOKUPS") = static_cast<unsigned>(kLookups);
    m.attr("IMAGES") = static_cast<unsigned>(kImages);
    m.attr("LOCAL_TABLES") = static_cast<unsigned>(kLocalTables);
    m.attr("BEST_COLUMNS") = static_cast<unsigned>(kBestColumns);
    m.attr("ALL") = static_cast<unsigned>(kAllSwitches);

    nb::class_<BoundSearch>(
        m, "Search",
        "The exact search of one table, price list and pool of guesses. One run at a time. At every node the tree has the "
        "first guess by (-(cells + win), not win, index) that attains the least cost, as in general.py, for any threads, memory and switches.")
        .def(
            nb::init<Entries, int, int, const std::vector<int>&, std::optional<std::vector<int64_t>>, bool,
                     std::optional<Array<uint8_t, 2>>, int, bool, const std::string&, size_t, unsigned, bool,
                     std::optional<std::vector<int64_t>>, std::optional<Array<uint8_t, 2>>, std::optional<Array<uint8_t, 2>>>(),
            "table"_a, "feedbacks"_a, "winning"_a, "losing"_a = std::vector<int>{}, "prices"_a = nb::none(), "candidates_only"_a = false,
            "symbols"_a = nb::none(), "symbol_count"_a = 0, "nozero"_a = false, "told"_a = "numbers", "memory"_a = size_t{256} << 20,
            "switches"_a = static_cast<unsigned>(kAllSwitches), "symmetric"_a = false, "weights"_a = nb::none(), "words"_a = nb::none(),
            "marks"_a = nb::none(),
            "prices: what a secret costs that is found with guess 1, 2, ...; None is 1, 2, 3, ... without end. symbols: the codes "
            "[guess][position] of a code game, whose symmetries are then used (guesses must be in the order of their text). told: what a feedback "
            "tells: numbers, places (only how many agree, and secrets may be any codes) or marks (of each position, in base 3). "
            "memory: bytes of all large tables; the transposition table gets what the others leave, at least a quarter. switches: speed-ups in use; none changes the answer. symmetric: the table is its own "
            "transpose, so that one orientation of it does. weights: of each secret; None: all weigh 1. words and marks: hard mode, in which each guess "
            "[guess][place] must use what the marks [feedback][place] (0, 1, 2) told; symbols are 0 to 254.")
        .def(
            "run", &run, "candidates"_a = nb::none(), "depth"_a = 0, "asked"_a = nb::none(), "first"_a = -1, "upper_bound"_a = kNever,
            "threads"_a = 1, "horizon"_a = 0, "exact"_a = 0, "beam"_a = 0, "only"_a = std::vector<int>{}, "recompute"_a = false,
            "firsts"_a = 0, "hard"_a = 0.0,
            "The least cost of the candidates (None: all; rising indices) with `depth` guesses made, if it is less than `upper_bound`. asked: "
            "the guesses made, if the candidates are all that some feedbacks to them leave; only then are symmetries used. "
            "horizon: after so many guesses sets of more than `exact` candidates are not searched but bounded, and so is the result. "
            "only: the first guesses to try, rising; none: all. recompute: search this set even if its cost is known. "
            "firsts: how many of the best first guesses are proved. "
            "hard: seconds after which it is stopped; 0: none. "
            "Returns {outcome, cost, bound, guess, firsts}: firsts are the best first guesses with their costs; outcome is 'proved', 'infeasible', 'bounded' (nothing less than upper_bound) or 'stopped'.")
        .def(
            "tree", &tree,
            "The tree of the last run, which must have been proved: arrays guess, wins, parent, feedback of its nodes, parents first; None after a stop(). RuntimeError where preload() "
            "was given a false value that is detected.")
        .def(
            "certify", &certify, "bound"_a, "first"_a, "by_class"_a, "codes"_a,
            "The proof, for a certificate, that a tree costs at least `bound` (NEVER: that there is none), after a run: the bytes of its numbers; "
            "None after a stop(). codes: the number of each feedback in certificates. RuntimeError where the claim, or a value that preload() was given, is false.")
        .def(
            "inherit",
            [](BoundSearch& b, const BoundSearch& other) {
                const Turn turn(b);
                b.search->inherit(*other.search);
            },
            "other"_a, nb::keep_alive<1, 2>(),
            "Uses the values of a finished search of the same table, without a depth limit, as lower bounds.")
        .def(
            "stop", [](BoundSearch& b) { b.search->stop(); }, "Makes the run in another thread, or otherwise the next run, return soon.")
        .def(
            "go_on", [](BoundSearch& b) { b.search->go_on(); }, "Revokes a stop() that came after the run.")
        .def(
            "frontier", &frontier,
            "The first guesses that the last run might try, rising: arrays guess, bound (of the whole with the guess; NEVER: there is no tree), rank.")
        .def(
            "progress", &progress,
            "The state of a run in another thread: {positions, entries, capacity, cost, bound, guesses: [{guess, bound, cells: [{feedback, size, bound, cost, done}]}]}.")
        .def(
            "drain_proved", &drain_proved,
            "Solved sets that took noticeable time, since the last call: arrays high, low (key), depth, cost, guess, path, end. With guess < 0 the cost is a lower bound; NEVER: there "
            "is no tree. path[end[i - 1]:end[i]] are the guesses that lead to set i, each followed by its feedback. Costs are above the price of the next guess.")
        .def(
            "preload", &preload, "high"_a, "low"_a, "depth"_a, "cost"_a, "guess"_a, "path"_a, "end"_a,
            "Loads the result of drain_proved() of a search of the same table, prices and pool. Returns (row, why) for a row that contradicts the rules or another row, otherwise None; it does not check whether the rows are true.")
        .def(
            "flaw",
            [](BoundSearch& b, const std::vector<int32_t>& path, Cost cost, int guess, bool of_some) -> std::optional<std::string> {
                const char* const why = b.search->flaw_of(path, {.cost = cost, .guess = guess}, of_some);
                return why ? std::optional<std::string>(why) : std::nullopt;
            },
            "path"_a, "cost"_a, "guess"_a, "of_some"_a = false,
            "Why run() cannot have found this value of the set that the path (guesses and feedbacks alternately) leads to, without a "
            "search, or None. With guess -1, the cost is a lower bound; NEVER means that there is no tree. "
            "of_some: run() tried only some of the first guesses.")
        .def(
            "key",
            [](BoundSearch& b, const std::vector<int32_t>& path) -> std::optional<std::tuple<uint64_t, uint64_t, int>> {
                const std::optional<Lemma> at = b.search->at(path);
                if (!at) return std::nullopt;
                return std::make_tuple(at->key.high, at->key.low, at->depth);
            },
            "path"_a,
            "The key (high, low, depth) of the set that this path leads to, as drain_proved() uses it; None if no search takes it.")
        .def_prop_ro(
            "table_bytes", [](BoundSearch& b) { return b.search->table_bytes(); },
            "The memory of all large tables: rows of masks and of bounds, and the transposition table when it is full.")
        .def_prop_ro("positions", [](BoundSearch& b) { return b.search->positions(); }, "Sets searched since the search was made.");
}
