// The incumbent of a set while guesses at it are tried in parallel.
//
// The tree takes the first guess in the order among those that cost least. Guesses (or groups of them) that run at the same
// time are numbered by their place in the order. One that comes after the holder of the incumbent must cost less to take
// its place; one that comes before it may cost as much. So the final incumbent is the one that trying the guesses one after
// the other would have found, regardless of the timing of threads. One mutex guards it.
#pragma once
#include <mutex>

#include "value.hpp"

namespace guesstree {

// One set's incumbent, for several threads.
class SharedIncumbent {
public:
    // What was found before by guesses that come before all of these; it is kept up to date.
    explicit SharedIncumbent(Value& incumbent) : incumbent_(incumbent) {}
    // What the guess with this number has to cost less than.
    Cost upper_bound(int number) {
        const std::lock_guard lock(mutex_);
        return unlocked(number);
    }
    // Takes the place of the incumbent if it may, and calls `taken` then.
    template <class Taken>
    void offer(int number, Value value, const Taken& taken) {
        const std::lock_guard lock(mutex_);
        if (value.guess < 0 || value.cost >= unlocked(number)) return;
        incumbent_ = value, holder_ = number;
        taken();
    }

private:
    Cost unlocked(int number) const { return incumbent_.cost + (number < holder_ ? 1 : 0); }
    std::mutex mutex_;  // guards the following
    Value& incumbent_;  // the caller's
    int holder_ = -1;   // the number of the incumbent's guess; -1: it is from before
};

}  // namespace guesstree
