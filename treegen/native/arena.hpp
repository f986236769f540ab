// Scratch memory of one thread, handed out and taken back like a stack, so that no level can overlap another.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace guesstree {

class Arena {
public:
    template <class T>
    T* take(size_t count) {
        const size_t bytes = (count * sizeof(T) + 63) / 64 * 64;
        while (chunk_ < chunks_.size() && used_ + bytes > chunks_[chunk_].size) ++chunk_, used_ = 0;
        if (chunk_ == chunks_.size()) add(bytes);
        uint8_t* p = chunks_[chunk_].data.get() + used_;
        used_ += bytes;
        return reinterpret_cast<T*>(p);
    }

    // Gives back, at the end of its scope, all that was taken in it.
    class Scope {
    public:
        explicit Scope(Arena& arena) : arena_(arena), chunk_(arena.chunk_), used_(arena.used_) {}
        ~Scope() { arena_.chunk_ = chunk_, arena_.used_ = used_; }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Arena& arena_;
        size_t chunk_, used_;
    };

private:
    struct Free { void operator()(uint8_t* p) const { std::free(p); } };
    struct Chunk {
        std::unique_ptr<uint8_t, Free> data;
        size_t size;
    };
    void add(size_t bytes) {
        const size_t size = bytes > kChunk ? bytes : kChunk;
        uint8_t* p = static_cast<uint8_t*>(std::aligned_alloc(64, size));
        if (!p) throw std::bad_alloc();
        chunks_.push_back({std::unique_ptr<uint8_t, Free>(p), size});
        used_ = 0;
    }
    static constexpr size_t kChunk = size_t{1} << 20;
    std::vector<Chunk> chunks_;
    size_t chunk_ = 0, used_ = 0;
};

}  // namespace guesstree
