// Ranking all guesses on a set: n row-ORs and a population count, in vector code chosen at run time.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>

#include "best_columns.hpp"
#include "histogram.hpp"
#include "masks.hpp"
#include "thread.hpp"

namespace guesstree {
namespace {

constexpr int kMany = 256;  // rows
constexpr double kMostMaskBytes = 1.25 * (1 << 30);
constexpr size_t kMostCopied = size_t{1} << 29;  // bytes of a symmetric table
constexpr size_t kCrowded = 512;                 // bytes: rows of a multiple of it share cache sets
constexpr size_t kBlockBytes = 256;              // of a row at a time: four vectors stay in registers while all rows go by

template <class Lane, int Bytes>
struct Lanes {
    typedef Lane type __attribute__((vector_size(Bytes)));
};

// How a row is kept: as masks, or (where masks would take too much memory) as feedbacks, made into masks when read.
template <class Word>
struct AsMasks {
    static constexpr size_t kEntry = sizeof(Word);  // bytes
    template <class Vector>
    static GUESSTREE_INLINE void add(Vector& to, const uint8_t* at) {
        to |= *reinterpret_cast<const Vector*>(at);
    }
};
template <class Word>
struct AsFeedbacks {
    static constexpr size_t kEntry = 1;  // bytes
    template <class Vector>
    static GUESSTREE_INLINE void add(Vector& to, const uint8_t* at) {
        typename Lanes<uint8_t, sizeof(Vector) / sizeof(Word)>::type narrow;
        std::memcpy(&narrow, at, sizeof narrow);
        const Vector one = Vector{} + static_cast<Word>(1);
        to |= one << __builtin_convertvector(narrow, Vector);
    }
};

// Bits set in every lane.
template <class Word, class Vector, bool Native>
GUESSTREE_INLINE void count_bits(Vector& x) {
#ifdef GUESSTREE_X86
    if constexpr (Native) {
#if __has_builtin(__builtin_elementwise_popcount)
        x = __builtin_elementwise_popcount(x);
#else
        if constexpr (sizeof(Word) == 2) asm("vpopcntw %0, %0" : "+v"(x));
        if constexpr (sizeof(Word) == 4) asm("vpopcntd %0, %0" : "+v"(x));
        if constexpr (sizeof(Word) == 8) asm("vpopcntq %0, %0" : "+v"(x));
#endif
        return;
    }
#endif
    constexpr Word all = static_cast<Word>(~Word{0});
    x = x - ((x >> 1) & static_cast<Word>(all / 3));
    x = (x & static_cast<Word>(all / 5)) + ((x >> 2) & static_cast<Word>(all / 5));
    x = (x + (x >> 4)) & static_cast<Word>(all / 17);
    x = x + (x >> 8);
    if constexpr (sizeof(Word) > 2) x = x + (x >> 16);
    if constexpr (sizeof(Word) > 4) x = x + (x >> 32);
    x = x & static_cast<Word>(0x7f);
}

template <class Word, class Rows, int Bytes, bool Native>
GUESSTREE_INLINE void rank_body(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, int winning,
                                uint64_t losing, bool candidates_only, Rank* ranks, Tops* tops) {
    using Vector = typename Lanes<Word, Bytes>::type;
    using Narrow = typename Lanes<Rank, Bytes / sizeof(Word) * sizeof(Rank)>::type;
    constexpr int kVectors = 4, kLanes = Bytes / sizeof(Word);
    const Word lost = static_cast<Word>(losing);
    Vector top_plain = {}, top_winning = {};
    for (size_t at = 0; at < columns; at += kVectors * kLanes) {
        Vector seen[kVectors] = {};
        for (int i = 0; i < n; ++i) {
            const uint8_t* row = rows + set[i] * stride + at * Rows::kEntry;
            for (int v = 0; v < kVectors; ++v) Rows::add(seen[v], row + v * kLanes * Rows::kEntry);
        }
        for (int v = 0; v < kVectors; ++v) {
            Vector x = seen[v];
            const Vector win = (x >> winning) & static_cast<Word>(1);
            const Vector barred = reinterpret_cast<Vector>((x & lost) != 0);
            count_bits<Word, Vector, Native>(x);
            const Vector splits = reinterpret_cast<Vector>(x > static_cast<Word>(1));
            Vector rank = (x + x + win + win + win) & splits & ~barred;
            const Vector wins = reinterpret_cast<Vector>(win != 0);
            if (candidates_only) rank &= wins;
            const Vector plain = rank & ~wins, able = rank & wins;
            top_plain = plain > top_plain ? plain : top_plain;
            top_winning = able > top_winning ? able : top_winning;
            Rank* out = ranks + at + v * kLanes;
            if constexpr (sizeof(Word) == sizeof(Rank)) {
                *reinterpret_cast<Vector*>(out) = rank;
            } else {
                const Narrow narrow = __builtin_convertvector(rank, Narrow);
                std::memcpy(out, &narrow, sizeof narrow);
            }
        }
    }
    for (int lane = 0; lane < kLanes; ++lane) {
        tops->plain = std::max<Rank>(tops->plain, static_cast<Rank>(top_plain[lane]));
        tops->winning = std::max<Rank>(tops->winning, static_cast<Rank>(top_winning[lane]));
    }
}

// Of masks of a set's own candidates: the most cells that one of these candidates makes of them, and the first that does.
template <class Word, int Bytes, bool Native>
GUESSTREE_INLINE int local_body(const uint8_t* rows, size_t stride, const uint32_t* places, int n, int winning, int* first) {
    using Vector = typename Lanes<Word, Bytes>::type;
    constexpr int kLanes = Bytes / sizeof(Word);
    int most = 0;
    for (size_t at = 0; at < stride; at += Bytes) {
        Vector x = {};
        for (int i = 0; i < n; ++i) x |= *reinterpret_cast<const Vector*>(rows + places[i] * stride + at);
        const Vector wins = reinterpret_cast<Vector>(((x >> winning) & static_cast<Word>(1)) != 0);
        count_bits<Word, Vector, Native>(x);
        x &= wins;
        const Vector better = reinterpret_cast<Vector>(x > static_cast<Word>(most));
        typename Lanes<uint64_t, Bytes>::type words = reinterpret_cast<typename Lanes<uint64_t, Bytes>::type>(better);
        uint64_t any = 0;
        for (int w = 0; w < Bytes / 8; ++w) any |= words[w];
        if (!any) continue;
        for (int lane = 0; lane < kLanes; ++lane)
            if (static_cast<int>(x[lane]) > most) most = static_cast<int>(x[lane]), *first = static_cast<int>(at / sizeof(Word)) + lane;
    }
    return most;
}

// The most cells any guess makes of each of several sets. All sets go through a block of columns before the next one,
// so that the rows they share stay in the nearest cache.
template <class Word, class Rows, int Bytes, bool Native>
GUESSTREE_INLINE void peaks_body(const uint8_t* rows, size_t stride, size_t columns, uint64_t losing, const uint8_t*, Peak* jobs,
                                 int count) {
    using Vector = typename Lanes<Word, Bytes>::type;
    constexpr int kVectors = 4, kBatch = 64, kLanes = Bytes / sizeof(Word);
    const Word lost = static_cast<Word>(losing);
    for (int from = 0; from < count; from += kBatch) {
        const int to = std::min(from + kBatch, count);
        Vector peak[kBatch] = {};
        for (size_t at = 0; at < columns; at += kVectors * kLanes)
            for (int j = from; j < to; ++j) {
                const uint32_t* set = jobs[j].set;
                Vector seen[kVectors] = {};
                for (int i = 0; i < jobs[j].n; ++i) {
                    const uint8_t* row = rows + set[i] * stride + at * Rows::kEntry;
                    for (int v = 0; v < kVectors; ++v) Rows::add(seen[v], row + v * kLanes * Rows::kEntry);
                }
                Vector top = peak[j - from];
                for (int v = 0; v < kVectors; ++v) {
                    Vector x = seen[v];
                    if (lost) x &= reinterpret_cast<Vector>((x & lost) == 0);
                    count_bits<Word, Vector, Native>(x);
                    top = x > top ? x : top;
                }
                peak[j - from] = top;
            }
        for (int j = from; j < to; ++j) {
            for (int lane = 0; lane < kLanes; ++lane) jobs[j].cells = std::max(jobs[j].cells, static_cast<int>(peak[j - from][lane]));
        }
    }
}

// One full adder on every bit: a becomes the sum, the carry is returned in b.
template <class Vector>
GUESSTREE_INLINE void add_bits(Vector& a, Vector& b, const Vector& c) {
    const Vector x = a ^ b, carry = (a & b) | (x & c);
    a = x ^ c, b = carry;
}

// Counts, for every guess and feedback, the candidates: bit f of planes[i][guess] is bit i of the count. The rows are
// added four at a time through carry-save adders.
template <class Word, class Rows, int Bytes>
GUESSTREE_INLINE void count_body(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, size_t plane_bytes,
                                 int planes, uint8_t* out) {
    using Vector = typename Lanes<Word, Bytes>::type;
    const Vector zero = {};
    for (size_t at = 0; at < columns; at += Bytes / sizeof(Word)) {
        Vector plane[kMaxPlanes] = {};
        const uint8_t* base = rows + at * Rows::kEntry;
        int i = 0;
        for (; i + 4 <= n; i += 4) {
            Vector row[4] = {};
            for (int k = 0; k < 4; ++k) Rows::add(row[k], base + set[i + k] * stride);
            Vector &a = row[0], &b = row[2];
            add_bits(plane[0], a, row[1]);
            add_bits(plane[0], b, row[3]);
            add_bits(plane[1], a, b);
            for (int p = 2; p < planes; ++p) {
                const Vector carry = plane[p] & a;
                plane[p] ^= a, a = carry;
            }
        }
        for (; i < n; ++i) {
            Vector a = {};
            Rows::add(a, base + set[i] * stride);
            for (int p = 0; p < planes; ++p) add_bits(plane[p], a, zero);
        }
        for (int p = 0; p < planes; ++p) *reinterpret_cast<Vector*>(out + p * plane_bytes + at * sizeof(Word)) = plane[p];
    }
}

// The OR of many rows: a stretch of columns that fits the nearest cache goes by all rows before the next.
template <class Word, class Rows, int Bytes>
GUESSTREE_INLINE void merge_body(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, uint8_t* out) {
    using Vector = typename Lanes<Word, Bytes>::type;
    constexpr int kLanes = Bytes / sizeof(Word);
    constexpr size_t kStretch = size_t{1} << 12;
    for (size_t from = 0; from < columns; from += kStretch) {
        const size_t to = std::min(from + kStretch, columns);
        for (int i = 0; i < n; i += 4) {
            const uint8_t* row[4];
            for (int k = 0; k < 4; ++k) row[k] = rows + set[std::min(i + k, n - 1)] * stride;
            for (size_t at = from; at < to; at += kLanes) {
                Vector* const all = reinterpret_cast<Vector*>(out + at * sizeof(Word));
                Vector x = i ? *all : Vector{};
                for (int k = 0; k < 4; ++k) Rows::add(x, row[k] + at * Rows::kEntry);
                *all = x;
            }
        }
    }
}

// Lists the guesses of one rank, rising, and finds the next lower rank of the same kind.
template <int Bytes>
GUESSTREE_INLINE Rank band_body(const Rank* ranks, size_t columns, Rank rank, int32_t* out, int* count) {
    using Vector = typename Lanes<Rank, Bytes>::type;
    using Words = typename Lanes<uint64_t, Bytes>::type;
    constexpr int kLanes = Bytes / sizeof(Rank);
    Vector lower = {};
    int found = 0;
    for (size_t at = 0; at < columns; at += kLanes) {
        const Vector x = *reinterpret_cast<const Vector*>(ranks + at);
        const Vector same = reinterpret_cast<Vector>(x == rank);
        const Vector lower_ranks =
            x & reinterpret_cast<Vector>(((x ^ rank) & static_cast<Rank>(1)) == 0) & reinterpret_cast<Vector>(x < rank);
        lower = lower_ranks > lower ? lower_ranks : lower;
        const Words words = reinterpret_cast<Words>(same);
        uint64_t any = 0;
        for (int w = 0; w < Bytes / 8; ++w) any |= words[w];
        if (!any) continue;
        for (int w = 0; w < Bytes / 8; ++w)
            for (uint64_t bits = words[w] & 0x0001000100010001; bits; bits &= bits - 1)
                out[found++] = static_cast<int32_t>(at + w * 4 + std::countr_zero(bits) / 16);
    }
    *count = found;
    Rank top = 0;
    for (int lane = 0; lane < kLanes; ++lane) top = std::max<Rank>(top, static_cast<Rank>(lower[lane]));
    return top;
}

#define GUESSTREE_ARGS                                                                                                                  \
    const uint8_t *rows, size_t stride, const uint32_t *set, int n, size_t columns, int winning, uint64_t losing, bool candidates_only, \
        Rank *ranks, Tops *tops
#define GUESSTREE_KERNEL(name, bytes, native, attribute)                                                                                  \
    attribute Rank band_##name(const Rank* ranks, size_t columns, Rank rank, int32_t* out, int* count) {                                  \
        return band_body<bytes>(ranks, columns, rank, out, count);                                                                        \
    }                                                                                                                                     \
    template <class Word>                                                                                                                 \
    attribute int local_##name(const uint8_t* rows, size_t stride, const uint32_t* places, int n, int winning, int* first) {              \
        return local_body<Word, bytes, native>(rows, stride, places, n, winning, first);                                                  \
    }                                                                                                                                     \
    template <class Word, class Rows>                                                                                                     \
    attribute void peaks_##name(const uint8_t* rows, size_t stride, size_t columns, uint64_t losing, const uint8_t* ceilings, Peak* jobs, \
                                int count) {                                                                                              \
        peaks_body<Word, Rows, bytes, native>(rows, stride, columns, losing, ceilings, jobs, count);                                      \
    }                                                                                                                                     \
    template <class Word, class Rows>                                                                                                     \
    attribute void count_##name(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, size_t plane_bytes,       \
                                int planes, uint8_t* out) {                                                                               \
        count_body<Word, Rows, bytes>(rows, stride, set, n, columns, plane_bytes, planes, out);                                           \
    }                                                                                                                                     \
    template <class Word, class Rows>                                                                                                     \
    attribute void merge_##name(const uint8_t* rows, size_t stride, const uint32_t* set, int n, size_t columns, uint8_t* out) {           \
        merge_body<Word, Rows, bytes>(rows, stride, set, n, columns, out);                                                                \
    }                                                                                                                                     \
    template <class Word, class Rows>                                                                                                     \
    attribute void rank_##name(GUESSTREE_ARGS) {                                                                                          \
        rank_body<Word, Rows, bytes, native>(rows, stride, set, n, columns, winning, losing, candidates_only, ranks, tops);               \
    }
