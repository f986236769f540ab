#include "counters.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "instructions.hpp"
#if defined(__x86_64__)
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // gcc 12 says so of its own header
#endif
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace guesstree {

namespace {

#define GUESSTREE_ADDERS                                     \
    GUESSTREE_INLINE Bytes odd(Bytes a, Bytes b, Bytes c) {  \
        return a ^ b ^ c;                                    \
    }                                                        \
    GUESSTREE_INLINE Bytes most(Bytes a, Bytes b, Bytes c) { \
        return (a & b) | (c & (a ^ b));                      \
    }

namespace plain {
constexpr int kLanes = 16;
constexpr bool kLooksUp = false;
typedef uint8_t Bytes __attribute__((vector_size(kLanes)));
// Byte by byte, and so not worth being compiled in every place.
__attribute__((noinline)) Bytes look_up(Bytes table, Bytes at) {
    Bytes out = {};
    for (int i = 0; i < kLanes; ++i) out[i] = at[i] & 128 ? 0 : table[at[i] & 15];
    return out;
}
GUESSTREE_INLINE uint64_t top_bits(Bytes x) {
#if defined(__x86_64__)
    return static_cast<uint32_t>(_mm_movemask_epi8(reinterpret_cast<__m128i>(x)));  // SSE2, which each of them has
#else
    uint64_t bits = 0;
    for (int i = 0; i < kLanes; ++i) bits |= static_cast<uint64_t>(x[i] >> 7) << i;
    return bits;
#endif
}
GUESSTREE_ADDERS
#include "counter_kernels.inc"
}  // namespace plain

#if defined(__x86_64__)

GUESSTREE_BEGIN("ssse3")
namespace ssse3 {
constexpr int kLanes = 16;
constexpr bool kLooksUp = true;
typedef uint8_t Bytes __attribute__((vector_size(kLanes)));
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes at) {
    return reinterpret_cast<Bytes>(_mm_shuffle_epi8(reinterpret_cast<__m128i>(table), reinterpret_cast<__m128i>(at)));
}
GUESSTREE_INLINE uint64_t top_bits(Bytes x) {
    return static_cast<uint32_t>(_mm_movemask_epi8(reinterpret_cast<__m128i>(x)));
}
GUESSTREE_ADDERS
#include "counter_kernels.inc"
}  // namespace ssse3
GUESSTREE_END

GUESSTREE_BEGIN("avx2")
namespace avx2 {
constexpr int kLanes = 32;
constexpr bool kLooksUp = true;
typedef uint8_t Bytes __attribute__((vector_size(kLanes)));
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes at) {
    return reinterpret_cast<Bytes>(_mm256_shuffle_epi8(reinterpret_cast<__m256i>(table), reinterpret_cast<__m256i>(at)));
}
GUESSTREE_INLINE uint64_t top_bits(Bytes x) {
    return static_cast<uint32_t>(_mm256_movemask_epi8(reinterpret_cast<__m256i>(x)));
}
GUESSTREE_ADDERS
#include "counter_kernels.inc"
}  // namespace avx2
GUESSTREE_END

GUESSTREE_BEGIN("avx512f,avx512bw,avx512vl")
namespace avx512 {
constexpr int kLanes = 64;
constexpr bool kLooksUp = true;
typedef uint8_t Bytes __attribute__((vector_size(kLanes)));
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes at) {
    return reinterpret_cast<Bytes>(_mm512_shuffle_epi8(reinterpret_cast<__m512i>(table), reinterpret_cast<__m512i>(at)));
}
GUESSTREE_INLINE uint64_t top_bits(Bytes x) {
    return _mm512_movepi8_mask(reinterpret_cast<__m512i>(x));
}
// One instruction for any function of three bits, which is named by its column of a truth table.
GUESSTREE_INLINE Bytes odd(Bytes a, Bytes b, Bytes c) {
    return reinterpret_cast<Bytes>(
        _mm512_ternarylogic_epi64(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b), reinterpret_cast<__m512i>(c), 0x96));
}
GUESSTREE_INLINE Bytes most(Bytes a, Bytes b, Bytes c) {
    return reinterpret_cast<Bytes>(
        _mm512_ternarylogic_epi64(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b), reinterpret_cast<__m512i>(c), 0xe8));
}
#include "counter_kernels.inc"
}  // namespace avx512
GUESSTREE_END

#elif defined(__aarch64__)

namespace neon {
constexpr int kLanes = 16;
constexpr bool kLooksUp = true;
typedef uint8_t Bytes __attribute__((vector_size(kLanes)));
// The instruction gives 0 for an index beyond the table.
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes at) {
    return (Bytes)vqtbl1q_u8((uint8x16_t)table, (uint8x16_t)(at & 0x8f));
}
GUESSTREE_INLINE uint64_t top_bits(Bytes x) {
    const Bytes bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t mine = (uint8x16_t)((Bytes)(x > 127) & bits);
    return vaddv_u8(vget_low_u8(mine)) | static_cast<uint64_t>(vaddv_u8(vget_high_u8(mine))) << 8;
}
GUESSTREE_ADDERS
#include "counter_kernels.inc"
}  // namespace neon

#endif

}  // namespace

Coding::Coding(int p, const uint8_t* labels) : positions(p), weight(p) {
    std::map<int, int> label_of;  // by sum
    const auto follows = [&](int of_bull, int of_common) {
        weight = of_bull, common = of_common, label_of.clear();
        for (int b = 0; b <= positions; ++b)
            for (int c = b; c <= positions; ++c) {
                if (b == positions - 1 && c == positions) continue;  // then the last symbol is in its place, too
                const int is = labels[b * (positions + 1) + c - b];
                if (label_of.try_emplace(weight * b + common * c, is).first->second != is) return false;
            }
        std::set<int> different;
        for (const auto& [sum, is] : label_of) different.insert(is);
        return different.size() == label_of.size();
    };
    if (p < 1 || p > kMostPlaces || (!follows(1, 0) && !follows(p, 1)))
        throw std::invalid_argument("feedback that follows from the bulls, or tells bulls and cows, at 1 to 6 positions");
    constexpr int kEntries = 16, kSplit = 112;
    offset = label_of.rbegin()->first < kEntries ? 0 : kSplit;
    std::fill_n(place_of, 256, -1);
    for (const auto& [sum, is] : label_of) {  // those below 16 come first
        const int place = feedbacks++;
        (sum < kEntries ? low : high)[place / 8][sum % kEntries] |= 1 << place % 8;
        value[place] = static_cast<uint8_t>(sum + offset), place_of[is] = place;
    }
    planes = (feedbacks + 7) / 8;
}

CounterKernels counter_kernels(const Coding& coding) {
    switch (instructions()) {
#if defined(__x86_64__)
        case Instructions::vbmi:
        case Instructions::avx512:
            return avx512::kernels(coding);
        case Instructions::avx2:
            return avx2::kernels(coding);
        case Instructions::ssse3:
            return ssse3::kernels(coding);
#elif defined(__aarch64__)
        case Instructions::neon:
            return neon::kernels(coding);
#endif
        default:
            return plain::kernels(coding);
    }
}

}  // namespace guesstree
