#include "bounds.hpp"

#include <algorithm>

namespace guesstree {

Bounds::Bounds(const Table& table, const Prices& prices, int largest_set)
    : prices_(prices),
      widest_{.plain = table.open_feedbacks(), .winning = table.open_feedbacks() + 1},
      largest_(largest_set),
      side_(table.feedbacks + 1),
      levels_(prices.levels()) {}

// A set of a tree finds at most 1 secret with its first guess, and within two as many as the guess has cells. Of the
// cells of a guess none finds more within j - 1 guesses than `reach`, the most that any of them can; a tree
// that finds so many at each depth costs least.
Cost Bounds::of_guess(int depth, int n, int cells, int win, Cap cap) const {
    const int remaining = prices_.remaining(depth), others = cells - win;
    if (n <= 1) return remaining >= 1 ? 0 : kNever;
    if (cells < 2) return kNever;
    Cost cost = 0;
    int64_t found = win, reach = 1;
    for (int i = 1; found < n; ++i) {  // found: within i guesses; all others cost the step to guess i + 1
        if (i >= remaining) return kNever;
        cost += (prices_.relative(depth, i + 1) - prices_.relative(depth, i)) * (n - found);
        found = win + others * reach;
        const int64_t by_plain = cap.plain * reach, by_winning = cap.winning ? 1 + (cap.winning - 1) * reach : 0;
        const int64_t more = i == 1 ? std::max(cap.plain, cap.winning) : std::max(by_plain, by_winning);
        if (more <= reach && found < n && i > 1) return kNever;
        reach = std::min<int64_t>(std::max(more, reach), n);
    }
    return cost;
}

Cost Bounds::of_set(int depth, int n, Cap cap) const {
    if (n <= 1) return prices_.remaining(depth) >= 1 ? 0 : kNever;
    return std::min(of_guess(depth, n, std::min(cap.plain, n), 0, cap), of_guess(depth, n, std::min(cap.winning, n), 1, cap));
}

size_t Bounds::bytes() const {
    const std::lock_guard lock(mutex_);
    const size_t side = side_;
    return own_levels_.size() * side * side * sizeof(void*) + own_rows_.size() * (largest_ + 1) * sizeof(Cost);
}

const Cost* Bounds::row(int depth, Cap cap) {
    Level* level = levels_[depth].load(std::memory_order_acquire);
    const int at = cap.plain * side_ + cap.winning;
    if (level)
        if (const Cost* row = level->rows[at].load(std::memory_order_acquire)) return row;
    const std::lock_guard lock(mutex_);
    level = levels_[depth].load();
    if (!level) {
        own_levels_.push_back(std::make_unique<Level>());
        level = own_levels_.back().get();
        level->rows = std::make_unique<std::atomic<const Cost*>[]>(static_cast<size_t>(side_) * side_);
        levels_[depth].store(level, std::memory_order_release);
    }
    if (const Cost* row = level->rows[at].load()) return row;
    own_rows_.push_back(std::make_unique<Cost[]>(largest_ + 1));
    Cost* fresh = own_rows_.back().get();
    for (int n = 1; n <= largest_; ++n) fresh[n] = of_set(depth, n, cap);
    level->rows[at].store(fresh, std::memory_order_release);
    return fresh;
}

}  // namespace guesstree
