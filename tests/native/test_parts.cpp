// The small parts: instructions, arena, best guesses.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>

#include "arena.hpp"
#include "best_guesses.hpp"
#include "check.hpp"
#include "instructions.hpp"

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
