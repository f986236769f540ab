// Compiles the kernels (*_kernels.inc) once for each kind of instructions, inside a namespace that has
//   kLanes, kRegisters          the number of bytes of a vector, and of vectors that fit into registers
//   Bytes                       a vector of kLanes bytes
//   kLooksUp, kDropsBits        whether there is an instruction for look-ups, and whether it drops bits 4 to 6 of an index
//   look_up(table, at)          for every byte, entry `at` of 16, or 0 if the highest bit of `at` is 1; if an instruction does not drop
//                               bits 4 to 6, the result is 0 if one of them is 1, too
//   kEntries, look_up_many      the number of entries of the largest look-up that the instructions have, and this look-up
//   top_bits(x)                 the highest bit of every byte, as the bits of a number
//   count_bits(x)               the number of 1 bits in every byte
//   odd(a, b, c), most(a, b, c) the sum of three bits, and its carry
// best_kernels(...) returns the kernels of the namespace for the best instructions that may be used.

#include "instructions.hpp"

#include <algorithm>

#include "counters.hpp"
#include "lookup.hpp"
#include "wide_rows.hpp"

#ifdef GUESSTREE_X86
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // gcc 12 gives this warning for its own header
#endif
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace guesstree {
namespace {

// clang-format off
#define GUESSTREE_COMMON                                                                \
    typedef uint8_t Bytes __attribute__((vector_size(kLanes)));                         \
    GUESSTREE_INLINE Bytes load(const void* at) {                                       \
        Bytes x;                                                                        \
        __builtin_memcpy(&x, at, sizeof x);                                             \
        return x;                                                                       \
    }                                                                                   \
    GUESSTREE_INLINE Bytes all(int byte) { return Bytes{} + static_cast<uint8_t>(byte); } \
    template <class Vector>                                                             \
    GUESSTREE_INLINE bool any(Vector x) {                                               \
        uint64_t words[kLanes / 8], some = 0;                                           \
        __builtin_memcpy(words, &x, sizeof x);                                          \
        for (const uint64_t word : words) some |= word;                                 \
        return some;                                                                    \
    }
#define GUESSTREE_USUAL                                                                                  \
    constexpr int kEntries = 16;                                                                         \
    GUESSTREE_INLINE Bytes look_up_many(Bytes table, Bytes at) { return look_up(table, at); }            \
    GUESSTREE_INLINE Bytes odd(Bytes a, Bytes b, Bytes c) { return a ^ b ^ c; }                          \
    GUESSTREE_INLINE Bytes most(Bytes a, Bytes b, Bytes c) { return (a & b) | (c & (a ^ b)); }

// The kernels for builds without a choice of instructions at run time.
namespace plain {
constexpr int kLanes = 16, kRegisters = 16;
GUESSTREE_COMMON
#ifdef __wasm_simd128__
constexpr bool kLooksUp = true, kDropsBits = false;
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes at) { return (Bytes)wasm_i8x16_swizzle((v128_t)table, (v128_t)at); }
GUESSTREE_INLINE uint64_t top_bits(Bytes x) { return static_cast<uint32_t>(wasm_i8x16_bitmask((v128_t)x)); }
GUESSTREE_INLINE Bytes count_bits(Bytes x) { return (Bytes)wasm_i8x16_popcnt((v128_t)x); }
#else
constexpr bool kLooksUp = false, kDropsBits = false;
// This works byte by byte, so that inlining it would not save time.
inline __attribute__((noinline)) Bytes look_up(Bytes table, Bytes at) {
    Bytes out = {};
    for (int i = 0; i < kLanes; ++i) out[i] = at[i] < 16 ? table[at[i]] : 0;
    return out;
}
GUESSTREE_INLINE uint64_t top_bits(Bytes x) {
#ifdef GUESSTREE_X86
    return static_cast<uint32_t>(_mm_movemask_epi8(reinterpret_cast<__m128i>(x)));  // SSE2, which every x86-64 processor has
#else
    uint64_t bits = 0;
    for (int i = 0; i < kLanes; ++i) bits |= static_cast<uint64_t>(x[i] >> 7) << i;
    return bits;
#endif
}
GUESSTREE_INLINE Bytes count_bits(Bytes x) {
    x = x - (x >> 1 & 0x55);
    x = (x & 0x33) + (x >> 2 & 0x33);
    return (x + (x >> 4)) & 15;
}
#endif
GUESSTREE_USUAL
#include "all_kernels.inc"
}  // namespace plain

#ifdef GUESSTREE_X86

GUESSTREE_BEGIN("ssse3")
namespace ssse3 {
constexpr int kLanes = 16, kRegisters = 16;
constexpr bool kLooksUp = true, kDropsBits = true;
GUESSTREE_COMMON
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes at) {
    return reinterpret_cast<Bytes>(_mm_shuffle_epi8(reinterpret_cast<__m128i>(table), reinterpret_cast<__m128i>(at)));
}
GUESSTREE_INLINE uint64_t top_bits(Bytes x) { return static_cast<uint32_t>(_mm_movemask_epi8(reinterpret_cast<__m128i>(x))); }
GUESSTREE_INLINE Bytes count_bits(Bytes x) {
    const Bytes bits = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    return look_up(bits, x & 15) + look_up(bits, x >> 4);
}
GUESSTREE_USUAL
#include "all_kernels.inc"
}  // namespace ssse3
GUESSTREE_END

