// Memory for large tables.
//
// The rows of a set are scattered over all of a table, so that with small pages nearly every row would also miss the cache of
// page addresses. Pages of 2 MiB are asked for, and are not needed: without them the memory is the same, and a little slower.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace guesstree {

// Not initialised, at the begin of a cache line, to be given to std::free; null where there is no such memory.
inline uint8_t* huge_bytes(size_t size) {
    constexpr size_t kPage = size_t{2} << 20;
    const size_t alignment = size < kPage ? 64 : kPage, whole = (size + alignment - 1) / alignment * alignment;
    uint8_t* bytes = static_cast<uint8_t*>(std::aligned_alloc(alignment, whole));
#ifdef __linux__
    if (bytes && size >= kPage) madvise(bytes, whole, MADV_HUGEPAGE);
#endif
    return bytes;
}

}  // namespace guesstree
