// Partition kernels outside of the search: cell sizes for tables and estimates, and the feedback tables of codes and words, for
// which numpy would need many passes. They keep no state, and do not check their arguments, which the bindings do.
// The loops that fill tables run over secrets, so that the compiler vectorises them.
#pragma once
#include <cstddef>
#include <cstdint>

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

}  // namespace guesstree
