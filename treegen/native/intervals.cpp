#include "kernels.hpp"

#include <algorithm>
#include <vector>

#include "value.hpp"

namespace guesstree {

namespace {

// Where the intervals of each length begin.
std::vector<int64_t*> rows_of(int64_t* costs, size_t n) {
    std::vector<int64_t*> rows(n + 1, costs);
    for (size_t length = 2; length <= n; ++length) rows[length] = rows[length - 1] + n - length + 2;
    return rows;
}

struct Division {
    int64_t cost = 2 * kNever;
    size_t place = 0;  // of the first leaf of the right part
};

// The least cost of the interval [first, first + length), divided at a place from `low` to `high`; of equal ones the first.
Division best_place(const std::vector<int64_t*>& rows, size_t first, size_t length, size_t low, size_t high) {
    Division best;
    for (size_t place = low; place <= high; ++place) {
        const int64_t cost = rows[place - first][first] + rows[first + length - place][place];
        if (cost < best.cost) best = {cost, place};
    }
    return best;
}

}  // namespace

void divide_intervals(int64_t* costs, size_t n, size_t most, bool convex) {
    std::vector<size_t> longer(n), places(n);  // where the intervals are divided, by their first leaves
    const std::vector<int64_t*> rows = rows_of(costs, n);
    const size_t longest = std::min(n, 2 * most);
    for (size_t length = longest; length >= 2; --length) {
        int64_t* of_length = rows[length];
        const size_t least = length > most ? length - most : 1, count = n - length + 1;  // the least length of a part
        if (!convex) {
            std::fill_n(of_length, count, kNever);
            for (size_t left = least; left <= length - least; ++left) {
                const int64_t *a = rows[left], *b = rows[length - left] + left;
                for (size_t first = 0; first < count; ++first) of_length[first] = std::min(of_length[first], a[first] + b[first]);
            }
            continue;
        }
        for (size_t first = 0; first < count; ++first) {
            size_t low = first + least, high = first + length - least;
            if (length < longest) {
                if (first > 0) low = std::max(low, longer[first - 1]);
                if (first + 1 < count) high = std::min(high, longer[first]);
            }
            const Division best = best_place(rows, first, length, low, high);
            of_length[first] = best.cost;
            places[first] = best.place;
        }
        longer.swap(places);
    }
}

void solve_intervals(int64_t* costs, size_t n) {
    std::vector<size_t> places(n);
    const std::vector<int64_t*> rows = rows_of(costs, n);
    std::vector<int64_t> sums(n + 1, 0);
    for (size_t first = 0; first < n; ++first) {
        places[first] = first;
        sums[first + 1] = sums[first] + costs[first];
    }
    for (size_t length = 2; length <= n; ++length)
        for (size_t first = 0; first + length <= n; ++first) {
            const Division best =
                best_place(rows, first, length, std::max(places[first], first + 1), std::min(places[first + 1], first + length - 1));
            rows[length][first] = best.cost + sums[first + length] - sums[first];
            places[first] = best.place;
        }
}

}  // namespace guesstree
