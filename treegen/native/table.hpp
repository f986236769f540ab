// The table of a game, all that the core knows of it: feedback indices [guess][secret], of one byte for up to 256 feedbacks, else of two.
//
// The constructor checks that every entry is less than `feedbacks`, that a guess wins for at most one secret, and that the winning feedback
// does not lose. The claim that a table is symmetric is checked only for a sample of entries. If this claim is false, results may be wrong,
// but no memory outside the table is read.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace guesstree {

constexpr int kMaxNarrow = 256;         // with more feedbacks, entries have two bytes
constexpr int kMaxFeedbacks = 1 << 13;  // the most feedbacks of a game; ranks of 16 bits (lookup.hpp) have room for four times this number

// The feedbacks of all secrets to one guess. Code that reads many of them uses Table::read instead.
class Row {
public:
    Row(const uint8_t* narrow, const uint16_t* wide) : narrow_(narrow), wide_(wide) {}
    int operator[](size_t secret) const { return wide_ ? wide_[secret] : narrow_[secret]; }

private:
    const uint8_t* narrow_;  // the entries of one byte
    const uint16_t* wide_;   // the entries of two bytes; null if entries have one byte
};

// A table [guess][secret] of feedback indices, with the feedbacks that win and lose. The rows belong to the caller.
struct Table {
    int guesses = 0;                 // the number of rows
    int secrets = 0;                 // the number of columns
    int feedbacks = 0;               // the number of feedbacks: every entry is less than this
    int winning = 0;                 // the feedback that ends the game
    const uint8_t* rows = nullptr;   // the entries [guess][secret]; null if they have two bytes
    const uint16_t* wide = nullptr;  // the entries [guess][secret]; null if they have one byte
    std::vector<uint8_t> losing;     // for each feedback, 1 if it loses: no guess that a candidate may answer with it is allowed
    bool any_losing = false;         // whether some feedback loses
    bool simple_winners = true;   // whether no feedback loses, and every secret has exactly one winning guess, in the order of the secrets
    std::vector<int32_t> winner;  // for each secret, the lowest guess that wins for it, or -1
    std::vector<int32_t> secret_of;  // for each guess, the secret for which it wins, or -1
    bool symmetric = false;          // whether the guesses are the secrets, and the table is its own transpose

    // Throws std::invalid_argument if the table is not valid.
    template <class Entry>
    Table(const Entry* entries, int guesses, int secrets, int feedbacks, int winning, const std::vector<int>& losing_feedbacks,
          bool symmetric);
    // Returns the feedbacks of all secrets to a guess.
    Row row(int guess) const {
        const size_t at = static_cast<size_t>(guess) * secrets;
        return wide ? Row(nullptr, wide + at) : Row(rows + at, nullptr);
    }
    // Returns the feedbacks of all secrets to a guess as bytes; only for entries of one byte.
    const uint8_t* bytes(int guess) const { return rows + static_cast<size_t>(guess) * secrets; }
    // Returns f(pointer to the entries); f is compiled for both sizes of entries, for inner loops.
    template <class F>
    auto read(int guess, const F& f) const {
        const size_t at = static_cast<size_t>(guess) * secrets;
        return wide ? f(wide + at) : f(rows + at);
    }
    // Returns the number of feedbacks after which the game goes on.
    int open_feedbacks() const;
};

}  // namespace guesstree
