#include "cell_caps.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "arena.hpp"

namespace guesstree {

namespace {
// The most steps of classes * secrets * guesses that are worth taking: with symmetries known, and without.
constexpr double kMostWork = 2e10, kMostWorkWithout = 4e8;
}  // namespace

CellCaps::CellCaps(const Table& table, Bounds& bounds, int levels) : table_(table), bounds_(bounds), rows_(levels) {}

void CellCaps::prepare(const Symmetry& symmetry, Masks& masks, bool candidates_only, bool wanted) {
    if (ready_) return;
    ready_ = true;
    const int r = table_.feedbacks;
    class_of_.assign(table_.guesses, 0);
    if (!wanted || table_.any_losing) {
        caps_.assign(r, bounds_.widest());
        return;
    }
    std::vector<uint32_t> all(table_.secrets);
    std::iota(all.begin(), all.end(), 0);
    masks.prepare(all.data(), all.size());
    Arena arena;
    Rank* ranks = arena.take<Rank>(masks.columns());
    const auto cap_of = [&](const std::vector<uint32_t>& set) {
        if (set.size() < 2) return bounds_.widest();
        const Tops tops = masks.rank(set.data(), static_cast<int>(set.size()), candidates_only, ranks);
        return Cap{.plain = cells_of(tops.plain), .winning = cells_of(tops.winning)};
    };
    int classes = table_.guesses, rankings = table_.guesses;  // guesses with the same caps, and up to the order of the feedbacks
    if (symmetry.known()) {
        classes = rankings = symmetry.classes(class_of_);
        if (symmetry.moves_feedbacks()) classes = symmetry.classes(class_of_, true);
    } else {
        std::iota(class_of_.begin(), class_of_.end(), 0);
    }
    const double work = static_cast<double>(rankings) * table_.secrets * table_.guesses;
    if (work >= (symmetry.known() ? kMostWork : kMostWorkWithout)) {
        caps_.assign(r, cap_of(all));
        std::fill(class_of_.begin(), class_of_.end(), 0);
        return;
    }
    caps_.assign(static_cast<size_t>(classes) * r, bounds_.widest());
    std::vector<uint8_t> done(classes, 0);
    std::vector<std::vector<uint32_t>> cells(r);
    std::map<std::string, std::vector<Cap>> known;  // by the lowest image of a guess: caps by the image of the feedback
    for (int g = 0; g < table_.guesses; ++g) {
        if (std::exchange(done[class_of_[g]], uint8_t{1})) continue;
        for (auto& cell : cells) cell.clear();
        for (int s = 0; s < table_.secrets; ++s) cells[table_.row(g)[s]].push_back(s);
        Cap* const caps = caps_.data() + static_cast<size_t>(class_of_[g]) * r;
        if (!symmetry.moves_feedbacks()) {
            for (int f = 0; f < r; ++f) caps[f] = cap_of(cells[f]);
            continue;
        }
        const Symmetry::Image image = symmetry.lowest(g);
        const auto [at, is_new] = known.try_emplace(image.code, r);
        for (int f = 0; f < r; ++f) {
            Cap& cap = at->second[symmetry.image_of(image.by, g, f)];
            if (is_new) cap = cap_of(cells[f]);
            caps[f] = cap;
        }
    }
}

const Cost* const* CellCaps::make_rows(int depth) {
    const std::lock_guard lock(mutex_);
    std::atomic<const Cost* const*>& rows = rows_[depth];
    if (const Cost* const* known = rows.load()) return known;
    auto fresh = std::make_unique<const Cost*[]>(caps_.size());
    for (size_t i = 0; i < caps_.size(); ++i) fresh[i] = bounds_.row(depth, caps_[i]);
    own_rows_.push_back(std::move(fresh));
    rows.store(own_rows_.back().get(), std::memory_order_release);
    return own_rows_.back().get();
}

}  // namespace guesstree
