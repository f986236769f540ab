#include "choose.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

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

}  // namespace

int32_t choose(const uint8_t* by_secret, size_t guesses, const int32_t* candidates, size_t n, const Rule& rule, int feedbacks, int winning,
               const uint8_t* losing) {
    std::vector<const uint8_t*> rows(n);
    std::vector<uint8_t> tail;  // the last, partial block of every row
    std::vector<uint8_t> bytes(static_cast<size_t>(feedbacks) * kBlock);
    std::vector<uint32_t> sizes(bytes.size());
    auto* counts = reinterpret_cast<uint8_t (*)[kBlock]>(bytes.data());
    Choice best;
    for (size_t start = 0; start < guesses; start += kBlock) {
        const size_t width = std::min(kBlock, guesses - start);
        if (rule.allowed && !std::any_of(rule.allowed + start, rule.allowed + start + width, [](uint8_t good) { return good; })) continue;
        if (width < kBlock) tail.assign(n * kBlock, 0);
        for (size_t i = 0; i < n; ++i) {
            const uint8_t* row = by_secret + static_cast<size_t>(candidates[i]) * guesses + start;
            if (width < kBlock) row = static_cast<const uint8_t*>(std::memcpy(&tail[i * kBlock], row, width));
            rows[i] = row;
        }
        std::fill(sizes.begin(), sizes.end(), 0u);
        for (size_t from = 0; from < n; from += kBytes) {
            count_block(rows.data() + from, std::min(kBytes, n - from), feedbacks, counts);
            for (size_t k = 0; k < sizes.size(); ++k) sizes[k] += bytes[k];
        }
        int64_t scores[kBlock];
        uint8_t cells[kBlock] = {}, lost[kBlock] = {};
        std::fill(scores, scores + kBlock, rule.greatest ? INT64_MIN : 0);
        for (int f = 0; f < feedbacks; ++f)
            for (size_t j = 0; j < kBlock; ++j) {
                const uint32_t size = sizes[f * kBlock + j];
                const bool filled = size != 0;
                const int64_t price = rule.prices[size];
                cells[j] = static_cast<uint8_t>(cells[j] + (filled && cells[j] < 2));
                lost[j] |= filled & losing[f];
                if (rule.greatest) scores[j] = filled ? std::max(scores[j], price) : scores[j];
                else scores[j] = plus(scores[j], filled ? static_cast<uint64_t>(price) : 0);
            }
        for (size_t j = 0; j < width; ++j) {
            const bool wins = sizes[winning * kBlock + j] != 0;
            if (lost[j] || cells[j] < 2 || (rule.candidates_only && !wins) || (rule.allowed && !rule.allowed[start + j])) continue;
            const int64_t score = plus(scores[j], wins ? -static_cast<uint64_t>(rule.bonus) : 0);
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

}  // namespace guesstree
