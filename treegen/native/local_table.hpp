// Copies of some rows of a game for one set of candidates. A row has the feedbacks of one secret to all guesses, as in masks.hpp. The
// copies are small, so that they are read from a nearer cache. Their memory belongs to an arena.
//
// LocalTable finds the cells of a guess as bit masks of up to kMaxLocal candidates, which are numbered by their place in the set. It
// compares whole vectors of feedbacks with each feedback, so that one step finds the cells and their sizes. It also has a square table of
// the feedbacks of all candidates to all candidates as guesses, n rows of n bytes.
//
// BestColumns has the guesses that make the most cells of the set. No guess makes more cells of a part than of the whole set. So the most
// cells of a part are found by trying the guesses in falling order of the cells that they make of the set, until the next guess makes no
// more cells of the set than an earlier guess makes of the part. On average over the cells whose bounds are computed, this tries a fifth of
// the guesses. Only a share of the guesses is copied; a part for which the copies do not suffice is read from the rows of the game.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "arena.hpp"
#include "masks.hpp"

namespace guesstree {

// The table of one set, or an empty object.
class LocalTable {
public:
    LocalTable() = default;
    // Copies from a game in which every candidate has one winning guess. The table, the masks and the set must live as long as this
    // object; its memory is taken from the arena.
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
    // Returns the number of words of the masks of a guess, which cells() writes.
    int words_per_guess() const { return words_ * table_->feedbacks; }
    // Writes the masks of the cells of a guess, and their sizes.
    void cells(int guess, uint64_t* masks, uint16_t* sizes) const {
        masks_->cells()(rows_, guess, n_, masks_->feedback_bytes(), masks, sizes);
    }
    // Writes the places in the set of the candidates in the cell of this feedback, rising; `masks` is from cells().
    void places(const uint64_t* masks, int feedback, uint32_t* out) const {
        for (int w = 0; w < words_; ++w)
            for (uint64_t left = masks[w * table_->feedbacks + feedback]; left; left &= left - 1)
                *out++ = static_cast<uint32_t>(64 * w + std::countr_zero(left));
    }
    // Returns the most cells that any of these n candidates, as a guess, makes of the n candidates.
    int most_cells(const uint32_t* places, int n) const { return masks_->most()(square_, stride(), places, n, masks_->winning()); }

private:
    size_t stride() const { return static_cast<size_t>(words_) * 64; }
    const Table* table_ = nullptr;    // the table of the game
    const Masks* masks_ = nullptr;    // the rows of the game, and the kernels that read them
    int n_ = 0;                       // the number of candidates
    int words_ = 0;                   // the number of words of a mask
    const uint8_t** rows_ = nullptr;  // for each candidate, its feedbacks to all guesses
    uint8_t* square_ = nullptr;       // [i][j]: the feedback of candidate i to the guess that wins for j
};

// The guesses that make the most cells of one set, or an empty object.
class BestColumns {
public:
    BestColumns() = default;
    // Copies a `share` of the columns of a set of n candidates; `ranks` has the ranks of all guesses on the set. No feedback may lose.
    BestColumns(const Masks& masks, const uint32_t* set, int n, const Rank* ranks, double share, Arena& arena) : share_(share) {
        const size_t all = masks.guesses();
        size_t counts[2][kMaxCells + 1] = {}, starts[kMaxCells + 1];  // by number of cells: the number of guesses; their start in `order`
        for (size_t g = 0; g < all; ++g) ++counts[g % 2][cells_of(ranks[g])];  // even and odd guesses are counted apart, which is faster
        size_t sum = 0;
        columns_ = std::min((static_cast<size_t>(static_cast<double>(all) * share) + 63) / 64, all / 64) * 64;
        int least_whole = 0;  // all guesses with at least this number of cells are copied, and some of those with one cell fewer
        for (int cells = kMaxCells; cells >= 0; --cells) {
            starts[cells] = sum, sum += counts[0][cells] + counts[1][cells];
            if (sum <= columns_) least_whole = cells;
        }
        uint32_t* order = arena.take<uint32_t>(all);
        for (size_t g = 0; g < all; ++g)
            if (const int cells = cells_of(ranks[g]); cells >= least_whole - 1) order[starts[cells]++] = static_cast<uint32_t>(g);
        ceilings_ = arena.take<uint8_t>(columns_ / 64 + 1);
        for (size_t at = 0; at <= columns_; at += 64) ceilings_[at / 64] = static_cast<uint8_t>(at < all ? cells_of(ranks[order[at]]) : 0);
        stride_ = row_stride(columns_);
        rows_ = arena.take<uint8_t>(stride_ * n);
        for (int i = 0; i < n; ++i) {
            const uint8_t* from = masks.feedbacks_of(set[i]);
            uint8_t* to = rows_ + i * stride_;
            for (size_t k = 0; k < columns_; k += 8) {  // eight bytes are written at once
                uint64_t eight = 0;
                for (int j = 0; j < 8; ++j) eight |= static_cast<uint64_t>(from[order[k + j]]) << 8 * j;
                std::memcpy(to + k, &eight, 8);
            }
        }
    }
    explicit operator bool() const { return rows_; }
    double share() const { return share_; }        // the share of all guesses that is copied
    const uint8_t* rows() const { return rows_; }  // the rows of feedbacks, by place in the set
    size_t stride() const { return stride_; }      // the number of bytes from row to row
    size_t columns() const { return columns_; }    // the number of guesses copied, a multiple of 64
    // Returns, for every 64th column and for the place after the last, the most cells of the set that this or a later guess makes.
    const uint8_t* ceilings() const { return ceilings_; }
    // Returns whether the number of cells found of a part is proved to be the most that any guess makes, or is enough for the caller.
    bool settles(const WidestJob& part) const { return part.cells >= part.enough || part.cells >= ceilings_[columns_ / 64]; }

private:
    static constexpr int kMaxCells = 64;
    uint8_t* rows_ = nullptr;      // the rows of feedbacks, as bytes
    uint8_t* ceilings_ = nullptr;  // the array that ceilings() returns
    size_t stride_ = 0, columns_ = 0;
    double share_ = 0;
};

}  // namespace guesstree
