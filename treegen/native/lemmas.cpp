// Checks of lemmas from outside, such as the file of a checkpoint.
//
// Everything that can be checked without a search is checked: the path must lead to the set of the key; the cost must lie between a bound
// by counting and the cost of guessing the candidates one after the other; the guess must be allowed and split the set; and the cost must
// not be less than the bounds of the cells of this guess. So a lemma that passes these checks cannot make the search read outside its
// memory or run forever. Only another search can decide whether the cost is true (docs/theory.md, Theorem 7).
#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "searcher.hpp"

namespace guesstree {

// Returns the set after a path, or an empty set if no tree of the search has this path.
std::vector<uint32_t> Search::set_after(const std::vector<int32_t>& path) const {
    std::vector<uint32_t> set(path.size() % 2 ? 0 : table_.secrets);
    std::iota(set.begin(), set.end(), 0);
    for (size_t i = 0; i + 1 < path.size() && !set.empty(); i += 2) {
        const int guess = path[i], feedback = path[i + 1];
        if (guess < 0 || guess >= table_.guesses || feedback < 0 || feedback >= table_.feedbacks) return {};
        const Row row = table_.row(guess);
        const size_t others = std::erase_if(set, [&](uint32_t secret) { return row[secret] != feedback; });
        if (!others || feedback == table_.winning || table_.losing[feedback]) return {};
    }
    return set;
}

// Returns the reason why a lemma cannot be true for the set after its path, or null if it may be true.
const char* Search::flaw_of(const Lemma& lemma, const std::vector<uint32_t>& set) const {
    const int n = static_cast<int>(set.size()), made = static_cast<int>(lemma.path.size() / 2);
    const auto [cost, guess] = lemma.value();
    if (n < 2 || prices_.remaining(prices_.endless() ? 0 : made) < 1) return "it is not a set that is searched";
    const int depth = lemma.head.depth;
    if (const LemmaHead own = lemma_of(lemma.path, set).head; depth != own.depth || !(lemma.head.key == own.key))
        return "its path does not lead to it";
    if (cost < 0 || cost > kNever || guess < -1 || guess >= table_.guesses || (guess >= 0 && cost == kNever))
        return "its cost or guess is out of range";
    if (table_.simple_winners && !table_.any_losing && prices_.remaining(depth) >= n) {
        Cost most = 0;                                                // the cost of guessing the candidates one after the other
        const std::vector<uint32_t> weights = weights_.falling(set);  // the weights, the heaviest first
        for (int i = 1; i <= n; ++i) most += prices_.relative(depth, i) * (weights.empty() ? 1 : weights[i - 1]);
        if (cost > most) return "it costs more than asking its candidates one after the other";
    }
    if (guess < 0) return nullptr;
    const Row row = table_.row(guess);
    std::vector<int> sizes(table_.feedbacks);
    for (uint32_t secret : set) ++sizes[row[secret]];
    const int cells = table_.feedbacks - static_cast<int>(std::count(sizes.begin(), sizes.end(), 0)), win = sizes[table_.winning] > 0;
    if (cells < 2) return "its guess splits nothing";
    if (hard_.is_on() && !hard_.allows(hints_of(lemma.path), guess)) return "its guess does not use what was told";
    for (int f = 0; f < table_.feedbacks; ++f)
        if (sizes[f] && table_.losing[f]) return "its guess may lose";
    if (options_.candidates_only && !win) return "its guess is no candidate";
    if (cost < bounds_.of_guess(depth, n, cells, win, bounds_.loosest())) return "it costs less than is possible with so many cells";
    return nullptr;
}

std::optional<Lemma> Search::at(const std::vector<int32_t>& path) const {
    const std::vector<uint32_t> set = set_after(path);
    if (set.empty() || prices_.remaining(prices_.endless() ? 0 : static_cast<int>(path.size() / 2)) < 1) return std::nullopt;
    return lemma_of(path, set);
}

// Returns a lemma without a value, about the set after a path.
Lemma Search::lemma_of(const std::vector<int32_t>& path, const std::vector<uint32_t>& set) const {
    const int n = static_cast<int>(set.size()), depth = prices_.same_as(prices_.endless() ? 0 : static_cast<int>(path.size() / 2), n);
    Key key = key_of(set.data(), n);
    key += salt(depth, n, {});
    return {.head = {.key = key += hints_of(path).key, .depth = depth}, .path = path};
}

// Returns whether the lemma claims a lower cost than is possible by the bounds of the cells of its guess.
bool Search::costs_less_than_its_cells(const Lemma& lemma, const std::vector<uint32_t>& set) const {
    const std::vector<uint32_t> weights = weights_.falling(set);
    const Hints hints = hints_of(lemma.path);
    return lemma.head.cost < searchers_[0]->bound_known(position_of(set, weights, lemma.head.depth, {}, hints), lemma.head.guess);
}

const char* Search::preload(const std::vector<Lemma>& lemmas) {
    for (const Lemma& lemma : lemmas) {
        const std::vector<uint32_t> set = set_after(lemma.path);
        if (const char* why = set.empty() ? "its path leads nowhere" : flaw_of(lemma, set)) return why;
    }
    for (const Lemma& lemma : lemmas) transpositions_.store(lemma.head.key, lemma.value(), ~uint64_t{0});
    for (const Lemma& lemma : lemmas)
        if (lemma.head.guess >= 0 && costs_less_than_its_cells(lemma, set_after(lemma.path))) return "it costs less than its cells do";
    return nullptr;
}

}  // namespace guesstree
