#include "table.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace guesstree {

template <class Entry>
Table::Table(const Entry* entries, int guesses_, int secrets_, int feedbacks_, int winning_, const std::vector<int>& losing_feedbacks,
             bool symmetric_)
    : guesses(guesses_), secrets(secrets_), feedbacks(feedbacks_), winning(winning_), symmetric(symmetric_) {
    if constexpr (sizeof(Entry) == 1) {
        rows = entries;
        if (feedbacks < 1 || feedbacks > kMaxNarrow) throw std::invalid_argument("a table of bytes has 1 to 256 feedbacks");
    } else {
        wide = entries;
        if (feedbacks <= kMaxNarrow || feedbacks > kMaxFeedbacks)
            throw std::invalid_argument("a table of two-byte entries has 257 to 8192 feedbacks");
    }
    const auto row = [&](size_t guess) { return entries + guess * secrets; };
    losing.assign(feedbacks, 0), winner.assign(secrets, -1), secret_of.assign(guesses, -1);
    if (winning < 0 || winning >= feedbacks) throw std::invalid_argument("the winning feedback is not one of the table");
    if (symmetric && guesses != secrets) throw std::invalid_argument("a symmetric table has as many guesses as secrets");
    for (int i = 0; symmetric && i < guesses; i += 1 + guesses / 64)  // a sample: a full check would cost as much as a search
        for (int j = 0; j < secrets; ++j)
            if (row(i)[j] != row(j)[i]) throw std::invalid_argument("the table is not symmetric");
    for (int f : losing_feedbacks) {
        if (f < 0 || f >= feedbacks || f == winning) throw std::invalid_argument("a losing feedback is not one of the table");
        losing[f] = 1, any_losing = true, simple_winners = false;
    }
    for (int g = 0; g < guesses; ++g) {
        const Entry *const entry = row(g), *const end = entry + secrets;
        Entry largest = 0;
        for (int i = 0; i < secrets; ++i) largest = std::max(largest, entry[i]);
        if (largest >= feedbacks) throw std::invalid_argument("the table holds a feedback beyond the last");
        const auto find = [&](const Entry* from) {
            if constexpr (sizeof(Entry) == 1) {
                const void* found = from < end ? std::memchr(from, winning, end - from) : nullptr;
                return found ? static_cast<const Entry*>(found) : end;
            } else {
                return std::find(from, end, winning);
            }
        };
        const Entry* const found = find(entry);
        if (found == end) continue;
        if (find(found + 1) != end) throw std::invalid_argument("a guess wins for two secrets");
        const int s = secret_of[g] = static_cast<int32_t>(found - entry);
        if (winner[s] < 0) winner[s] = g;
        else simple_winners = false;
    }
    for (int s = 0; s < secrets; ++s)
        if (winner[s] < 0 || (s > 0 && winner[s - 1] > winner[s])) simple_winners = false;
}

template Table::Table(const uint8_t*, int, int, int, int, const std::vector<int>&, bool);
template Table::Table(const uint16_t*, int, int, int, int, const std::vector<int>&, bool);

int Table::open_feedbacks() const {
    int open = feedbacks - 1;
    for (uint8_t lost : losing) open -= lost;
    return open;
}

}  // namespace guesstree
