// The vector instructions that the core may use, and macros that compile a file of kernels for several kinds of instructions.
//
// Kernels are written once, in files *_kernels.inc, with the vector types of gcc and clang. instruction_sets.cpp compiles them for each
// kind of instructions, and chooses the best kind at run time. All kinds return the same numbers.
#pragma once

#if defined(__x86_64__)
#define GUESSTREE_X86 1
#endif
#define GUESSTREE_INLINE inline __attribute__((always_inline))
#define GUESSTREE_LAMBDA __attribute__((always_inline))
// After GUESSTREE_BEGIN(what), everything up to GUESSTREE_END may use the instructions `what`.
#define GUESSTREE_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define GUESSTREE_BEGIN(what) GUESSTREE_PRAGMA(clang attribute push(__attribute__((target(what))), apply_to = function))
#define GUESSTREE_END _Pragma("clang attribute pop")
#else
#define GUESSTREE_BEGIN(what) _Pragma("GCC push_options") GUESSTREE_PRAGMA(GCC target(what))
#define GUESSTREE_END _Pragma("GCC pop_options")
#endif

namespace guesstree {

// The kinds of instructions for the vector code, weakest first.
enum class Instructions { plain, ssse3, avx2, avx512, neon };
// Returns the best kind that this machine has, or a weaker one if the environment variable GUESSTREE_INSTRUCTIONS names it.
Instructions instructions();
// Returns whether these instructions can look up all bytes of a vector in a table at once.
bool has_look_ups();

}  // namespace guesstree
