// Partition kernels outside of the search: cell sizes for tables and estimates, and the feedback tables of codes and words, for
// which numpy would need many passes. They keep no state, and do not check their arguments, which the bindings do.
// The loops that fill tables run over secrets, so that the compiler vectorises them.
#pragma once
#include <cstddef>
#include <cstdint>

#include "greedy_rule.hpp"

namespace guesstree {

// counts[i][f] = how many candidates answer guess guesses[i] with feedback f; entries of the table that are not less than
// `feedbacks` are not counted. Candidates are valid secrets.
template <class Entry>
void cell_sizes(const Entry* table, size_t secrets, const int32_t* guesses, size_t guess_count, const int32_t* candidates, size_t n,
                int feedbacks, int32_t* counts);

// table[g][s] = labels[bulls * (positions + 1) + cows] for codes of symbols less than symbol_count.
void fill_codes(const uint8_t* guesses, size_t guess_count, const uint8_t* secrets, size_t secret_count, int positions, int symbol_count,
                const uint8_t* labels, uint8_t* table);
// table[g][s] = the marks of the guess in base 3 (2: right, 1: elsewhere, 0: nowhere), of at most 5 positions.
void fill_marks(const uint8_t* guesses, size_t guess_count, const uint8_t* secrets, size_t secret_count, int positions, uint8_t* table);

// The first guess in the order of a rule that splits the candidates and that none of them answers with a losing feedback; -1 if
// there is none. This is for games that only a table describes; the guesses of all others are found without one (greedy.hpp).
// `allowed` flags the guesses that may be made (null: all), `losing` the feedbacks that lose. Entries that are not less than
// `feedbacks` are not counted.
template <class Entry>
int32_t choose(const Entry* table, size_t guesses, size_t secrets, const int32_t* candidates, size_t n, const Rule& rule,
               bool candidates_only, const uint8_t* allowed, int feedbacks, int winning, const uint8_t* losing);

// Least costs of ordered leaves with weights: each tree divides an interval of leaves at one place, and both parts again.
// Games of numbers with weights are of this kind, as every secret is found by its last guess. The costs belong to the caller, who
// asks for one layer of depths after the other; only the places to divide the intervals of one length are kept beside them.
//
// `costs` are those of all intervals of n leaves: the n intervals of length 1, then those of length 2, ..., each by its first leaf.
// After how many questions they hold is the caller's. kNever where there is no tree.
//
// One question more: an interval of up to 2 * most leaves costs the least sum of its two parts, of up to `most` leaves each, which
// is written over it; single leaves stay as they are. If the prices of the depths rise by ever more (`convex`), the best places
// to divide an interval lie between those of the two intervals that are longer by one leaf (Knuth 1971, Yao 1980).
void divide_intervals(int64_t* costs, size_t n, size_t most, bool convex);

// Any number of questions, at the prices 1, 2, 3, ...: single leaves cost their weight, and all other intervals are computed.
void solve_intervals(int64_t* costs, size_t n);

}  // namespace guesstree
