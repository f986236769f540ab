#include "kernels.hpp"

#include <algorithm>
#include <vector>

#include "histogram.hpp"
#include "value.hpp"

namespace guesstree {

template <class Entry>
void cell_sizes(const Entry* table, size_t secrets, const int32_t* guesses, size_t guess_count, const int32_t* candidates, size_t n,
                int feedbacks, int32_t* counts) {
    std::vector<uint32_t> sizes(size_t{1} << 8 * sizeof(Entry));  // a counter for any feedback that an entry can hold
    for (size_t i = 0; i < guess_count; ++i) {
        histogram(table + guesses[i] * secrets, candidates, n, feedbacks, sizes.data());
        std::copy_n(sizes.begin(), feedbacks, counts + i * feedbacks);
    }
}
template void cell_sizes(const uint8_t*, size_t, const int32_t*, size_t, const int32_t*, size_t, int, int32_t*);
template void cell_sizes(const uint16_t*, size_t, const int32_t*, size_t, const int32_t*, size_t, int, int32_t*);

template <class Entry>
int32_t choose(const Entry* table, size_t guesses, size_t secrets, const int32_t* candidates, size_t n, const Rule& rule,
               bool candidates_only, const uint8_t* allowed, int feedbacks, int winning, const uint8_t* losing) {
    CellCounts counts(1 << 8 * sizeof(Entry));
    Best best;
    for (size_t g = 0; g < guesses; ++g) {
        if (allowed && !allowed[g]) continue;
        counts.count(table + g * secrets, candidates, n);
        const bool wins = counts[winning] > 0;
        int64_t score = rule.nothing();
        int cells = 0;
        bool loses = false;
        for (const int f : counts.found())
            if (f < feedbacks) score = rule.add(score, rule.prices[counts[f]]), loses |= losing[f] != 0, ++cells;
        if (wins) score = rule.less_bonus(score);
        const int32_t guess = static_cast<int32_t>(g);
        if (cells > 1 && !loses && (wins || !candidates_only) && best.is_after(rule, score, wins, guess)) best = {score, wins, guess};
    }
    return best.guess;
}
template int32_t choose(const uint8_t*, size_t, size_t, const int32_t*, size_t, const Rule&, bool, const uint8_t*, int, int,
                        const uint8_t*);
template int32_t choose(const uint16_t*, size_t, size_t, const int32_t*, size_t, const Rule&, bool, const uint8_t*, int, int,
                        const uint8_t*);

void fill_codes(const uint8_t* guesses, size_t guess_count, const uint8_t* secrets, size_t secret_count, int positions, int symbol_count,
                const uint8_t* labels, uint8_t* table) {
    if (secret_count == 0) return;  // without secrets, there are no columns
    // these arrays are ordered by columns, so that the inner loops run over secrets and vectorise
    std::vector<uint8_t> at(positions * secret_count), held(symbol_count * secret_count, 0);
    for (size_t s = 0; s < secret_count; ++s)
        for (int p = 0; p < positions; ++p) {
            const uint8_t symbol = secrets[s * positions + p];
            at[p * secret_count + s] = symbol;
            ++held[symbol * secret_count + s];
        }
    const int side = positions + 1;
    std::vector<uint8_t> by_both(side * side, 0);  // the feedbacks by bulls, and bulls plus cows
    for (int bulls = 0; bulls <= positions; ++bulls)
        for (int both = bulls; both <= positions; ++both) by_both[bulls * side + both] = labels[bulls * side + both - bulls];
    std::vector<uint8_t> index(secret_count);
    for (size_t g = 0; g < guess_count; ++g) {
        const uint8_t* guess = guesses + g * positions;
        std::fill(index.begin(), index.end(), uint8_t{0});
        for (int p = 0; p < positions; ++p) {
            const uint8_t *column = &at[p * secret_count], symbol = guess[p], weight = static_cast<uint8_t>(side);
            for (size_t s = 0; s < secret_count; ++s) index[s] += column[s] == symbol ? weight : 0;
            if (std::find(guess, guess + p, symbol) != guess + p) continue;
            const uint8_t times = static_cast<uint8_t>(std::count(guess, guess + positions, symbol));
            const uint8_t* count = &held[symbol * secret_count];
            for (size_t s = 0; s < secret_count; ++s) index[s] += std::min(count[s], times);
        }
        uint8_t* out = table + g * secret_count;
        for (size_t s = 0; s < secret_count; ++s) out[s] = by_both[index[s]];
    }
}

void fill_marks(const uint8_t* guesses, size_t guess_count, const uint8_t* secrets, size_t secret_count, int positions, uint8_t* table) {
    std::vector<uint8_t> at(positions * secret_count), is_wrong(positions * secret_count), left(secret_count);
    for (size_t s = 0; s < secret_count; ++s)
        for (int p = 0; p < positions; ++p) at[p * secret_count + s] = secrets[s * positions + p];
    const auto column = [&](std::vector<uint8_t>& of, int p) { return of.data() + p * secret_count; };
    for (size_t g = 0; g < guess_count; ++g) {
        const uint8_t* guess = guesses + g * positions;
        uint8_t* out = table + g * secret_count;
        std::fill_n(out, secret_count, uint8_t{0});
        for (int p = 0; p < positions; ++p) {
            const uint8_t *here = column(at, p), symbol = guess[p];
            uint8_t* wrong = column(is_wrong, p);
            for (size_t s = 0; s < secret_count; ++s) wrong[s] = here[s] == symbol ? 0 : 0xFF;
        }
        for (int p = 0; p < positions; ++p) {
            // Count this symbol in each secret, except at hits, and less the occurrences that earlier marks have used.
            std::fill(left.begin(), left.end(), uint8_t{0});
            for (int k = 0; k < positions; ++k) {
                const uint8_t *here = column(at, k), *wrong = column(is_wrong, k), symbol = guess[p];
                const uint8_t used = k < p && guess[k] == symbol;
                for (size_t s = 0; s < secret_count; ++s) left[s] += wrong[s] & static_cast<uint8_t>((here[s] == symbol) - used);
            }
            const uint8_t* wrong = column(is_wrong, p);
            for (size_t s = 0; s < secret_count; ++s)
                out[s] =
                    static_cast<uint8_t>(out[s] + out[s] + out[s] + ((wrong[s] & (static_cast<int8_t>(left[s]) > 0)) | (~wrong[s] & 2)));
        }
    }
}

namespace {

// Returns, by length, the start of the intervals of this length.
std::vector<int64_t*> rows_of(int64_t* costs, size_t n) {
    std::vector<int64_t*> rows(n + 1, costs);
    for (size_t length = 2; length <= n; ++length) rows[length] = rows[length - 1] + n - length + 2;
    return rows;
}

struct Division {
    int64_t cost = 2 * kNever;  // the least cost of both parts
    size_t place = 0;           // the first leaf of the right part
};

// Returns the least cost of the interval [first, first + length) divided at a place from `low` to `high`, and the first such place.
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
    std::vector<size_t> longer(n), places(n);  // by first leaf: where the intervals of the length before, and of this length, are divided
    const std::vector<int64_t*> rows = rows_of(costs, n);
    const size_t longest = std::min(n, 2 * most);
    for (size_t length = longest; length >= 2; --length) {
        int64_t* of_length = rows[length];
        const size_t least = length > most ? length - most : 1, count = n - length + 1;  // the least length of a part; their number
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
