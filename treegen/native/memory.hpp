// Memory of solved sets: a table of at most a given size, shared between threads without locks. When full it forgets.
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
        most_ = buckets - 1;
        mask_.store(buckets < kStart ? most_ : kStart - 1);
    }
    size_t capacity() const { return buckets_ ? (most_ + 1) * kWays : 0; }
    size_t filled() const { return filled_.load(std::memory_order_relaxed); }

    void prefetch(Key key) const {
        if (!buckets_) return;
        const Bucket* bucket = &bucket_of(key);
        __builtin_prefetch(bucket), __builtin_prefetch(bucket->entry + 2);
    }

    bool find(Key key, Solved& out) const {
        if (!buckets_) return false;
        for (const Entry& e : bucket_of(key).entry) {
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
        Bucket& bucket = bucket_of(key);
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
        if (least == 0 && filled_.fetch_add(1, std::memory_order_relaxed) > mask_.load(std::memory_order_relaxed) * kWays / 2) grow();
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
    Bucket& bucket_of(Key key) const { return buckets_[key.low & mask_.load(std::memory_order_acquire)]; }

    // Uses twice as many buckets: few sets stay on few pages. Entries know their key, so that half of them can move;
    // what other threads store meanwhile may be lost, which only means forgetting it.
    void grow() {
        const size_t mask = mask_.load();
        if (mask == most_ || growing_.test_and_set(std::memory_order_acquire)) return;
        if (mask == mask_.load()) {
            for (size_t b = 0; b <= mask; ++b)
                for (int way = 0; way < kWays; ++way) {
                    Entry &e = buckets_[b].entry[way], &to = buckets_[b + mask + 1].entry[way];
                    const uint64_t high = e.high.load(std::memory_order_relaxed), low = e.low.load(std::memory_order_relaxed);
                    const uint64_t cost = e.cost.load(std::memory_order_relaxed), rest = e.rest.load(std::memory_order_relaxed);
                    if (!rest || !((low ^ mix(cost + rest)) & (mask + 1))) continue;
                    to.high.store(high, std::memory_order_relaxed), to.low.store(low, std::memory_order_relaxed);
                    to.cost.store(cost, std::memory_order_relaxed), to.rest.store(rest, std::memory_order_relaxed);
                    e.rest.store(0, std::memory_order_relaxed);
                }
            mask_.store(2 * mask + 1, std::memory_order_release);
        }
        growing_.clear(std::memory_order_release);
    }

    static constexpr size_t kStart = 1024;
    size_t most_ = 0;
    std::atomic<size_t> mask_{0};        // buckets in use, less one
    std::atomic_flag growing_;
    std::atomic<size_t> filled_{0};
};

}  // namespace guesstree
