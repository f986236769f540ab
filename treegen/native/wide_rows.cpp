#include "wide_rows.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <numeric>
#include <utility>
#include <vector>

#define GUESSTREE_KERNELS "pair_kernels.inc"
#include "instruction_sets.inc"

namespace guesstree {

namespace {

constexpr int kTogether = 64;                   // sets whose widest counts are counted together
constexpr size_t kLanes = 64;                   // guesses that are marked at a time
constexpr int kMarkedTo = 1024;                 // feedbacks of games whose large sets are counted by marks
constexpr size_t kMostBytes = size_t{1} << 30;  // of the rows
constexpr size_t kCrowded = 512;                // bytes: rows of a multiple of it share cache sets

// Marks in `seen` [feedback][lane] what the set gives to kLanes guesses, and counts the cells of each.
template <class Entry>
void count_by_marks(const uint8_t* rows, size_t stride, const uint32_t* set, int n, int feedbacks, uint8_t* seen, Rank* cells) {
    std::memset(seen, 0, feedbacks * kLanes);
    for (int i = 0; i < n; ++i) {
        const Entry* row = reinterpret_cast<const Entry*>(rows + set[i] * stride);
        for (size_t lane = 0; lane < kLanes; ++lane) seen[row[lane] * kLanes + lane] = 1;
    }
    std::fill(cells, cells + kLanes, Rank{0});
    for (int from = 0; from < feedbacks; from += 255) {  // a byte holds the sum of 255 marks
        uint8_t sum[kLanes] = {};
        for (int f = from; f < std::min(from + 255, feedbacks); ++f)
            for (size_t lane = 0; lane < kLanes; ++lane) sum[lane] = static_cast<uint8_t>(sum[lane] + seen[f * kLanes + lane]);
        for (size_t lane = 0; lane < kLanes; ++lane) cells[lane] = static_cast<Rank>(cells[lane] + sum[lane]);
    }
}

}  // namespace

WideRows::WideRows(const Table& table, size_t columns) : table_(table), columns_(columns), entry_bytes_(table.wide ? 2 : 1) {
    const size_t guesses = table.guesses, secrets = table.secrets;
    if (table.any_losing || !table.simple_winners || columns * secrets * entry_bytes_ > kMostBytes) return;
    std::vector<uint32_t> all(secrets);
    std::iota(all.begin(), all.end(), 0);
    std::vector<Rank> ranks(columns);
    rank_singly(all.data(), table.secrets, false, ranks.data());
    order_.resize(columns);
    std::iota(order_.begin(), order_.end(), 0);  // the padding stays at the end, with one cell of any set
    std::stable_sort(order_.begin(), order_.begin() + guesses, [&](int a, int b) { return cells_of(ranks[a]) > cells_of(ranks[b]); });
    for (int32_t guess : order_) most_.push_back(cells_of(ranks[guess]));

    stride_ = columns * entry_bytes_ + (columns * entry_bytes_ % kCrowded == 0 ? 64 : 0);
    rows_.reset(huge_bytes(stride_ * secrets));
    if (!rows_) throw std::bad_alloc();
    kernels_ = best_kernels(entry_bytes_);
    std::fill_n(rows_.get(), stride_ * secrets, uint8_t{0});
    constexpr size_t kTile = 64;
    for (size_t s = 0; s < secrets; s += kTile)
        for (size_t c = 0; c < guesses; ++c)
            table.read(order_[c], [&]<class Entry>(const Entry* row) {
                for (size_t i = s; i < std::min(s + kTile, secrets); ++i) reinterpret_cast<Entry*>(rows_.get() + i * stride_)[c] = row[i];
            });
}

// Counts the cells of the kLanes guesses from this column on.
void WideRows::count_marks(const uint32_t* set, int n, size_t column, std::vector<uint8_t>& seen, Rank* cells) const {
    const uint8_t* const rows = rows_.get() + column * entry_bytes_;
    if (entry_bytes_ == 1) count_by_marks<uint8_t>(rows, stride_, set, n, table_.feedbacks, seen.data(), cells);
    else count_by_marks<uint16_t>(rows, stride_, set, n, table_.feedbacks, seen.data(), cells);
}

Tops WideRows::rank(const uint32_t* set, int n, bool candidates_only, Rank* ranks) const {
    if (!rows_ || (n > kPairsTo && table_.feedbacks > kMarkedTo)) return rank_singly(set, n, candidates_only, ranks);
    std::vector<Rank> by_column(columns_);
    if (n <= kPairsTo) {
        kernels_.rank(rows_.get(), stride_, set, n, columns_, by_column.data());
    } else {
        std::vector<uint8_t> seen(table_.feedbacks * kLanes);
        for (size_t c = 0; c < columns_; c += kLanes) count_marks(set, n, c, seen, by_column.data() + c);
        for (Rank& cells : by_column) cells = cells > 1 ? rank_of(cells, 0) : Rank{0};
    }
    for (size_t c = 0; c < columns_; ++c) ranks[order_[c]] = by_column[c];
    // the guesses that win
    Tops tops;
    std::vector<Rank> winners(n);
    for (int i = 0; i < n; ++i) {
        winners[i] = rank_of(cells_of(ranks[table_.winner[set[i]]]), 1);
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

void WideRows::widest_counts(Widest* jobs, int count) const {
    // small sets together, large ones one by one
    Widest small[kTogether];
    int place[kTogether], pending = 0;
    const auto flush = [&] {
        kernels_.widest_counts(rows_.get(), stride_, columns_, most_.data(), small, pending);
        for (int i = 0; i < pending; ++i) jobs[place[i]].cells = small[i].cells;
        pending = 0;
    };
    for (int i = 0; i < count; ++i) {
        if (!rows_ || jobs[i].n > kPairsTo) {
            jobs[i].cells = widest_of_large(jobs[i]);
            continue;
        }
        place[pending] = i, small[pending++] = jobs[i];
        if (pending == kTogether) flush();
    }
    if (pending) flush();
}

int WideRows::widest_of_large(const Widest& job) const {
    if (!rows_ || table_.feedbacks > kMarkedTo) return widest_singly(job);
    std::vector<uint8_t> seen(table_.feedbacks * kLanes);
    Rank most = 0, cells[kLanes];
    for (size_t c = 0; c < columns_ && most < job.enough && most < most_[c]; c += kLanes) {
        count_marks(job.set, job.n, c, seen, cells);
        most = std::max(most, *std::max_element(cells, cells + kLanes));
    }
    return most;
}

// How many cells the guess makes; 0 if it may lose.
int WideRows::count_singly(int guess, const uint32_t* set, int n, CellCounts& counts) const {
    const int cells = table_.read(guess, [&](const auto* row) { return counts.count(row, set, n); });
    const auto found = counts.found();
    const auto loses = [&](int f) { return table_.losing[f] != 0; };
    return table_.any_losing && std::any_of(found.begin(), found.end(), loses) ? 0 : cells;
}

int WideRows::widest_singly(const Widest& job) const {
    CellCounts counts(table_.feedbacks);
    int most = 0;
    for (int g = 0; g < table_.guesses && most < job.enough; ++g) most = std::max(most, count_singly(g, job.set, job.n, counts));
    return most;
}

Tops WideRows::rank_singly(const uint32_t* set, int n, bool candidates_only, Rank* ranks) const {
    Tops tops;
    CellCounts counts(table_.feedbacks);
    for (int g = 0; g < table_.guesses; ++g) {
        const int cells = count_singly(g, set, n, counts);
        const bool win = counts[table_.winning] > 0;
        const Rank rank = cells < 2 || (candidates_only && !win) ? Rank{0} : rank_of(cells, win);
        Rank& top = win ? tops.winning : tops.plain;
        top = std::max(top, rank);
        ranks[g] = rank;
    }
    std::fill(ranks + table_.guesses, ranks + columns_, Rank{0});
    return tops;
}

}  // namespace guesstree
