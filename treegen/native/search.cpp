#include "search.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>

#include "pool.hpp"
#include "worker.hpp"

namespace guesstree {

namespace {
constexpr int kDeepest = 1 << 20;        // guesses; sums of depths must not overflow
}  // namespace

Search::Search(Table table, Prices prices, Symmetry symmetry, bool winners_only, size_t memory_bytes, unsigned switches)
    : table_(std::move(table)), prices_(std::move(prices)), symmetry_(symmetry), winners_only_(winners_only),
      switches_(switches), masks_(std::make_shared<Masks>(table_, !(switches & kMasks), switches & kShuffle)), bounds_(table_, prices_, table_.secrets),
      memory_(switches & kMemory ? memory_bytes : 0), keys_(table_.secrets),
      cap_rows_(prices_.levels()) {
    if (table_.secrets < 1 || table_.guesses < 1) throw std::invalid_argument("a table has at least one guess and one secret");
    if (!prices_.endless() && prices_.absolute(prices_.levels() - 1) > kNever / 4 / table_.secrets)
        throw std::invalid_argument("prices are too large for a 64-bit sum");
    for (int n = 0; n <= table_.secrets; ++n) surprise_.push_back(n < 2 ? 0 : std::llround(std::ldexp(n * std::log2(n), 20)));
    for (int i = 0; i < table_.secrets; ++i) keys_[i] = {mix(2 * i), mix(2 * i + 1)};
    workers_.push_back(std::make_unique<Worker>(*this));
}

Search::~Search() = default;

Key Search::key_of(const uint32_t* set, int n) const {
    Key key;
    for (int i = 0; i < n; ++i) key += keys_[set[i]];
    return key;
}

// The cap of (guess, feedback): the most cells any guess makes of all secrets with that feedback. One class of guesses
// under the symmetries costs a ranking of all secrets; where there are too many classes the caps are the feedbacks.
void Search::prepare_caps() {
    if (caps_ready_) return;
    caps_ready_ = true;
    const int r = table_.feedbacks;
    int classes = 1;
    class_of_.assign(table_.guesses, 0);
    const bool wanted = (switches_ & kCaps) && !table_.any_losing;
    if (wanted && symmetry_.known()) classes = symmetry_.classes(class_of_);
    else if (wanted) classes = table_.guesses, std::iota(class_of_.begin(), class_of_.end(), 0);
    const double work = static_cast<double>(classes) * table_.secrets * table_.guesses;
    caps_.assign(r, bounds_.widest());
    if (wanted && work < (symmetry_.known() ? 2e10 : 4e8)) {
        caps_.assign(static_cast<size_t>(classes) * r, bounds_.widest());
        std::vector<uint32_t> all(table_.secrets);
        std::iota(all.begin(), all.end(), 0);
        masks_->prepare(all.data(), all.size());
        Arena arena;
        Rank* ranks = arena.take<Rank>(masks_->columns());
        std::vector<uint8_t> done(classes, 0);
        std::vector<std::vector<uint32_t>> cell(r);
        for (int g = 0; g < table_.guesses; ++g) {
            if (done[class_of_[g]]++) continue;
            for (auto& c : cell) c.clear();
            for (int s = 0; s < table_.secrets; ++s) cell[table_.row(g)[s]].push_back(s);
            for (int f = 0; f < r; ++f) {
                if (cell[f].size() < 2) continue;
                const Tops tops = masks_->rank(cell[f].data(), static_cast<int>(cell[f].size()), winners_only_, ranks);
                caps_[static_cast<size_t>(class_of_[g]) * r + f] = {cells_of(tops.plain), cells_of(tops.winning)};
            }
        }
    } else {
        std::fill(class_of_.begin(), class_of_.end(), 0);
    }
}

const Cost* const* Search::cap_rows(int depth) {
    std::atomic<const Cost* const*>& rows = cap_rows_[depth];
    if (const Cost* const* known = rows.load(std::memory_order_acquire)) return known;
    const std::lock_guard lock(mutex_);
    if (const Cost* const* known = rows.load()) return known;
    auto fresh = std::make_unique<const Cost*[]>(caps_.size());
    for (size_t i = 0; i < caps_.size(); ++i) fresh[i] = bounds_.row(depth, caps_[i]);
    own_rows_.push_back(std::move(fresh));
    rows.store(own_rows_.back().get(), std::memory_order_release);
    return own_rows_.back().get();
}

Search::Result Search::run(const std::vector<uint32_t>& set, int depth, const std::vector<int>* history, const std::vector<int>& only, Cost upper,
                           int threads, int horizon, int exact, int beam, bool again) {
    if (set.empty()) throw std::invalid_argument("no candidates");
    for (size_t i = 0; i < set.size(); ++i)
        if (set[i] >= static_cast<uint32_t>(table_.secrets) || (i && set[i] <= set[i - 1])) throw std::invalid_argument("candidates are rising secrets");
    for (size_t i = 0; i < only.size(); ++i)
        if (only[i] < 0 || only[i] >= table_.guesses || (i && only[i] <= only[i - 1])) throw std::invalid_argument("no such first guess");
    if (horizon < 0 || exact < 0 || beam < 0) throw std::invalid_argument("horizon, exact and beam are not negative");
    if (horizon && beam) throw std::invalid_argument("a horizon gives a bound, a beam a tree: not both");
    if (depth < 0 || depth > kDeepest || horizon > kDeepest) throw std::invalid_argument("depth and horizon are 0 to 2^20");
    if (threads < 1 || threads > 1024) throw std::invalid_argument("1 to 1024 threads");
    const int n = static_cast<int>(set.size());
    Stabiliser fixed;
    if (history)
        for (int g : *history)
            if (g < 0 || g >= table_.guesses) throw std::invalid_argument("no such guess in the history");
    if (history && (switches_ & kSymmetry)) {
        fixed = symmetry_.whole();
        for (int g : *history) fixed = symmetry_.after(fixed, g);
    }
    if (history) {
        const auto same = [&](uint32_t s) {
            return std::all_of(history->begin(), history->end(), [&](int g) { return table_.row(g)[s] == table_.row(g)[set[0]]; });
        };
        int alike = 0;
        for (int s = 0; s < table_.secrets; ++s) alike += same(s);
        if (alike != n || !std::all_of(set.begin(), set.end(), same)) throw std::invalid_argument("the candidates are not all that the history leaves");
    }
    {
        const std::lock_guard lock(mutex_);
        root_set_ = set, root_depth_ = depth, root_fixed_ = fixed, result_ = Result{};
        root_guesses_.clear(), root_open_ = false, root_cost_ = kNever;
        root_base_ = prices_.remaining(depth) < 1 ? 0 : prices_.absolute(depth) * n;
        root_known_ = history != nullptr, root_path_.clear();
        for (size_t i = 0; history && i < history->size(); ++i) root_path_.push_back({(*history)[i], static_cast<int>(i) + 1, nullptr});
        for (size_t i = 1; i < root_path_.size(); ++i) root_path_[i].before = &root_path_[i - 1];
        horizon_ = horizon ? horizon + static_cast<int>(root_path_.size()) : 0, exact_ = exact, beam_ = {beam, exact};
        again_ = again;
    }
    if (prices_.remaining(depth) < 1) return result_ = {Outcome::infeasible, kNever, kNever, -1};
    masks_->prepare(set.data(), set.size(), threads);
    prepare_caps();
    {
        const std::lock_guard lock(mutex_);
        while (static_cast<int>(workers_.size()) < threads) workers_.push_back(std::make_unique<Worker>(*this));
    }
    if (threads > 1) pool_ = std::make_unique<Pool>();
    std::vector<std::unique_ptr<Thread>> others;
    const auto finish = [&] {
        if (pool_) pool_->close();
        others.clear();
        pool_.reset();
        stop_.store(false);              // only now, so that a stop() that came early is not lost
    };
    const Cost base = root_base_, limit = upper >= kNever ? kNever : std::max<Cost>(std::max<Cost>(upper, 0) - base, 0);
    try {
        Solved solved;
        Thread first(stack_size(), [&] { solved = workers_[0]->solve(root_position(), limit, only.empty() ? nullptr : &only); });
        for (int i = 1; i < threads; ++i) {
            others.push_back(Thread::if_granted(stack_size(), [this, i] { pool_->serve(*workers_[i]); }));
            if (!others.back()) break;   // it goes on with those there are
        }
        first.join();
        if (solved.cost >= kNever) result_ = {Outcome::infeasible, kNever, kNever, -1};
        else if (solved.cost >= limit || solved.guess < 0) result_ = {Outcome::bounded, kNever, solved.cost + base, -1};
        else result_ = {Outcome::proved, solved.cost + base, solved.cost + base, solved.guess};
    } catch (const Stopped&) {
        const std::lock_guard lock(mutex_);
        const Cost bound = root_open_ ? root_bound() : 0;
        if (bound >= kNever) result_ = {Outcome::infeasible, kNever, kNever, -1};
        else if (bound >= limit) result_ = {Outcome::bounded, kNever, bound + base, -1};
        else result_ = {Outcome::stopped, kNever, bound + base, -1};
    } catch (...) {
        finish();
        throw;
    }
    finish();
    return result_;
}

void Search::inherit(const Search& other) {
    bool linear = other.prices_.endless() && !prices_.endless();
    for (int depth = 1; linear && depth < prices_.levels(); ++depth) linear = prices_.absolute(depth) == prices_.absolute(depth - 1) + 1;
    if (!linear || other.table_.secrets != table_.secrets || other.table_.rows != table_.rows || other.winners_only_ != winners_only_)
        throw std::invalid_argument("bounds are inherited from the same game and prices, without a limit of depth");
    looser_ = &other.memory_;
    if ((switches_ & (kMasks | kShuffle)) == (other.switches_ & (kMasks | kShuffle))) masks_ = other.masks_;               // of the same table, and filled already
}

// Enough for the deepest recursion, which makes one guess at a time.
size_t Search::stack_size() const {
    constexpr size_t kBase = size_t{1} << 20, kLevel = size_t{1} << 14;
    return kBase + kLevel * std::min<size_t>(root_set_.size(), prices_.remaining(root_depth_));
}

Position Search::root_position() const {
    const int n = static_cast<int>(root_set_.size());
    Key key = key_of(root_set_.data(), n);
    key += salt(prices_.same_as(root_depth_, n), n, beam_);
    return {root_set_.data(), n, root_depth_, key, root_fixed_.trivial ? nullptr : &root_fixed_, nullptr,
            root_path_.empty() ? nullptr : &root_path_.back(), nullptr, beam_};
}

uint64_t Search::positions() const { return progress().positions; }

TreeNodes Search::tree() {
    TreeNodes nodes;
    try {
        Thread(stack_size(), [&] { nodes = walk(); }).join();
    } catch (const Stopped&) {
        stop_.store(false);
        throw;
    }
    return nodes;
}

TreeNodes Search::walk() {
    if (result_.outcome != Outcome::proved) throw std::logic_error("there is no proved tree");
    TreeNodes out;
    struct Item {
        std::vector<uint32_t> set;
        int depth, parent, feedback, guess;
        Stabiliser fixed;
    };
    std::vector<Item> todo;
    todo.push_back({root_set_, root_depth_, -1, -1, result_.guess, root_fixed_});
    Worker& worker = *workers_[0];
    while (!todo.empty()) {
        if (stop_.load(std::memory_order_relaxed)) throw Stopped{};
        Item item = std::move(todo.back());
        todo.pop_back();
        const int n = static_cast<int>(item.set.size());
        if (item.guess < 0) {
            const int low_depth = prices_.same_as(item.depth, n);
            Key key = key_of(item.set.data(), n);
            key += salt(low_depth, n, beam_);
            item.guess = worker.solve({item.set.data(), n, item.depth, key, item.fixed.trivial ? nullptr : &item.fixed, nullptr, nullptr, nullptr, beam_}, kNever).guess;
        }
        const int at = static_cast<int>(out.guess.size());
        out.guess.push_back(item.guess), out.parent.push_back(item.parent), out.feedback.push_back(item.feedback);
        std::map<int, std::vector<uint32_t>> cells;
        const uint8_t* row = table_.row(item.guess);
        for (uint32_t secret : item.set) cells[row[secret]].push_back(secret);
        if (cells.size() < 2 && (n > 1 || !cells.contains(table_.winning))) throw std::runtime_error("a solved set has a guess that splits nothing");
        out.wins.push_back(cells.erase(table_.winning) ? 1 : 0);
        const Stabiliser fixed = item.fixed.trivial ? Stabiliser{} : symmetry_.after(item.fixed, item.guess);
        for (auto cell = cells.rbegin(); cell != cells.rend(); ++cell)
            todo.push_back({std::move(cell->second), prices_.next(item.depth), at, cell->first, -1, fixed});
    }
    return out;
}

}  // namespace guesstree
