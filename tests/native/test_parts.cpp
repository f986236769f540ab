// The small parts: arena, best guesses, kernels, what is learned.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>

#include "arena.hpp"
#include "best_guesses.hpp"
#include "check.hpp"
#include "hard_mode.hpp"
#include "histogram.hpp"
#include "instructions.hpp"
#include "learned.hpp"
#include "random_game.hpp"
#include "symmetry.hpp"

using namespace guesstree;

// --- instructions

TEST(the_instructions_are_those_that_the_compiler_finds) {
#if defined(GUESSTREE_X86) && !defined(__clang__)
    if (std::getenv("GUESSTREE_INSTRUCTIONS")) return;
    const bool is_wide = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                         __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vbmi");
    const Instructions found = is_wide                           ? Instructions::avx512
                               : __builtin_cpu_supports("avx2")  ? Instructions::avx2
                               : __builtin_cpu_supports("ssse3") ? Instructions::ssse3
                                                                 : Instructions::plain;
    CHECK(instructions() == found);
#endif
}

// --- symbols of words

TEST(occurrences_counts_bytes) {
    std::mt19937_64 random(1);
    for (int tries = 0; tries < 5000; ++tries) {
        uint64_t word = 0;
        const uint8_t symbol = static_cast<uint8_t>(random() % 2 ? random() % 255 : random() % 3);
        int count = 0;
        for (int p = 0; p < 8; ++p) {
            const uint8_t byte = static_cast<uint8_t>(random() % 3 ? symbol + random() % 3 - 1 : random());
            word |= uint64_t{byte} << 8 * p, count += byte == symbol;
        }
        CHECK_EQUAL(occurrences(word, symbol), count);
    }
}

// --- the arena

TEST(pieces_of_an_arena_are_aligned_and_do_not_overlap) {
    Arena arena;
    std::mt19937 random(1);
    struct Piece {
        uint8_t* at;
        size_t size;
        uint8_t mark;
    };
    std::vector<Piece> alive;
    const auto check_marks = [&] {
        for (const Piece& piece : alive)
            for (size_t i = 0; i < piece.size; ++i) CHECK_EQUAL(piece.at[i], piece.mark);
    };
    const auto take = [&](size_t size) {
        uint8_t* at = arena.take<uint8_t>(size);
        CHECK_EQUAL(reinterpret_cast<uintptr_t>(at) % 64, 0u);
        const uint8_t mark = static_cast<uint8_t>(random());
        std::memset(at, mark, size);
        alive.push_back({at, size, mark});
    };
    for (int i = 0; i < 20; ++i) take(random() % 300000);
    take(size_t{3} << 20);  // more than a chunk
    uint8_t* again = nullptr;
    for (int round = 0; round < 5; ++round) {
        const size_t before = alive.size();
        const Arena::Scope scope(arena);
        for (int i = 0; i < 10; ++i) take(1 + random() % 400000);
        if (again) CHECK(alive[before].at == again);  // what a scope gave back is used again
        again = alive[before].at;
        check_marks();
        alive.resize(before);
    }
    check_marks();
}

// --- the best guesses

TEST(the_best_guesses_are_the_first_of_the_cheapest_whoever_comes_first) {
    std::mt19937 random(1);
    for (int tries = 0; tries < 500; ++tries) {
        const size_t most = 1 + tries % 3;
        const Cost limit = static_cast<Cost>(random() % 5);
        std::vector<GuessCost> offers, wanted;
        for (int i = 0; i < 8; ++i) offers.push_back({.cost = static_cast<Cost>(random() % 4), .number = i, .guess = 9 - i});
        for (Cost cost = 0; cost < limit; ++cost)
            for (const GuessCost& offer : offers)
                if (offer.cost == cost && wanted.size() < most) wanted.push_back(offer);
        std::shuffle(offers.begin(), offers.end(), random);
        BestGuesses best(most, limit);
        for (const GuessCost& offer : offers) {
            const std::vector<GuessCost> before = best.best();
            const bool is_good = offer.cost < best.upper_bound(offer.number);
            CHECK_EQUAL(best.offer(offer), is_good && (before.empty() || offer.cost < before[0].cost ||
                                                       (offer.cost == before[0].cost && offer.number < before[0].number)));
            CHECK(is_good || best.best().size() == before.size());
        }
        CHECK_EQUAL(best.best().size(), wanted.size());
        for (size_t i = 0; i < wanted.size(); ++i) CHECK_EQUAL(best.best()[i].guess, wanted[i].guess);
    }
}

