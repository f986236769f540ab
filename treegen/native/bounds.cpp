#include "bounds.hpp"

#include <algorithm>

namespace guesstree {

Bounds::Bounds(const Table& table, const Prices& prices, int largest_set)
    : prices_(prices),
      loosest_{.plain = table.open_feedbacks(), .winning = table.open_feedbacks() + 1},
      largest_(largest_set),
      side_(round_up(std::min(table.feedbacks, largest_set)).place + 1),
      levels_(prices.levels()) {}

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
    // no guess makes more cells than there are candidates
    const Rounded plain = round_up(std::min(cap.plain, largest_)), winning = round_up(std::min(cap.winning, largest_));
    const int at = plain.place * side_ + winning.place;
    if (level)
        if (const Cost* row = level[at].load(std::memory_order_acquire)) return row;
    const std::lock_guard lock(mutex_);
    level = levels_[depth].load();
    if (!level) {
        own_levels_.push_back(std::make_unique<Level[]>(static_cast<size_t>(side_) * side_));
        level = own_levels_.back().get();
        levels_[depth].store(level, std::memory_order_release);
    }
    if (const Cost* row = level[at].load()) return row;
    own_rows_.push_back(std::make_unique<Cost[]>(largest_ + 1));
    Cost* fresh = own_rows_.back().get();
    for (int n = 1; n <= largest_; ++n) fresh[n] = of_set(depth, n, {.plain = plain.cap, .winning = winning.cap});
    level[at].store(fresh, std::memory_order_release);
    return fresh;
}

}  // namespace guesstree
