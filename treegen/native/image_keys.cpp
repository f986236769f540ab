#include "image_keys.hpp"

#include <algorithm>
#include <cstring>

namespace guesstree {

ImageKeys::ImageKeys(const Table& table, const Symmetry& symmetry) : table_(table), symmetry_(symmetry) {
    if (!symmetry.known() || !table.simple_winners || table.wide) return;
    for (int f = 0; f < kMaxNarrow; ++f) tints_[f] = mix(symmetry.kind_of(f));
    for (const Stabiliser::Element& e : symmetry.whole().elements) orders_.push_back(std::to_array(e.from));
}

Key ImageKeys::of(const uint32_t* set, int n, Arena& arena) const {
    const Arena::Scope scope(arena);
    // A candidate, in the order of colours.
    struct Coloured {
        uint64_t colour;
        int guess;  // that wins for it
    };
    Coloured* order = arena.take<Coloured>(n);
    uint64_t* first = arena.take<uint64_t>(n);
    uint8_t* feedbacks = arena.take<uint8_t>(static_cast<size_t>(n) * n);
    for (int i = 0; i < n; ++i) {
        const uint8_t* row = table_.rows + static_cast<size_t>(table_.winner[set[i]]) * table_.secrets;
        uint8_t* mine = feedbacks + static_cast<size_t>(i) * n;
        uint64_t sum = 0;
        for (int j = 0; j < n; ++j) mine[j] = row[set[j]], sum += tints_[mine[j]];
        first[i] = mix(sum);
    }
    for (int i = 0; i < n; ++i) {
        const uint8_t* mine = feedbacks + static_cast<size_t>(i) * n;
        uint64_t sum = 0;
        for (int j = 0; j < n; ++j) {
            const uint64_t x = (first[j] ^ tints_[mine[j]]) * 0x9e3779b97f4a7c15;
            sum += x ^ x >> 29;
        }
        order[i] = {.colour = sum + first[i], .guess = table_.winner[set[i]]};
    }
    std::sort(order, order + n,
              [](const Coloured& a, const Coloured& b) { return a.colour != b.colour ? a.colour < b.colour : a.guess < b.guess; });

    // A permutation of the positions whose image is the lowest so far.
    struct Way {
        const uint8_t* from;  // position i of the image is position from[i]
        uint8_t* name;        // by the symbol's name (Symmetry::name) in the guess; kFree: it has not appeared
        uint8_t* next;        // the lowest name that is free, of all positions or of each
    };
    const int positions = symmetry_.positions(), symbols = symmetry_.names();
    const bool apart = symmetry_.names_by_position();
    size_t alive = orders_.size();
    Way* ways = arena.take<Way>(alive);
    const size_t stride = symbols + positions;  // the names, and the next one of each position
    uint8_t* names = arena.take<uint8_t>(alive * stride);
    for (size_t w = 0; w < alive; ++w) {
        ways[w] = {.from = orders_[w].data(), .name = names + w * stride, .next = names + w * stride + symbols};
        std::memset(ways[w].name, Stabiliser::kFree, symbols);
        std::memset(ways[w].next, 0, positions);
        if (symmetry_.fixes_zero()) ways[w].name[0] = 0, ways[w].next[0] = 1;
    }
    Key key;
    for (int i = 0; i < n; ++i) {
        const uint8_t* code = symmetry_.code(order[i].guess);
        uint64_t lowest = ~uint64_t{0};
        size_t kept = 0;
        for (size_t w = 0; w < alive; ++w) {
            const Way way = ways[w];
            uint64_t image = 0;
            for (int p = 0; p < positions; ++p) {
                uint8_t& name = way.name[symmetry_.name(code, way.from[p])];
                if (name == Stabiliser::kFree) name = way.next[apart ? p : 0]++;
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