GUESSTREE_KERNEL(plain, 16, false, )
#ifdef GUESSTREE_X86
GUESSTREE_KERNEL(avx2, 32, false, __attribute__((target("avx2"))))
GUESSTREE_KERNEL(avx512, 64, true, __attribute__((target("avx512f,avx512bw,avx512vl,avx512bitalg,avx512vpopcntdq"))))
#endif

}  // namespace

template <class Word, class Rows>
void Masks::choose() {
    local_ = &local_plain<Word>, band_ = &band_plain;
#ifndef __wasm__  // where look-ups do for all games (web.cpp), and every kernel makes the page larger
    rank_ = &rank_plain<Word, Rows>, count_ = &count_plain<Word, Rows>, peaks_ = &peaks_plain<Word, Rows>;
    merge_ = &merge_plain<Word, Rows>, rank_of_masks_ = &rank_plain<Word, AsMasks<Word>>;
#endif
#ifdef GUESSTREE_X86
    const Instructions level = instructions();
    if (level == Instructions::avx2) {
        rank_ = &rank_avx2<Word, Rows>, count_ = &count_avx2<Word, Rows>, peaks_ = &peaks_avx2<Word, Rows>;
        merge_ = &merge_avx2<Word, Rows>, rank_of_masks_ = &rank_avx2<Word, AsMasks<Word>>, local_ = &local_avx2<Word>, band_ = &band_avx2;
    }
    if (level == Instructions::avx512 || level == Instructions::vbmi) {
        rank_ = &rank_avx512<Word, Rows>, count_ = &count_avx512<Word, Rows>, peaks_ = &peaks_avx512<Word, Rows>;
        merge_ = &merge_avx512<Word, Rows>, rank_of_masks_ = &rank_avx512<Word, AsMasks<Word>>, local_ = &local_avx512<Word>,
        band_ = &band_avx512;
    }
#endif
}

