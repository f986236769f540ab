#include "wide_rows.hpp"

#include <algorithm>
#include <new>
#include <numeric>
#include <utility>
#include <vector>

#include "huge_bytes.hpp"
#include "instructions.hpp"
#include "stamps.hpp"

namespace guesstree {
namespace {

// Compiled for whatever the compiler may use everywhere: SSE2 on x86-64, NEON on arm64.
namespace plain {
constexpr int kBytes = 16;
#include "pair_kernels.inc"
}  // namespace plain

#ifdef GUESSTREE_X86
GUESSTREE_BEGIN("avx2")
namespace avx2 {
constexpr int kBytes = 32;
#include "pair_kernels.inc"
}  // namespace avx2
GUESSTREE_END

GUESSTREE_BEGIN("avx512f,avx512bw,avx512vl")
namespace avx512 {
constexpr int kBytes = 64;
#include "pair_kernels.inc"
}  // namespace avx512
GUESSTREE_END
#endif

PairKernels pair_kernels(int entry_bytes) {
#ifdef GUESSTREE_X86
    const Instructions level = instructions();
    if (level == Instructions::avx2) return avx2::kernels(entry_bytes);
    if (level > Instructions::avx2) return avx512::kernels(entry_bytes);
#endif
    return plain::kernels(entry_bytes);
}

constexpr int kTogether = 64;                   // sets whose peaks are counted together
constexpr size_t kMostBytes = size_t{1} << 30;  // of the rows
constexpr size_t kCrowded = 512;                // bytes: rows of a multiple of it share cache sets

}  // namespace

WideRows::WideRows(const Table& table, size_t columns, bool in_pairs) : table_(table), columns_(columns) {
    const size_t guesses = table.guesses, secrets = table.secrets;
    if (!in_pairs || table.any_losing || !table.simple_winners || columns * secrets > kMostBytes) return;
    std::vector<uint32_t> all(secrets);
    std::iota(all.begin(), all.end(), 0);
    std::vector<Rank> ranks(columns);
    rank_singly(all.data(), table.secrets, false, ranks.data());
    order_.resize(columns);  // the padding comes last, with one cell of any set
    std::iota(order_.begin(), order_.end(), 0);
    std::stable_sort(order_.begin(), order_.begin() + guesses, [&](int a, int b) { return ranks[a] > ranks[b]; });

    stride_ = columns + (columns % kCrowded == 0 ? 64 : 0);
    rows_.reset(huge_bytes(stride_ * secrets));
    if (!rows_) throw std::bad_alloc();
    kernels_ = pair_kernels(1);
    constexpr size_t kTile = 64;
    for (size_t s = 0; s < secrets; ++s) std::fill(rows_.get() + s * stride_ + guesses, rows_.get() + s * stride_ + columns, uint8_t{0});
    for (size_t s = 0; s < secrets; s += kTile)
        for (size_t c = 0; c < guesses; c += kTile)
            for (size_t j = c; j < std::min(c + kTile, guesses); ++j) {
                const uint8_t* row = table.row(order_[j]);
                for (size_t i = s; i < std::min(s + kTile, secrets); ++i) rows_.get()[i * stride_ + j] = row[i];
            }
}

Tops WideRows::rank(const uint32_t* set, int n, bool candidates_only, Rank* ranks) const {
    if (!rows_ || n > kPairsTo) return rank_singly(set, n, candidates_only, ranks);
    std::vector<Rank> by_column(columns_);
    kernels_.rank(rows_.get(), stride_, set, n, columns_, by_column.data());
    Tops tops;
    for (size_t c = 0; c < columns_; ++c) ranks[order_[c]] = by_column[c];
    Rank winners[kPairsTo];
    for (int i = 0; i < n; ++i) {
        winners[i] = rank_of(ranks[table_.winner[set[i]]] / 2, 1);
        tops.winning = std::max(tops.winning, winners[i]);
        ranks[table_.winner[set[i]]] = 0;
    }
    if (candidates_only) std::fill(ranks, ranks + columns_, Rank{0});
    int16_t most = 0;  // signed, since the least of x86-64 finds the larger of signed words only
    for (size_t c = 0; c < columns_; ++c) most = std::max(most, static_cast<int16_t>(ranks[c]));
    tops.plain = static_cast<Rank>(most);
    for (int i = 0; i < n; ++i) ranks[table_.winner[set[i]]] = winners[i];
    return tops;
}

void WideRows::peaks(Peak* jobs, int count) const {
    // small sets together, large ones one by one
    Peak small[kTogether];
    int place[kTogether], pending = 0;
    const auto flush = [&] {
        kernels_.peaks(rows_.get(), stride_, columns_, small, pending);
        for (int i = 0; i < pending; ++i) jobs[place[i]].cells = small[i].cells;
        pending = 0;
    };
    for (int i = 0; i < count; ++i) {
        if (!rows_ || jobs[i].n > kPairsTo) {
            jobs[i].cells = peak_singly(jobs[i]);
            continue;
        }
        place[pending] = i, small[pending++] = jobs[i];
        if (pending == kTogether) flush();
    }
    if (pending) flush();
}

Tops WideRows::rank_singly(const uint32_t* set, int n, bool candidates_only, Rank* ranks) const {
    Tops tops;
    Stamps stamps(table_.feedbacks);
    for (int g = 0; g < table_.guesses; ++g) {
        const uint8_t* row = table_.row(g);
        stamps.forget();
        int cells = 0;
        bool barred = false;
        for (int i = 0; i < n; ++i)
            if (const int f = row[set[i]]; stamps.see(f)) ++cells, barred |= table_.losing[f];
        const bool win = stamps.seen(table_.winning);
        const Rank rank = barred || cells < 2 || (candidates_only && !win) ? Rank{0} : rank_of(cells, win);
        Rank& top = win ? tops.winning : tops.plain;
        top = std::max(top, rank), ranks[g] = rank;
    }
    std::fill(ranks + table_.guesses, ranks + columns_, Rank{0});
    return tops;
}

// A guess is left as soon as it cannot have more cells than the most so far.
int WideRows::peak_singly(const Peak& job) const {
    Stamps stamps(table_.feedbacks);
    int most = 0;
    for (int g = 0; g < table_.guesses && most < job.enough; ++g) {
        const uint8_t* row = table_.row(g);
        stamps.forget();
        int cells = 0;
        bool barred = false;
        for (int i = 0; i < job.n; ++i) {
            const int f = row[job.set[i]];
            const bool is_new = stamps.see(f);
            cells += is_new, barred |= table_.losing[f];
            if (!is_new && cells + job.n - 1 - i <= most) break;
        }
        if (cells > most && !barred) most = cells;
    }
    return most < 2 ? 0 : most;
}

}  // namespace guesstree
