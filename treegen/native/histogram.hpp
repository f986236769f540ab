// Counting how many candidates give each feedback to one guess: either from the table, or by reading the counts of this guess from the
// bit planes in which Masks::count has counted all guesses at once.
//
// CellCounts is for games with many feedbacks, most of which no candidate gives. It has a counter for each feedback, and a list of the
// counters that are not 0, which it resets before the next count: a count takes O(n) steps for n candidates. Every feedback of the row
// must have a counter; Table checks this for the search.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace guesstree {

// Counts the feedbacks row[set[i]] into counts[f], for each feedback f.
template <class Entry, class Index, class Count>
inline void histogram(const Entry* row, const Index* set, size_t n, int feedbacks, Count* counts) {
    for (int f = 0; f < feedbacks; ++f) counts[f] = 0;
    for (size_t i = 0; i < n; ++i) ++counts[row[set[i]]];
}

// Bytes as eight bytes: byte i of spread[b] is bit i of the byte b, 0 or 1.
struct Spread {
    uint64_t spread[256] = {};  // the eight bytes of each byte
    constexpr Spread() {
        for (int b = 0; b < 256; ++b)
            for (int i = 0; i < 8; ++i) spread[b] |= static_cast<uint64_t>(b >> i & 1) << 8 * i;
    }
};
inline constexpr Spread kSpread;

// Makes the counts of one guess from the bit planes of all guesses. Plane p has a mask of `mask_bytes` bytes for each guess: bit f of the
// mask is bit p of the count of feedback f. The planes are stored by [plane][byte of the mask][guess].
inline void histogram(const uint8_t* planes, size_t columns, int mask_bytes, int plane_count, int guess, uint32_t* counts) {
    for (int byte = 0; byte < mask_bytes; ++byte) {
        const uint8_t* at = planes + byte * columns + guess;
        for (int base = 0; base < plane_count; base += 8) {
            uint64_t sum = 0;
            for (int p = base; p < plane_count && p < base + 8; ++p) sum += kSpread.spread[at[p * columns * mask_bytes]] << (p - base);
            for (int f = 0; f < 8; ++f) {
                const uint32_t part = static_cast<uint32_t>(sum >> 8 * f & 255) << base;
                counts[byte * 8 + f] = base ? counts[byte * 8 + f] + part : part;
            }
        }
    }
}

// The sizes of the cells of the guess that was counted last.
class CellCounts {
public:
    explicit CellCounts(int feedbacks) : sizes_(feedbacks, 0), found_(feedbacks + 1) {}
    // Counts the feedbacks row[set[i]], and returns the number of different feedbacks.
    template <class Entry, class Index>
    int count(const Entry* row, const Index* set, size_t n) {
        for (int i = 0; i < cells_; ++i) sizes_[found_[i]] = 0;
        int cells = 0;
        for (size_t i = 0; i < n; ++i) {
            const int f = row[set[i]];
            found_[cells] = f;  // written without a branch: unless the feedback is new, the next one takes this place
            cells += sizes_[f]++ == 0;
        }
        return cells_ = cells;
    }
    // Returns the different feedbacks, in the order of the candidates.
    std::span<const int> found() const { return {found_.data(), static_cast<size_t>(cells_)}; }
    // Returns the number of candidates that give this feedback.
    uint32_t operator[](int feedback) const { return sizes_[feedback]; }

private:
    std::vector<uint32_t> sizes_;  // the size of the cell of each feedback
    std::vector<int> found_;       // the feedbacks found; only the first cells_ are in use
    int cells_ = 0;                // the number of cells of the guess that was counted last
};

}  // namespace guesstree
