// The Python module, and its class of searches: thin wrappers that check shapes and release the GIL.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>

#include "bindings.hpp"
#include "search.hpp"

using namespace guesstree;

namespace {

constexpr size_t kMostPrices = size_t{1} << 17;  // they take memory and time quadratic in their number
constexpr size_t kMostMemory = size_t{1} << 60;

constexpr std::pair<const char*, Switch> kSwitches[] = {
    {"caps", kCaps},
    {"symmetry", kSymmetry},
    {"transposition table", kTranspositionTable},
    {"candidate bounds", kCandidateBounds},
    {"widest counts", kWidestCounts},
    {"images", kImages},
    {"local tables", kLocalTables},
    {"best columns", kBestColumns},
    {"lookups", kLookups},
};

Invariance invariance_of(const std::string& invariance) {
    check(invariance == "numbers" || invariance == "places" || invariance == "marks", "invariance: numbers, places or marks");
    return invariance == "marks" ? Invariance::marks : invariance == "places" ? Invariance::places : Invariance::numbers;
}

// Owns what the search refers to.
struct BoundSearch {
    Entries table;                   // refers to the numpy array
    std::vector<uint8_t> symbols;    // [guess][position], where symmetries are known
    std::unique_ptr<Search> search;  // of this table
    std::atomic_flag busy;           // a run(), tree() or inherit() is at work

