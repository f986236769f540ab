#include "symmetry.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace guesstree {

Symmetry::Symmetry(const uint8_t* symbols, int guesses, int positions, int symbol_count, bool fixed_zero, Invariance invariance)
    : symbols_(symbols), guesses_(guesses), positions_(positions), count_(symbol_count), fixed_zero_(fixed_zero), invariance_(invariance) {
    if (positions < 1 || symbol_count < 1 || symbol_count > kMaxSymbols) throw std::invalid_argument("symmetry: 1 to 64 symbols");
    for (size_t i = 0; i < static_cast<size_t>(guesses) * positions; ++i)
        if (symbols[i] >= symbol_count) throw std::invalid_argument("symmetry: a symbol beyond the last");
    if (positions > kMaxPositions) positions_ = 0;  // too many permutations to go through
    for (int g = 0; known() && g < guesses; ++g) {
        uint64_t word = 0;
        for (int i = 0; i < positions; ++i) word = word << 8 | code(g)[i];
        words_.push_back(word);
    }
    // if there are too many names for the bits of a word, all positions are renamed in the same way, which is a symmetry, too
    if (invariance == Invariance::places && positions_ * symbol_count <= kMaxSymbols) block_ = symbol_count;
}

Symmetry Symmetry::alike() const {
    Symmetry same = *this;
    same.block_ = 0;
    return same;
}

bool Symmetry::is_trivial(const Stabiliser& s) const {
    if (s.elements.size() != 1) return false;
    if (!block_) return std::popcount(s.used) >= count_ - 1;
    for (int i = 0; i < positions_; ++i)  // at most one name of each position is free
        if (std::popcount(s.used >> i * block_ & ((uint64_t{1} << block_) - 1)) < block_ - 1) return false;
    return true;
}

Stabiliser Symmetry::whole() const {
    Stabiliser all;
    if (!known()) return all;
    Stabiliser::Element e;
    for (int i = 0; i < positions_; ++i) e.from[i] = static_cast<uint8_t>(i);
    std::memset(e.symbol, Stabiliser::kFree, sizeof e.symbol);
    if (fixed_zero_) e.symbol[0] = 0, all.used = 1;
    do {
        if (fixed_zero_ && e.from[0] != 0) break;
        all.elements.push_back(e);
    } while (std::next_permutation(e.from, e.from + positions_));
    all.trivial = is_trivial(all);
    return all;
}

Stabiliser Symmetry::after(const Stabiliser& before, int guess, int feedback) const {
    Stabiliser now;
    if (before.trivial) return now;
    const uint8_t* h = code(guess);
    now.used = before.used;
    for (int i = 0; i < positions_; ++i) now.used |= uint64_t{1} << name(h, i);
    for (Stabiliser::Element e : before.elements) {
        uint64_t taken = 0;  // the names that symbols of this guess have got
        bool fits = true;
        for (int i = 0; i < positions_ && fits; ++i) {
            const int old = name(h, e.from[i]), own = name(h, i);
            if (e.symbol[old] == Stabiliser::kFree) {
                // a name that is in use, or that another symbol has got, cannot be the name of this symbol
                fits = !(before.used >> own & 1) && !(taken >> own & 1);
                e.symbol[old] = static_cast<uint8_t>(own), taken |= uint64_t{1} << own;
            } else {
                fits = e.symbol[old] == own;
            }
        }
        if (fits && image_of(e, guess, feedback) == feedback) now.elements.push_back(e);
    }
    now.trivial = is_trivial(now);
    return now;
}

bool Symmetry::is_first(const Stabiliser& stabiliser, int guess) const {
    const uint8_t* g = code(guess);
    for (const auto& e : stabiliser.elements) {
        // this forms the image symbol by symbol, as long as the image agrees with the guess
        uint64_t named = stabiliser.used;  // the names in use: free symbols that agreed so far keep their names
        for (int i = 0; i < positions_; ++i) {
            const int own = name(g, i), old = name(g, e.from[i]);
            int given = e.symbol[old];
            if (given == Stabiliser::kFree) {
                int earlier = 0;
                while (earlier < i && name(g, e.from[earlier]) != old) ++earlier;
                given = earlier < i ? name(g, earlier) : i * block_ + std::countr_one(named >> i * block_);  // the lowest free name
                named |= uint64_t{1} << given;
            }
            if (given < own) return false;
            if (given > own) break;
        }
    }
    return true;
}

int Symmetry::classes(std::vector<int>& of_guess, bool in_place) const {
    Stabiliser group = whole();
    if (in_place) group.elements.resize(1);  // the first element leaves the positions unchanged
    std::vector<int32_t> all(guesses_);
    std::iota(all.begin(), all.end(), 0);
    return orbits(all, generators(group), of_guess);
}

