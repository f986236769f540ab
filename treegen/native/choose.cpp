#include "choose.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "cell_counts.hpp"
#include "lookup.hpp"

namespace guesstree {

namespace {

constexpr size_t kBlock = 64;  // guesses counted at a time
constexpr size_t kFull = 255;  // candidates after which a count of one byte is full

// Found once: to ask the processor takes a virtual machine as long as to choose from a small set.
const BytesKernel kCountBlock = lookup_kernels(FeedbackBytes(1)).count_bytes;

// What a block of guesses makes of the candidates.
struct Block {
    int64_t scores[kBlock];  // without the bonus
    bool wins[kBlock];       // for a candidate
};

// The game, and scratch memory for its blocks; for feedbacks of each size. `is_good` says of the block that was scored last
// whether the guess at a place splits the candidates and none of them gives a losing feedback.
template <class Entry>
class Scorer;

template <>
class Scorer<uint8_t> {
public:
    Scorer(const Rule& rule, size_t n, int feedbacks, int winning, const uint8_t* losing)
        : greatest_(rule.greatest),
          feedbacks_(feedbacks),
          winning_(winning),
          losing_(losing),
          prices_(rule.prices, rule.prices + n + 1),
          bytes_((feedbacks + 7) / 8 * 8 * kBlock),
          sizes_(n > kFull ? bytes_.size() : 0) {
        prices_[0] = greatest_ ? INT64_MIN : 0;  // of a cell that is empty
    }
    void score(const uint8_t* const* rows, size_t n, Block& out) {
        const auto counts = reinterpret_cast<uint8_t (*)[kBlock]>(bytes_.data());
        if (n <= kFull) {
            kCountBlock(rows, static_cast<int>(n), feedbacks_, counts);
            return greatest_ ? price<true>(bytes_.data(), out) : price<false>(bytes_.data(), out);
        }
        std::fill(sizes_.begin(), sizes_.end(), 0u);
        for (size_t from = 0; from < n; from += kFull) {
            kCountBlock(rows + from, static_cast<int>(std::min(kFull, n - from)), feedbacks_, counts);
            for (size_t k = 0; k < sizes_.size(); ++k) sizes_[k] += bytes_[k];
        }
        greatest_ ? price<true>(sizes_.data(), out) : price<false>(sizes_.data(), out);
    }
    bool is_good(size_t j) const {
        int cells = 0;
        for (int f = 0; f < feedbacks_; ++f) {
            const size_t k = f * kBlock + j;
            if (!(sizes_.empty() ? bytes_[k] : sizes_[k])) continue;
            if (losing_[f]) return false;
            ++cells;
        }
        return cells > 1;
    }

private:
    template <bool greatest, class Size>
    void price(const Size* sizes, Block& out) const {
        constexpr size_t kFew = 8;  // scores that are kept in registers
        for (size_t j = 0; j < kBlock; j += kFew) {
            int64_t scores[kFew];
            std::fill(scores, scores + kFew, prices_[0]);
            for (int f = 0; f < feedbacks_; ++f)
                for (size_t k = 0; k < kFew; ++k) {
                    const int64_t price = prices_[sizes[f * kBlock + j + k]];
                    scores[k] = greatest ? std::max(scores[k], price) : Rule::plus(scores[k], price);
                }
            std::copy_n(scores, kFew, out.scores + j);
        }
        for (size_t j = 0; j < kBlock; ++j) out.wins[j] = sizes[winning_ * kBlock + j] != 0;
    }

    bool greatest_;
    int feedbacks_, winning_;
    const uint8_t* losing_;
    std::vector<int64_t> prices_;  // of a cell by its size
    std::vector<uint8_t> bytes_;   // counts of up to kFull candidates
    std::vector<uint32_t> sizes_;  // counts of all, where there are more
};

template <>
class Scorer<uint16_t> {
public:
    Scorer(const Rule& rule, size_t, int feedbacks, int winning, const uint8_t* losing)
        : rule_(rule), feedbacks_(feedbacks), winning_(winning), losing_(losing), counts_(feedbacks + 1) {}
    void score(const uint16_t* const* rows, size_t n, Block& out) {
        feedbacks_of_.resize(n), all_.resize(n);
        std::iota(all_.begin(), all_.end(), 0u);
        for (size_t j = 0; j < kBlock; ++j) {
            for (size_t i = 0; i < n; ++i) feedbacks_of_[i] = static_cast<uint16_t>(std::min<int>(rows[i][j], feedbacks_));
            counts_.count(feedbacks_of_.data(), all_.data(), n);
            int64_t score = rule_.greatest ? INT64_MIN : 0;
            int cells = 0;
            bool lost = false;
            for (int f : counts_.found()) {
                if (f == feedbacks_) continue;  // an entry that is no feedback
                const int64_t price = rule_.prices[counts_[f]];
                score = rule_.greatest ? std::max(score, price) : Rule::plus(score, price);
                lost |= losing_[f] != 0, ++cells;
            }
            out.scores[j] = score, out.wins[j] = counts_[winning_] != 0, good_[j] = !lost && cells > 1;
        }
    }
    bool is_good(size_t j) const { return good_[j]; }

private:
    const Rule& rule_;
    int feedbacks_, winning_;
    const uint8_t* losing_;
    bool good_[kBlock];
    CellCounts counts_;                   // of one guess
    std::vector<uint16_t> feedbacks_of_;  // the candidates to it
    std::vector<uint32_t> all_;           // 0, 1, 2, ...
};

}  // namespace

template <class Entry>
int32_t choose(const Entry* by_secret, size_t guesses, const int32_t* candidates, size_t n, const Rule& rule, int feedbacks, int winning,
               const uint8_t* losing) {
    std::vector<const Entry*> rows(n + kAhead);
    std::vector<Entry> tail;  // the last, partial block of every row
    Scorer<Entry> scorer(rule, n, feedbacks, winning, losing);
    Block block;
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
        scorer.score(rows.data(), n, block);
        for (size_t j = 0; j < width; ++j) {
            const bool wins = block.wins[j];
            if ((rule.candidates_only && !wins) || (rule.allowed && !rule.allowed[start + j])) continue;
            const int64_t score = wins ? rule.less_bonus(block.scores[j]) : block.scores[j];
            const int32_t guess = static_cast<int32_t>(start + j);
            if (!best.is_after(rule, score, wins, guess)) continue;
            if (!scorer.is_good(j)) continue;
            best = {.score = score, .wins = wins, .guess = guess};
        }
    }
    return best.guess;
}

template int32_t choose(const uint8_t*, size_t, const int32_t*, size_t, const Rule&, int, int, const uint8_t*);
template int32_t choose(const uint16_t*, size_t, const int32_t*, size_t, const Rule&, int, int, const uint8_t*);

}  // namespace guesstree
