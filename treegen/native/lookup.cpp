#include "lookup.hpp"

#include <algorithm>

#if defined(__x86_64__)
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // gcc 12 says so of its own header
#endif
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace guesstree {
namespace {

template <int... I>
struct Indices {};
template <int N, int... I>
struct Counted : Counted<N - 1, N - 1, I...> {};
template <int... I>
struct Counted<0, I...> {
    using type = Indices<I...>;
};
template <int N>
using MakeIndices = typename Counted<N>::type;

// What serves where no kind of instructions is chosen at run time.
namespace plain {
constexpr int kLanes = 16, kRegisters = 16, kEntries = 16;
typedef uint8_t Bytes __attribute__((vector_size(kLanes)));
#ifdef __wasm_simd128__
// The instruction gives 0 for an index beyond the table.
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes feedbacks, int half = 0) {
    return (Bytes)wasm_i8x16_swizzle((v128_t)table, (v128_t)(feedbacks - static_cast<uint8_t>(16 * half)));
}
GUESSTREE_INLINE uint64_t top_bits(Bytes x) {
    return static_cast<uint32_t>(wasm_i8x16_bitmask((v128_t)x));
}
GUESSTREE_INLINE Bytes count_bits(Bytes x) {
    return (Bytes)wasm_i8x16_popcnt((v128_t)x);
}
#else
// Byte by byte, and so not worth being compiled in every place.
__attribute__((noinline)) Bytes look_up(Bytes table, Bytes feedbacks, int half = 0) {
    Bytes out = {};
    for (int i = 0; i < kLanes; ++i) {
        const uint8_t at = static_cast<uint8_t>(feedbacks[i] - 16 * half);
        out[i] = at < kEntries ? table[at] : 0;
    }
    return out;
}
GUESSTREE_INLINE uint64_t top_bits(Bytes x) {
    uint64_t bits = 0;
    for (int i = 0; i < kLanes; ++i) bits |= static_cast<uint64_t>(x[i] >> 7) << i;
    return bits;
}
GUESSTREE_INLINE Bytes count_bits(Bytes x) {
    x = x - (x >> 1 & 0x55);
    x = (x & 0x33) + (x >> 2 & 0x33);
    return (x + (x >> 4)) & 15;
}
#endif
#include "lookup_kernels.inc"
}  // namespace plain

#ifdef GUESSTREE_X86

GUESSTREE_BEGIN("ssse3")
namespace ssse3 {
constexpr int kLanes = 16, kRegisters = 16, kEntries = 16;
typedef uint8_t Bytes __attribute__((vector_size(kLanes)));
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes feedbacks) {
    return reinterpret_cast<Bytes>(_mm_shuffle_epi8(reinterpret_cast<__m128i>(table), reinterpret_cast<__m128i>(feedbacks)));
}
// The instruction gives 0 for an index above 127.
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes feedbacks, int half) {
    return look_up(table, half ? feedbacks - uint8_t{16} : feedbacks + uint8_t{0x70});
}
GUESSTREE_INLINE uint64_t top_bits(Bytes x) {
    return static_cast<uint32_t>(_mm_movemask_epi8(reinterpret_cast<__m128i>(x)));
}
GUESSTREE_INLINE Bytes count_bits(Bytes x) {
    const Bytes bits = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    return look_up(bits, x & 15) + look_up(bits, x >> 4);
}
#include "lookup_kernels.inc"
}  // namespace ssse3
GUESSTREE_END

GUESSTREE_BEGIN("avx2")
namespace avx2 {
constexpr int kLanes = 32, kRegisters = 16, kEntries = 16;
typedef uint8_t Bytes __attribute__((vector_size(kLanes)));
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes feedbacks) {
    return reinterpret_cast<Bytes>(_mm256_shuffle_epi8(reinterpret_cast<__m256i>(table), reinterpret_cast<__m256i>(feedbacks)));
}
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes feedbacks, int half) {
    return look_up(table, half ? feedbacks - uint8_t{16} : feedbacks + uint8_t{0x70});
}
GUESSTREE_INLINE uint64_t top_bits(Bytes x) {
    return static_cast<uint32_t>(_mm256_movemask_epi8(reinterpret_cast<__m256i>(x)));
}
GUESSTREE_INLINE Bytes count_bits(Bytes x) {
    const Bytes bits = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    const __m256i high = _mm256_srli_epi16(reinterpret_cast<__m256i>(x), 4);  // bytes have no shift of their own
    return look_up(bits, x & 15) + look_up(bits, reinterpret_cast<Bytes>(high) & 15);
}
#include "lookup_kernels.inc"
}  // namespace avx2
GUESSTREE_END

