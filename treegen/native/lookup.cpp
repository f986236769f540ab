#include "lookup.hpp"

#include <algorithm>

namespace guesstree {

FeedbackBytes::FeedbackBytes(int count, const bool* seen)
    : feedbacks(count), used(seen ? static_cast<int>(std::count(seen, seen + count, true)) : count) {
    folded = seen && used > 16 && used <= 20 && instructions() != Instructions::avx512;
    std::fill_n(of, 64, kNone), std::fill_n(bit, 64, uint8_t{63});
    for (int f = 0, next = 0; f < count; ++f) {
        if (seen && !seen[f]) continue;
        bit[f] = of[f] = static_cast<uint8_t>(next++);
        if (folded && bit[f] >= 16) of[f] = bit[f] == 19 ? kLastFeedback : static_cast<uint8_t>(0x80 | 0x10 << (bit[f] - 16));
    }
}

uint64_t FeedbackBytes::mask(const uint8_t* wanted) const {
    uint64_t bits = 0;
    for (int f = 0; f < feedbacks; ++f)
        if (wanted[f] && of[f] != kNone) bits |= uint64_t{1} << bit[f];
    return bits;
}

}  // namespace guesstree
