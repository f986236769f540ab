#include "shuffle.hpp"

#include <algorithm>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // gcc 12 says so of its own header
#endif
#include <immintrin.h>

#define GUESSTREE_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi")))
#define GUESSTREE_ALWAYS GUESSTREE_TARGET inline __attribute__((always_inline))

namespace guesstree {
namespace {

constexpr int kLanes = 64;  // guesses of a vector
// Vectors side by side: as many as there are registers for their masks.
template <int Planes>
constexpr int kWide = Planes <= 3 ? 8 : 4;

template <int Planes>
struct Tables {
    __m512i at[Planes];  // entry f of table p: the mask of feedback f in byte p
    GUESSTREE_ALWAYS Tables() {
        for (int p = 0; p < Planes; ++p) {
            alignas(64) uint8_t entry[kLanes] = {};
            for (int bit = 0; bit < 8; ++bit) entry[8 * p + bit] = static_cast<uint8_t>(1 << bit);
            at[p] = _mm512_load_si512(entry);
        }
    }
};

// The feedbacks that any secret of the set gives to these guesses.
template <int Planes, int Vectors>
GUESSTREE_ALWAYS void see(const uint8_t* rows, size_t stride, const uint32_t* set, int n, const Tables<Planes>& tables,
                          __m512i (&seen)[Vectors][Planes]) {
    constexpr int kAny = 0xfe;  // of three
    for (int v = 0; v < Vectors; ++v)
        for (int p = 0; p < Planes; ++p) seen[v][p] = _mm512_setzero_si512();
    int i = 0;
    for (; i + 2 <= n; i += 2) {
        const uint8_t *first = rows + set[i] * stride, *second = rows + set[i + 1] * stride;
        for (int v = 0; v < Vectors; ++v) {
            const __m512i a = _mm512_loadu_si512(first + v * kLanes), b = _mm512_loadu_si512(second + v * kLanes);
            for (int p = 0; p < Planes; ++p)
                seen[v][p] = _mm512_ternarylogic_epi64(seen[v][p], _mm512_permutexvar_epi8(a, tables.at[p]),
                                                       _mm512_permutexvar_epi8(b, tables.at[p]), kAny);
        }
    }
    if (i == n) return;
    for (int v = 0; v < Vectors; ++v) {
        const __m512i a = _mm512_loadu_si512(rows + set[i] * stride + v * kLanes);
        for (int p = 0; p < Planes; ++p) seen[v][p] = _mm512_or_si512(seen[v][p], _mm512_permutexvar_epi8(a, tables.at[p]));
    }
}

template <int Planes>
GUESSTREE_ALWAYS __m512i count_cells(const __m512i (&seen)[Planes]) {
    __m512i cells = _mm512_popcnt_epi8(seen[0]);
    for (int p = 1; p < Planes; ++p) cells = _mm512_add_epi8(cells, _mm512_popcnt_epi8(seen[p]));
    return cells;
}

// Where one of these feedbacks was seen.
template <int Planes>
GUESSTREE_ALWAYS __mmask64 met(const __m512i (&seen)[Planes], uint64_t feedbacks) {
    __mmask64 any = 0;
    for (int p = 0; p < Planes; ++p) any |= _mm512_test_epi8_mask(seen[p], _mm512_set1_epi8(static_cast<char>(feedbacks >> 8 * p)));
    return any;
}

GUESSTREE_TARGET int largest(__m512i bytes) {
    alignas(64) uint8_t lane[kLanes];
    _mm512_store_si512(lane, bytes);
    return *std::max_element(lane, lane + kLanes);
}

template <int Planes, int Vectors>
GUESSTREE_ALWAYS void rank_some(const uint8_t* rows, size_t stride, const uint32_t* set, int n, const Tables<Planes>& tables, int winning,
                                uint64_t losing, bool candidates_only, Rank* ranks, __m512i& top_plain, __m512i& top_winning) {
    __m512i seen[Vectors][Planes];
    see<Planes, Vectors>(rows, stride, set, n, tables, seen);
    for (int v = 0; v < Vectors; ++v) {
        const __m512i cells = count_cells<Planes>(seen[v]);
        const __mmask64 wins = met<Planes>(seen[v], uint64_t{1} << winning);
        __mmask64 allowed = _mm512_cmpgt_epu8_mask(cells, _mm512_set1_epi8(1));
        if (losing) allowed &= ~met<Planes>(seen[v], losing);
        if (candidates_only) allowed &= wins;
        __m512i rank = _mm512_add_epi8(cells, cells);
        rank = _mm512_mask_add_epi8(rank, wins, rank, _mm512_set1_epi8(3));
        rank = _mm512_maskz_mov_epi8(allowed, rank);
        top_winning = _mm512_mask_max_epu8(top_winning, wins, top_winning, rank);
        top_plain = _mm512_mask_max_epu8(top_plain, ~wins, top_plain, rank);
        _mm512_storeu_si512(ranks + v * kLanes, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(rank)));
        _mm512_storeu_si512(ranks + v * kLanes + kLanes / 2, _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(rank, 1)));
    }
}

