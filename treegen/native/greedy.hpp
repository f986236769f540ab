// Greedy trees without a table of feedbacks, built level by level: each set of a level gets the best guess by a rule (greedy_rule.hpp), and
// this guess divides the set into sets of the next level. A game receives all sets of a level at once, because they share computations.
// Games of codes (code_guesses.cpp) and of words (word_guesses.cpp) have different methods to find the guesses.
//
// The memory consists of the tree and one level, four bytes for each secret. The tree does not depend on the number of threads.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "greedy_rule.hpp"
#include "value.hpp"

namespace guesstree {

// A set that needs a guess: its candidates, rising; the guesses that led to it; and for each guess, 1 if it may be made, else 0 (null: all
// guesses may be made).
struct UndecidedSet {
    std::span<const int32_t> set;
    std::vector<int32_t> asked;
    const uint8_t* allowed = nullptr;
};

// Threads that share a list of tasks. The thread that constructed this object calls `check` several times a second. If `check` throws an
// exception, the other threads are stopped, and run() throws it again.
class Workers {
public:
    Workers(int threads, std::function<void()> check) : threads_(threads), check_(std::move(check)) {}
    // Calls task(i) for each i below `count`, beginning the tasks in this order.
    void run(size_t count, const std::function<void(size_t)>& task);
    // Throws an exception if the task that calls this has to end; each task must call it now and then.
    void poll();
    int threads() const { return threads_; }

private:
    using Clock = std::chrono::steady_clock;
    int threads_;
    std::function<void()> check_;
    std::thread::id owner_ = std::this_thread::get_id();
    Clock::time_point last_ = Clock::now();  // the time of the last check
    std::atomic<bool> is_over_{false};
};

// A game whose feedbacks are computed, not looked up in a table.
class ComputedGame {
public:
    virtual ~ComputedGame() = default;
    // Returns the feedback of a secret to a guess.
    virtual int feedback(int32_t guess, int32_t secret) const = 0;
    // Returns for each set of at least two candidates the best guess by the rule, or -1 if no guess that may be made splits it.
    virtual std::vector<int32_t> choose(const std::vector<UndecidedSet>& sets, bool candidates_only, Workers& workers) const = 0;

    Rule rule;
    int guesses = 0, feedbacks = 0, winning = 0;
    std::vector<int32_t> own;  // for each secret, the guess that wins against it
    // Returns the guesses that win for these candidates, rising.
    std::vector<int32_t> own_guesses(std::span<const int32_t> set) const;
    // Returns the guesses that may be made, rising.
    std::vector<int32_t> allowed_guesses(const uint8_t* allowed) const;
};

// The codes that may be guessed; they are in the order of their text.
struct CodeRules {
    int positions, symbols;
    bool may_repeat;  // whether a symbol may occur twice in a guess
    bool nozero;      // whether no code may begin with symbol 0
};
// Makes a game of codes of up to 6 positions (code_guesses.cpp). Each secret is a guess; labels[bulls][cows] are the feedbacks.
std::unique_ptr<ComputedGame> make_code_game(const CodeRules& codes, const Rule& rule, std::vector<int32_t> secrets, const uint8_t* labels,
                                             int winning);

constexpr int kMostLength = 8;    // the most letters of a word
constexpr int kMostLetters = 64;  // the most different letters of a game
// Makes a game of words with marks (word_guesses.cpp). words[guess][place] is a letter 0, 1, ...; each secret is a guess. `entropy` has
// n log n for each size n, with which most guesses are excluded without scoring them; null unless prices >= n log n are summed.
std::unique_ptr<ComputedGame> make_word_game(const uint8_t* words, int count, int length, const Rule& rule, std::vector<int32_t> secrets,
                                             const int64_t* entropy);

// The tree to build, for a set after the guesses `asked`. `opening` has the first guesses of the game; each of them is made wherever it
// splits the set.
struct GreedyTask {
    std::span<const int32_t> set;
    std::vector<int32_t> asked, opening;
    bool candidates_only = false;
};

// Builds a tree and returns its nodes, level by level. progress(sets, secrets) is called at each level with the number of its sets of more
// than two candidates, and the number of secrets that are found above this level; progress may throw an exception.
TreeNodes build_greedy(const ComputedGame& game, const GreedyTask& task, Workers& workers,
                       const std::function<void(int64_t, int64_t)>& progress);

}  // namespace guesstree
