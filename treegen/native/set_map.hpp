// A map from sets of candidates, at a depth, to values. Sets are kept whole and compared whole, so that nothing rests on a
// hash: certificates come from outside, and two sets with one hash could be made on purpose.
//
// Open addressing, at most half full; sets of all entries lie one after the other in one array. When there are too many, all
// entries are forgotten if the map may forget, and kept otherwise. Memory: 4 bytes for each candidate of each set, and 48 for
// each entry.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "zobrist.hpp"

namespace guesstree {

template <class Value>
class SetMap {
public:
    // Forgets all entries when they have `most` candidates together.
    explicit SetMap(size_t most = SIZE_MAX) : most_(most), slots_(1024) {}
    // The value of a set; null: it has none. Valid until the next call of put().
    const Value* find(const uint32_t* set, int n, int depth) const {
        const Slot& slot = slots_[place_of(set, n, depth)];
        return slot.n ? &slot.value : nullptr;
    }
    // Sets the value of a set of at least one candidate.
    void put(const uint32_t* set, int n, int depth, Value value) {
        if (sets_.size() + n > most_) clear();
        Slot& slot = slots_[place_of(set, n, depth)];
        if (slot.n) {
            slot.value = value;
            return;
        }
        slot = {.hash = hash_of(set, n, depth), .start = sets_.size(), .n = n, .depth = depth, .value = value};
        sets_.insert(sets_.end(), set, set + n);
        if (2 * ++count_ > slots_.size()) grow();
    }
    void clear() { slots_.assign(1024, {}), sets_.clear(), count_ = 0; }

private:
    struct Slot {
        uint64_t hash = 0;
        size_t start = 0;  // of its set
        int n = 0;         // candidates; 0: the slot is free
        int depth = 0;
        Value value = {};
    };
    static uint64_t hash_of(const uint32_t* set, int n, int depth) {
        uint64_t hash = depth;
        for (int i = 0; i < n; ++i) hash = (hash ^ set[i]) * 0x9e3779b97f4a7c15, hash ^= hash >> 29;
        return mix(hash);
    }
    // Where the set is, or the free slot where it would be.
    size_t place_of(const uint32_t* set, int n, int depth) const {
        const uint64_t hash = hash_of(set, n, depth);
        for (size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
            const Slot& slot = slots_[at];
            if (!slot.n) return at;
            if (slot.hash == hash && slot.n == n && slot.depth == depth && std::equal(set, set + n, sets_.data() + slot.start)) return at;
        }
    }
    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        std::swap(old, slots_);
        for (const Slot& slot : old) {
            if (!slot.n) continue;
            size_t at = slot.hash & (slots_.size() - 1);
            while (slots_[at].n) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = slot;
        }
    }

    size_t most_;
    std::vector<Slot> slots_;     // a power of two
    std::vector<uint32_t> sets_;  // of all entries
    size_t count_ = 0;            // entries
};

}  // namespace guesstree
