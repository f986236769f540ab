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

// The places of colours in their order, where equal ones stand in the order of their index. Whether no two are equal, but
// for zeros.
bool rank(const uint64_t* colours, int count, uint8_t* ranks) {
    std::fill_n(ranks, count, uint8_t{0});
    bool equal = false;
    for (int i = 1; i < count; ++i)
        for (int j = 0; j < i; ++j) {
            const bool after = colours[i] >= colours[j];
            ranks[i] += after, ranks[j] += !after;
            equal |= colours[i] == colours[j] && colours[i];
        }
    return !equal;
}
}  // namespace

ImageKeys::ImageKeys(const Table& table, const Symmetry& symmetry) : table_(table), symmetry_(symmetry) {
    if (!symmetry.known() || !table.simple_winners) return;
    for (const Stabiliser::Element& e : symmetry.whole().elements) orders_.push_back(std::to_array(e.from));
    size_t all = 1;
    for (int i = 2; i <= symmetry.positions() - symmetry.fixes_zero(); ++i) all *= i;
    all_orders_ = orders_.size() == all;
}

// What is added to a key for a word of the image.
void ImageKeys::add(Key& key, uint64_t word) {
    key += {.high = mix(2 * word + 1), .low = mix(mix(word))};
}

Key ImageKeys::of(const uint32_t* set, int n, Arena& arena) const {
    const Arena::Scope scope(arena);
    // A candidate, in the order of colours.
    struct Coloured {
        uint64_t colour;
        const uint8_t* code;
    };
    const int positions = symmetry_.positions(), symbols = symmetry_.names(), places = positions * symbols;
    Coloured* order = arena.take<Coloured>(n);
    uint64_t* at_place = arena.take<uint64_t>(places);  // per position and symbol: of the candidates that hold it there
    uint64_t* of_symbol = arena.take<uint64_t>(symbols);
    for (int i = 0; i < n; ++i) order[i] = {.colour = 1, .code = symmetry_.code(table_.winner[set[i]])};
    const auto colour_places = [&] {
        std::fill_n(at_place, places, uint64_t{0});
        std::fill_n(of_symbol, symbols, uint64_t{0});
        for (int i = 0; i < n; ++i)
            for (int p = 0; p < positions; ++p) at_place[p * symbols + symmetry_.name(order[i].code, p)] += order[i].colour;
        for (int p = 0; p < positions; ++p)
            for (int s = 0; s < symbols; ++s) of_symbol[s] += blur(at_place[p * symbols + s]);
    };
    const auto colour_candidates = [&] {
        for (int p = 0; p < positions; ++p)
            for (int s = 0; s < symbols; ++s) at_place[p * symbols + s] = blur(at_place[p * symbols + s] + of_symbol[s]);
        for (int i = 0; i < n; ++i) {
            uint64_t colour = 0;
            for (int p = 0; p < positions; ++p) colour += at_place[p * symbols + symmetry_.name(order[i].code, p)];
            order[i].colour = blur(colour);
        }
    };
    colour_places();
    for (int round = 1; round < kRounds; ++round) colour_candidates(), colour_places();
    uint64_t of_position[kMaxPositions] = {};
    for (int p = 0; p < positions; ++p)
        for (int s = 0; s < symbols; ++s) of_position[p] += blur(at_place[p * symbols + s]);
    if (symmetry_.fixes_zero()) of_position[0] = of_symbol[0] = 0;
    Key key;
    uint8_t place[kMaxPositions], name[kMaxSymbols];
    if (rank(of_position, positions, place) && rank(of_symbol, symbols, name) && all_orders_) {
        for (int i = 0; i < n; ++i) {
            uint64_t image = 0;
            for (int p = 0; p < positions; ++p) image |= static_cast<uint64_t>(name[symmetry_.name(order[i].code, p)]) << 8 * place[p];
            add(key, image);
        }
        return key;
    }
    colour_candidates();
    std::sort(order, order + n,
              [](const Coloured& a, const Coloured& b) { return a.colour != b.colour ? a.colour < b.colour : a.code < b.code; });

    // A permutation of the positions whose image is the lowest so far.
    struct Way {
        const uint8_t* from;  // position i of the image is position from[i]
        uint8_t* name;        // by the symbol's name (Symmetry::name) in the guess; kFree: it has not appeared
        uint8_t* next;        // the lowest name that is free, of all positions or of each
    };
    // Only the orders that put the positions in the order of their colours.
    uint32_t* chosen = arena.take<uint32_t>(orders_.size());
    size_t alive = 0;
    for (size_t w = 0; w < orders_.size(); ++w) {
        int p = 0;
        if (alive)
            while (p < positions && of_position[orders_[w][p]] == of_position[orders_[chosen[0]][p]]) ++p;
        if (p < positions && alive && of_position[orders_[w][p]] > of_position[orders_[chosen[0]][p]]) continue;
        if (p < positions) alive = 0;
        chosen[alive++] = static_cast<uint32_t>(w);
    }
    const bool apart = symmetry_.names_by_position();
    Way* ways = arena.take<Way>(alive);
    const size_t stride = symbols + positions;  // the names, and the next one of each position
    uint8_t* names = arena.take<uint8_t>(alive * stride);
    for (size_t w = 0; w < alive; ++w) {
        ways[w] = {.from = orders_[chosen[w]].data(), .name = names + w * stride, .next = names + w * stride + symbols};
        std::memset(ways[w].name, Stabiliser::kFree, symbols);
        std::memset(ways[w].next, 0, positions);
        if (symmetry_.fixes_zero()) ways[w].name[0] = 0, ways[w].next[0] = 1;
    }
    for (int i = 0; i < n; ++i) {
        const uint8_t* code = order[i].code;
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
        add(key, lowest);
    }
    return key;
}

}  // namespace guesstree