template <int Planes>
GUESSTREE_TARGET void rank(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, int winning, uint64_t losing,
                           bool candidates_only, Rank* ranks, Tops* tops) {
    const Tables<Planes> tables;
    __m512i top_plain = _mm512_setzero_si512(), top_winning = _mm512_setzero_si512();
    size_t at = 0;
    for (; at + kWide<Planes> * kLanes <= columns; at += kWide<Planes> * kLanes)
        rank_some<Planes, kWide<Planes>>(rows + at, stride, set, n, tables, winning, losing, candidates_only, ranks + at, top_plain,
                                         top_winning);
    for (; at < columns; at += kLanes)
        rank_some<Planes, 1>(rows + at, stride, set, n, tables, winning, losing, candidates_only, ranks + at, top_plain, top_winning);
    tops->plain = std::max(tops->plain, static_cast<Rank>(largest(top_plain)));
    tops->winning = std::max(tops->winning, static_cast<Rank>(largest(top_winning)));
}

template <int Planes, int Vectors>
GUESSTREE_ALWAYS void peak_some(const uint8_t* rows, size_t stride, const Masks::Peak& job, const Tables<Planes>& tables, uint64_t losing,
                                __m512i& peak) {
    __m512i seen[Vectors][Planes];
    see<Planes, Vectors>(rows, stride, job.set, job.n, tables, seen);
    for (int v = 0; v < Vectors; ++v) {
        const __mmask64 allowed = losing ? ~met<Planes>(seen[v], losing) : ~__mmask64{0};
        peak = _mm512_mask_max_epu8(peak, allowed, peak, count_cells<Planes>(seen[v]));
    }
}

template <int Planes>
GUESSTREE_TARGET void peaks(const uint8_t* rows, size_t stride, size_t columns, uint64_t losing, Masks::Peak* jobs, int count) {
    constexpr int kBatch = 64;
    const Tables<Planes> tables;
    for (int from = 0; from < count; from += kBatch) {
        const int to = std::min(from + kBatch, count);
        __m512i peak[kBatch];
        for (int j = from; j < to; ++j) peak[j - from] = _mm512_setzero_si512();
        size_t at = 0;
        for (; at + kWide<Planes> * kLanes <= columns; at += kWide<Planes> * kLanes)
            for (int j = from; j < to; ++j) peak_some<Planes, kWide<Planes>>(rows + at, stride, jobs[j], tables, losing, peak[j - from]);
        for (; at < columns; at += kLanes)
            for (int j = from; j < to; ++j) peak_some<Planes, 1>(rows + at, stride, jobs[j], tables, losing, peak[j - from]);
        for (int j = from; j < to; ++j) jobs[j].cells = std::max(jobs[j].cells, largest(peak[j - from]));
    }
}

// Adds the bits of b and c to those of a: a becomes the sum, and the carry is returned.
GUESSTREE_ALWAYS __m512i add_bits(__m512i& a, __m512i b, __m512i c) {
    constexpr int kOdd = 0x96, kMost = 0xe8;
    const __m512i carry = _mm512_ternarylogic_epi64(a, b, c, kMost);
    a = _mm512_ternarylogic_epi64(a, b, c, kOdd);
    return carry;
}

// Counts of eight feedbacks to each of 64 guesses, as their bits, lowest first.
struct Counter {
    __m512i bit[kMaxPlanes];  // bit f of byte j of bit[k] is bit k of how often guess j has feedback f
    GUESSTREE_ALWAYS void carry(__m512i more, int from, int planes) {
        for (int k = from; k < planes; ++k) {
            const __m512i sum = _mm512_xor_si512(bit[k], more);
            more = _mm512_and_si512(bit[k], more), bit[k] = sum;
        }
    }
};

