#include "instructions.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#ifdef GUESSTREE_X86
#include <cpuid.h>
#endif

namespace guesstree {

namespace {
#ifdef GUESSTREE_X86
// This reads CPUID, because __builtin_cpu_supports does not work in programs that zig links. Intel's manual, volume 2A, explains the bits.
// The registers of AVX and AVX-512 can be used only if the system saves them (XCR0).
Instructions found() {
    constexpr auto all = [](uint32_t word, auto... bits) { return ((word >> bits & 1) && ...); };
    uint32_t a, b, c, d, saved = 0, unused;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !all(c, 9)) return Instructions::plain;  // SSSE3
    const bool has_avx = all(c, 27, 28);                                            // OSXSAVE, AVX
    if (has_avx) asm("xgetbv" : "=a"(saved), "=d"(unused) : "c"(0));
    if (!has_avx || !all(saved, 1, 2) || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || !all(b, 5)) return Instructions::ssse3;  // AVX2
    // AVX512F, BW, VL, VBMI, BITALG; every processor with BITALG also has the four others
    return all(saved, 5, 6, 7) && all(b, 16, 30, 31) && all(c, 1, 12) ? Instructions::avx512 : Instructions::avx2;
}
#elif defined(__aarch64__)
Instructions found() {
    return Instructions::neon;
}
#else
Instructions found() {
    return Instructions::plain;
}
#endif

}  // namespace

Instructions instructions() {
    const Instructions best = found();
#ifdef __wasm__
    return best;  // there is no environment
#else
    const char* const name = std::getenv("GUESSTREE_INSTRUCTIONS");
    if (!name) return best;
    constexpr const char* kNames[] = {"plain", "ssse3", "avx2", "avx512", "neon"};
    for (int i = 0; i <= static_cast<int>(best); ++i)
        if (!std::strcmp(name, kNames[i])) return best == Instructions::neon && i ? best : static_cast<Instructions>(i);
    return best;
#endif
}

}  // namespace guesstree
