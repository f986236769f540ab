// The kernels of masks.hpp straight from rows of feedbacks, by looking feedbacks up in a register.
//
// A vector register holds a small table, and one instruction looks up all its bytes in it: 16 entries with pshufb (SSSE3,
// AVX2) and tbl (NEON), 64 with vpermb (AVX-512 VBMI). So masks need not be kept: a row of feedbacks, one byte a guess, is
// made into masks while it is read, with one look-up for every eight feedbacks (feedback f is bit f % 8 of byte plane f / 8).
// That reads half of the memory that 16-bit masks take, and a quarter of 32-bit ones.
//
// There is one source for all machines, lookup_kernels.inc; lookup.cpp compiles it for each kind of instructions. There are
// kernels for up to 32 feedbacks. The numbers are those of the other kernels, bit by bit.
#pragma once
#include <cstddef>
#include <cstdint>

#include "instructions.hpp"
#include "rank.hpp"

namespace guesstree {

constexpr int kMaxPlanes = 12;  // bits of a cell's size in counts of all guesses at once

// A set, and the most cells any allowed guess makes of it.
struct Peak {
    const uint32_t* set = nullptr;  // the candidates
    int n = 0;                      // how many they are
    int cells = 0;                  // the answer, if it is less than `enough`; else a number from `enough` up to it
    int enough = 255;               // how many cells are enough to know
};

using RankKernel = void (*)(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, int winning, uint64_t losing,
                            bool candidates_only, Rank* ranks, Tops* tops);
using PeaksKernel = void (*)(const uint8_t* rows, size_t stride, size_t columns, uint64_t losing, Peak* jobs, int count);
using CountKernel = void (*)(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, size_t plane_bytes, int planes,
                             uint8_t* out);

// For rows of feedbacks; columns come in whole 64. All null where the machine has no look-ups, or not for so many feedbacks.
struct LookupKernels {
    RankKernel rank = nullptr;    // of all guesses on a set
    PeaksKernel peaks = nullptr;  // the most cells any guess makes of each set
    CountKernel count = nullptr;  // the sizes of the cells of all guesses
};
LookupKernels lookup_kernels(int feedbacks);

}  // namespace guesstree
