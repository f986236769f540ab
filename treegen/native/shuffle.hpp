// The kernels of masks.hpp directly on rows of feedbacks, for machines that look up 64 bytes at once (AVX-512 VBMI).
//
// A vector register holds a table of 64 bytes, and one instruction (vpermb, a byte shuffle) looks up 64 feedbacks in it. So
// masks need not be kept: a row of feedbacks, one byte a guess, is made into masks while it is read, with one look-up for
// every eight feedbacks (feedback f is bit f % 8 of byte plane f / 8). That reads half of the memory that 16-bit masks take, and
// a quarter of 32-bit ones. There are kernels for up to 32 feedbacks. The results are identical to those of the other
// kernels; if the machine does not support this, can_shuffle() is false and nothing else may be called.
#pragma once
#include "masks.hpp"

namespace guesstree {

// Whether this machine supports it for this number of feedbacks.
bool can_shuffle(int feedbacks);
using RankKernel = void (*)(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, int winning, uint64_t losing,
                            bool candidates_only, Rank* ranks, Tops* tops);
using PeaksKernel = void (*)(const uint8_t* rows, size_t stride, size_t columns, uint64_t losing, Masks::Peak* jobs, int count);
using CountKernel = void (*)(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, size_t plane_bytes, int planes,
                             uint8_t* out);
// For rows of this many feedbacks, if can_shuffle() is true; the number of columns is a multiple of 64.
RankKernel shuffled_rank(int feedbacks);
PeaksKernel shuffled_peaks(int feedbacks);
CountKernel shuffled_count(int feedbacks);

}  // namespace guesstree