GUESSTREE_BEGIN("avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi")
namespace vbmi {
constexpr int kLanes = 64, kRegisters = 32, kEntries = 64;
typedef uint8_t Bytes __attribute__((vector_size(kLanes)));
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes feedbacks, int = 0) {
    return reinterpret_cast<Bytes>(_mm512_permutexvar_epi8(reinterpret_cast<__m512i>(feedbacks), reinterpret_cast<__m512i>(table)));
}
GUESSTREE_INLINE uint64_t top_bits(Bytes x) {
    return _mm512_movepi8_mask(reinterpret_cast<__m512i>(x));
}
GUESSTREE_INLINE Bytes count_bits(Bytes x) {
    return reinterpret_cast<Bytes>(_mm512_popcnt_epi8(reinterpret_cast<__m512i>(x)));
}
#include "lookup_kernels.inc"
}  // namespace vbmi
GUESSTREE_END

#elif defined(__aarch64__)

namespace neon {
constexpr int kLanes = 16, kRegisters = 32, kEntries = 16;
typedef uint8_t Bytes __attribute__((vector_size(kLanes)));
// The instruction gives 0 for an index beyond the table.
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes feedbacks, int half = 0) {
    return (Bytes)vqtbl1q_u8((uint8x16_t)table, vsubq_u8((uint8x16_t)feedbacks, vdupq_n_u8(static_cast<uint8_t>(16 * half))));
}
// There is no such instruction: one bit of every byte, added up in each half.
GUESSTREE_INLINE uint64_t top_bits(Bytes x) {
    const Bytes bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t mine = (uint8x16_t)((Bytes)(x > 127) & bits);
    return vaddv_u8(vget_low_u8(mine)) | static_cast<uint64_t>(vaddv_u8(vget_high_u8(mine))) << 8;
}
GUESSTREE_INLINE Bytes count_bits(Bytes x) {
    return (Bytes)vcntq_u8((uint8x16_t)x);
}
#include "lookup_kernels.inc"
}  // namespace neon

#endif

}  // namespace

FeedbackBytes::FeedbackBytes(int count) : feedbacks(count), used(count) {
    std::fill_n(of, 64, kNone), std::fill_n(bit, 64, uint8_t{63}), std::fill_n(mask_of, 256, uint64_t{0});
    for (int f = 0; f < count; ++f) of[f] = bit[f] = static_cast<uint8_t>(f), mask_of[f] = uint64_t{1} << f;
}

FeedbackBytes::FeedbackBytes(int count, const bool* seen) : FeedbackBytes(count) {
    used = static_cast<int>(std::count(seen, seen + count, true));
    folded = used > 16 && used <= 20 && instructions() != Instructions::vbmi;
    std::fill_n(of, 64, kNone), std::fill_n(bit, 64, uint8_t{63}), std::fill_n(mask_of, 256, uint64_t{0});
    for (int f = 0, next = 0; f < count; ++f) {
        if (!seen[f]) continue;
        bit[f] = of[f] = static_cast<uint8_t>(next++);
        if (folded && bit[f] >= 16) of[f] = bit[f] == 19 ? kLastFeedback : static_cast<uint8_t>(0x80 | 0x10 << (bit[f] - 16));
        mask_of[of[f]] = uint64_t{1} << bit[f];
    }
}

uint64_t FeedbackBytes::mask(const uint8_t* wanted) const {
    uint64_t bits = 0;
    for (int f = 0; f < feedbacks; ++f)
        if (wanted[f] && of[f] != kNone) bits |= uint64_t{1} << bit[f];
    return bits;
}

LookupKernels lookup_kernels(const FeedbackBytes& bytes) {
    switch (instructions()) {
#ifdef GUESSTREE_X86
        case Instructions::vbmi:
            return vbmi::kernels(bytes);
        case Instructions::avx512:
        case Instructions::avx2:
            return avx2::kernels(bytes);
        case Instructions::ssse3:
            return ssse3::kernels(bytes);
#elif defined(__aarch64__)
        case Instructions::neon:
            return neon::kernels(bytes);
#endif
        default:
            return plain::kernels(bytes);
    }
}

}  // namespace guesstree
