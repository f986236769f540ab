// The Python module and its class Search: thin wrappers that check the shapes of arguments and release the GIL.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>

#include "bindings.hpp"
#include "search.hpp"

using namespace guesstree;

namespace {

constexpr size_t kMostPrices = size_t{1} << 17;  // prices take memory and time that is quadratic in their number
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

// A search with the objects to which it refers.
struct BoundSearch {
    Entries table;                   // the table, in the memory of the numpy array
    std::vector<uint8_t> symbols;    // the symbols [guess][position], if there are symmetries
    std::unique_ptr<Search> search;  // the search of this table
    std::mutex busy;                 // locked while a method uses the searchers of the search (in_turn)

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

// Calls f without the GIL and returns its result, or nothing if the search was stopped. Only one such call per search runs at a time.
template <class F>
auto in_turn(BoundSearch& b, const F& f) {
    const std::unique_lock turn(b.busy, std::try_to_lock);
    if (!turn) throw std::runtime_error("the search is at work: one run() or tree() at a time");
    nb::gil_scoped_release release;
    std::optional<decltype(f())> result;
    try {
        result = f();
    } catch (const Stopped&) {
    }
    return result;
}

std::optional<Cost> cost_or_none(Cost cost) {
    return cost >= kNever ? std::nullopt : std::optional(cost);
}

// Returns guesses with their costs for Python; a cost is None if there is no tree.
std::vector<std::pair<int, std::optional<Cost>>> pairs_of(const std::vector<GuessCost>& guesses) {
    std::vector<std::pair<int, std::optional<Cost>>> pairs;
    for (const GuessCost& one : guesses) pairs.emplace_back(one.guess, cost_or_none(one.cost));
    return pairs;
}

RunResult run(BoundSearch& b, std::optional<std::vector<uint32_t>> candidates, int depth, std::optional<std::vector<int>> asked,
              Cost upper_bound, int threads, int horizon, int exact, int beam, std::vector<int> only, bool recompute, int openers) {
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
                             .openers = openers};
    const Search::Result r = *in_turn(b, [&] { return b.search->run(options); });
    static const char* const names[] = {"proved", "infeasible", "bounded", "stopped"};
    nb::dict out;
    out["outcome"] = names[static_cast<int>(r.outcome)];
    out["cost"] = cost_or_none(r.cost), out["bound"] = cost_or_none(r.bound), out["guess"] = r.guess;
    out["openers"] = pairs_of(r.openers);
    return out;
}

std::optional<TreeColumns> tree(BoundSearch& b) {
    std::optional<TreeNodes> found = in_turn(b, [&] { return b.search->tree(); });
    return found ? std::optional(columns_of(std::move(*found))) : std::nullopt;
}

nb::bytes bytes_of(const std::vector<uint8_t>& bytes) {
    return nb::bytes(bytes.data(), bytes.size());
}

std::optional<nb::bytes> certify(BoundSearch& b, Cost bound, int first, bool by_class, bool follows_unlimited,
                                 std::vector<uint32_t> numbers, const nb::bytes& begun, int threads) {
    check(threads > 0, "at least one thread");
    const Claim claim{.bound = bound,
                      .first = first,
                      .by_class = by_class,
                      .follows_unlimited = follows_unlimited,
                      .begun = {begun.c_str(), begun.c_str() + begun.size()},
                      .feedback_numbers = std::move(numbers)};
    const auto proof = in_turn(b, [&] { return b.search->certify(claim, threads); });
    return proof ? std::optional(bytes_of(*proof)) : std::nullopt;
}

SearchState progress(BoundSearch& b) {
    const Progress now = b.search->progress();
    nb::dict out;
    out["positions"] = now.positions, out["entries"] = now.entries, out["capacity"] = now.capacity;
    out["cost"] = cost_or_none(now.cost), out["bound"] = cost_or_none(now.bound);
    return out;
}

static_assert(sizeof(LemmaHead) == 32 && std::endian::native == std::endian::little);

// Returns the bytes of a lemma for checkpoints: its head, the lowest byte of each number first, and the path.
nb::bytes record_of(const Lemma& lemma) {
    std::string record(reinterpret_cast<const char*>(&lemma.head), sizeof lemma.head);
    record.append(reinterpret_cast<const char*>(lemma.path.data()), lemma.path.size() * sizeof(int32_t));
    return nb::bytes(record.data(), record.size());
}

Lemma lemma_of(const nb::bytes& record) {
    const size_t size = sizeof(LemmaHead);
    check(record.size() >= size && record.size() % 8 == 0, "a lemma has 32 bytes, and 8 for each guess of its path");
    Lemma lemma{.path = std::vector<int32_t>((record.size() - size) / sizeof(int32_t))};
    std::memcpy(&lemma.head, record.c_str(), size);
    std::copy_n(record.c_str() + size, record.size() - size, reinterpret_cast<char*>(lemma.path.data()));
    return lemma;
}

std::vector<nb::bytes> drain_proved(BoundSearch& b) {
    std::vector<nb::bytes> records;
    for (const Lemma& lemma : b.search->drain_proved()) records.push_back(record_of(lemma));
    return records;
}

std::optional<std::string> preload(BoundSearch& b, const std::vector<nb::bytes>& records) {
    std::vector<Lemma> lemmas;
    for (const nb::bytes& record : records) lemmas.push_back(lemma_of(record));
    const char* const why = *in_turn(b, [&] { return b.search->preload(lemmas); });
    return why ? std::optional<std::string>(why) : std::nullopt;
}

std::optional<nb::bytes> lemma(BoundSearch& b, const std::vector<int32_t>& path, Cost cost, int guess) {
    std::optional<Lemma> lemma = b.search->at(path);
    if (!lemma) return std::nullopt;
    lemma->head.cost = cost, lemma->head.guess = guess;
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
             "horizon"_a = 0, "exact"_a = 0, "beam"_a = 0, "only"_a = std::vector<int>{}, "recompute"_a = false, "openers"_a = 0)
        .def("tree", &tree)
        .def("certify", &certify, "bound"_a, "first"_a, "by_class"_a, "follows_unlimited"_a, "feedback_numbers"_a, "begun"_a,
             "threads"_a = 1)
        .def("proof_so_far", [](BoundSearch& b) { return bytes_of(b.search->proof_so_far()); })
        .def(
            "inherit", [](BoundSearch& b, const BoundSearch& other) { in_turn(b, [&] { return b.search->inherit(*other.search), true; }); },
            "other"_a, nb::keep_alive<1, 2>())
        .def("stop", [](BoundSearch& b) { b.search->stop(); })
        .def("go_on", [](BoundSearch& b) { b.search->go_on(); })
        .def("frontier", [](BoundSearch& b) { return pairs_of(b.search->frontier()); })
        .def("progress", &progress)
        .def("drain_proved", &drain_proved)
        .def("preload", &preload, "lemmas"_a)
        .def("lemma", &lemma, "path"_a, "cost"_a, "guess"_a)
        .def_prop_ro("table_bytes", [](BoundSearch& b) { return b.search->table_bytes(); })
        .def_prop_ro("positions", [](BoundSearch& b) { return b.search->positions(); });
}
