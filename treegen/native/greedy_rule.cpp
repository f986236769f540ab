#include "greedy_rule.hpp"

#include <algorithm>

namespace guesstree {

namespace {

constexpr int64_t kMostSummed = 32000;  // a sum of bounds, which are rounded down

int64_t divide_down(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

}  // namespace

ScoreBounds::ScoreBounds(const Rule& rule, size_t candidates, int feedbacks) : rule_(rule), feedbacks_(feedbacks) {
    const int most = static_cast<int>(std::min<size_t>(candidates, kMostCounted));
    const int64_t* prices = rule.prices;
    superadditive_ = rising_ = true;
    for (int a = 1; a <= most; ++a) {
        rising_ &= a == 1 || prices[a] >= prices[a - 1];
        superadditive_ &= prices[a] >= 0;
        for (int b = 1; a + b <= most; ++b) superadditive_ &= Rule::plus(prices[a], prices[b]) <= prices[a + b];
    }
    least_.assign(feedbacks + 1, std::vector<int64_t>(most + 1, INT64_MAX));
    least_[0][0] = rule.nothing();
    for (int k = 1; k <= feedbacks; ++k)
        for (int n = k; n <= most; ++n)
            for (int size = 1; size <= n - k + 1; ++size) {
                const int64_t others = least_[k - 1][n - size];
                if (others != INT64_MAX) least_[k][n] = std::min(least_[k][n], rule.add(others, prices[size]));
            }
}

int64_t ScoreBounds::divisor(int n) const {
    int64_t most = 0;
    for (int size = 1; size <= n; ++size) most = std::max({most, rule_.prices[size], -rule_.prices[size]});
    return superadditive_ ? rule_.prices[n] / kMostSummed + 1 : (most / kMostSummed + 1) * feedbacks_;
}

Filter ScoreBounds::filter(int n) const {
    Filter filter;
    filter.summed = !rule_.greatest;
    if (!filter.summed) return filter;
    const int64_t by = divisor(n);
    const auto bound = [&](int size) { return size ? divide_down(rule_.prices[size], by) : 0; };
    for (int size = 0; size < 16; ++size) {
        int64_t least = size <= n ? bound(size) : 0;
        for (int more = size + 1; size == 15 && more <= n; ++more) least = std::min(least, bound(more));
        filter.low[size] = static_cast<uint8_t>(least & 255), filter.high[size] = static_cast<uint8_t>(least >> 8);
    }
    if (n <= 15 || !superadditive_) return filter;
    const int at = std::min(std::max(20, n / 8), n - 1);  // a size that matters for the sum
    const int64_t slope = bound(at + 1) - bound(at);
    if (slope < 0 || slope * n > kMostSummed) return filter;
    filter.slope = static_cast<int16_t>(slope);
    for (int size = 0; size <= n; ++size) filter.base = static_cast<int16_t>(std::max<int64_t>(filter.base, slope * size - bound(size)));
    return filter;
}

void ScoreBounds::tighten(Filter& filter, int n, int64_t bound) const {
    for (filter.cells = 0; filter.cells <= feedbacks_; ++filter.cells)
        if (filter.cells <= n && least_[filter.cells][n] <= bound) break;
    if (rule_.greatest && rising_)
        for (filter.largest = n; filter.largest > 0 && rule_.prices[filter.largest] > bound;) --filter.largest;
    if (filter.summed) filter.most = static_cast<int16_t>(std::clamp<int64_t>(divide_down(bound, divisor(n)), INT16_MIN, INT16_MAX));
}

}  // namespace guesstree
