#include "image_keys.hpp"

#include <algorithm>
#include <cstring>

namespace guesstree {

namespace {
constexpr int kRounds = 2;
// Cheaper than mix(), and good enough to tell colours apart.
uint64_t blur(uint64_t x) {
    x *= 0x9e3779b97f4a7c15;
    return x ^ x >> 32;
}
}  // namespace

ImageKeys::ImageKeys(const Table& table, const Symmetry& symmetry) : table_(table), symmetry_(symmetry) {
    if (!symmetry.known() || !table.simple_winners) return;
    for (int f = 0; f < kMaxFeedbacks; ++f) tints_[f] = mix(f);
    for (const Stabiliser::Element& e : symmetry.whole().elements) orders_.push_back(std::to_array(e.from));
}

Key ImageKeys::of(const uint32_t* set, int n, Arena& arena) const {
    const Arena::Scope scope(arena);
    // A candidate, in the order of colours.
    struct Coloured {
        uint64_t colour;
        int guess;  // that wins for it
    };
    const int positions = symmetry_.positions(), symbols = symmetry_.symbols(), places = positions * symbols;
    Coloured* order = arena.take<Coloured>(n);
    uint64_t* at_place = arena.take<uint64_t>(places);  // per position and symbol: of the candidates that hold it there
    uint64_t* of_symbol = arena.take<uint64_t>(symbols);
    for (int i = 0; i < n; ++i) order[i] = {.colour = 1, .guess = table_.winner[set[i]]};
    for (int round = 0; round < kRounds; ++round) {
        std::fill_n(at_place, places, uint64_t{0});
        std::fill_n(of_symbol, symbols, uint64_t{0});
        for (int i = 0; i < n; ++i) {
            const uint8_t* code = symmetry_.code(order[i].guess);
            for (int p = 0; p < positions; ++p) at_place[p * symbols + code[p]] += order[i].colour;
        }
        for (int p = 0; p < positions; ++p)
            for (int s = 0; s < symbols; ++s) of_symbol[s] += blur(at_place[p * symbols + s]);
        for (int i = 0; i < n; ++i) {
            const uint8_t* code = symmetry_.code(order[i].guess);
            uint64_t colour = 0;
            for (int p = 0; p < positions; ++p) colour += blur(at_place[p * symbols + code[p]] + of_symbol[code[p]]);
            order[i].colour = blur(colour);
        }
    }
    std::sort(order, order + n,
              [](const Coloured& a, const Coloured& b) { return a.colour != b.colour ? a.colour < b.colour : a.guess < b.guess; });
    uint64_t colours[kMaxPositions] = {};
    for (int p = 0; p < positions; ++p)
        for (int s = 0; s < symbols; ++s) colours[p] += blur(at_place[p * symbols + s]);

    // A permutation of the positions whose image is the lowest so far.
    struct Way {
        const uint8_t* from;  // position i of the image is position from[i]
        uint8_t* name;        // of every symbol; kFree: it has not appeared
        uint8_t next;         // the lowest name that is free
    };
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
