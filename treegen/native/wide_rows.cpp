#include "wide_rows.hpp"

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

namespace guesstree {

namespace {

constexpr int kTogether = 64;                   // the most sets that one call of PairKernels::widest_counts takes
constexpr size_t kMostBytes = size_t{1} << 30;  // the rows take at most this number of bytes

}  // namespace

WideRows::WideRows(const Table& table, size_t columns) : table_(table), columns_(columns), entry_bytes_(table.wide ? 2 : 1) {
    const size_t guesses = table.guesses, secrets = table.secrets;
    if (!table.simple_winners || columns * secrets * entry_bytes_ > kMostBytes) return;
    stride_ = row_stride(columns * entry_bytes_);
    rows_.reset(huge_bytes(stride_ * secrets));
    if (!rows_) throw std::bad_alloc();
    kernels_ = pair_kernels(entry_bytes_);
    std::fill_n(rows_.get(), stride_ * secrets, uint8_t{0});  // the padding makes one cell of any set
    constexpr size_t kTile = 64;
    for (size_t s = 0; s < secrets; s += kTile)
        for (size_t g = 0; g < guesses; ++g)
            table.read(static_cast<int>(g), [&]<class Entry>(const Entry* row) {
                for (size_t i = s; i < std::min(s + kTile, secrets); ++i) reinterpret_cast<Entry*>(rows_.get() + i * stride_)[g] = row[i];
            });
}

template <class Take>
void WideRows::count_singly(const uint32_t* set, int n, const Take& take) const {
    std::vector<int32_t> last(table_.feedbacks, -1);  // for each feedback, the last guess that got it
    for (int32_t guess = 0; guess < table_.guesses; ++guess) {
        int cells = 0;
        table_.read(guess, [&](const auto* row) {
            for (int i = 0; i < n; ++i) {
                const int f = row[set[i]];
                cells += last[f] != guess, last[f] = guess;
            }
        });
        for (int f = 0; table_.any_losing && f < table_.feedbacks; ++f)
            if (table_.losing[f] && last[f] == guess) cells = 0;
        if (!take(guess, cells, last[table_.winning] == guess)) return;
    }
}

Tops WideRows::rank(const uint32_t* set, int n, bool candidates_only, Rank* ranks) const {
    Tops tops;
    const auto put = [&](int32_t guess, int cells, bool wins) {
        ranks[guess] = cells < 2 || (candidates_only && !wins) ? Rank{0} : rank_of(cells, wins);
        Rank& top = wins ? tops.winning : tops.plain;
        top = std::max(top, ranks[guess]);
        return true;
    };
    if (!rows_ || n > kPairsTo) {
        count_singly(set, n, put);
        std::fill(ranks + table_.guesses, ranks + columns_, Rank{0});
        return tops;
    }
    kernels_.rank(rows_.get(), stride_, set, n, columns_, ranks);
    std::vector<Rank> cells(n);  // the numbers of cells of the guesses that win
    for (int i = 0; i < n; ++i) cells[i] = cells_of(std::exchange(ranks[table_.winner[set[i]]], Rank{0}));
    if (candidates_only) std::fill(ranks, ranks + columns_, Rank{0});
    int16_t most = 0;  // signed, since the oldest vector instructions of x86-64 find the larger of two signed words only
    for (size_t c = 0; c < columns_; ++c) most = std::max(most, static_cast<int16_t>(ranks[c]));
    tops.plain = static_cast<Rank>(most);
    for (int i = 0; i < n; ++i) put(table_.winner[set[i]], cells[i], true);
    return tops;
}

void WideRows::widest_counts(WidestJob* jobs, int count) const {
    // several small sets are counted in one call, large sets one by one
    WidestJob small[kTogether];
    int place[kTogether], pending = 0;
    const auto flush = [&] {
        kernels_.widest_counts(rows_.get(), stride_, columns_, small, pending);
        for (int i = 0; i < pending; ++i) jobs[place[i]].cells = small[i].cells;
        pending = 0;
    };
    for (int i = 0; i < count; ++i) {
        WidestJob& job = jobs[i];
        if (rows_ && job.n <= kPairsTo) {
            place[pending] = i, small[pending++] = job;
            if (pending == kTogether) flush();
            continue;
        }
        job.cells = 0;
        count_singly(job.set, job.n, [&](int32_t, int cells, bool) { return (job.cells = std::max(job.cells, cells)) < job.enough; });
    }
    if (pending) flush();
}

}  // namespace guesstree