int Symmetry::orbits(const std::vector<int32_t>& some, const std::vector<Renaming>& renamings, std::vector<int>& of_guess) const {
    of_guess.assign(guesses_, -1);
    int count = 0;
    for (const int32_t g : some) {
        if (of_guess[g] >= 0) continue;
        std::vector<int32_t> orbit{g};
        of_guess[g] = count++;
        for (size_t i = 0; i < orbit.size(); ++i)
            for (const Renaming& by : renamings)
                if (const int other = image(by, orbit[i]); of_guess[other] < 0) of_guess[other] = of_guess[g], orbit.push_back(other);
    }
    return count;
}

// A mark 2 moves with its position. Among equal symbols that are not in place, the first ones have the marks 1. So the number of these
// marks stays the same, and they move to the first of the new positions.
int Symmetry::image_of(const Stabiliser::Element& e, int guess, int feedback) const {
    if (!moves_feedbacks()) return feedback;
    const uint8_t* g = code(guess);
    uint8_t marks[kMaxPositions], moved[kMaxPositions];
    for (int i = positions_ - 1; i >= 0; --i) marks[i] = static_cast<uint8_t>(feedback % 3), feedback /= 3;
    int image = 0;
    for (int i = 0; i < positions_; ++i) moved[i] = marks[e.from[i]];
    for (int i = 0; i < positions_; ++i) {
        for (int j = i + 1; j < positions_ && moved[i] == 0; ++j)
            if (moved[j] == 1 && g[e.from[j]] == g[e.from[i]]) std::swap(moved[i], moved[j]);
        image = 3 * image + moved[i];
    }
    return image;
}

std::vector<Renaming> Symmetry::generators(const Stabiliser& stabiliser) const {
    Renaming same{.places = std::vector<uint8_t>(positions_), .names = std::vector<uint8_t>(count_)};
    std::iota(same.places.begin(), same.places.end(), 0);
    std::iota(same.names.begin(), same.names.end(), 0);
    std::vector<Renaming> all;
    int last = -1;
    for (int x = 0; x < count_; ++x) {
        if (stabiliser.used >> x & 1) continue;
        if (last >= 0) all.push_back(same), std::swap(all.back().names[last], all.back().names[x]);
        last = x;
    }
    for (const Stabiliser::Element& e : stabiliser.elements) {
        Renaming one = same;
        std::copy_n(e.from, positions_, one.places.begin());
        for (int x = 0; x < count_; ++x)
            if (e.symbol[x] != Stabiliser::kFree) one.names[x] = e.symbol[x];
        if (one != same) all.push_back(std::move(one));
    }
    return all;
}

int Symmetry::image(const Renaming& by, int guess) const {
    uint64_t image = 0;
    for (int i = 0; i < positions_; ++i) image = image << 8 | by.names[code(guess)[by.places[i]]];
    const auto found = std::lower_bound(words_.begin(), words_.end(), image);
    return found != words_.end() && *found == image ? static_cast<int>(found - words_.begin()) : guess;
}

// --- The keys of sets up to symmetry.

namespace {
// Mixes a number; this is quicker than mix(), and good enough for colours.
uint64_t blur(uint64_t x) {
    x *= 0x9e3779b97f4a7c15;
    return x ^ x >> 32;
}

// Finds the rank of each colour; equal colours are ordered by index. Returns whether all colours differ, except for zeros.
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

// Adds the key of a word of the image to the key of a set.
void ImageKeys::add(Key& key, uint64_t word) {
    key += {.high = mix(2 * word + 1), .low = mix(mix(word))};
}

Key ImageKeys::of(const uint32_t* set, int n, Arena& arena, Renaming* to) const {
    const Arena::Scope scope(arena);
    // A candidate with its colour.
    struct Coloured {
        uint64_t colour;
        const uint8_t* code;
    };
    const int positions = symmetry_.positions(), symbols = symmetry_.names(), places = positions * symbols;
    Coloured* order = arena.take<Coloured>(n);
    uint64_t* at_place = arena.take<uint64_t>(places);  // for each position and symbol: the sum of the colours of its candidates
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
    colour_places(), colour_candidates(), colour_places();
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
        if (to) {
            *to = {.places = std::vector<uint8_t>(positions), .names = {name, name + symbols}};
            for (int p = 0; p < positions; ++p) to->places[place[p]] = static_cast<uint8_t>(p);
        }
        return key;
    }
    colour_candidates();
    std::sort(order, order + n,
              [](const Coloured& a, const Coloured& b) { return a.colour != b.colour ? a.colour < b.colour : a.code < b.code; });

    // A permutation of the positions whose image is the lowest so far.
    struct Way {
        const uint8_t* from;  // position i of the image is position from[i] of the guess
        uint8_t* name;        // the new name of each symbol (Symmetry::name); kFree: it has not appeared
        uint8_t* next;        // the lowest free name, for all positions or for each
    };
    // Only permutations that sort the positions by colour are tried.
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
    const size_t stride = symbols + positions;  // the names, and the next free name of each position
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
    if (to) {
        *to = {.places = {ways[0].from, ways[0].from + positions}, .names = {ways[0].name, ways[0].name + symbols}};
        for (uint8_t& one : to->names)
            if (one == Stabiliser::kFree) one = ways[0].next[0]++;
    }
    return key;
}

}  // namespace guesstree
