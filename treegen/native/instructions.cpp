#include "instructions.hpp"

#include <cstdlib>
#include <cstring>

namespace guesstree {

namespace {
Instructions found() {
#ifdef GUESSTREE_X86
    const bool is_wide = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                         __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vpopcntdq");
    if (is_wide && __builtin_cpu_supports("avx512vbmi")) return Instructions::vbmi;
    if (is_wide) return Instructions::avx512;
    if (__builtin_cpu_supports("avx2")) return Instructions::avx2;
    if (__builtin_cpu_supports("ssse3")) return Instructions::ssse3;
#elif defined(__aarch64__)
    return Instructions::neon;
#elif defined(__wasm_simd128__)
    return Instructions::simd128;
#endif
    return Instructions::plain;
}

}  // namespace

Instructions instructions() {
    const Instructions best = found();
#ifdef __wasm__
    return best;  // there is no environment, and no choice: a module with vector code does not load without it
#else
    const char* const name = std::getenv("GUESSTREE_INSTRUCTIONS");
    if (!name) return best;
    constexpr const char* kNames[] = {"plain", "ssse3", "avx2", "avx512", "vbmi", "neon"};
    for (int i = 0; i <= static_cast<int>(best); ++i)
        if (!std::strcmp(name, kNames[i])) return best == Instructions::neon && i ? best : static_cast<Instructions>(i);
    return best;
#endif
}

}  // namespace guesstree
