#include "masks.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <vector>

#include "histogram.hpp"
#include "local_table.hpp"

namespace guesstree {
namespace {
constexpr size_t kBlock = 64;                         // a block has this number of columns, which kernels read at once
constexpr size_t kMostBytesCopied = size_t{1} << 29;  // a symmetric table of more bytes is not copied
}  // namespace

Masks::Masks(const Table& table, bool look_up, size_t memory)
    : table_(table),
      copied_(!table.symmetric || static_cast<size_t>(table.guesses) * table.secrets <= std::min(kMostBytesCopied, memory)),
      feedback_bytes_(bytes_of_feedbacks(look_up)),
      kernels_(lookup_kernels(feedback_bytes_)),
      columns_((table.guesses + kBlock - 1) / kBlock * kBlock) {
    if (!look_up || table.feedbacks > kMostLookedUp) {
        wide_ = std::make_unique<WideRows>(table, columns_);
        own_bytes_ = wide_->bytes();
        return;
    }
    if (table.any_losing) losing_mask_ = feedback_bytes_.mask(table.losing.data());
    if (copied_) copy_rows();
    else copy_rest();
}

// Finds the bytes of feedbacks. The feedbacks that occur in the table are sought only if leaving out all others may save look-ups.
FeedbackBytes Masks::bytes_of_feedbacks(bool look_up) const {
    const int count = std::min(table_.feedbacks, kMostLookedUp);
    if (!look_up || count <= 16 || table_.feedbacks > count || !copied_) return FeedbackBytes(count);
    bool seen[256] = {};
    for (size_t i = 0; i < static_cast<size_t>(table_.guesses) * table_.secrets; ++i) seen[table_.rows[i]] = true;
    return {count, seen};
}

// Copies the table with a row for each secret. Padding has the same feedback from every secret, so that it is never allowed as a guess.
// Rows begin at a cache line, but not at multiples of a large power of two, because these would share a few cache sets.
void Masks::copy_rows() {
    constexpr size_t kTile = 64;
    const size_t guesses = table_.guesses, secrets = table_.secrets;
    stride_ = row_stride(columns_);
    own_bytes_ = stride_ * secrets;
    data_.reset(huge_bytes(own_bytes_));
    if (!data_) throw std::bad_alloc();
    for (size_t s = 0; s < secrets; ++s) std::fill(data_.get() + s * stride_ + guesses, data_.get() + s * stride_ + columns_, uint8_t{0});
    for (size_t s = 0; s < secrets; s += kTile)
        for (size_t g = 0; g < guesses; g += kTile)
            for (size_t i = s; i < std::min(s + kTile, secrets); ++i)
                for (size_t h = g; h < std::min(g + kTile, guesses); ++h)
                    data_.get()[i * stride_ + h] = feedback_bytes_.of[table_.rows[h * secrets + i]];
    rows_ = data_.get(), whole_ = columns_;
}

// Copies the guesses of the last, partial block, for a symmetric table that is read in place because it is too large for a copy.
void Masks::copy_rest() {
    const size_t guesses = table_.guesses, secrets = table_.secrets;
    rows_ = table_.rows, stride_ = guesses, whole_ = guesses / kBlock * kBlock;
    if (whole_ == columns_) return;
    own_bytes_ = kBlock * secrets;
    rest_.reset(aligned_bytes(own_bytes_));
    if (!rest_) throw std::bad_alloc();
    for (size_t s = 0; s < secrets; ++s) {
        std::fill_n(rest_.get() + s * kBlock, kBlock, uint8_t{0});
        std::copy(rows_ + s * stride_ + whole_, rows_ + s * stride_ + guesses, rest_.get() + s * kBlock);
    }
}

template <class Each>
void Masks::each_part(const Each& each) const {
    if (whole_) each(rows_, stride_, whole_, size_t{0});
    if (whole_ < columns_) each(rest_.get(), kBlock, kBlock, whole_);
}

Tops Masks::rank(const uint32_t* set, int n, bool candidates_only, Rank* ranks, size_t part, size_t parts) const {
    Tops tops;
    if (wide_) return part ? tops : wide_->rank(set, n, candidates_only, ranks);
    const auto end_of = [&](size_t p) { return columns_ / kBlock * p / parts * kBlock; };
    each_part([&](const uint8_t* rows, size_t stride, size_t columns, size_t at) {
        const size_t from = std::max(end_of(part), at), to = std::min(end_of(part + 1), at + columns);
        if (from < to)
            kernels_.rank(rows + from - at, stride, set, n, to - from, winning(), losing_mask_, candidates_only, ranks + from, &tops);
    });
    return tops;
}

void Masks::widest_counts(WidestJob* jobs, int count, const BestColumns* best) const {
    if (wide_) {
        for (int i = 0; i < count; ++i) jobs[i].cells = 0;
        wide_->widest_counts(jobs, count);
    } else if (best && *best) {
        settle(*best, jobs, count);
    } else {
        each_part([&](const uint8_t* rows, size_t stride, size_t columns, size_t) {
            kernels_.widest_counts(rows, stride, columns, losing_mask_, nullptr, jobs, count);
        });
    }
}

// Does the jobs in the best columns, and then, in all columns, the jobs that the best columns did not settle.
void Masks::settle(const BestColumns& best, WidestJob* jobs, int count) const {
    std::vector<WidestJob> parts(jobs, jobs + count), open;
    for (WidestJob& part : parts) part.set = part.places;
    kernels_.widest_counts(best.rows(), best.stride(), best.columns(), losing_mask_, best.ceilings(), parts.data(), count);
    std::vector<int> of;
    for (int i = 0; i < count; ++i) {
        jobs[i].cells = parts[i].cells;
        if (!best.settles(jobs[i])) open.push_back(jobs[i]), of.push_back(i);
    }
    if (open.empty()) return;
    widest_counts(open.data(), static_cast<int>(open.size()));
    for (size_t i = 0; i < open.size(); ++i) jobs[of[i]].cells = open[i].cells;
}

int Masks::planes_for(int n) const {
    return !wide_ && n < 1 << kMaxPlanes ? std::bit_width(static_cast<unsigned>(n)) : 0;
}

void Masks::count(const uint32_t* set, int n, uint8_t* planes) const {
    each_part([&](const uint8_t* rows, size_t stride, size_t columns, size_t at) {
        kernels_.count(rows, stride, set, n, columns, columns_, planes_for(n), planes + at);
    });
}

void Masks::sizes(const uint8_t* planes, int plane_count, int guess, uint32_t* counts) const {
    uint32_t by_bit[64] = {};
    histogram(planes, columns_, mask_bytes(), plane_count, guess, by_bit);
    for (int f = 0; f < table_.feedbacks; ++f) counts[f] = by_bit[feedback_bytes_.bit[f]];
}

}  // namespace guesstree