template <class Word>
void Masks::choose_rows() {
    if (narrow_) choose<Word, AsFeedbacks<Word>>();
    else choose<Word, AsMasks<Word>>();
}

// Whether narrow rows are copied: a symmetric table that is too large for a second one is read where it is.
bool Masks::is_copied(size_t memory) const {
    return !table_.symmetric || static_cast<size_t>(table_.guesses) * table_.secrets <= std::min(kMostCopied, memory);
}

// Which feedbacks the table has is looked at only where fewer of them may need fewer look-ups.
FeedbackBytes Masks::bytes_of_feedbacks(bool look_up, size_t memory) const {
    const int count = std::min(table_.feedbacks, 64);
    const FeedbackBytes plain(count);
    if (!look_up || count <= 16 || count > 32 || !lookup_kernels(plain).rank || !is_copied(memory)) return plain;
    bool seen[256] = {};
    for (size_t i = 0; i < static_cast<size_t>(table_.guesses) * table_.secrets; ++i) seen[table_.rows[i]] = true;
    return {count, seen};
}

Masks::Masks(const Table& table, bool compact, bool look_up, size_t memory)
    : table_(table), feedback_bytes_(bytes_of_feedbacks(look_up, memory)), ready_(table.secrets, 0) {
    const int r = table.feedbacks <= 64 ? feedback_bytes_.used : table.feedbacks;
    bytes_ = r <= 16 ? 2 : r <= 32 ? 4 : r <= 64 ? 8 : 0;
    block_ = kBlockBytes / (bytes_ ? bytes_ : 2);
    columns_ = (table.guesses + block_ - 1) / block_ * block_;
    const LookupKernels lookups = look_up && bytes_ ? lookup_kernels(feedback_bytes_) : LookupKernels{};
    looked_up_ = lookups.rank;
    const double mask_bytes = static_cast<double>(columns_) * bytes_ * table.secrets;
    narrow_ = bytes_ && (compact || looked_up_ || mask_bytes > std::min(kMostMaskBytes, static_cast<double>(memory)));
    stride_ = narrow_ ? table.guesses : columns_ * bytes_;
    if (!narrow_ && stride_ / 64 % 2 == 0) stride_ += 64;  // rows of a power of two would all fall into the same few cache sets
    if (bytes_ && table.any_losing) losing_mask_ = feedback_bytes_.mask(table.losing.data());
    if (bytes_ <= 2) choose_rows<uint16_t>();
    if (bytes_ == 4) choose_rows<uint32_t>();
    if (bytes_ == 8) choose_rows<uint64_t>();
    if (!bytes_) {
        wide_ = std::make_unique<WideRows>(table, columns_, look_up);
        own_bytes_ = wide_->bytes();
        return;
    }
    if (narrow_) {
        if (looked_up_) rank_ = lookups.rank, peaks_ = lookups.peaks, count_ = lookups.count, cells_ = lookups.cells, most_ = lookups.most;
        open_narrow(is_copied(memory));
        return;
    }
    const size_t size = (stride_ * table.secrets + 63) / 64 * 64;
    data_.reset(aligned_bytes(size));
    if (!data_) throw std::bad_alloc();
    rows_ = data_.get(), own_bytes_ = size;
}

