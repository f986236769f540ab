// How many candidates give each feedback to one guess. Where all guesses were counted at once (Masks::count), the counts of one
// are put together from its bits.
//
// Where there are many feedbacks, most of which no candidate gives (CellCounts), there is a counter for each, and a list of those
// that are not 0, which are set back before the next count: O(n) steps for n candidates. A feedback of the row must have a counter,
// which Table checks for the search.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace guesstree {

// counts[f], for each feedback f, of the feedbacks row[set[i]].
template <class Entry, class Index, class Count>
inline void histogram(const Entry* row, const Index* set, size_t n, int feedbacks, Count* counts) {
    for (int f = 0; f < feedbacks; ++f) counts[f] = 0;
    for (size_t i = 0; i < n; ++i) ++counts[row[set[i]]];
}

// spread[b]: the bits of b, one in each byte.
struct Spread {
    uint64_t spread[256] = {};  // the spread bits of each byte
    constexpr Spread() {
        for (int b = 0; b < 256; ++b)
            for (int i = 0; i < 8; ++i) spread[b] |= static_cast<uint64_t>(b >> i & 1) << 8 * i;
    }
};
inline constexpr Spread kSpread;

// The same counts, from the bit planes of all guesses with masks of this many bytes.
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
    // Counts the feedbacks row[set[i]]; returns how many different ones there are.
    template <class Entry, class Index>
    int count(const Entry* row, const Index* set, size_t n) {
        for (int i = 0; i < cells_; ++i) sizes_[found_[i]] = 0;
        int cells = 0;
        for (size_t i = 0; i < n; ++i) {
            const int f = row[set[i]];
            found_[cells] = f;  // without a branch: it is written over unless it is new
            cells += sizes_[f]++ == 0;
        }
        return cells_ = cells;
    }
    // The feedbacks that were found, in the order of the candidates.
    std::span<const int> found() const { return {found_.data(), static_cast<size_t>(cells_)}; }
    // How many candidates give this feedback.
    uint32_t operator[](int feedback) const { return sizes_[feedback]; }

private:
    std::vector<uint32_t> sizes_;  // the size of the cell of each feedback
    std::vector<int> found_;       // the feedbacks found; only the first cells_ are in use
    int cells_ = 0;                // the number of cells of the guess that was counted last
};

}  // namespace guesstree