GUESSTREE_BEGIN("avx2")
namespace avx2 {
constexpr int kLanes = 32, kRegisters = 16;
constexpr bool kLooksUp = true, kDropsBits = true;
GUESSTREE_COMMON
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes at) {
    return reinterpret_cast<Bytes>(_mm256_shuffle_epi8(reinterpret_cast<__m256i>(table), reinterpret_cast<__m256i>(at)));
}
GUESSTREE_INLINE uint64_t top_bits(Bytes x) { return static_cast<uint32_t>(_mm256_movemask_epi8(reinterpret_cast<__m256i>(x))); }
GUESSTREE_INLINE Bytes count_bits(Bytes x) {
    const Bytes bits = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    const __m256i high = _mm256_srli_epi16(reinterpret_cast<__m256i>(x), 4);  // bytes have no shift of their own
    return look_up(bits, x & 15) + look_up(bits, reinterpret_cast<Bytes>(high) & 15);
}
GUESSTREE_USUAL
#include "all_kernels.inc"
}  // namespace avx2
GUESSTREE_END

GUESSTREE_BEGIN("avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi")
namespace avx512 {
constexpr int kLanes = 64, kRegisters = 32, kEntries = 64;
constexpr bool kLooksUp = true, kDropsBits = true;
GUESSTREE_COMMON
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes at) {
    return reinterpret_cast<Bytes>(_mm512_shuffle_epi8(reinterpret_cast<__m512i>(table), reinterpret_cast<__m512i>(at)));
}
GUESSTREE_INLINE Bytes look_up_many(Bytes table, Bytes at) {
    return reinterpret_cast<Bytes>(_mm512_permutexvar_epi8(reinterpret_cast<__m512i>(at), reinterpret_cast<__m512i>(table)));
}
GUESSTREE_INLINE uint64_t top_bits(Bytes x) { return _mm512_movepi8_mask(reinterpret_cast<__m512i>(x)); }
GUESSTREE_INLINE Bytes count_bits(Bytes x) { return reinterpret_cast<Bytes>(_mm512_popcnt_epi8(reinterpret_cast<__m512i>(x))); }
// One instruction computes any function of three bits; the number of the function is its column of a truth table.
template <int Function>
GUESSTREE_INLINE Bytes of_three(Bytes a, Bytes b, Bytes c) {
    return reinterpret_cast<Bytes>(_mm512_ternarylogic_epi64(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b),
                                                             reinterpret_cast<__m512i>(c), Function));
}
GUESSTREE_INLINE Bytes odd(Bytes a, Bytes b, Bytes c) { return of_three<0x96>(a, b, c); }
GUESSTREE_INLINE Bytes most(Bytes a, Bytes b, Bytes c) { return of_three<0xe8>(a, b, c); }
#include "all_kernels.inc"
}  // namespace avx512
GUESSTREE_END

#elif defined(__aarch64__)

namespace neon {
constexpr int kLanes = 16, kRegisters = 32;
constexpr bool kLooksUp = true, kDropsBits = false;
GUESSTREE_COMMON
GUESSTREE_INLINE Bytes look_up(Bytes table, Bytes at) { return (Bytes)vqtbl1q_u8((uint8x16_t)table, (uint8x16_t)at); }
// There is no instruction for this, so one bit of every byte is added up in each half.
GUESSTREE_INLINE uint64_t top_bits(Bytes x) {
    const Bytes bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t mine = (uint8x16_t)((Bytes)(x > 127) & bits);
    return vaddv_u8(vget_low_u8(mine)) | static_cast<uint64_t>(vaddv_u8(vget_high_u8(mine))) << 8;
}
GUESSTREE_INLINE Bytes count_bits(Bytes x) { return (Bytes)vcntq_u8((uint8x16_t)x); }
GUESSTREE_USUAL
#include "all_kernels.inc"
}  // namespace neon

#endif
// clang-format on

template <class... Arguments>
auto best_kernels(const Arguments&... arguments) {
    switch (instructions()) {
#ifdef GUESSTREE_X86
        case Instructions::avx512:
            return avx512::kernels(arguments...);
        case Instructions::avx2:
            return avx2::kernels(arguments...);
        case Instructions::ssse3:
            return ssse3::kernels(arguments...);
#elif defined(__aarch64__)
        case Instructions::neon:
            return neon::kernels(arguments...);
#endif
        default:
            return plain::kernels(arguments...);
    }
}

}  // namespace

bool has_look_ups() {
    return plain::kLooksUp || instructions() != Instructions::plain;
}

CounterKernels counter_kernels(const Coding& coding) {
    return best_kernels(coding);
}

LookupKernels lookup_kernels(const FeedbackBytes& bytes) {
    return best_kernels(bytes);
}

PairKernels pair_kernels(int entry_bytes) {
    return best_kernels(entry_bytes);
}

}  // namespace guesstree
