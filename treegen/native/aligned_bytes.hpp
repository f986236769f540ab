// Memory that begins at a cache line, and for large tables in large pages.
//
// The rows of a set are scattered over all of a table, so that with small pages nearly every row would also miss the cache of
// page addresses. Pages of 2 MiB are asked for, and are not needed: without them the memory is the same, and a little slower.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#ifdef __linux__
#include <sys/mman.h>
#elif defined(_WIN32)
#include <malloc.h>
#endif

namespace guesstree {

// Frees what aligned_bytes and huge_bytes gave.
struct FreeAligned {
    void operator()(void* p) const {
#ifdef _WIN32
        _aligned_free(p);
#else
        std::free(p);
#endif
    }
};

// Not initialised, at a multiple of the alignment, a power of two; null where there is no such memory.
inline uint8_t* aligned_bytes(size_t size, size_t alignment = 64) {
    const size_t whole = (size + alignment - 1) / alignment * alignment;
#ifdef _WIN32
    return static_cast<uint8_t*>(_aligned_malloc(whole, alignment));
#else
    return static_cast<uint8_t*>(std::aligned_alloc(alignment, whole));
#endif
}

// The same, in large pages where it fills one and the system has them.
inline uint8_t* huge_bytes(size_t size) {
    constexpr size_t kPage = size_t{2} << 20;
    uint8_t* bytes = aligned_bytes(size, size < kPage ? 64 : kPage);
#ifdef __linux__
    if (bytes && size >= kPage) madvise(bytes, (size + kPage - 1) / kPage * kPage, MADV_HUGEPAGE);
#endif
    return bytes;
}

}  // namespace guesstree
