#include "symmetry.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <stdexcept>
#include <utility>

namespace guesstree {

Symmetry::Symmetry(const uint8_t* symbols, int guesses, int positions, int symbol_count, bool fixed_zero, Invariance invariance)
    : symbols_(symbols), guesses_(guesses), positions_(positions), count_(symbol_count), fixed_zero_(fixed_zero), invariance_(invariance) {
    if (positions < 1 || symbol_count < 1 || symbol_count > kMaxSymbols) throw std::invalid_argument("symmetry: 1 to 64 symbols");
    for (size_t i = 0; i < static_cast<size_t>(guesses) * positions; ++i)
        if (symbols[i] >= symbol_count) throw std::invalid_argument("symmetry: a symbol beyond the last");
    if (positions > kMaxPositions) positions_ = 0;  // too many permutations to go through
    // with too many names for the bits of a word, the symbols of all positions are renamed alike, which is a symmetry, too
    if (invariance == Invariance::places && positions_ * symbol_count <= kMaxSymbols) block_ = symbol_count;
}

Symmetry Symmetry::alike() const {
    Symmetry same = *this;
    same.block_ = 0;
    return same;
}

int Symmetry::feedbacks() const {
    int count = 1;
    for (int i = 0; i < positions_; ++i) count *= 3;
    return count;
}

int Symmetry::free_name(uint64_t taken, int position) const {
    const int start = position * block_;
    return start + std::countr_one(taken >> start);
}

bool Symmetry::is_trivial(const Stabiliser& s) const {
    if (s.elements.size() != 1) return false;
    if (!block_) return std::popcount(s.used) >= count_ - 1;
    for (int i = 0; i < positions_; ++i)  // by position: at most one name is free
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
        uint64_t taken = 0;  // names given to the symbols of the guess
        bool fits = true;
        for (int i = 0; i < positions_ && fits; ++i) {
            const int old = name(h, e.from[i]), own = name(h, i);
            if (e.symbol[old] == Stabiliser::kFree) {
                // a symbol with a fixed name elsewhere, or given to another, cannot be the name of this one
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

// The image of the guess with free symbols named in order of appearance, lowest first: the lowest image there is.
void Symmetry::image(const Stabiliser::Element& e, uint64_t used, const uint8_t* guess, uint8_t* out) const {
    uint8_t given[kMaxSymbols];
    uint64_t named = 0;
    for (int i = 0; i < positions_; ++i) {
        const int old = name(guess, e.from[i]);
        if (e.symbol[old] != Stabiliser::kFree) {
            out[i] = e.symbol[old];
            continue;
        }
        if (!(named >> old & 1)) {
            given[old] = static_cast<uint8_t>(free_name(used, i));
            named |= uint64_t{1} << old, used |= uint64_t{1} << given[old];
        }
        out[i] = given[old];
    }
}

bool Symmetry::is_first(const Stabiliser& stabiliser, int guess) const {
    const uint8_t* g = code(guess);
    for (const auto& e : stabiliser.elements) {
        // image() symbol by symbol, as far as it agrees with the guess
        uint64_t named = stabiliser.used;  // names given: free symbols that agreed so far are called as in the guess
        for (int i = 0; i < positions_; ++i) {
            const int own = name(g, i), old = name(g, e.from[i]);
            int given = e.symbol[old];
            if (given == Stabiliser::kFree) {
                int earlier = 0;
                while (earlier < i && name(g, e.from[earlier]) != old) ++earlier;
                given = earlier < i ? name(g, earlier) : free_name(named, i);
                named |= uint64_t{1} << given;
            }
            if (given < own) return false;
            if (given > own) break;
        }
    }
    return true;
}

std::string Symmetry::lowest(const Stabiliser& group, int guess) const {
    std::string best;
    for (const auto& e : group.elements) {
        uint8_t out[kMaxPositions];
        image(e, group.used, code(guess), out);
        std::string text(reinterpret_cast<char*>(out), positions_);
        if (best.empty() || text < best) best = std::move(text);
    }
    return best;
}

int Symmetry::classes(std::vector<int>& of_guess, bool in_place) const {
    std::map<std::string, int> number;
    Stabiliser group = whole();
    if (in_place) group.elements.resize(1);  // the first leaves the positions as they are
    of_guess.resize(guesses_);
    for (int g = 0; g < guesses_; ++g) {
        of_guess[g] = number.emplace(lowest(group, g), static_cast<int>(number.size())).first->second;
    }
    return static_cast<int>(number.size());
}

// A 2 goes with its position. Of equal symbols that are not in place the first ones are marked 1; so the number of these
// stays, and they are moved to the first positions again.
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

}  // namespace guesstree
