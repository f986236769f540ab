// What is counted during a search. A new counter is a row here, a call of add(), and its name in interface.py.
//
// Each searcher counts on its own, so that adding takes no lock; progress() adds up what all of them counted.
#pragma once
#include <atomic>
#include <cstdint>

namespace guesstree {

enum class Counter : uint8_t {
    positions,  // sets searched
};
constexpr const char* kCounterNames[] = {"positions"};
constexpr int kCounters = sizeof kCounterNames / sizeof *kCounterNames;

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
