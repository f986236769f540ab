#include "counters.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace guesstree {

Coding::Coding(int p, const uint8_t* labels) : positions(p), weight(p) {
    std::map<int, int> label_of;  // the feedback of each sum
    const auto follows = [&](int of_bull, int of_common) {
        weight = of_bull, common = of_common, label_of.clear();
        for (int b = 0; b <= positions; ++b)
            for (int c = b; c <= positions; ++c) {
                if (b == positions - 1 && c == positions) continue;  // this is impossible: the last symbol would be in its place, too
                const int is = labels[b * (positions + 1) + c - b];
                if (label_of.try_emplace(weight * b + common * c, is).first->second != is) return false;
            }
        std::set<int> different;
        for (const auto& [sum, is] : label_of) different.insert(is);
        return different.size() == label_of.size();
    };
    if (p < 1 || p > kMostPositions || (!follows(1, 0) && !follows(p, 1)))
        throw std::invalid_argument("feedback that follows from the bulls, or tells bulls and cows, at 1 to 6 positions");
    constexpr int kEntries = 16, kSplit = 112;
    offset = label_of.rbegin()->first < kEntries ? 0 : kSplit;
    std::fill_n(place_of, 256, -1);
    for (const auto& [sum, is] : label_of) {  // sums below 16 come first
        const int place = feedbacks++;
        (sum < kEntries ? low : high)[place / 8][sum % kEntries] |= 1 << place % 8;
        place_of[is] = place;
    }
    planes = (feedbacks + 7) / 8;
}

}  // namespace guesstree
