// The transposition table: the values of sets that were searched, shared without locks between the threads of a search. If an entry is
// lost, this costs only time, because no tree depends on the contents or the size of the table.
//
// An entry consists of four words, written one by one, so that two writers may mix their words (a torn entry). So the key is stored XORed
// with the other words, and a torn entry matches no key (R. Hyatt's "lockless hashing" for chess programs, here for keys of two words).
//
// At first, only some buckets are in use, so that a short search touches few pages. The number of buckets in use is doubled while the table
// fills; the last time, only the buckets that remain are added (linear hashing).
#pragma once
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "value.hpp"

namespace guesstree {

// A table of at most a given size.
class TranspositionTable {
public:
    // Makes a table of at most this number of bytes; with less than a bucket, nothing is stored. Throws std::bad_alloc.
    explicit TranspositionTable(size_t bytes) {
        const size_t buckets = bytes / sizeof(Bucket);
        if (!buckets) return;
        // calloc does not touch the pages, so that pages without an entry take no memory
        raw_.reset(std::calloc(buckets + 1, sizeof(Bucket)));
        if (!raw_) throw std::bad_alloc();
        const uintptr_t at = reinterpret_cast<uintptr_t>(raw_.get());
        buckets_ = reinterpret_cast<Bucket*>((at + alignof(Bucket) - 1) / alignof(Bucket) * alignof(Bucket));
        most_ = buckets - 1;
        mask_.store(std::min(std::bit_ceil(buckets), kStart) - 1);
    }
    // Returns the number of entries that fit.
    size_t capacity() const { return buckets_ ? (most_ + 1) * kWays : 0; }
    size_t bytes() const { return buckets_ ? (most_ + 1) * sizeof(Bucket) : 0; }
    // Returns the number of entries in use; it is approximate while other threads store values.
    size_t filled() const { return filled_.load(std::memory_order_relaxed); }

    // Fetches the entries that find() will read into the cache.
    void prefetch(Key key) const {
        if (!buckets_) return;
        const Bucket* bucket = &bucket_of(key);
        __builtin_prefetch(bucket), __builtin_prefetch(bucket->entry + 2);
    }

    // Finds the value of a set; returns whether the table has one.
    bool find(Key key, Value& out) const {
        if (!buckets_) return false;
        for (const Entry& e : bucket_of(key).entry) {
            const uint64_t cost = e.cost.load(std::memory_order_relaxed), rest = e.rest.load(std::memory_order_relaxed);
            // neither a torn entry nor an entry of another set passes these tests
            if ((e.high.load(std::memory_order_relaxed) ^ cost ^ rest) != key.high) continue;
            if (!rest || (e.low.load(std::memory_order_relaxed) ^ mix(cost + rest)) != key.low) continue;
            out = {.cost = static_cast<Cost>(cost), .guess = static_cast<int32_t>(rest >> 32)};
            return true;
        }
        return false;
    }

    // Stores a value that took this amount of work. Of two values of a set, the stronger value stays: an exact value, otherwise the higher
    // bound. If the bucket is full, a new set replaces the entry that took the least work.
    void store(Key key, Value value, uint64_t work) {
        if (!buckets_) return;
        const uint64_t log = work ? 64 - static_cast<uint64_t>(__builtin_clzll(work)) : 0;
        Bucket& bucket = bucket_of(key);
        Entry* victim = nullptr;
        uint64_t least = ~uint64_t{0};
        for (Entry& e : bucket.entry) {
            const uint64_t cost = e.cost.load(std::memory_order_relaxed), rest = e.rest.load(std::memory_order_relaxed);
            if (rest && (e.high.load(std::memory_order_relaxed) ^ cost ^ rest) == key.high) {
                const Value old{static_cast<Cost>(cost), static_cast<int32_t>(rest >> 32)};
                if (old.is_exact() || (!value.is_exact() && old.cost >= value.cost)) return;
                victim = &e, least = 1;
                break;
            }
            const uint64_t kept_work = rest ? 1 + (rest & 0xff) : 0;
            if (kept_work < least) least = kept_work, victim = &e;
        }
        if (least == 0 && filled_.fetch_add(1, std::memory_order_relaxed) > mask_.load(std::memory_order_relaxed) * kWays / kSparse) grow();
        const uint64_t cost = static_cast<uint64_t>(value.cost);
        const uint64_t rest = static_cast<uint64_t>(static_cast<uint32_t>(value.guess)) << 32 | 0x100 | log;
        victim->cost.store(cost, std::memory_order_relaxed), victim->rest.store(rest, std::memory_order_relaxed);
        victim->high.store(key.high ^ cost ^ rest, std::memory_order_relaxed);
        victim->low.store(key.low ^ mix(cost + rest), std::memory_order_relaxed);
    }

private:
    friend struct EntriesForTests;
    static constexpr int kWays = 4;    // the number of entries of a bucket
    static constexpr int kSparse = 4;  // the buckets are doubled when the share 1 / kSparse of their entries is in use
    // A set and its value, in four words that are written one by one.
    struct Entry {
        std::atomic<uint64_t> high{0};  // the high word of the key, XOR cost XOR rest
        std::atomic<uint64_t> low{0};   // the low word of the key, XOR mix(cost + rest)
        std::atomic<uint64_t> cost{0};  // the cost of the value
        std::atomic<uint64_t> rest{0};  // guess << 32 | in use << 8 | number of bits of the work; 0: the entry is empty
    };
    // The entries that a key may be in: two cache lines.
    struct alignas(128) Bucket {
        Entry entry[kWays];  // the entries, in any order
    };
    std::unique_ptr<void, decltype(&std::free)> raw_{nullptr, &std::free};  // the memory
    Bucket* buckets_ = nullptr;                                             // the aligned buckets in raw_; null: nothing is stored
    Bucket& bucket_of(Key key) const {
        const size_t mask = mask_.load(std::memory_order_acquire), at = key.low & mask;
        return buckets_[at <= most_ ? at : at & mask >> 1];
    }

    // Doubles the number of buckets in use. Entries contain their key, so that half of the entries can move. Values that other threads
    // store meanwhile may be lost, which costs only time.
    void grow() {
        const size_t mask = mask_.load();
        if (mask >= most_ || growing_.test_and_set(std::memory_order_acquire)) return;
        if (mask == mask_.load()) {
            for (size_t b = 0; b <= mask && b + mask < most_; ++b)
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

    static constexpr size_t kStart = 1024;  // the number of buckets in use at first
    size_t most_ = 0;                       // the number of all buckets, less one
    std::atomic<size_t> mask_{0};           // the number of buckets in use, rounded up to a power of two, less one
    std::atomic_flag growing_;              // true while a thread doubles the buckets in use
    std::atomic<size_t> filled_{0};         // the number of entries in use
};

}  // namespace guesstree
