// The kernels of masks.hpp. A vector register holds a small table, and one instruction looks up all its bytes in it: 16 entries
// with pshufb (SSSE3, AVX2) and tbl (NEON), 64 with vpermb (AVX-512 VBMI). So a row of feedbacks, one byte a guess, is made into
// masks while it is read, with one look-up for every eight feedbacks (feedback f is bit f % 8 of byte plane f / 8).
//
// instruction_sets.cpp compiles lookup_kernels.inc for each kind of instructions, and for machines that have none of them. All give
// the same numbers.
#pragma once
#include <cstddef>
#include <cstdint>

#include "instructions.hpp"

namespace guesstree {

// The order in which guesses are tried at a set, (-(cells + win), not win, index) as in general.py, as one 16-bit number per guess
// that holds all of it but the index: a higher rank comes first, and equal ranks are tried by rising index. Vector code computes
// ranks for many guesses at once (masks.hpp). It is 2 * (cells + win) + win, and 0 for a guess that is not allowed.
using Rank = uint16_t;
constexpr Rank rank_of(int cells, int win) {
    return static_cast<Rank>(2 * cells + 3 * win);
}
// 1 if a guess of this rank wins for a candidate, else 0.
constexpr int win_of(Rank rank) {
    return rank & 1;
}
// How many cells a guess of this rank makes.
constexpr int cells_of(Rank rank) {
    return (rank - 3 * (rank & 1)) / 2;
}

// The highest ranks at a set; 0 without such a guess.
struct Tops {
    Rank plain = 0;    // the highest rank of a guess that cannot win
    Rank winning = 0;  // the highest rank of a guess that wins for a candidate
};

constexpr int kMaxPlanes = 12;     // the sizes of cells have at most this number of bits if all guesses are counted at once
constexpr int kMostLookedUp = 32;  // games with more feedbacks than this have no masks

// A set, and the most cells any allowed guess makes of it.
struct Widest {
    const uint32_t* set = nullptr;     // the candidates
    const uint32_t* places = nullptr;  // their places in the larger set whose BestColumns are used, if there are any
    int n = 0;                         // the number of candidates
    // Before: cells that some guess is known to make. Then the answer, if it is less than `enough`; else from `enough` up to it.
    int cells = 0;
    int enough = 255;  // the caller need not know whether there are more cells than this
};

// How rows write feedbacks: each as a byte, and as a bit of the masks that are made of these. Feedbacks that no entry of the
// table has are left out, and the others follow each other without a gap. "Folded", for 17 to 20 feedbacks and look-ups of 16
// entries, which give 0 for bytes above 127: bit b < 16 is byte b, bits 16 to 18 are bytes 0x90, 0xa0 and 0xc0, which name
// their bit themselves, and bit 19 is byte 0x80. So a third look-up, and an addition before each, are saved.
struct FeedbackBytes {
    // Of all feedbacks as they are, or of those that are seen, folded if that helps the machine.
    FeedbackBytes(int count, const bool* seen = nullptr);
    // The bits of these feedbacks.
    uint64_t mask(const uint8_t* wanted) const;

    static constexpr uint8_t kNone = 0xfe;  // the byte of a feedback that is left out; its bit is past the last
    int feedbacks;                          // the number of feedbacks
    int used;                               // the number of feedbacks that have a bit
    bool folded = false;                    // whether the bytes are folded, as described above
    uint8_t of[64];                         // the byte of each feedback
    uint8_t bit[64];                        // the bit of each feedback
    uint64_t mask_of[256];                  // for each byte: a mask with the bit of its feedback
};
constexpr uint8_t kLastFeedback = 0x80;  // the byte of bit 19 if the bytes are folded

using RankKernel = void (*)(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, int winning, uint64_t losing,
                            bool candidates_only, Rank* ranks, Tops* tops);
using WidestKernel = void (*)(const uint8_t* rows, size_t stride, size_t columns, uint64_t losing, const uint8_t* ceilings, Widest* jobs,
                              int count);
using SizesKernel = void (*)(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, size_t byte_stride, int planes,
                             uint8_t* out);

// Of one guess, for every feedback f: bit i of masks[w * feedbacks + f] says whether candidate 64 w + i answers it with f, and
// sizes[f] counts them. rows[i][guess] is the byte of candidate i of n, at most kMaxLocal.
constexpr int kMaxLocal = 512;
using CellsKernel = void (*)(const uint8_t* const* rows, size_t guess, int n, const FeedbackBytes& bytes, uint64_t* masks, uint16_t* sizes);
// The most cells that one of some columns that wins for one of n rows makes of these rows; 0: none wins.
using MostKernel = int (*)(const uint8_t* rows, size_t stride, const uint32_t* chosen, int n, int winning);
// See Masks::band; it serves for any number of feedbacks.
using BandKernel = Rank (*)(const Rank* ranks, size_t columns, Rank rank, int32_t* guesses, int* count);

// For rows of feedbacks; columns come in whole 64.
struct LookupKernels {
    RankKernel rank = nullptr;             // ranks all guesses on a set
    WidestKernel widest_counts = nullptr;  // finds the most cells that any guess makes of each set
    SizesKernel count = nullptr;           // counts the sizes of the cells of all guesses
    CellsKernel cells = nullptr;           // finds the cells of one guess
    MostKernel most = nullptr;             // finds the most cells of some rows under the guesses that win
    BandKernel band = nullptr;             // lists the guesses of a rank
    int mask_bytes = 4;                    // the number of bytes of a mask
};
LookupKernels lookup_kernels(const FeedbackBytes& bytes);

}  // namespace guesstree
