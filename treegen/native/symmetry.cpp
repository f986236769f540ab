#include "symmetry.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>

namespace guesstree {

Symmetry::Symmetry(const uint8_t* symbols, int guesses, int positions, int symbol_count, bool fixed_zero)
    : symbols_(symbols), guesses_(guesses), positions_(positions), count_(symbol_count), fixed_zero_(fixed_zero) {
    if (positions < 1 || symbol_count < 1 || symbol_count > kMaxSymbols) throw std::invalid_argument("symmetry: 1 to 64 symbols");
    if (positions > kMaxPositions) positions_ = 0;  // too many permutations to go through
    for (size_t i = 0; i < static_cast<size_t>(guesses) * positions; ++i)
        if (symbols[i] >= symbol_count) throw std::invalid_argument("symmetry: a symbol beyond the last");
}

bool Symmetry::is_trivial(const Stabiliser& s) const {
    return s.elements.size() == 1 && std::popcount(s.used) >= count_ - 1;
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

Stabiliser Symmetry::after(const Stabiliser& before, int guess) const {
    Stabiliser now;
    if (before.trivial) return now;
    const uint8_t* h = symbols_ + static_cast<size_t>(guess) * positions_;
    now.used = before.used;
    for (int i = 0; i < positions_; ++i) now.used |= uint64_t{1} << h[i];
    for (Stabiliser::Element e : before.elements) {
        uint64_t taken = 0;  // names given to the symbols of the guess
        bool fits = true;
        for (int i = 0; i < positions_ && fits; ++i) {
            const uint8_t old = h[e.from[i]], name = h[i];
            if (e.symbol[old] == Stabiliser::kFree) {
                // a symbol with a fixed name elsewhere, or given to another, cannot be the name of this one
                fits = !(before.used >> name & 1) && !(taken >> name & 1);
                e.symbol[old] = name, taken |= uint64_t{1} << name;
            } else {
                fits = e.symbol[old] == name;
            }
        }
        if (fits) now.elements.push_back(e);
    }
    now.trivial = is_trivial(now);
    return now;
}

// The image of the guess with free symbols named in order of appearance, lowest first: the lowest image there is.
void Symmetry::image(const Stabiliser::Element& e, uint64_t used, const uint8_t* guess, uint8_t* out) const {
    uint8_t name[kMaxSymbols];
    uint64_t named = 0;
    int next = 0;
    for (int i = 0; i < positions_; ++i) {
        const uint8_t old = guess[e.from[i]];
        if (e.symbol[old] != Stabiliser::kFree) {
            out[i] = e.symbol[old];
            continue;
        }
        if (!(named >> old & 1)) {
            while (used >> next & 1) ++next;
            name[old] = static_cast<uint8_t>(next++), named |= uint64_t{1} << old;
        }
        out[i] = name[old];
    }
}

bool Symmetry::is_first(const Stabiliser& stabiliser, int guess) const {
    const uint8_t* g = symbols_ + static_cast<size_t>(guess) * positions_;
    for (const auto& e : stabiliser.elements) {
        // image() symbol by symbol, as far as it agrees with the guess
        uint64_t named = stabiliser.used;  // names given: free symbols that agreed so far are called as in the guess
        for (int i = 0; i < positions_; ++i) {
            const uint8_t old = g[e.from[i]];
            uint8_t name = e.symbol[old];
            if (name == Stabiliser::kFree) {
                int earlier = 0;
                while (earlier < i && g[e.from[earlier]] != old) ++earlier;
                name = earlier < i ? g[earlier] : static_cast<uint8_t>(std::countr_one(named));
                named |= uint64_t{1} << name;
            }
            if (name < g[i]) return false;
            if (name > g[i]) break;
        }
    }
    return true;
}

int Symmetry::classes(std::vector<int>& of_guess) const {
    std::map<std::string, int> number;
    const Stabiliser all = whole();
    of_guess.resize(guesses_);
    for (int g = 0; g < guesses_; ++g) {
        std::string lowest;
        for (const auto& e : all.elements) {
            uint8_t out[kMaxPositions];
            image(e, all.used, symbols_ + static_cast<size_t>(g) * positions_, out);
            std::string text(reinterpret_cast<char*>(out), positions_);
            if (lowest.empty() || text < lowest) lowest = std::move(text);
        }
        of_guess[g] = number.emplace(lowest, static_cast<int>(number.size())).first->second;
    }
    return static_cast<int>(number.size());
}

}  // namespace guesstree
