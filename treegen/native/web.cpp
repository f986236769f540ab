// The search of one game as a WebAssembly module, for the page: what JavaScript calls (player/web/src/core_wasm.js). An instance of
// the module holds one game and one position of it, and has one thread. Numbers go in as arguments and as bytes that
// guesstree_room() makes room for, and come back in an array of doubles, in which costs are exact (they are below 2^53). -1
// stands for what there is not: a cost where there is no tree, or a guess. JavaScript checks what it passes; what the core
// itself checks comes back as kFailed.
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "kernels.hpp"
#include "search.hpp"

namespace guesstree {
namespace {

constexpr int kFailed = -1;
constexpr uint8_t kImpossible = 255;  // no feedback: as all positions but one right, and the last symbol elsewhere

// What the last call told, for JavaScript to read.
std::vector<double> told;
// What JavaScript passes besides arguments.
std::vector<uint8_t> room;

double number_of(Cost cost) {
    return cost >= kNever ? -1 : static_cast<double>(cost);
}

// The game, and a position of it.
struct Game {
    std::vector<uint8_t> rows;   // the table
    std::vector<uint8_t> codes;  // of guesses, then of secrets where these are others: [code][position]
    Table table;                 // which points to the rows
    Symmetry symmetry;           // which points to the codes
    SearchOptions options;
    std::unique_ptr<Search> search = std::make_unique<Search>(table, Prices({}, true), symmetry, options);
    std::unique_ptr<Search> limited = nullptr;  // to trees of at most `limit` guesses
    int limit = 0;                              // 0: there is none yet
    std::vector<uint32_t> candidates = {};      // rising
    std::vector<int> asked = {};                // the guesses that left them

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

// What f returns, or kFailed where it throws.
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

// Instead of the library's own, which prints, and takes 20 KB for it.
[[noreturn]] void abort_message(const char*, ...) {
    __builtin_trap();
}

// Room for so many bytes, which the next call reads.
uint8_t* guesstree_room(int bytes) {
    room = {};
    room.assign(bytes, 0);
    return room.data();
}

const double* guesstree_told() {
    return told.data();
}

// Room for so many bytes once the game is forgotten: there is memory for the table of the next one.
uint8_t* guesstree_fresh_room(int bytes) {
    game = nullptr;
    return guesstree_room(bytes);
}

// Begins with a game of codes. The room holds the symbols of all guesses, in the order of their text, and then of all secrets,
// unless these are the guesses (`secrets` is 0). Bytes of all large tables besides the game's: `memory`.
int guesstree_codes(int guesses, int secrets, int positions, int symbols, int fixes_zero, int memory) {
    return guarded([&] {
        const bool symmetric = !secrets;
        if (symmetric) secrets = guesses;
        std::vector<uint8_t> codes = std::move(room);
        const int side = positions + 1;
        std::vector<uint8_t> labels(side * side, kImpossible);  // [bulls][cows]: the feedback
        int feedbacks = 0;                                      // in the order of their text
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

// Begins with a game of any kind. The room holds its table, [guess][secret], with entries of two bytes where there are more than 256
// feedbacks. `losing` is the feedback that ends the game without the secret; -1: none does.
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

// The least cost of the position: guesses that are still needed, summed over the candidates. Returns how the run ended
// (Search::Outcome). Then told() is [cost, bound, guess, how many first guesses follow, and of each: guess, cost].
//   first    the guess to begin with; -1: any
//   openers  how many of the best first guesses are to be proved
//   beam     so many guesses are tried at every set, and the cost is that of a tree, not the least; 0: all
//   most     guesses that a tree may take; 0: any number
//   seconds  after which the run is stopped; 0: none
int guesstree_run(int first, int openers, int beam, int most, double seconds) {
    return guarded([&] {
        Game& g = *game;
        RunOptions options{.candidates = g.candidates, .asked = g.asked, .beam = beam, .openers = openers, .hard = seconds};
        if (first >= 0) options.only = {first};
        Search& search = g.within(most);
        const Search::Result result = search.run(options);
        search.drain_proved();  // these are for checkpoints
        told = {number_of(result.cost), number_of(result.bound), static_cast<double>(result.guess),
                static_cast<double>(result.openers.size())};
        for (const GuessCost& one : result.openers) told.push_back(one.guess), told.push_back(number_of(one.cost));
        return static_cast<int>(result.outcome);
    });
}

}  // extern "C"
