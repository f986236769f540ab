#include "image_keys.hpp"

#include <algorithm>
#include <cstring>

namespace guesstree {

ImageKeys::ImageKeys(const Table& table, const Symmetry& symmetry) : table_(table), symmetry_(symmetry) {
    if (!symmetry.known() || !table.simple_winners) return;
    for (int f = 0; f < kMaxFeedbacks; ++f) tints_[f] = mix(f);
    for (const Stabiliser::Element& e : symmetry.whole().elements) orders_.push_back(std::to_array(e.from));
}

Key ImageKeys::of(const uint32_t* set, int n, Arena& arena, const uint8_t* feedbacks) const {
    const Arena::Scope scope(arena);
    if (!feedbacks) {
        uint8_t* own = arena.take<uint8_t>(static_cast<size_t>(n) * n);
        for (int i = 0; i < n; ++i) {
            const uint8_t* row = table_.row(table_.winner[set[i]]);
            for (int j = 0; j < n; ++j) own[i * n + j] = row[set[j]];
        }
        feedbacks = own;
    }
    // A candidate, in the order of colours.
    struct Coloured {
        uint64_t colour;
        int guess;  // that wins for it
    };
    Coloured* order = arena.take<Coloured>(n);
    uint64_t* first = arena.take<uint64_t>(n);
    for (int i = 0; i < n; ++i) {
        const uint8_t* mine = feedbacks + static_cast<size_t>(i) * n;
        uint64_t sum = 0;
        for (int j = 0; j < n; ++j) sum += tints_[mine[j]];
        first[i] = mix(sum);
    }
    for (int i = 0; i < n; ++i) {
        const uint8_t* mine = feedbacks + static_cast<size_t>(i) * n;
        uint64_t sum = first[i];
        for (int j = 0; j < n; ++j) sum += first[j] * tints_[mine[j]];
        order[i] = {.colour = sum ^ sum >> 32, .guess = table_.winner[set[i]]};
    }
    std::sort(order, order + n,
              [](const Coloured& a, const Coloured& b) { return a.colour != b.colour ? a.colour < b.colour : a.guess < b.guess; });

    // A permutation of the positions whose image is the lowest so far.
    struct Way {
        const uint8_t* from;  // position i of the image is position from[i]
        uint8_t* name;        // of every symbol; kFree: it has not appeared
        uint8_t next;         // the lowest name that is free
    };
    const int positions = symmetry_.positions(), symbols = symmetry_.symbols();
    // Positions have colours, too: from the colours of the candidates that share a symbol there.
    uint64_t* sums = arena.take<uint64_t>(static_cast<size_t>(positions) * symbols);
    std::fill_n(sums, positions * symbols, uint64_t{0});
    for (int i = 0; i < n; ++i) {
        const uint8_t* code = symmetry_.code(order[i].guess);
        for (int p = 0; p < positions; ++p) sums[p * symbols + code[p]] += order[i].colour;
    }
    uint64_t colours[kMaxPositions] = {};
    for (int p = 0; p < positions; ++p)
        for (int s = 0; s < symbols; ++s) colours[p] += (sums[p * symbols + s] | 1) * (sums[p * symbols + s] >> 32);
    // Only the orders that put the positions in the order of their colours.
    uint32_t* chosen = arena.take<uint32_t>(orders_.size());
    size_t alive = 0;
    for (size_t w = 0; w < orders_.size(); ++w) {
        int p = 0;
        if (alive)
            while (p < positions && colours[orders_[w][p]] == colours[orders_[chosen[0]][p]]) ++p;
        if (p < positions && alive && colours[orders_[w][p]] > colours[orders_[chosen[0]][p]]) continue;
        if (p < positions) alive = 0;
        chosen[alive++] = static_cast<uint32_t>(w);
    }
    Way* ways = arena.take<Way>(alive);
    uint8_t* names = arena.take<uint8_t>(alive * symbols);
    std::memset(names, Stabiliser::kFree, alive * symbols);
    for (size_t w = 0; w < alive; ++w) {
        ways[w] = {.from = orders_[chosen[w]].data(), .name = names + w * symbols, .next = 0};
        if (symmetry_.fixes_zero()) ways[w].name[0] = 0, ways[w].next = 1;
    }
    Key key;
    for (int i = 0; i < n; ++i) {
        const uint8_t* code = symmetry_.code(order[i].guess);
        uint64_t lowest = ~uint64_t{0};
        size_t kept = 0;
        for (size_t w = 0; w < alive; ++w) {
            Way way = ways[w];
            uint64_t image = 0;
            for (int p = 0; p < positions; ++p) {
                uint8_t& name = way.name[code[way.from[p]]];
                if (name == Stabiliser::kFree) name = way.next++;
                image = image << 8 | name;
            }
            if (image > lowest) continue;
            if (image < lowest) lowest = image, kept = 0;
            ways[kept++] = way;
        }
        alive = kept;
        key += {.high = mix(2 * lowest + 1), .low = mix(mix(lowest))};
    }
    return key;
}

}  // namespace guesstree
