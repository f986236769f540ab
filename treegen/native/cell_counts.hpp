// Counting the cells of one guess where there are many feedbacks, most of which no candidate gives: a counter for each, and a
// list of those that are not 0, which are set back before the next count. O(n) steps for n candidates.
// A feedback of the row must have a counter: Table checks that for the search.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace guesstree {

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
    std::vector<uint32_t> sizes_;  // by feedback
    std::vector<int> found_;       // the first cells_ are in use
    int cells_ = 0;                // of the guess that was counted last
};

}  // namespace guesstree