// The table turned, with padding that sees the same feedback from every secret and so is never allowed. Rows begin at a
// cache line, but not at multiples of a power of two, where all would fall into the same few cache sets. Where the table is
// symmetric and too large for a second one, its rows are read where they are, and the guesses that do not fill a block are
// kept apart.
void Masks::open_narrow(bool copied) {
    const size_t guesses = table_.guesses, secrets = table_.secrets;
    rows_ = table_.rows;
    if (copied) {
        stride_ = columns_ + (columns_ % kCrowded == 0 ? 64 : 0);
        own_bytes_ = stride_ * secrets;
        data_.reset(huge_bytes(own_bytes_));
        if (!data_) throw std::bad_alloc();
        constexpr size_t kTile = 64;
        for (size_t s = 0; s < secrets; ++s)
            std::fill(data_.get() + s * stride_ + guesses, data_.get() + s * stride_ + columns_, uint8_t{0});
        for (size_t s = 0; s < secrets; s += kTile)
            for (size_t g = 0; g < guesses; g += kTile)
                for (size_t i = s; i < std::min(s + kTile, secrets); ++i)
                    for (size_t h = g; h < std::min(g + kTile, guesses); ++h)
                        data_.get()[i * stride_ + h] = feedback_bytes_.of[table_.rows[h * secrets + i]];
        rows_ = data_.get();
        whole_ = columns_;
        return;
    }
    whole_ = guesses / block_ * block_;
    if (whole_ == columns_) return;
    own_bytes_ = (block_ * secrets + 63) / 64 * 64;
    rest_.reset(aligned_bytes(own_bytes_));
    if (!rest_) throw std::bad_alloc();
    for (size_t s = 0; s < secrets; ++s) {
        std::fill_n(rest_.get() + s * block_, block_, uint8_t{0});
        std::copy(rows_ + s * stride_ + whole_, rows_ + s * stride_ + guesses, rest_.get() + s * block_);
    }
}

