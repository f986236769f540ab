// What is counted during a search. A new counter is a row of both lists here, a call of add(), its name in interface.py, a value
// in the state of a cluster (cluster.py), and a part of the line that shows progress (cli/solve.py).
//
// Each searcher counts on its own, so that adding takes no lock; progress() adds up what all of them counted.
#pragma once
#include <atomic>
#include <cstdint>
#include <iterator>

namespace guesstree {

enum class Counter : uint8_t {
    positions,  // sets searched
    count,      // of the others
};
constexpr int kCounters = static_cast<int>(Counter::count);
constexpr const char* kCounterNames[] = {"positions"};
static_assert(std::size(kCounterNames) == kCounters, "a name for each counter");

// What one thread counted; others may read it meanwhile.
class Counters {
public:
    void add(Counter counter) {
        std::atomic<uint64_t>& number = numbers_[static_cast<int>(counter)];
        number.store(number.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    uint64_t of(Counter counter) const { return numbers_[static_cast<int>(counter)].load(std::memory_order_relaxed); }

private:
    std::atomic<uint64_t> numbers_[kCounters] = {};
};

}  // namespace guesstree
