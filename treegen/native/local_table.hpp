// The game as one set of up to kMaxLocal candidates sees it: the cells of a guess as bit masks of the candidates, which are
// numbered by their place in the set. The masks come from comparing whole vectors of feedbacks with each feedback, so that sizes
// and cells are had in one step. The feedbacks of the candidates as guesses are kept in a square of their own, which fits the
// nearest cache. Memory: n rows of n bytes, rounded up to 64, in the arena of a searcher.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>

#include "arena.hpp"
#include "masks.hpp"

namespace guesstree {

// The table of one set; empty: there is none.
class LocalTable {
public:
    LocalTable() = default;
    // Of a game in which every candidate has one winning guess. The table, the masks and the set must live as long as
    // this; memory is taken from the arena.
    LocalTable(const Table& table, const Masks& masks, const uint32_t* set, int n, Arena& arena)
        : table_(&table), masks_(&masks), n_(n), words_((n + 63) / 64) {
        rows_ = arena.take<const uint8_t*>(n);
        for (int i = 0; i < n; ++i) rows_[i] = masks.feedbacks_of(set[i]);
        square_ = arena.take<uint8_t>(static_cast<size_t>(n) * stride());
        for (int i = 0; i < n; ++i) {
            uint8_t* row = square_ + i * stride();
            for (int j = 0; j < n; ++j) row[j] = rows_[i][table.winner[set[j]]];
            std::fill(row + n, row + stride(), uint8_t{0});
        }
    }
    static bool is_for(const Masks& masks, int n) { return masks.has_cells() && n <= kMaxLocal; }
    explicit operator bool() const { return square_; }
    // The numbers that cells() writes.
    int masks_of_guess() const { return words_ * table_->feedbacks; }
    // The masks of the cells of a guess, and how many candidates each has.
    void cells(int guess, uint64_t* masks, uint16_t* sizes) const {
        masks_->cells()(rows_, guess, n_, masks_->feedback_bytes(), masks, sizes);
    }
    // The candidates of one of these cells, by their places in the set, rising.
    void places(const uint64_t* masks, int feedback, uint32_t* out) const {
        for (int w = 0; w < words_; ++w)
            for (uint64_t left = masks[w * table_->feedbacks + feedback]; left; left &= left - 1)
                *out++ = static_cast<uint32_t>(64 * w + std::countr_zero(left));
    }
    // The most cells that one of these candidates as guess makes of them.
    int most_cells(const uint32_t* places, int n) const {
        if (n * kColumnsPerCandidate > words_ * 64) return masks_->most()(square_, stride(), places, n, masks_->winning());
        int most = 0;
        for (int i = 0; i < n && most < n; ++i) {
            uint64_t seen = 0;
            int cells = 0;
            for (int j = 0; j < n; ++j) {
                const uint64_t mask = masks_->feedback_bytes().mask_of[square_[places[j] * stride() + places[i]]];
                cells += !(seen & mask), seen |= mask;
            }
            most = std::max(most, cells);
        }
        return most;
    }

private:
    static constexpr int kColumnsPerCandidate = 12;  // with more columns, fewer candidates are compared in pairs
    size_t stride() const { return static_cast<size_t>(words_) * 64; }
    const Table* table_ = nullptr;    // the game
    const Masks* masks_ = nullptr;    // its rows
    int n_ = 0;                       // candidates
    int words_ = 0;                   // of a mask
    const uint8_t** rows_ = nullptr;  // per candidate: its feedbacks to all guesses
    uint8_t* square_ = nullptr;       // [i][j]: the feedback of candidate i to the winner of j
};

}  // namespace guesstree