template <class Word>
void Masks::fill(const uint32_t* fresh, size_t count) {
    constexpr size_t kTile = 64;
    for (size_t i = 0; i < count; ++i) {  // the padding counts as guesses that see no feedback at all
        Word* out = reinterpret_cast<Word*>(data_.get() + fresh[i] * stride_);
        std::fill(out + table_.guesses, out + columns_, Word{0});
    }
    for (size_t i = 0; i < count; i += kTile)
        for (size_t g = 0; g < static_cast<size_t>(table_.guesses); g += kTile) {
            const size_t ends = std::min(i + kTile, count), endg = std::min<size_t>(g + kTile, table_.guesses);
            for (size_t k = i; k < ends; ++k) {
                Word* out = reinterpret_cast<Word*>(data_.get() + fresh[k] * stride_);
                const uint8_t* in = table_.rows + fresh[k];
                for (size_t h = g; h < endg; ++h) out[h] = static_cast<Word>(Word{1} << in[h * table_.secrets]);
            }
        }
}

void Masks::prepare(const uint32_t* secrets, size_t count, int threads) {
    if (narrow_) return;
    std::vector<uint32_t> fresh;
    for (size_t i = 0; i < count; ++i)
        if (!ready_[secrets[i]]) ready_[secrets[i]] = 1, fresh.push_back(secrets[i]);
    const auto part = [&](size_t from, size_t to) {
        if (bytes_ == 2) fill<uint16_t>(fresh.data() + from, to - from);
        if (bytes_ == 4) fill<uint32_t>(fresh.data() + from, to - from);
        if (bytes_ == 8) fill<uint64_t>(fresh.data() + from, to - from);
    };
    const size_t parts = fresh.size() < 1000 ? 1 : static_cast<size_t>(threads), share = (fresh.size() + parts - 1) / parts;
    std::vector<std::unique_ptr<Thread>> others;
    for (size_t i = 1; i < parts; ++i)
        others.push_back(Thread::if_granted(size_t{1} << 20,
                                            [&, i] { part(std::min(i * share, fresh.size()), std::min((i + 1) * share, fresh.size())); }));
    part(0, std::min(share, fresh.size()));
    for (size_t i = 1; i < parts; ++i)
        if (!others[i - 1]) part(std::min(i * share, fresh.size()), std::min((i + 1) * share, fresh.size()));
    for (auto& other : others)
        if (other) other->join();
}

