// The kernels of masks.hpp. A vector register can hold a small table, in which one instruction looks up all bytes of another vector: 16
// entries with pshufb (SSSE3, AVX2) and tbl (NEON), 64 with vpermb (AVX-512 VBMI). So a row of feedbacks, one byte for each guess, is
// turned into masks while it is read, with one look-up for every eight bits of a mask (feedback f is bit f % 8 of byte f / 8 of the mask).
//
// instruction_sets.cpp compiles lookup_kernels.inc for each kind of instructions, and for machines without any of these. The kernels of all
// kinds return the same numbers.
#pragma once
#include <cstddef>
#include <cstdint>

#include "instructions.hpp"

namespace guesstree {

// The rank of a guess at a set: a higher rank is tried first, and equal ranks are tried by rising index. This is the order of
// treegen/search/plain.py, (-(cells + win), not win, index). The rank is 2 * (cells + win) + win in 16 bits, or 0 for a guess that is not
// allowed. Vector code computes the ranks of many guesses at once (masks.hpp).
using Rank = uint16_t;
constexpr Rank rank_of(int cells, int win) {
    return static_cast<Rank>(2 * cells + 3 * win);
}
// Returns 1 if a guess of this rank wins for a candidate, else 0.
constexpr int win_of(Rank rank) {
    return rank & 1;
}
// Returns the number of cells that a guess of this rank makes.
constexpr int cells_of(Rank rank) {
    return (rank - 3 * (rank & 1)) / 2;
}

// The highest ranks of guesses at a set; a rank is 0 if there is no guess of this kind.
struct Tops {
    Rank plain = 0;    // the highest rank of a guess that cannot win
    Rank winning = 0;  // the highest rank of a guess that wins for a candidate
};

constexpr int kMaxPlanes = 12;     // the sizes of cells have at most this number of bits if all guesses are counted at once
constexpr int kMostLookedUp = 32;  // games with more feedbacks than this have no masks

// A job for a kernel: a set, for which the kernel finds the most cells that any allowed guess makes of it.
struct WidestJob {
    const uint32_t* set = nullptr;     // the candidates
    const uint32_t* places = nullptr;  // the places of the candidates in the larger set whose BestColumns are used; null: none are used
    int n = 0;                         // the number of candidates
    // Before: a number of cells that some guess is known to make. Afterwards: the answer, or any number from `enough` to the answer.
    int cells = 0;
    int enough = 255;  // the caller need not know whether a guess makes more cells than this
};

// The bytes that stand for feedbacks in rows, and the bit of each byte in masks. Feedbacks that no entry of the table has are left out, and
// the others get the bits 0, 1, ... For 17 to 20 feedbacks and look-ups in 16 entries, which return 0 for bytes above 127, the bytes are
// folded: the byte of bit b < 16 is b; those of bits 16 to 18 are 0x80 + 0x10, + 0x20 and + 0x40, so that shifting the byte by 4 gives
// these bits of the mask; and the byte of bit 19 is 0x80, the lowest signed number. This saves a look-up, and additions.
struct FeedbackBytes {
    // Keeps all feedbacks unchanged, or, with `seen`, only the feedbacks seen, folded if that helps the machine.
    FeedbackBytes(int count, const bool* seen = nullptr);
    // Returns a mask with the bits of all feedbacks f whose wanted[f] is 1.
    uint64_t mask(const uint8_t* wanted) const;

    static constexpr uint8_t kNone = 0xfe;  // the byte of a feedback that is left out; its bit would be 63, which no mask has
    int feedbacks;                          // the number of feedbacks
    int used;                               // the number of feedbacks that have a bit
    bool folded = false;                    // whether the bytes are folded, as described above
    uint8_t of[64];                         // the byte of each feedback
    uint8_t bit[64];                        // the bit of each feedback
    uint64_t mask_of[256];                  // for each byte: a mask with the bit of its feedback
};
constexpr uint8_t kLastFeedback = 0x80;  // the byte of bit 19 if the bytes are folded

// Rows, `stride` bytes apart, have the feedbacks of the secrets in `set`, and `losing` is the mask of all losing feedbacks. No guess from
// column 64 * i on makes more than ceilings[i] cells of any of the sets; null if this is not known (BestColumns::ceilings).
using RankKernel = void (*)(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, int winning, uint64_t losing,
                            bool candidates_only, Rank* ranks, Tops* tops);
using WidestKernel = void (*)(const uint8_t* rows, size_t stride, size_t columns, uint64_t losing, const uint8_t* ceilings, WidestJob* jobs,
                              int count);
using SizesKernel = void (*)(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, size_t byte_stride, int planes,
                             uint8_t* out);

constexpr int kMaxLocal = 512;  // the most candidates for a CellsKernel
// Finds the cells of one guess: bit i of masks[w * feedbacks + f] becomes 1 if candidate 64 w + i answers with feedback f, and sizes[f]
// becomes the size of the cell of feedback f. rows[i][guess] is the byte of the feedback of candidate i, of n candidates.
using CellsKernel = void (*)(const uint8_t* const* rows, size_t guess, int n, const FeedbackBytes& bytes, uint64_t* masks, uint16_t* sizes);
// Returns the most cells that a column makes of n chosen rows, among the columns that win for one of these rows; 0: no column wins.
using MostKernel = int (*)(const uint8_t* rows, size_t stride, const uint32_t* chosen, int n, int winning);
// Lists the guesses of exactly this rank, rising; returns the next lower rank of the same kind (win or not).
using BandKernel = Rank (*)(const Rank* ranks, size_t columns, Rank rank, int32_t* guesses, int* count);

// The kernels for rows of feedbacks; the number of columns is a multiple of 64.
struct LookupKernels {
    RankKernel rank = nullptr;             // ranks all guesses on a set
    WidestKernel widest_counts = nullptr;  // finds the most cells that any guess makes of each set
    SizesKernel count = nullptr;           // counts the sizes of the cells of all guesses
    CellsKernel cells = nullptr;           // finds the cells of one guess
    MostKernel most = nullptr;             // finds the most cells that a guess that wins makes of some rows
    BandKernel band = nullptr;             // lists the guesses of a rank
    int mask_bytes = 4;                    // the number of bytes of a mask
};
LookupKernels lookup_kernels(const FeedbackBytes& bytes);

}  // namespace guesstree
