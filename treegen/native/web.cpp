// The search of one game as a WebAssembly module for the page, with the functions that JavaScript calls (player/web/src/core_wasm.js). An
// instance of the module has one game, one position of it, and one thread. JavaScript passes arguments, and bytes in the memory that
// guesstree_room() returns. Results are an array of doubles, in which costs are exact (they are below 2^53); -1 stands for no tree, or no
// guess. JavaScript checks its arguments; if a check of the core fails, the result is kFailed.
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "kernels.hpp"
#include "search.hpp"

namespace guesstree {
namespace {

constexpr int kFailed = -1;
constexpr uint8_t kImpossible = 255;  // this stands for the feedback of all bulls but one, and one cow, which no secret gives

std::vector<double> results;  // the results of the last call, for JavaScript to read
std::vector<uint8_t> room;    // the bytes that JavaScript passes in addition to arguments

double number_of(Cost cost) {
    return cost >= kNever ? -1 : static_cast<double>(cost);
}

// The game and a position of it.
struct Game {
    std::vector<uint8_t> rows;   // the table
    std::vector<uint8_t> codes;  // the symbols [code][position] of the guesses, then of the secrets unless these are the guesses
    Table table;                 // a table of these rows
    Symmetry symmetry;           // the symmetries of these codes
    SearchOptions options;
    std::unique_ptr<Search> search = std::make_unique<Search>(table, Prices({}, true), symmetry, options);
    std::unique_ptr<Search> limited = nullptr;  // the search for trees of at most `limit` guesses
    int limit = 0;                              // the limit of that search; 0: there is none yet
    std::vector<uint32_t> candidates = {};      // the candidates, rising
    std::vector<int> asked = {};                // the guesses that led to these candidates

    Search& within(int most) {
        if (!most) return *search;
        if (most != limit) {
            std::vector<Cost> prices(most);
            std::iota(prices.begin(), prices.end(), 1);
            limited = std::make_unique<Search>(table, Prices(std::move(prices), false), symmetry, options);
            limited->inherit(*search);
            limit = most;
        }
        return *limited;
    }
};
std::unique_ptr<Game> game;

// Returns the result of f, or kFailed if it throws.
template <class F>
int guarded(const F& f) {
    try {
        return f();
    } catch (...) {
        return kFailed;
    }
}

}  // namespace
}  // namespace guesstree

using namespace guesstree;

extern "C" {

// This replaces the function of the C++ library, which prints a message, and takes 20 KB for that.
[[noreturn]] void abort_message(const char*, ...) {
    __builtin_trap();
}

// Returns room for `bytes` bytes, which the next call reads.
uint8_t* guesstree_room(int bytes) {
    room = {};
    room.assign(bytes, 0);
    return room.data();
}

const double* guesstree_told() {
    return results.data();
}

// Forgets the game and returns room for `bytes` bytes, so that there is memory for the table of the next game.
uint8_t* guesstree_fresh_room(int bytes) {
    game = nullptr;
    return guesstree_room(bytes);
}

// Begins a game of codes. The room holds the symbols of all guesses, in the order of their text, and then of all secrets, unless these are
// the guesses (`secrets` is 0). `memory` is the number of bytes of all large tables besides the table of the game.
int guesstree_codes(int guesses, int secrets, int positions, int symbols, int fixes_zero, int memory) {
    return guarded([&] {
        const bool symmetric = !secrets;
        if (symmetric) secrets = guesses;
        std::vector<uint8_t> codes = std::move(room);
        const int side = positions + 1;
        std::vector<uint8_t> labels(side * side, kImpossible);  // the feedbacks by [bulls][cows]
        int feedbacks = 0;                                      // the number of feedbacks, which are in the order of their text
        for (int bulls = 0; bulls <= positions; ++bulls)
            for (int cows = 0; bulls + cows <= positions; ++cows)
                if (bulls != positions - 1 || cows != 1) labels[bulls * side + cows] = static_cast<uint8_t>(feedbacks++);
        const uint8_t* const of_secrets = codes.data() + (symmetric ? 0 : static_cast<size_t>(guesses) * positions);
        std::vector<uint8_t> rows(static_cast<size_t>(guesses) * secrets);
        fill_codes(codes.data(), guesses, of_secrets, secrets, positions, symbols, labels.data(), rows.data());
        const Table table(rows.data(), guesses, secrets, feedbacks, feedbacks - 1, {}, symmetric);
        const Symmetry symmetry(codes.data(), guesses, positions, symbols, fixes_zero);
        game.reset(new Game{std::move(rows), std::move(codes), table, symmetry, {.memory = static_cast<size_t>(memory)}});
        return 0;
    });
}

// Begins a game of any kind. The room holds its table, [guess][secret], with entries of two bytes if there are more than 256 feedbacks.
// `losing` is the feedback that loses the game, or -1.
int guesstree_table(int guesses, int secrets, int feedbacks, int winning, int losing, int memory) {
    return guarded([&] {
        std::vector<uint8_t> rows = std::move(room);
        std::vector<int> losers;
        if (losing >= 0) losers.push_back(losing);
        const auto of = [&](const auto* entries) { return Table(entries, guesses, secrets, feedbacks, winning, losers, false); };
        const Table table = feedbacks > 256 ? of(reinterpret_cast<const uint16_t*>(rows.data())) : of(rows.data());
        game.reset(new Game{std::move(rows), {}, table, Symmetry(), {.memory = static_cast<size_t>(memory)}});
        return 0;
    });
}

// Goes to a position. The room holds its candidates, rising, and the guesses that left them, all as numbers of four bytes.
int guesstree_go(int candidates, int asked) {
    return guarded([&] {
        const auto* const numbers = reinterpret_cast<const int32_t*>(room.data());
        game->candidates.assign(numbers, numbers + candidates);
        game->asked.assign(numbers + candidates, numbers + candidates + asked);
        return 0;
    });
}

// Finds the least cost of the position: the guesses that are still needed, summed over the candidates. Returns the way in which the run
// ended (Search::Outcome). The results are [cost, bound, guess, number of first guesses], then guess and cost of each first guess.
//   first    the guess to begin with; -1: any
//   openers  the number of best first guesses to prove
//   beam     the number of guesses tried at every set; the cost is that of a tree, not the least; 0: all
//   most     the greatest depth of a tree; 0: any
//   seconds  the time after which the run is stopped; 0: never
int guesstree_run(int first, int openers, int beam, int most, double seconds) {
    return guarded([&] {
        Game& g = *game;
        RunOptions options{.candidates = g.candidates, .asked = g.asked, .beam = beam, .openers = openers, .stop_after = seconds};
        if (first >= 0) options.only = {first};
        Search& search = g.within(most);
        const Search::Result result = search.run(options);
        search.drain_proved();  // the page needs no checkpoints, so this frees the proved sets
        results = {number_of(result.cost), number_of(result.bound), static_cast<double>(result.guess),
                   static_cast<double>(result.openers.size())};
        for (const GuessCost& one : result.openers) results.push_back(one.guess), results.push_back(number_of(one.cost));
        return static_cast<int>(result.outcome);
    });
}

}  // extern "C"
