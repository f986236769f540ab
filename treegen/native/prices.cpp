#include "prices.hpp"

#include <algorithm>
#include <stdexcept>

namespace guesstree {

namespace {
constexpr int kMerged = 1024;  // larger sets are not worth looking for depths with the same prices
}  // namespace

Prices::Prices(std::vector<Cost> list, bool endless) : list_(std::move(list)), endless_(endless) {
    if (endless_) return;
    if (list_.empty()) throw std::invalid_argument("the price list is empty");
    for (size_t i = 0; i < list_.size(); ++i)
        if (list_[i] < 0 || (i && list_[i] < list_[i - 1])) throw std::invalid_argument("prices never fall and are not negative");
    const int size = static_cast<int>(list_.size());
    same_.resize(size);
    // alike[e]: how many relative prices at e and at `depth` agree, from those at e + 1 and depth + 1
    std::vector<int> alike(size + 1, 0);
    for (int depth = size - 1; depth >= 0; --depth) {
        same_[depth].assign(std::min(size - depth, kMerged) + 1, depth);
        int settled = 0;
        for (int e = 0; e < depth; ++e) {
            const bool equal = depth + 1 < size && list_[e + 1] - list_[e] == list_[depth + 1] - list_[depth];
            alike[e] = equal ? 1 + alike[e + 1] : 1;
            for (; settled < alike[e] && settled + 1 < static_cast<int>(same_[depth].size()); ++settled) same_[depth][settled + 1] = e;
        }
    }
}

int Prices::same_as(int depth, int n) const {
    if (endless_) return 0;
    return n < static_cast<int>(same_[depth].size()) ? same_[depth][n] : depth;
}

}  // namespace guesstree
