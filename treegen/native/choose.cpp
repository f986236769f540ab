// The first guess in the order of a rule where there is a table, counted by blocks (see Rule for the order).
#include <algorithm>
#include <numeric>
#include <vector>

#include "histogram.hpp"
#include "kernels.hpp"
#include "lookup.hpp"

namespace guesstree {

namespace {

constexpr size_t kBlock = 64;  // guesses counted at a time

// Found once: to ask the processor takes a virtual machine as long as to choose from a small set.
const BytesKernel kCountBlock = lookup_kernels(FeedbackBytes(1)).count_bytes;

// What a block of guesses makes of the candidates.
class Block {
public:
    Block(const Rule& rule, size_t n, int feedbacks, int winning, const uint8_t* losing)
        : rule_(rule), feedbacks_(feedbacks), winning_(winning), losing_(losing), prices_(rule.prices, rule.prices + n + 1) {
        prices_[0] = rule.nothing();  // of a cell that is empty
    }
    int64_t scores[kBlock];  // without the bonus
    uint8_t wins[kBlock];    // for a candidate
    // Whether the guess splits the candidates, and none of them gives a losing feedback.
    bool is_good(size_t j) const {
        if (bytes_.empty()) return good_[j];
        int cells = 0;
        for (int f = 0; f < feedbacks_; ++f) {
            const size_t k = f * kBlock + j;
            if (!(sizes_.empty() ? bytes_[k] : sizes_[k])) continue;
            if (losing_[f]) return false;
            ++cells;
        }
        return cells > 1;
    }
    void score(const uint8_t* const* rows, size_t n) {
        bytes_.resize((feedbacks_ + 7) / 8 * 8 * kBlock);
        const auto counts = reinterpret_cast<uint8_t (*)[kBlock]>(bytes_.data());
        if (n <= kMostCounted) {
            kCountBlock(rows, static_cast<int>(n), feedbacks_, counts);
            return price(bytes_.data());
        }
        sizes_.assign(bytes_.size(), 0);
        for (size_t from = 0; from < n; from += kMostCounted) {
            kCountBlock(rows + from, static_cast<int>(std::min<size_t>(kMostCounted, n - from)), feedbacks_, counts);
            for (size_t k = 0; k < sizes_.size(); ++k) sizes_[k] += bytes_[k];
        }
        price(sizes_.data());
    }
    // With many feedbacks most cells are empty, and each guess is counted alone.
    void score(const uint16_t* const* rows, size_t n) {
        told_.resize(n), all_.resize(n);
        std::iota(all_.begin(), all_.end(), 0u);
        for (size_t j = 0; j < kBlock; ++j) {
            for (size_t i = 0; i < n; ++i) told_[i] = static_cast<uint16_t>(std::min<int>(rows[i][j], feedbacks_));
            counts_.count(told_.data(), all_.data(), n);
            int64_t score = rule_.nothing();
            int found = 0;
            bool loses = false;
            for (const int f : counts_.found())
                if (f < feedbacks_) score = rule_.add(score, prices_[counts_[f]]), loses |= losing_[f] != 0, ++found;
            scores[j] = score, wins[j] = counts_[winning_] != 0;
            good_[j] = found > 1 && !loses;
        }
    }

private:
    template <class Size>
    void price(const Size* sizes) {
        constexpr size_t kFew = 8;  // scores that are kept in registers
        for (size_t j = 0; j < kBlock; j += kFew) {
            int64_t few[kFew];
            std::fill(few, few + kFew, prices_[0]);
            const auto add_all = [&](const auto& add) {
                for (int f = 0; f < feedbacks_; ++f)
                    for (size_t k = 0; k < kFew; ++k) few[k] = add(few[k], prices_[sizes[f * kBlock + j + k]]);
            };
            if (rule_.greatest) add_all([](int64_t a, int64_t b) { return std::max(a, b); });
            else add_all(Rule::plus);
            std::copy_n(few, kFew, scores + j);
        }
        for (size_t j = 0; j < kBlock; ++j) wins[j] = sizes[winning_ * kBlock + j] != 0;
    }

    const Rule& rule_;
    int feedbacks_, winning_;
    bool good_[kBlock];  // of guesses that were counted alone
    const uint8_t* losing_;
    std::vector<int64_t> prices_;        // of a cell by its size
    std::vector<uint8_t> bytes_;         // counts of up to kMostCounted candidates
    std::vector<uint32_t> sizes_, all_;  // counts of all, where there are more; 0, 1, 2, ...
    std::vector<uint16_t> told_;         // the feedbacks of the candidates to a guess
    CellCounts counts_{feedbacks_ + 1};  // of these
};

}  // namespace

template <class Entry>
int32_t choose(const Entry* by_secret, size_t guesses, const int32_t* candidates, size_t n, const Rule& rule, int feedbacks, int winning,
               const uint8_t* losing) {
    std::vector<const Entry*> rows(n + kAhead);
    std::vector<Entry> tail;  // the last, partial block of every row
    Block block(rule, n, feedbacks, winning, losing);
    Best best;
    for (size_t start = 0; start < guesses; start += kBlock) {
        const size_t width = std::min(kBlock, guesses - start);
        if (rule.allowed && !std::any_of(rule.allowed + start, rule.allowed + start + width, [](uint8_t good) { return good; })) continue;
        if (width < kBlock) tail.assign(n * kBlock, 0);
        for (size_t i = 0; i < n; ++i) {
            const Entry* row = by_secret + static_cast<size_t>(candidates[i]) * guesses + start;
            if (width < kBlock) row = std::copy_n(row, width, &tail[i * kBlock]) - width;
            rows[i] = row;
        }
        std::fill(rows.begin() + n, rows.end(), rows[0]);
        block.score(rows.data(), n);
        for (size_t j = 0; j < width; ++j) {
            const bool wins = block.wins[j];
            if ((rule.candidates_only && !wins) || (rule.allowed && !rule.allowed[start + j])) continue;
            const int64_t score = wins ? rule.less_bonus(block.scores[j]) : block.scores[j];
            const int32_t guess = static_cast<int32_t>(start + j);
            if (best.is_after(rule, score, wins, guess) && block.is_good(j)) best = {.score = score, .wins = wins, .guess = guess};
        }
    }
    return best.guess;
}

template int32_t choose(const uint8_t*, size_t, const int32_t*, size_t, const Rule&, int, int, const uint8_t*);
template int32_t choose(const uint16_t*, size_t, const int32_t*, size_t, const Rule&, int, int, const uint8_t*);

}  // namespace guesstree
