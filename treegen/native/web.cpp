// The search of one code game as a WebAssembly module, for the page: what JavaScript calls (player/web/src/core_wasm.js). An
// instance of the module holds one game and one position of it, and has one thread. Numbers go in as arguments and as an array that
// guesstree_room() makes room for, and come back in an array of doubles, in which costs are exact (they are below 2^53). -1
// stands for what there is not: a cost where there is no tree, a guess, a depth. JavaScript checks what it passes; what the core
// itself checks comes back as kFailed.
#include <algorithm>
#include <cstdint>
#include <memory>
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
std::vector<int32_t> room;

double number_of(Cost cost) {
    return cost >= kNever ? -1 : static_cast<double>(cost);
}

// The game, and a position of it.
struct Game {
    std::vector<uint8_t> codes;        // of guesses, then of secrets where these are others: [code][position]
    std::vector<uint8_t> rows;         // the table
    std::vector<uint8_t> labels;       // [bulls][cows]: the feedback
    int positions = 0;                 // of a code
    int secrets = 0;                   // how many there are
    std::unique_ptr<Search> search;    // of the table
    std::vector<uint32_t> candidates;  // rising
    std::vector<int> asked;            // the guesses that left them
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

// Room for so many numbers, which the next call reads.
int32_t* guesstree_room(int count) {
    room.assign(count, 0);
    return room.data();
}

const double* guesstree_told() {
    return told.data();
}

// Begins with a game. The room holds the symbols of all guesses, in the order of their text, and then of all secrets, unless
// these are the guesses (`secrets` is 0). Bytes of all large tables besides the game's: `memory`.
int guesstree_open(int guesses, int secrets, int positions, int symbols, int fixes_zero, int memory) {
    return guarded([&] {
        game = std::make_unique<Game>();
        Game& g = *game;
        if (positions > kMaxPositions) return kFailed;  // more than 32 feedbacks, for which there are no kernels here
        const bool symmetric = !secrets;
        if (symmetric) secrets = guesses;
        g.positions = positions, g.secrets = secrets;
        g.codes.assign(room.begin(), room.end());
        room = {};
        const int side = positions + 1;
        g.labels.assign(side * side, kImpossible);
        int feedbacks = 0;  // in the order of their text
        for (int bulls = 0; bulls <= positions; ++bulls)
            for (int cows = 0; bulls + cows <= positions; ++cows)
                if (bulls != positions - 1 || cows != 1) g.labels[bulls * side + cows] = static_cast<uint8_t>(feedbacks++);
        const uint8_t* const of_secrets = g.codes.data() + (symmetric ? 0 : static_cast<size_t>(guesses) * positions);
        g.rows.resize(static_cast<size_t>(guesses) * secrets);
        fill_codes(g.codes.data(), guesses, of_secrets, secrets, positions, symbols, g.labels.data(), g.rows.data());
        g.search = std::make_unique<Search>(Table(g.rows.data(), guesses, secrets, feedbacks, feedbacks - 1, {}, symmetric),
                                            Prices({}, true), Symmetry(g.codes.data(), guesses, positions, symbols, fixes_zero),
                                            SearchOptions{.memory = static_cast<size_t>(memory)});
        return 0;
    });
}

// Goes to the position after so many guesses. The room holds, of each, its index, bulls and cows. Returns how many candidates
// are left.
int guesstree_go(int count) {
    return guarded([&] {
        Game& g = *game;
        g.asked.clear(), g.candidates.resize(g.secrets);
        for (size_t s = 0; s < g.candidates.size(); ++s) g.candidates[s] = static_cast<uint32_t>(s);
        for (int i = 0; i < count; ++i) {
            const int guess = room[3 * i], feedback = g.labels[room[3 * i + 1] * (g.positions + 1) + room[3 * i + 2]];
            const uint8_t* const row = g.rows.data() + guess * g.secrets;
            g.asked.push_back(guess);
            std::erase_if(g.candidates, [&](uint32_t s) { return row[s] != feedback; });
        }
        return static_cast<int>(g.candidates.size());
    });
}

// The least cost of the position: guesses that are still needed, summed over the candidates. Returns how the run ended
// (Search::Outcome). Then told() is [cost, bound, guess, how many first guesses follow, and of each: guess, cost].
//   first    the guess to begin with; -1: any
//   openers  how many of the best first guesses are to be proved
//   beam     so many guesses are tried at every set, and the cost is that of a tree, not the least; 0: all
//   seconds  after which the run is stopped; 0: none
int guesstree_run(int first, int openers, int beam, double seconds) {
    return guarded([&] {
        Game& g = *game;
        RunOptions options{.candidates = g.candidates, .asked = g.asked, .beam = beam, .openers = openers, .hard = seconds};
        if (first >= 0) options.only = {first};
        const Search::Result result = g.search->run(options);
        g.search->drain_proved();  // these are for checkpoints
        told = {number_of(result.cost), number_of(result.bound), static_cast<double>(result.guess),
                static_cast<double>(result.openers.size())};
        for (const GuessCost& one : result.openers) told.push_back(one.guess), told.push_back(number_of(one.cost));
        return static_cast<int>(result.outcome);
    });
}

// What the last run knows of the first guesses that it might try, the lowest bounds first: told() is, of each, [guess, bound].
// Returns how many they are.
int guesstree_frontier() {
    return guarded([&] {
        const std::vector<GuessCost> openers = game->search->frontier();
        told.clear();
        for (const GuessCost& one : openers) told.push_back(one.guess), told.push_back(number_of(one.cost));
        return static_cast<int>(openers.size());
    });
}

// How many guesses the tree of the last run takes at most; the run must have found one.
int guesstree_depth() {
    return guarded([&] {
        std::vector<int> depths;
        for (int parent : game->search->tree().parent) depths.push_back(parent < 0 ? 1 : depths[parent] + 1);
        return *std::max_element(depths.begin(), depths.end());
    });
}

}  // extern "C"