// Byte p of the masks of the feedbacks of 64 guesses, counted: sixteen secrets at a time through adders, then four.
GUESSTREE_ALWAYS void count_plane(const uint8_t* rows, size_t stride, const uint32_t* set, int n, __m512i table, int planes, Counter& out) {
    const __m512i zero = _mm512_setzero_si512();
    __m512i one = zero, two = zero, four = zero, eight = zero;
    for (int k = 0; k < planes; ++k) out.bit[k] = zero;
    const auto mask = [&](int i) GUESSTREE_TARGET { return _mm512_permutexvar_epi8(_mm512_loadu_si512(rows + set[i] * stride), table); };
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        __m512i fours[4], eights[2];
        for (int k = 0; k < 4; ++k) {
            const __m512i a = add_bits(one, mask(i + 4 * k), mask(i + 4 * k + 1)),
                          b = add_bits(one, mask(i + 4 * k + 2), mask(i + 4 * k + 3));
            fours[k] = add_bits(two, a, b);
        }
        for (int k = 0; k < 2; ++k) eights[k] = add_bits(four, fours[2 * k], fours[2 * k + 1]);
        const __m512i sixteen = add_bits(eight, eights[0], eights[1]);
        out.carry(sixteen, 4, planes);
    }
    const __m512i first[] = {one, two, four, eight};
    for (int k = 0; k < 4 && k < planes; ++k) out.bit[k] = first[k];
    for (; i < n; i += 4) {
        const __m512i a = add_bits(out.bit[0], mask(i), i + 1 < n ? mask(i + 1) : zero);
        if (i + 2 >= n) {
            out.carry(a, 1, planes);
            return;
        }
        const __m512i b = add_bits(out.bit[0], mask(i + 2), i + 3 < n ? mask(i + 3) : zero);
        out.carry(add_bits(out.bit[1], a, b), 2, planes);
    }
}

// The bytes of 64 masks as 64 words.
template <int Planes>
GUESSTREE_ALWAYS void interleave(const __m512i (&byte)[4], uint8_t* out) {
    const __m512i low = _mm512_unpacklo_epi8(byte[0], byte[1]), high = _mm512_unpackhi_epi8(byte[0], byte[1]);
    if constexpr (Planes <= 2) {
        const __m512i order = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), rest = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
        _mm512_storeu_si512(out, _mm512_permutex2var_epi64(low, order, high));
        _mm512_storeu_si512(out + 64, _mm512_permutex2var_epi64(low, rest, high));
    } else {
        const __m512i low2 = _mm512_unpacklo_epi8(byte[2], byte[3]), high2 = _mm512_unpackhi_epi8(byte[2], byte[3]);
        // quarter q of word[k] has the guesses from 16 q + 4 k on
        const __m512i word[] = {_mm512_unpacklo_epi16(low, low2), _mm512_unpackhi_epi16(low, low2), _mm512_unpacklo_epi16(high, high2),
                                _mm512_unpackhi_epi16(high, high2)};
        const __m512i a = _mm512_shuffle_i64x2(word[0], word[1], 0x44), b = _mm512_shuffle_i64x2(word[2], word[3], 0x44);
        const __m512i c = _mm512_shuffle_i64x2(word[0], word[1], 0xee), d = _mm512_shuffle_i64x2(word[2], word[3], 0xee);
        _mm512_storeu_si512(out, _mm512_shuffle_i64x2(a, b, 0x88));
        _mm512_storeu_si512(out + 64, _mm512_shuffle_i64x2(a, b, 0xdd));
        _mm512_storeu_si512(out + 128, _mm512_shuffle_i64x2(c, d, 0x88));
        _mm512_storeu_si512(out + 192, _mm512_shuffle_i64x2(c, d, 0xdd));
    }
}

template <int Planes>
GUESSTREE_TARGET void count(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, size_t plane_bytes, int planes,
                            uint8_t* out) {
    const Tables<Planes> tables;
    constexpr size_t kWord = Planes <= 2 ? 2 : 4;
    for (size_t at = 0; at < columns; at += kLanes) {
        Counter counter[Planes];
        for (int p = 0; p < Planes; ++p) count_plane(rows + at, stride, set, n, tables.at[p], planes, counter[p]);
        for (int k = 0; k < planes; ++k) {
            __m512i byte[4];
            for (int p = 0; p < 4; ++p) byte[p] = p < Planes ? counter[p < Planes ? p : 0].bit[k] : _mm512_setzero_si512();
            interleave<Planes>(byte, out + k * plane_bytes + at * kWord);
        }
    }
}

}  // namespace

bool can_shuffle(int feedbacks) {
    return feedbacks <= 32 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vbmi");
}

RankKernel shuffled_rank(int feedbacks) {
    return feedbacks <= 8 ? rank<1> : feedbacks <= 16 ? rank<2> : feedbacks <= 24 ? rank<3> : rank<4>;
}

PeaksKernel shuffled_peaks(int feedbacks) {
    return feedbacks <= 8 ? peaks<1> : feedbacks <= 16 ? peaks<2> : feedbacks <= 24 ? peaks<3> : peaks<4>;
}

CountKernel shuffled_count(int feedbacks) {
    return feedbacks <= 8 ? count<1> : feedbacks <= 16 ? count<2> : feedbacks <= 24 ? count<3> : count<4>;
}

}  // namespace guesstree

#else

namespace guesstree {

bool can_shuffle(int) {
    return false;
}
RankKernel shuffled_rank(int) {
    return nullptr;
}
PeaksKernel shuffled_peaks(int) {
    return nullptr;
}
CountKernel shuffled_count(int) {
    return nullptr;
}

}  // namespace guesstree

#endif
