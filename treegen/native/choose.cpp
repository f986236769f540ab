#include "choose.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "cell_counts.hpp"

namespace guesstree {

namespace {

constexpr size_t kBlock = 64;   // guesses counted at a time
constexpr size_t kBytes = 255;  // candidates after which a count of one byte is full

// Sixteen bytes at once: every x86-64 and arm64 has such registers, and both gcc and clang this type.
typedef uint8_t Bytes __attribute__((vector_size(16)));
constexpr size_t kLanes = kBlock / sizeof(Bytes);

// counts[f][j]: how many of the rows have f at place j.
void count_block(const uint8_t* const* rows, size_t n, int feedbacks, uint8_t (*counts)[kBlock]) {
    for (int f = 0; f < feedbacks; ++f) {
        Bytes count[kLanes] = {};
        const Bytes wanted = Bytes{} + static_cast<uint8_t>(f);
        for (size_t i = 0; i < n; ++i)
            for (size_t lane = 0; lane < kLanes; ++lane) {
                Bytes some;
                std::memcpy(&some, rows[i] + lane * sizeof some, sizeof some);
                count[lane] -= reinterpret_cast<Bytes>(some == wanted);  // a comparison that holds is -1
            }
        std::memcpy(counts[f], count, kBlock);
    }
}

// A sum that is defined for all prices.
constexpr int64_t plus(int64_t a, uint64_t b) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) + b);
}

// The best guess so far.
struct Choice {
    int64_t score = 0;   // less the bonus
    bool wins = false;   // for a candidate
    int32_t guess = -1;  // -1: none yet
};

// What a block of guesses makes of the candidates.
struct Block {
    int64_t scores[kBlock];  // without the bonus
    bool wins[kBlock];       // for a candidate
    bool good[kBlock];       // it splits the candidates, and none of them gives a losing feedback
};

// The game, and scratch memory for its blocks; for feedbacks of each size.
template <class Entry>
class Scorer;

template <>
class Scorer<uint8_t> {
public:
    Scorer(const Rule& rule, int feedbacks, int winning, const uint8_t* losing)
        : rule_(rule),
          feedbacks_(feedbacks),
          winning_(winning),
          losing_(losing),
          bytes_(static_cast<size_t>(feedbacks) * kBlock),
          sizes_(bytes_.size()) {}
    void score(const uint8_t* const* rows, size_t n, Block& out) {
        std::fill(sizes_.begin(), sizes_.end(), 0u);
        for (size_t from = 0; from < n; from += kBytes) {
            count_block(rows + from, std::min(kBytes, n - from), feedbacks_, reinterpret_cast<uint8_t (*)[kBlock]>(bytes_.data()));
            for (size_t k = 0; k < sizes_.size(); ++k) sizes_[k] += bytes_[k];
        }
        uint8_t cells[kBlock] = {}, lost[kBlock] = {};
        std::fill(out.scores, out.scores + kBlock, rule_.greatest ? INT64_MIN : 0);
        for (int f = 0; f < feedbacks_; ++f)
            for (size_t j = 0; j < kBlock; ++j) {
                const uint32_t size = sizes_[f * kBlock + j];
                const bool filled = size != 0;
                const int64_t price = rule_.prices[size];
                cells[j] = static_cast<uint8_t>(cells[j] + (filled && cells[j] < 2));
                lost[j] |= filled & losing_[f];
                if (rule_.greatest) out.scores[j] = filled ? std::max(out.scores[j], price) : out.scores[j];
                else out.scores[j] = plus(out.scores[j], filled ? static_cast<uint64_t>(price) : 0);
            }
        for (size_t j = 0; j < kBlock; ++j) out.wins[j] = sizes_[winning_ * kBlock + j] != 0, out.good[j] = !lost[j] && cells[j] > 1;
    }

private:
    const Rule& rule_;
    int feedbacks_, winning_;
    const uint8_t* losing_;
    std::vector<uint8_t> bytes_;   // counts of up to kBytes candidates
    std::vector<uint32_t> sizes_;  // counts of all
};

template <>
class Scorer<uint16_t> {
public:
    Scorer(const Rule& rule, int feedbacks, int winning, const uint8_t* losing)
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
                score = rule_.greatest ? std::max(score, price) : plus(score, static_cast<uint64_t>(price));
                lost |= losing_[f] != 0, ++cells;
            }
            out.scores[j] = score, out.wins[j] = counts_[winning_] != 0, out.good[j] = !lost && cells > 1;
        }
    }

private:
    const Rule& rule_;
    int feedbacks_, winning_;
    const uint8_t* losing_;
    CellCounts counts_;                   // of one guess
    std::vector<uint16_t> feedbacks_of_;  // the candidates to it
    std::vector<uint32_t> all_;           // 0, 1, 2, ...
};

template <class Entry>
int32_t choose_of(const Entry* by_secret, size_t guesses, const int32_t* candidates, size_t n, const Rule& rule, int feedbacks, int winning,
                  const uint8_t* losing) {
    std::vector<const Entry*> rows(n);
    std::vector<Entry> tail;  // the last, partial block of every row
    Scorer<Entry> scorer(rule, feedbacks, winning, losing);
    Block block;
    Choice best;
    for (size_t start = 0; start < guesses; start += kBlock) {
        const size_t width = std::min(kBlock, guesses - start);
        if (rule.allowed && !std::any_of(rule.allowed + start, rule.allowed + start + width, [](uint8_t good) { return good; })) continue;
        if (width < kBlock) tail.assign(n * kBlock, 0);
        for (size_t i = 0; i < n; ++i) {
            const Entry* row = by_secret + static_cast<size_t>(candidates[i]) * guesses + start;
            if (width < kBlock) row = std::copy_n(row, width, &tail[i * kBlock]) - width;
            rows[i] = row;
        }
        scorer.score(rows.data(), n, block);
        for (size_t j = 0; j < width; ++j) {
            const bool wins = block.wins[j];
            if (!block.good[j] || (rule.candidates_only && !wins) || (rule.allowed && !rule.allowed[start + j])) continue;
            const int64_t score = plus(block.scores[j], wins ? -static_cast<uint64_t>(rule.bonus) : 0);
            if (best.guess >= 0) {
                if (score > best.score) continue;
                const int better = rule.prefer_candidate ? wins - best.wins : 0;
                const bool later = rule.last && (wins || !rule.prefer_candidate);
                if (score == best.score && (better < 0 || (better == 0 && !later))) continue;
            }
            best = {.score = score, .wins = wins, .guess = static_cast<int32_t>(start + j)};
        }
    }
    return best.guess;
}

}  // namespace

int32_t choose(const uint8_t* by_secret, size_t guesses, const int32_t* candidates, size_t n, const Rule& rule, int feedbacks, int winning,
               const uint8_t* losing) {
    return choose_of(by_secret, guesses, candidates, n, rule, feedbacks, winning, losing);
}

int32_t choose(const uint16_t* by_secret, size_t guesses, const int32_t* candidates, size_t n, const Rule& rule, int feedbacks, int winning,
               const uint8_t* losing) {
    return choose_of(by_secret, guesses, candidates, n, rule, feedbacks, winning, losing);
}

}  // namespace guesstree
