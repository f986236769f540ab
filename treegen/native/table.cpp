#include "table.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace guesstree {

Table::Table(const uint8_t* rows_, int guesses_, int secrets_, int feedbacks_, int winning_, const std::vector<int>& losing_feedbacks,
             bool symmetric_)
    : guesses(guesses_),
      secrets(secrets_),
      feedbacks(feedbacks_),
      winning(winning_),
      rows(rows_),
      losing(std::clamp(feedbacks_, 0, kMaxFeedbacks), 0),  // no more, before it is checked
      winner(secrets_, -1),
      secret_of(guesses_, -1),
      symmetric(symmetric_) {
    if (feedbacks < 1 || feedbacks > kMaxFeedbacks) throw std::invalid_argument("a table has 1 to 256 feedbacks");
    if (winning < 0 || winning >= feedbacks) throw std::invalid_argument("the winning feedback is not one of the table");
    if (symmetric && guesses != secrets) throw std::invalid_argument("a symmetric table has as many guesses as secrets");
    for (int i = 0; symmetric && i < guesses; i += 1 + guesses / 64)  // a sample: a full check would cost as much as a search
        for (int j = 0; j < secrets; ++j)
            if (row(i)[j] != row(j)[i]) throw std::invalid_argument("the table is not symmetric");
    for (int f : losing_feedbacks) {
        if (f < 0 || f >= feedbacks || f == winning) throw std::invalid_argument("a losing feedback is not one of the table");
        losing[f] = 1, any_losing = true;
    }
    for (int g = 0; g < guesses; ++g) {
        const uint8_t* entry = row(g);
        uint8_t largest = 0;
        for (int i = 0; i < secrets; ++i) largest = std::max(largest, entry[i]);
        if (largest >= feedbacks) throw std::invalid_argument("the table holds a feedback beyond the last");
        const auto find = [&](const uint8_t* from) {
            return static_cast<const uint8_t*>(std::memchr(from, winning, entry + secrets - from));
        };
        const uint8_t* const found = secrets ? find(entry) : nullptr;
        if (!found) continue;
        if (found + 1 < entry + secrets && find(found + 1)) throw std::invalid_argument("a guess wins for two secrets");
        const int s = secret_of[g] = static_cast<int32_t>(found - entry);
        if (winner[s] < 0) winner[s] = g;
        else simple_winners = false;
    }
    for (int s = 0; s < secrets; ++s)
        if (winner[s] < 0 || (s > 0 && winner[s - 1] > winner[s])) simple_winners = false;
}

int Table::open_feedbacks() const {
    int open = feedbacks - 1;
    for (uint8_t lost : losing) open -= lost;
    return open;
}

}  // namespace guesstree