// --- kernels

TEST(cells_are_counted_whatever_was_counted_before) {
    std::mt19937 random(1);
    CellCounts counts(1000);
    for (int tries = 0; tries < 200; ++tries) {
        std::vector<uint16_t> row(1 + random() % 400);
        const int spread = tries % 3 ? 1000 : 5;
        for (auto& entry : row) entry = static_cast<uint16_t>(random() % spread);
        std::vector<uint32_t> set;
        for (size_t i = 0; i < row.size(); i += 1 + random() % 3) set.push_back(static_cast<uint32_t>(i));
        std::map<int, uint32_t> sizes;
        for (uint32_t i : set) ++sizes[row[i]];
        CHECK_EQUAL(counts.count(row.data(), set.data(), set.size()), static_cast<int>(sizes.size()));
        for (int f = 0; f < 1000; ++f) CHECK_EQUAL(counts[f], sizes.contains(f) ? sizes[f] : 0);
        CHECK_EQUAL(std::set<int>(counts.found().begin(), counts.found().end()).size(), sizes.size());
        for (int f : counts.found()) CHECK(sizes.contains(f));
    }
}

TEST(a_table_takes_as_few_bytes_as_it_needs) {
    const std::vector<uint8_t> narrow(4, 0);
    const std::vector<uint16_t> wide{0, 300, 299, 0};
    const Table good(wide.data(), 2, 2, 301, 300, {299}, false);
    CHECK_EQUAL(good.row(0)[1], 300);
    CHECK_EQUAL(good.winner[1], 0);
    CHECK_EQUAL(good.secret_of[1], -1);
    CHECK(!is_refused([&] { Table(narrow.data(), 2, 2, 256, 1, {}, false); }));
    CHECK(is_refused([&] { Table(narrow.data(), 2, 2, 257, 1, {}, false); }));
    CHECK(is_refused([&] { Table(wide.data(), 2, 2, 256, 1, {}, false); }));
    CHECK(is_refused([&] { Table(wide.data(), 2, 2, 300, 1, {}, false); }));  // an entry beyond the last
    CHECK(is_refused([&] { Table(wide.data(), 2, 2, kMaxFeedbacks + 1, 1, {}, false); }));
    CHECK(is_refused([&] { Table(wide.data(), 2, 2, 301, 301, {}, false); }));
    CHECK(is_refused([&] { Table(wide.data(), 2, 2, 301, 300, {300}, false); }));
    CHECK(is_refused([&] { Table(wide.data(), 2, 2, 301, 300, {}, true); }));  // not symmetric
    const std::vector<uint16_t> twice{300, 300, 0, 0};
    CHECK(is_refused([&] { Table(twice.data(), 2, 2, 301, 300, {}, false); }));
}

// --- symmetries that are too many

TEST(nothing_is_known_of_more_than_six_positions) {
    const std::vector<uint8_t> symbols(7, 0);
    for (Invariance invariance : {Invariance::numbers, Invariance::places, Invariance::marks}) {
        const Symmetry symmetry(symbols.data(), 1, 7, 2, false, invariance);
        CHECK(!symmetry.known());
        CHECK(!symmetry.moves_feedbacks());
        CHECK(symmetry.whole().trivial);
    }
}

TEST(with_too_many_names_all_positions_are_renamed_alike) {
    const std::vector<uint8_t> symbols{0, 1, 2};
    CHECK(Symmetry(symbols.data(), 1, 3, 21, false, Invariance::places).names_by_position());
    CHECK(!Symmetry(symbols.data(), 1, 3, 22, false, Invariance::places).names_by_position());
}

// --- what is learned

TEST(the_order_that_takes_least_effort_is_taken_most_often) {
    CellOrderChoice choice;
    int taken[CellOrderChoice::kOrders] = {};
    for (int i = 0; i < 2000; ++i) {
        const int order = choice.choose();
        CHECK(order >= 0 && order < CellOrderChoice::kOrders);
        ++taken[order];
        choice.add(order, order == 1 ? 10 : 30);
    }
    CHECK(taken[1] > 1800 && taken[1] < 2000 && taken[0] > 3 && taken[2] > 3);
}
