// Which of many feedbacks were seen, for counting the cells of one guess after the other.
//
// A feedback is seen if it bears the stamp of the guess that is being counted. So all are forgotten in one step, by taking the
// next stamp, and counting a guess takes as many steps as there are candidates, however many feedbacks the game has.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace guesstree {

// Feedbacks seen since they were last forgotten; to be forgotten before the first is seen.
class Stamps {
public:
    explicit Stamps(int feedbacks) : stamp_(feedbacks, 0) {}
    void forget() {
        if (++now_ == 0) std::fill(stamp_.begin(), stamp_.end(), 0u), now_ = 1;
    }
    // Whether the feedback is new.
    bool see(int feedback) { return std::exchange(stamp_[feedback], now_) != now_; }
    bool seen(int feedback) const { return stamp_[feedback] == now_; }

private:
    std::vector<uint32_t> stamp_;  // when it was last seen
    uint32_t now_ = 0;             // counts the guesses
};

}  // namespace guesstree
