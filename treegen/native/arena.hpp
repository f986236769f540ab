// Scratch memory of one thread, which is used like a stack (a bump allocator), because allocating the arrays of a position with the C
// library would take longer than filling them. A Scope frees all memory that was taken since the Scope began.
//
// Pieces are aligned to 64 bytes (a cache line, and the widest vector) and do not move until the Scope that they belong to ends. Scopes
// end in the reverse order of their beginning. Memory comes from the system in chunks of 1 MiB or more, which last as long as the arena.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>
#ifdef __linux__
#include <sys/mman.h>
#elif defined(_WIN32)
#include <malloc.h>
#endif

namespace guesstree {

// Frees the memory that aligned_bytes and huge_bytes return.
struct FreeAligned {
    void operator()(void* p) const {
#ifdef _WIN32
        _aligned_free(p);
#else
        std::free(p);
#endif
    }
};

// Returns memory that is not initialised, at a multiple of the alignment (a power of two), or null if the system has no more.
inline uint8_t* aligned_bytes(size_t size, size_t alignment = 64) {
    const size_t whole = (size + alignment - 1) / alignment * alignment;
#ifdef _WIN32
    return static_cast<uint8_t*>(_aligned_malloc(whole, alignment));
#else
    return static_cast<uint8_t*>(std::aligned_alloc(alignment, whole));
#endif
}

// Does the same, with large pages if the memory fills a large page and the system has such pages. The rows of a set are scattered over a
// whole table, so that with small pages nearly every row would also miss the cache of page addresses.
inline uint8_t* huge_bytes(size_t size) {
    constexpr size_t kPage = size_t{2} << 20;
    uint8_t* bytes = aligned_bytes(size, size < kPage ? 64 : kPage);
#ifdef __linux__
    if (bytes && size >= kPage) madvise(bytes, (size + kPage - 1) / kPage * kPage, MADV_HUGEPAGE);
#endif
    return bytes;
}

// A stack of pieces of memory.
class Arena {
public:
    // Returns memory for `count` values, not initialised. Throws std::bad_alloc.
    template <class T>
    T* take(size_t count) {
        const size_t bytes = (count * sizeof(T) + 63) / 64 * 64;
        while (chunk_ < chunks_.size() && used_ + bytes > chunks_[chunk_].size) ++chunk_, used_ = 0;
        if (chunk_ == chunks_.size()) add(bytes);
        uint8_t* p = chunks_[chunk_].data.get() + used_;
        used_ += bytes;
        return reinterpret_cast<T*>(p);
    }

    // When a scope ends, the arena takes back all memory that was taken since the scope began.
    class Scope {
    public:
        explicit Scope(Arena& arena) : arena_(arena), chunk_(arena.chunk_), used_(arena.used_) {}
        ~Scope() {
            if (!kept_) arena_.chunk_ = chunk_, arena_.used_ = used_;
        }
        // Makes the scope around this scope free the memory.
        void keep() { kept_ = true; }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Arena& arena_;  // the arena that takes the memory back
        size_t chunk_;  // the chunk in use when the scope began
        size_t used_;   // the bytes of that chunk in use when the scope began
        bool kept_ = false;
    };

private:
    // A chunk of memory from the C library.
    struct Chunk {
        std::unique_ptr<uint8_t, FreeAligned> data;  // the memory
        size_t size;                                 // the number of bytes
    };
    void add(size_t bytes) {
        const size_t size = bytes > kChunk ? bytes : kChunk;
        uint8_t* p = aligned_bytes(size);
        if (!p) throw std::bad_alloc();
        chunks_.push_back({.data = std::unique_ptr<uint8_t, FreeAligned>(p), .size = size});
        used_ = 0;
    }
    static constexpr size_t kChunk = size_t{1} << 20;  // a chunk has this many bytes, unless a single piece needs more
    std::vector<Chunk> chunks_;                        // all chunks, in the order of their use
    size_t chunk_ = 0;                                 // the index of the chunk in use
    size_t used_ = 0;                                  // the bytes of that chunk in use
};

}  // namespace guesstree