    BoundSearch(Entries table_, int feedbacks, int winning, const std::vector<int>& losing, std::optional<std::vector<int64_t>> prices,
                bool candidates_only, std::optional<Array<uint8_t, 2>> symbols_, int symbol_count, bool nozero,
                const std::string& invariance, size_t memory, unsigned switches, bool symmetric,
                std::optional<std::vector<int64_t>> weights, std::optional<Array<uint8_t, 2>> words, std::optional<Array<uint8_t, 2>> marks)
        : table(table_) {
        check_table(table);
        check(!prices || prices->size() <= kMostPrices, "a price list has at most 131072 prices");
        check(memory <= kMostMemory, "more memory than any machine has");
        Symmetry symmetry;
        if (symbols_) {
            check(symbols_->shape(0) == table.shape(0), "symbols: one row per guess");
            symbols.assign(symbols_->data(), symbols_->data() + symbols_->size());
            symmetry = Symmetry(symbols.data(), static_cast<int>(symbols_->shape(0)), static_cast<int>(symbols_->shape(1)), symbol_count,
                                nozero, invariance_of(invariance));
        }
        check(words.has_value() == marks.has_value(), "hard mode takes words and marks");
        HardMode hard_mode;
        if (words) {
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

RunResult run(BoundSearch& b, std::optional<std::vector<uint32_t>> candidates, int depth, std::optional<std::vector<int>> asked,
              Cost upper_bound, int threads, int horizon, int exact, int beam, std::vector<int> only, bool recompute, int openers,
              double hard) {
    std::vector<uint32_t> set;
    if (candidates) set = std::move(*candidates);
    else
        for (size_t s = 0; s < b.table.shape(1); ++s) set.push_back(static_cast<uint32_t>(s));
    if (!candidates && !asked && depth == 0) asked.emplace();
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
                             .openers = openers,
                             .hard = hard};
    Search::Result r;
    std::vector<GuessCost> best;
    {
        const Turn turn(b);
        nb::gil_scoped_release release;
        r = b.search->run(options);
        best = b.search->best_openers();
    }
    static const char* const names[] = {"proved", "infeasible", "bounded", "stopped"};
    nb::dict out;
    out["outcome"] = names[static_cast<int>(r.outcome)];
    out["cost"] = cost_or_none(r.cost), out["bound"] = cost_or_none(r.bound), out["guess"] = r.guess;
    nb::list openers_found;
    for (const GuessCost& first : best) openers_found.append(nb::make_tuple(first.guess, first.cost));
    out["openers"] = openers_found;
    return out;
}

std::optional<TreeColumns> tree(BoundSearch& b) {
    TreeNodes t;
    try {
        const Turn turn(b);
        nb::gil_scoped_release release;
        t = b.search->tree();
    } catch (const Stopped&) {
        return std::nullopt;
    }
    return columns_of(std::move(t));
}

std::optional<nb::bytes> certify(BoundSearch& b, Cost bound, int first, bool by_class, std::vector<uint32_t> codes, int threads) {
    check(threads > 0, "threads from 1 on");
    const Claim claim{.bound = bound, .first = first, .by_class = by_class, .codes = std::move(codes)};
    std::vector<uint8_t> proof;
    try {
        const Turn turn(b);
        nb::gil_scoped_release release;
        proof = b.search->certify(claim, threads);
    } catch (const Stopped&) {
        return std::nullopt;
    }
    return nb::bytes(reinterpret_cast<const char*>(proof.data()), proof.size());
}

// A column of an array: what of(row) is for each of the rows.
template <class T, class Rows, class Of>
auto column(const Rows& rows, const Of& of) {
    std::vector<T> values;
    for (const auto& row : rows) values.push_back(static_cast<T>(std::invoke(of, row)));
    return numpy(std::move(values), {rows.size()});
}

FrontierColumns frontier(BoundSearch& b) {
    const std::vector<OpenerBound> open = b.search->frontier();
    return nb::make_tuple(column<int32_t>(open, &OpenerBound::guess), column<int64_t>(open, &OpenerBound::lower_bound),
                          column<int32_t>(open, &OpenerBound::rank));
}

SearchState progress(BoundSearch& b) {
    const Progress now = b.search->progress();
    nb::dict out;
    out["positions"] = now.positions, out["entries"] = now.entries, out["capacity"] = now.capacity;
    out["cost"] = cost_or_none(now.cost), out["bound"] = cost_or_none(now.bound);
    nb::list guesses;
    for (const Progress::Guess& g : now.guesses) {
        nb::dict guess;
        guess["guess"] = g.guess, guess["bound"] = cost_or_none(g.bound);
        guesses.append(guess);
    }
    out["guesses"] = guesses;
    return out;
}

// A lemma as Python and checkpoints have it: this, the lowest byte of each number first, and the path.
struct Head {
    Key key;
    int32_t depth, guess;
    Cost cost;
};
static_assert(sizeof(Head) == 32 && std::endian::native == std::endian::little);

nb::bytes record_of(const Lemma& lemma) {
    const Head head{.key = lemma.key, .depth = lemma.depth, .guess = lemma.value.guess, .cost = lemma.value.cost};
    std::string record(reinterpret_cast<const char*>(&head), sizeof head);
    record.append(reinterpret_cast<const char*>(lemma.path.data()), lemma.path.size() * sizeof(int32_t));
    return nb::bytes(record.data(), record.size());
}

Lemma lemma_of(const nb::bytes& record) {
    check(record.size() >= sizeof(Head) && record.size() % 8 == 0, "a lemma has 32 bytes, and 8 for each guess of its path");
    Head head;
    std::memcpy(&head, record.c_str(), sizeof head);
    std::vector<int32_t> path((record.size() - sizeof head) / sizeof(int32_t));
    std::copy_n(record.c_str() + sizeof head, record.size() - sizeof head, reinterpret_cast<char*>(path.data()));
    return {.key = head.key, .depth = head.depth, .value = {.cost = head.cost, .guess = head.guess}, .path = std::move(path)};
}

std::vector<nb::bytes> drain_proved(BoundSearch& b) {
    std::vector<nb::bytes> records;
    for (const Lemma& lemma : b.search->drain_proved()) records.push_back(record_of(lemma));
    return records;
}

std::optional<std::string> preload(BoundSearch& b, const std::vector<nb::bytes>& records) {
    std::vector<Lemma> lemmas;
    for (const nb::bytes& record : records) lemmas.push_back(lemma_of(record));
    nb::gil_scoped_release release;
    const std::optional<Flaw> flaw = b.search->preload(lemmas);
    return flaw ? std::optional<std::string>(flaw->why) : std::nullopt;
}

std::optional<nb::bytes> lemma(BoundSearch& b, const std::vector<int32_t>& path, Cost cost, int guess) {
    std::optional<Lemma> lemma = b.search->at(path);
    if (!lemma) return std::nullopt;
    lemma->value = {.cost = cost, .guess = guess};
    return record_of(*lemma);
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "The native core: partition kernels and the exact search.";

    bind_greedy(m);
    bind_kernels(m);

    m.attr("NEVER") = kNever;
    nb::dict switches;
    for (const auto& [name, bit] : kSwitches) switches[name] = static_cast<unsigned>(bit);
    m.attr("SWITCHES") = switches;
    m.attr("ALL") = static_cast<unsigned>(kAllSwitches);

    nb::class_<BoundSearch>(m, "Search")
        .def(nb::init<Entries, int, int, const std::vector<int>&, std::optional<std::vector<int64_t>>, bool,
                      std::optional<Array<uint8_t, 2>>, int, bool, const std::string&, size_t, unsigned, bool,
                      std::optional<std::vector<int64_t>>, std::optional<Array<uint8_t, 2>>, std::optional<Array<uint8_t, 2>>>(),
             "table"_a, "feedbacks"_a, "winning"_a, "losing"_a = std::vector<int>{}, "prices"_a = nb::none(), "candidates_only"_a = false,
             "symbols"_a = nb::none(), "symbol_count"_a = 0, "nozero"_a = false, "invariance"_a = "numbers", "memory"_a = size_t{256} << 20,
             "switches"_a = static_cast<unsigned>(kAllSwitches), "symmetric"_a = false, "weights"_a = nb::none(), "words"_a = nb::none(),
             "marks"_a = nb::none())
        .def("run", &run, "candidates"_a = nb::none(), "depth"_a = 0, "asked"_a = nb::none(), "upper_bound"_a = kNever, "threads"_a = 1,
             "horizon"_a = 0, "exact"_a = 0, "beam"_a = 0, "only"_a = std::vector<int>{}, "recompute"_a = false, "openers"_a = 0,
             "hard"_a = 0.0)
        .def("tree", &tree)
        .def("certify", &certify, "bound"_a, "first"_a, "by_class"_a, "codes"_a, "threads"_a = 1)
        .def(
            "inherit",
            [](BoundSearch& b, const BoundSearch& other) {
                const Turn turn(b);
                b.search->inherit(*other.search);
            },
            "other"_a, nb::keep_alive<1, 2>())
        .def("stop", [](BoundSearch& b) { b.search->stop(); })
        .def("go_on", [](BoundSearch& b) { b.search->go_on(); })
        .def("frontier", &frontier)
        .def("progress", &progress)
        .def("drain_proved", &drain_proved)
        .def("preload", &preload, "lemmas"_a)
        .def("lemma", &lemma, "path"_a, "cost"_a, "guess"_a)
        .def_prop_ro("table_bytes", [](BoundSearch& b) { return b.search->table_bytes(); })
        .def_prop_ro("positions", [](BoundSearch& b) { return b.search->positions(); });
}
