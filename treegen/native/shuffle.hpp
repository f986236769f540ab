// Ranking guesses straight from rows of feedbacks, where the machine looks up 64 bytes at once (AVX-512 VBMI).
#pragma once
#include "masks.hpp"

namespace guesstree {

// Feedbacks f become bit f % 8 of byte f / 8: one look-up for every eight feedbacks.
bool can_shuffle(int feedbacks);
using RankKernel = void (*)(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, int winning,
                            uint64_t losing, bool candidates_only, Rank* ranks, Tops* tops);
using PeaksKernel = void (*)(const uint8_t* rows, size_t stride, size_t columns, uint64_t losing, Masks::Peak* jobs, int count);
using CountKernel = void (*)(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, size_t plane_bytes,
                             int planes, uint8_t* out);
// For rows of so many feedbacks, can_shuffle being true; columns come in whole 64.
RankKernel shuffled_rank(int feedbacks);
PeaksKernel shuffled_peaks(int feedbacks);
CountKernel shuffled_count(int feedbacks);

}  // namespace guesstree