Tops Masks::rank(const uint32_t* set, int n, bool candidates_only, Rank* ranks) const {
    if (wide_) return wide_->rank(set, n, candidates_only, ranks);
    Tops tops;
    const size_t whole = narrow_ ? whole_ : columns_;
    const auto each = [&](const auto& part) {  // of the columns: whole blocks, and the rest
        if (whole) part(rows_, stride_, whole, size_t{0});
        if (whole < columns_) part(rest_.get(), block_, block_, whole);
    };
    if (n < kMany || looked_up_) {
        each([&](const uint8_t* rows, size_t stride, size_t columns, size_t at) {
            rank_(rows, stride, set, n, columns, winning(), losing_mask_, candidates_only, ranks + at, &tops);
        });
        return tops;
    }
    // too many rows to visit them again for every block of columns: merged, and then as if they were one
    const std::unique_ptr<uint8_t, FreeAligned> sum(aligned_bytes(columns_ * bytes_));
    if (!sum) throw std::bad_alloc();
    each([&](const uint8_t* rows, size_t stride, size_t columns, size_t at) {
        merge_(rows, stride, set, n, columns, sum.get() + at * bytes_);
    });
    const uint32_t only = 0;
    rank_of_masks_(sum.get(), 0, &only, 1, columns_, winning(), losing_mask_, candidates_only, ranks, &tops);
    return tops;
}

