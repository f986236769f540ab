// Memory of solved sets: a table of fixed size, shared between threads without locks. When full it forgets.
#pragma once
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "bounds.hpp"

namespace guesstree {

// An order-free hash of a set and its depth: two numbers per secret, summed.
struct Key {
    uint64_t high = 0, low = 0;
    Key& operator+=(Key o) { return high += o.high, low += o.low, *this; }
    bool operator==(const Key&) const = default;
};

constexpr uint64_t mix(uint64_t x) {     // splitmix64
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

// What is known of a set: its cost and the first guess that attains it, or (guess < 0) that it costs at least so much.
struct Solved {
    Cost cost = 0;
    int32_t guess = -1;
    bool exact() const { return guess >= 0 || cost >= kNever; }
};

class Memory {
public:
    explicit Memory(size_t bytes) {
        size_t buckets = 1;
        while (buckets * 2 * sizeof(Bucket) <= bytes) buckets *= 2;
        if (bytes < sizeof(Bucket)) return;
        // calloc: pages that no set falls into are never touched
        raw_.reset(std::calloc(buckets + 1, sizeof(Bucket)));
        if (!raw_) throw std::bad_alloc();
        const uintptr_t at = reinterpret_cast<uintptr_t>(raw_.get());
        buckets_ = reinterpret_cast<Bucket*>((at + alignof(Bucket) - 1) / alignof(Bucket) * alignof(Bucket));
        mask_ = buckets - 1;
    }
    size_t capacity() const { return buckets_ ? (mask_ + 1) * kWays : 0; }
    size_t filled() const { return filled_.load(std::memory_order_relaxed); }

    bool find(Key key, Solved& out) const {
        if (!buckets_) return false;
        for (const Entry& e : buckets_[key.low & mask_].entry) {
            const uint64_t cost = e.cost.load(std::memory_order_relaxed), rest = e.rest.load(std::memory_order_relaxed);
            // an entry torn by two writers fails these, as does another set's
            if ((e.high.load(std::memory_order_relaxed) ^ cost ^ rest) != key.high) continue;
            if ((e.low.load(std::memory_order_relaxed) ^ mix(cost + rest)) != key.low) continue;
            if (!rest) continue;
            out.cost = static_cast<Cost>(cost), out.guess = static_cast<int32_t>(rest >> 32);
            return true;
        }
        return false;
    }

    // Keeps what says more about the same set, else drops the entry of the bucket that took least work.
    void store(Key key, Solved what, uint64_t work) {
        if (!buckets_) return;
        Bucket& bucket = buckets_[key.low & mask_];
        Entry* victim = nullptr;
        uint64_t least = ~uint64_t{0};
        for (Entry& e : bucket.entry) {
            const uint64_t cost = e.cost.load(std::memory_order_relaxed), rest = e.rest.load(std::memory_order_relaxed);
            if (rest && (e.high.load(std::memory_order_relaxed) ^ cost ^ rest) == key.high) {
                const Solved old{static_cast<Cost>(cost), static_cast<int32_t>(rest >> 32)};
                if (old.exact() || (!what.exact() && old.cost >= what.cost)) return;
                victim = &e, least = 1;
                break;
            }
            const uint64_t value = rest ? 1 + (rest & 0xff) : 0;
            if (value < least) least = value, victim = &e;
        }
        if (least == 0) filled_.fetch_add(1, std::memory_order_relaxed);
        const uint64_t log = work ? 64 - static_cast<uint64_t>(__builtin_clzll(work)) : 0;
        const uint64_t cost = static_cast<uint64_t>(what.cost);
        const uint64_t rest = static_cast<uint64_t>(static_cast<uint32_t>(what.guess)) << 32 | 0x100 | log;
        victim->cost.store(cost, std::memory_order_relaxed), victim->rest.store(rest, std::memory_order_relaxed);
        victim->high.store(key.high ^ cost ^ rest, std::memory_order_relaxed);
        victim->low.store(key.low ^ mix(cost + rest), std::memory_order_relaxed);
    }

private:
    static constexpr int kWays = 4;
    struct Entry {
        std::atomic<uint64_t> high{0}, low{0}, cost{0}, rest{0};  // rest: guess << 32 | in use | log of the work
    };
    struct alignas(128) Bucket {
        Entry entry[kWays];
    };
    struct Free { void operator()(void* p) const { std::free(p); } };
    std::unique_ptr<void, Free> raw_;
    Bucket* buckets_ = nullptr;
    size_t mask_ = 0;
    std::atomic<size_t> filled_{0};
};

}  // namespace guesstree
