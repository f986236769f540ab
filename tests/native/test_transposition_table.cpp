// The transposition table: what it finds, and that torn entries are never read.
#include "transposition_table.hpp"

#include <vector>

#include "check.hpp"

namespace guesstree {

// Writes entries as two threads at once might: some words of the one, some of the other.
struct EntriesForTests {
    static void tear(TranspositionTable& to, const TranspositionTable& from, Key key, unsigned words) {
        for (int way = 0; way < TranspositionTable::kWays; ++way) {
            TranspositionTable::Entry &here = to.bucket_of(key).entry[way], &there = from.bucket_of(key).entry[way];
            if (words & 1) here.high.store(there.high.load());
            if (words & 2) here.low.store(there.low.load());
            if (words & 4) here.cost.store(there.cost.load());
            if (words & 8) here.rest.store(there.rest.load());
        }
    }
};

}  // namespace guesstree

using namespace guesstree;

namespace {
Key key_of(uint64_t i) {
    return {.high = mix(2 * i), .low = mix(2 * i + 1)};
}
}  // namespace

TEST(a_table_has_the_size_that_was_asked_for_and_finds_what_is_stored) {
    for (size_t buckets : {1, 3, 5, 1023, 1500, 3000, 5001}) {
        TranspositionTable table(buckets * 128 + 127);
        CHECK_EQUAL(table.capacity(), 4 * buckets);
        CHECK_EQUAL(table.bytes(), 128 * buckets);
        const int count = static_cast<int>(2 * buckets);  // half of what fits
        Value value;
        CHECK(!table.find(key_of(0), value));
        for (int i = 0; i < count; ++i) table.store(key_of(i), {.cost = 3 * i, .guess = i % 3 - 1}, i);
        int found = 0;
        for (int i = 0; i < count; ++i) {
            if (!table.find(key_of(i), value)) continue;
            CHECK_EQUAL(value.cost, 3 * i);
            CHECK_EQUAL(value.guess, i % 3 - 1);
            ++found;
        }
        CHECK(found > count * 0.8);
        CHECK(table.filled() >= static_cast<size_t>(found));
        CHECK(!table.find(key_of(count), value));
        // all of it is used in the end
        for (int i = count; i < 20 * count; ++i) table.store(key_of(i), {.cost = i, .guess = 1}, 1);
        CHECK(table.filled() > table.capacity() * 0.97);
        CHECK(table.filled() <= table.capacity());
    }
}

TEST(a_torn_entry_is_not_found) {
    for (unsigned words = 0; words < 16; ++words) {
        TranspositionTable one(128), other(128);
        const Key key = key_of(1);
        one.store(key, {.cost = 10, .guess = 3}, 7);
        other.store(key, {.cost = 12, .guess = 5}, 900);
        EntriesForTests::tear(one, other, key, words);
        Value value;
        const bool found = one.find(key, value);
        if (words % 16 == 0) CHECK(found && value.cost == 10 && value.guess == 3);
        else if (words == 15) CHECK(found && value.cost == 12 && value.guess == 5);
        else CHECK(!found);
        // torn between two sets
        TranspositionTable third(128);
        third.store(key_of(2), {.cost = 14, .guess = 6}, 7);
        TranspositionTable fourth(128);
        fourth.store(key, {.cost = 10, .guess = 3}, 7);
        EntriesForTests::tear(fourth, third, key, words);
        if (words != 0) CHECK(!fourth.find(key, value));
        if (words != 15) CHECK(!fourth.find(key_of(2), value));
    }
}
