// Functions without a search: sizes of cells, greedy guesses, the feedback tables of codes and words (numpy would need many passes over
// them), and trees of ordered leaves by dynamic programming. These functions have no state, and the bindings check their arguments. The
// inner loops that fill tables run over secrets, so that the compiler vectorises these loops.
#pragma once
#include <cstddef>
#include <cstdint>

#include "greedy_rule.hpp"

namespace guesstree {

// counts[i][f] becomes the number of candidates that answer guess guesses[i] with feedback f. Entries of the table that are not less than
// `feedbacks` are not counted. Candidates must be valid secrets.
template <class Entry>
void cell_sizes(const Entry* table, size_t secrets, const int32_t* guesses, size_t guess_count, const int32_t* candidates, size_t n,
                int feedbacks, int32_t* counts);

// table[g][s] becomes labels[bulls * (positions + 1) + cows], for codes with symbols below symbol_count.
void fill_codes(const uint8_t* guesses, size_t guess_count, const uint8_t* secrets, size_t secret_count, int positions, int symbol_count,
                const uint8_t* labels, uint8_t* table);
// table[g][s] becomes the marks of the guess in base 3 (2: right, 1: elsewhere, 0: nowhere), for at most 5 positions.
void fill_marks(const uint8_t* guesses, size_t guess_count, const uint8_t* secrets, size_t secret_count, int positions, uint8_t* table);

// Returns the best guess by a rule, among the guesses that split the candidates and that no candidate answers with a losing feedback, or -1
// if there is none. This is for games that only a table describes; all other games need no table (greedy.hpp). allowed[guess] is 1 if the
// guess may be made (null: all may), and losing[feedback] is 1 if the feedback loses. Entries that are not less than `feedbacks` are not
// counted.
template <class Entry>
int32_t choose(const Entry* table, size_t guesses, size_t secrets, const int32_t* candidates, size_t n, const Rule& rule,
               bool candidates_only, const uint8_t* allowed, int feedbacks, int winning, const uint8_t* losing);

// Least costs of trees with ordered leaves of given weights, in which each question divides an interval of leaves at one place. Games of
// numbers with weights are of this kind: a wrong final guess loses, so a secret is guessed only if it is the only candidate. The caller
// owns the costs, and computes one depth after another. Apart from the costs, only the dividing places of at most two lengths are kept.
//
// `costs` has the n intervals of one leaf, then the intervals of two leaves, and so on; intervals of one length are in the order of their
// first leaves. An interval without a tree costs kNever.

// Allows one more question: the cost of an interval of up to 2 * most leaves becomes the least sum of the costs of two parts of up to
// `most` leaves each. Single leaves keep their costs. If the prices of the depths are convex, the best place to divide an interval lies
// between the best places of the two intervals that are longer by one leaf (Knuth 1971, Yao 1980).
void divide_intervals(int64_t* costs, size_t n, size_t most, bool convex);

// Allows any number of questions, at the prices 1, 2, 3, ...: single leaves cost their weight; the costs of longer intervals are computed.
void solve_intervals(int64_t* costs, size_t n);

}  // namespace guesstree
