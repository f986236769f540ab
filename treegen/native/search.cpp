#include "search.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "proof_lemmas.hpp"
#include "searcher.hpp"
#include "thread.hpp"
#include "thread_pool.hpp"

namespace guesstree {

namespace {
constexpr int kDeepest = 1 << 20;  // the most guesses of a tree; with this limit, sums of depths do not overflow
constexpr int kMostThreads = 1024;

// Returns whether the numbers rise and are all in [0, end).
template <class Number>
bool rise_within(const std::vector<Number>& some, int64_t end) {
    for (size_t i = 0; i < some.size(); ++i)
        if (static_cast<int64_t>(some[i]) < 0 || static_cast<int64_t>(some[i]) >= end || (i && some[i] <= some[i - 1])) return false;
    return true;
}

// Returns the symmetries after a check. Those that permute feedbacks are not used if some feedbacks lose, and none if the weights of secrets
// that they map to each other differ.
Symmetry usable(const Symmetry& symmetry, const Table& table, const Weights& weights) {
    if (symmetry.moves_feedbacks()) {
        int marks = 1;
        for (int i = 0; i < symmetry.positions(); ++i) marks *= 3;
        if (table.feedbacks != marks || table.winning != marks - 1)
            throw std::invalid_argument("marks: 3 to the power of the positions, the last of which wins");
        if (table.any_losing) return {};
    }
    if (!weights.exist()) return symmetry;
    const Symmetry all = symmetry.alike();
    if (!all.known() || weights.size() != static_cast<size_t>(table.secrets)) return all;
    std::vector<int> class_of;
    std::vector<int64_t> weight(all.classes(class_of));
    for (int s = 0; s < table.secrets; ++s) {
        if (table.winner[s] < 0) return {};
        int64_t& seen = weight[class_of[table.winner[s]]];
        if (seen && seen != weights.of(s)) return {};
        seen = weights.of(s);
    }
    return all;
}
}  // namespace

Search::Search(Table table, Prices prices, Symmetry symmetry, SearchOptions options)
    : table_(std::move(table)),
      prices_(std::move(prices)),
      symmetry_(usable(options.hard_mode.is_on() ? Symmetry() : symmetry, table_, options.weights)),
      options_(std::move(options)),
      weights_(options_.weights),
      hard_(options_.hard_mode),
      masks_(std::make_shared<Masks>(table_, options_.switches & kLookups, options_.memory / 2)),
      bounds_(table_, prices_, table_.secrets),
      // the memory that the rows leave, but at least a quarter of the whole memory
      transpositions_(
          options_.switches & kTranspositionTable
              ? std::max(options_.memory / 4, options_.memory - std::min(options_.memory, masks_->bytes() + bounds_.expected_bytes()))
              : 0),
      images_(table_, symmetry_),
      keys_(table_.secrets) {
    if (table_.secrets < 1 || table_.guesses < 1) throw std::invalid_argument("a table has at least one guess and one secret");
    // Weights, prices and hard mode must fit the table and each other.
    if (weights_.exist() && weights_.size() != static_cast<size_t>(table_.secrets))
        throw std::invalid_argument("one weight for each secret");
    std::vector<uint32_t> all(table_.secrets);
    std::iota(all.begin(), all.end(), 0);
    if (!prices_.endless() && prices_.absolute(prices_.levels() - 1) > kNever / 4 / weights_.sum(all.data(), table_.secrets))
        throw std::invalid_argument("prices are too large for a 64-bit sum");
    if (hard_.is_on() && options_.candidates_only) throw std::invalid_argument("hard mode is a pool of guesses of its own");
    if (hard_.is_on()) hard_.check(table_);
    for (int n = 0; n <= table_.secrets; ++n) entropy_.push_back(n < 2 ? 0 : std::llround(std::ldexp(n * std::log2(n), 20)));
    for (int i = 0; i < table_.secrets; ++i) keys_[i] = {.high = mix(2 * i), .low = mix(2 * i + 1)};
    searchers_.push_back(std::make_unique<Searcher>(*this));
}

Search::~Search() = default;

Key Search::key_of(const uint32_t* set, int n) const {
    Key key;
    for (int i = 0; i < n; ++i) key += keys_[set[i]];
    return key;
}

Hints Search::hints_of(const std::vector<int32_t>& path) const {
    Hints hints;
    for (size_t i = 0; hard_.is_on() && i + 1 < path.size(); i += 2) hints = hard_.after(hints, path[i], path[i + 1]);
    return hints;
}

// --- A run.

void Search::check(const RunOptions& options) const {
    const int horizon = options.horizon, exact = options.exact, beam = options.beam;
    if (options.candidates.empty()) throw std::invalid_argument("no candidates");
    if (!rise_within(options.candidates, table_.secrets)) throw std::invalid_argument("candidates are rising secrets");
    if (!rise_within(options.only, table_.guesses)) throw std::invalid_argument("no such first guess");
    if (horizon < 0 || exact < 0 || beam < 0) throw std::invalid_argument("horizon, exact and beam are not negative");
    if (horizon && beam) throw std::invalid_argument("a horizon gives a bound, a beam a tree: not both");
    if (options.openers < 0) throw std::invalid_argument("the number of first guesses is not negative");
    if (options.openers && (horizon || beam)) throw std::invalid_argument("the best first guesses are proved, without horizon and beam");
    if (options.depth < 0 || options.depth > kDeepest || horizon > kDeepest) throw std::invalid_argument("depth and horizon are 0 to 2^20");
    if (options.threads < 1 || options.threads > kMostThreads) throw std::invalid_argument("1 to 1024 threads");
    if (!(options.stop_after >= 0 && options.stop_after < 1e9)) throw std::invalid_argument("stop_after: seconds, less than 10^9");
}

// Checks that the candidates are all secrets with their feedbacks to the guesses made, and returns the symmetries that keep the guesses.
Stabiliser Search::check_asked(const RunOptions& options) const {
    if (!options.asked) {
        if (hard_.is_on()) throw std::invalid_argument("hard mode needs to know the guesses made");
        return {};
    }
    const std::vector<uint32_t>& set = options.candidates;
    for (int g : *options.asked)
        if (g < 0 || g >= table_.guesses) throw std::invalid_argument("no such guess can have been made");
    Stabiliser stabiliser;
    if (options_.switches & kSymmetry) {
        stabiliser = symmetry_.whole();
        for (int g : *options.asked) stabiliser = symmetry_.after(stabiliser, g, table_.row(g)[set[0]]);
    }
    const auto is_left = [&](uint32_t s) {
        return std::all_of(options.asked->begin(), options.asked->end(), [&](int g) { return table_.row(g)[s] == table_.row(g)[set[0]]; });
    };
    size_t left = 0;
    for (int s = 0; s < table_.secrets; ++s) left += is_left(s);
    if (left != set.size() || !std::all_of(set.begin(), set.end(), is_left))
        throw std::invalid_argument("the candidates are not all secrets that agree with the feedbacks to the guesses made");
    return stabiliser;
}

void Search::begin(const RunOptions& options, Stabiliser stabiliser) {
    report_.begin();
    run_ = options, result_ = Result{}, root_stabiliser_ = std::move(stabiliser);
    root_base_ = prices_.remaining(run_.depth) < 1
                     ? 0
                     : prices_.absolute(options.depth) * weights_.sum(run_.candidates.data(), static_cast<int>(run_.candidates.size()));
    root_weights_ = weights_.falling(run_.candidates);
    root_hints_ = {}, root_path_.clear();
    for (int g : run_.asked.value_or(std::vector<int>{})) {
        if (hard_.is_on()) root_hints_ = hard_.after(root_hints_, g, table_.row(g)[run_.candidates[0]]);
        root_path_.push_back({.guess = g, .count = static_cast<int>(root_path_.size()) + 1});
    }
    for (size_t i = 1; i < root_path_.size(); ++i) root_path_[i].before = &root_path_[i - 1];
    horizon_ = options.horizon ? options.horizon + static_cast<int>(root_path_.size()) : 0;
    const std::chrono::duration<double> span(options.stop_after);
    stop_time_ = span.count() > 0 ? Clock::now() + std::chrono::duration_cast<Clock::duration>(span) : Clock::time_point::max();
}

Search::Result Search::run(const RunOptions& options) {
    check(options);
    begin(options, check_asked(options));
    if (prices_.remaining(run_.depth) < 1) return result_ = {.outcome = Outcome::infeasible, .cost = kNever, .bound = kNever, .guess = -1};
    const Cost upper_bound =
        options.upper_bound >= kNever ? kNever : std::max<Cost>(std::max<Cost>(options.upper_bound, 0) - root_base_, 0);
    const Finish finish{*this};
    try {
        Position root = position_of(run_.candidates, root_weights_, run_.depth, root_stabiliser_, root_hints_);
        root.path = root_path_.empty() ? nullptr : &root_path_.back();
        Value value;
        with_threads(run_.threads, stack_size(),
                     [&] { value = searchers_[0]->solve(root, upper_bound, run_.only.empty() ? nullptr : &run_.only); });
        std::vector<GuessCost> openers = std::move(result_.openers);  // with relative costs
        result_ = result_of(Outcome::proved, value.cost, value, upper_bound);
        if (result_.outcome != Outcome::proved || !run_.openers) return result_;
        if (openers.empty()) openers.push_back({.cost = value.cost, .number = 0, .guess = value.guess});
        for (GuessCost& one : openers) one.cost += root_base_;
        result_.openers = std::move(openers);
    } catch (const Stopped&) {
        const auto [best, bound] = report_.best();
        result_ = result_of(Outcome::stopped, bound, best, upper_bound);
    }
    return result_;
}

// Runs `work` in a thread with a stack of this size; other threads take iterations of the loops of `work`. All threads have ended when this
// function returns or throws an exception.
void Search::with_threads(int threads, size_t stack, const std::function<void()>& work) {
    {
        const std::lock_guard lock(mutex_);
        while (static_cast<int>(searchers_.size()) < threads) searchers_.push_back(std::make_unique<Searcher>(*this));
    }
    // Ends the other threads, even after an exception. By then the first thread has ended, so that no loop is open.
    struct Others {
        std::unique_ptr<ThreadPool>& pool;                  // the pool; null with one thread
        std::vector<std::unique_ptr<Thread>> threads = {};  // all threads but the first
        ~Others() {
            if (pool) pool->close();
            threads.clear();
            pool.reset();
        }
    } others{.pool = pool_};
    if (threads > 1) pool_ = std::make_unique<ThreadPool>();
    Thread first(stack, work);
    for (int i = 1; i < threads; ++i) {
        others.threads.push_back(Thread::if_granted(stack, [this, i] { pool_->serve(*searchers_[i]); }));
        if (!others.threads.back()) break;  // the search goes on with fewer threads
    }
    first.join();
}

// Returns the result of a run with this outcome, or with another one if the bound proves more.
Search::Result Search::result_of(Outcome outcome, Cost bound, Value best, Cost upper_bound) const {
    if (bound >= kNever) return {.outcome = Outcome::infeasible, .cost = kNever, .bound = kNever, .guess = -1};
    const bool is_proof = outcome == Outcome::proved && best.guess < 0;  // then no tree costs less
    if (bound >= upper_bound || is_proof) return {.outcome = Outcome::bounded, .cost = kNever, .bound = bound + root_base_, .guess = -1};
    return {.outcome = outcome, .cost = best.guess < 0 ? kNever : best.cost + root_base_, .bound = bound + root_base_, .guess = best.guess};
}

// Returns the stack size for the deepest recursion, with a level for each guess.
size_t Search::stack_size() const {
    constexpr size_t kBase = size_t{1} << 20, kLevel = size_t{1} << 14;
    return kBase + kLevel * std::min<size_t>(run_.candidates.size(), prices_.remaining(run_.depth));
}

Position Search::position_of(const std::vector<uint32_t>& set, const std::vector<uint32_t>& weights, int depth,
                             const Stabiliser& stabiliser, const Hints& hints) const {
    const int n = static_cast<int>(set.size());
    Key key = key_of(set.data(), n);
    key += salt(prices_.same_as(depth, n), n, beam());
    key += hints.key;
    return {.set = set.data(),
            .n = n,
            .depth = depth,
            .key = key,
            .stabiliser = stabiliser.trivial ? nullptr : &stabiliser,
            .beam = beam(),
            .weights = weights.empty() ? nullptr : weights.data(),
            .weight = weights_.sum(set.data(), n),
            .hints = &hints};
}

void Search::inherit(const Search& other) {
    bool linear = other.prices_.endless() && !prices_.endless();
    for (int depth = 1; linear && depth < prices_.levels(); ++depth) linear = prices_.absolute(depth) == prices_.absolute(depth - 1) + 1;
    if (!linear || other.table_.secrets != table_.secrets || other.table_.rows != table_.rows || other.table_.wide != table_.wide ||
        other.options_.candidates_only != options_.candidates_only || other.weights_ != weights_ || other.hard_ != hard_)
        throw std::invalid_argument("bounds are inherited from the same game and prices, without a limit of depth");
    relaxed_ = &other;
    if ((options_.switches & kLookups) == (other.options_.switches & kLookups)) masks_ = other.masks_;
}

// --- The methods that other threads may call during a run.

uint64_t Search::positions() const {
    const std::lock_guard lock(mutex_);
    uint64_t sum = 0;
    for (const auto& searcher : searchers_) sum += searcher->positions.load(std::memory_order_relaxed);
    return sum;
}

Progress Search::progress() const {
    const auto [best, bound] = report_.best();
    return {.positions = positions(),
            .entries = transpositions_.filled(),
            .capacity = transpositions_.capacity(),
            .cost = absolute(best.cost),
            .bound = absolute(bound)};
}

std::vector<GuessCost> Search::frontier() const {
    std::vector<GuessCost> bounds;
    for (const Opener& one : report_.frontier()) bounds.push_back({.cost = absolute(one.lower_bound), .guess = one.guess});
    return bounds;
}

std::vector<Lemma> Search::drain_proved() {
    const std::lock_guard lock(mutex_);
    return std::exchange(proved_, {});
}

// --- The tree.

TreeNodes Search::tree() {
    const Finish finish{*this};
    TreeNodes nodes;
    Thread(stack_size(), [&] { nodes = walk(); }).join();
    return nodes;
}

// Forms the tree from the transposition table; sets whose entries were lost are searched again.
TreeNodes Search::walk() {
    if (result_.guess < 0) throw std::logic_error("there is no tree");
    TreeNodes out;
    // A node of the tree that must still be written.
    struct Item {
        std::vector<uint32_t> set;  // the candidates at the node
        int depth;                  // the number of guesses made
        int parent;                 // the number of the node above; -1 at the root
        int feedback;               // the feedback that leads here; -1 at the root
        int guess;                  // the guess at the node; -1: not known yet
        Stabiliser stabiliser;      // the symmetries that do not change the guesses made
        Hints hints;                // the hints of the guesses made
    };
    std::vector<Item> todo;
    todo.push_back({.set = run_.candidates,
                    .depth = run_.depth,
                    .parent = -1,
                    .feedback = -1,
                    .guess = result_.guess,
                    .stabiliser = root_stabiliser_,
                    .hints = root_hints_});
    Searcher& searcher = *searchers_[0];
    while (!todo.empty()) {
        if (stop_.load(std::memory_order_relaxed)) throw Stopped{};
        Item item = std::move(todo.back());
        todo.pop_back();
        const int n = static_cast<int>(item.set.size());
        if (item.guess < 0) {
            const std::vector<uint32_t> weights = weights_.falling(item.set);
            const Position x = position_of(item.set, weights, item.depth, item.stabiliser, item.hints);
            item.guess = searcher.solve(x, kNever, nullptr, true).guess;
            if (item.guess < 0 && run_.beam) throw Stopped{};  // the values of a beam depend on the way to the set
            if (item.guess < 0) throw std::runtime_error("a set of the tree has no tree itself");
        }
        const int at = static_cast<int>(out.guess.size());
        out.guess.push_back(item.guess), out.parent.push_back(item.parent), out.feedback.push_back(item.feedback);
        std::map<int, std::vector<uint32_t>> cells;
        const Row row = table_.row(item.guess);
        for (uint32_t secret : item.set) cells[row[secret]].push_back(secret);
        if (cells.size() < 2 && (n > 1 || !cells.contains(table_.winning)))
            throw std::runtime_error("a solved set has a guess that splits nothing");
        out.wins.push_back(cells.erase(table_.winning) ? 1 : 0);
        for (auto cell = cells.rbegin(); cell != cells.rend(); ++cell)
            todo.push_back({.set = std::move(cell->second),
                            .depth = prices_.next(item.depth),
                            .parent = at,
                            .feedback = cell->first,
                            .guess = -1,
                            .stabiliser = symmetry_.after(item.stabiliser, item.guess, cell->first),
                            .hints = hard_.is_on() ? hard_.after(item.hints, item.guess, cell->first) : Hints{}});
    }
    return out;
}

}  // namespace guesstree