int Masks::most_cells(const Local& local, const uint32_t* places, int n, int* first) const {
    return local_(local.data, local.stride, places, n, winning(), first);
}

size_t Masks::local_bytes(int n) const {
    return bytes_ ? static_cast<size_t>(n * bytes_ + 63) / 64 * 64 * n : 0;
}

template <class Word>
void Masks::fill_local(const uint32_t* set, int n, Local& local) const {
    for (int j = 0; j < n; ++j) {
        const uint8_t* in = rows_ + set[j] * stride_;
        Word* out = reinterpret_cast<Word*>(local.data + j * local.stride);
        if (narrow_)
            for (int i = 0; i < n; ++i) out[i] = static_cast<Word>(feedback_bytes_.mask_of[in[table_.winner[set[i]]]]);
        else
            for (int i = 0; i < n; ++i) out[i] = reinterpret_cast<const Word*>(in)[table_.winner[set[i]]];
        std::fill(out + n, out + local.stride / sizeof(Word), Word{0});
    }
}

Masks::Local Masks::localise(const uint32_t* set, int n, uint8_t* space) const {
    Local local{space, local_bytes(n) / n};
    if (bytes_ == 2) fill_local<uint16_t>(set, n, local);
    if (bytes_ == 4) fill_local<uint32_t>(set, n, local);
    if (bytes_ == 8) fill_local<uint64_t>(set, n, local);
    return local;
}

void Masks::peaks(Peak* jobs, int count, const BestColumns* best) const {
    if (!bytes_) {
        for (int i = 0; i < count; ++i) jobs[i].cells = 0;
        wide_->peaks(jobs, count);
        return;
    }
    if (best && *best) {
        settle(*best, jobs, count);
        return;
    }
    const size_t whole = narrow_ ? whole_ : columns_;
    if (whole) peaks_(rows_, stride_, whole, losing_mask_, nullptr, jobs, count);
    if (whole < columns_) peaks_(rest_.get(), block_, block_, losing_mask_, nullptr, jobs, count);
}

// In the best columns, and in all only if these do not settle it.
void Masks::settle(const BestColumns& best, Peak* jobs, int count) const {
    std::vector<Peak> parts(jobs, jobs + count), open;
    for (Peak& part : parts) part.set = part.places;
    peaks_(best.rows(), best.stride(), best.columns(), losing_mask_, best.ceilings(), parts.data(), count);
    std::vector<int> of;
    for (int i = 0; i < count; ++i) {
        jobs[i].cells = parts[i].cells;
        if (!best.settles(jobs[i])) open.push_back(jobs[i]), of.push_back(i);
    }
    if (open.empty()) return;
    peaks(open.data(), static_cast<int>(open.size()));
    for (size_t i = 0; i < open.size(); ++i) jobs[of[i]].cells = open[i].cells;
}

int Masks::planes_for(int n) const {
    return bytes_ && n < 1 << kMaxPlanes ? std::bit_width(static_cast<unsigned>(n)) : 0;
}

void Masks::count(const uint32_t* set, int n, uint8_t* planes) const {
    const size_t whole = narrow_ ? whole_ : columns_, plane = columns_ * bytes_;
    if (whole) count_(rows_, stride_, set, n, whole, plane, planes_for(n), planes);
    if (whole < columns_) count_(rest_.get(), block_, set, n, block_, plane, planes_for(n), planes + whole * bytes_);
}

void Masks::sizes(const uint8_t* planes, int plane_count, int guess, uint32_t* counts) const {
    uint32_t by_bit[64] = {};
    histogram(planes, columns_, bytes_, plane_count, guess, by_bit);
    for (int f = 0; f < table_.feedbacks; ++f) counts[f] = by_bit[feedback_bytes_.bit[f]];
}

Rank Masks::band(const Rank* ranks, Rank rank, int32_t* guesses, int* count) const {
    return band_(ranks, columns_, rank, guesses, count);
}

}  // namespace guesstree
