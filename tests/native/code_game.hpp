// Codes, and the permutations of positions and symbols, one by one.
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

using Code = std::vector<uint8_t>;

// All codes in the order of their text.
inline std::vector<Code> all_codes(int positions, int symbols, bool repeats, bool no_zero) {
    std::vector<Code> codes;
    Code code(positions, 0);
    while (true) {
        bool good = !no_zero || code[0] != 0;
        for (int i = 0; i < positions && !repeats; ++i)
            good = good && std::find(code.begin(), code.begin() + i, code[i]) == code.begin() + i;
        if (good) codes.push_back(code);
        int at = positions - 1;
        while (at >= 0 && ++code[at] == symbols) code[at--] = 0;
        if (at < 0) return codes;
    }
}

// Calls with (from, name) for every symmetry: position i of the image is position from[i], its symbol renamed.
template <class Each>
void for_all_symmetries(int positions, int symbols, bool fixed_zero, const Each& each) {
    std::vector<int> from(positions);
    std::iota(from.begin(), from.end(), 0);
    do {
        if (fixed_zero && from[0] != 0) break;
        Code name(symbols);
        std::iota(name.begin(), name.end(), uint8_t{0});
        do {
            if (fixed_zero && name[0] != 0) break;
            each(from, name);
        } while (std::next_permutation(name.begin(), name.end()));
    } while (std::next_permutation(from.begin(), from.end()));
}

// The image of a code.
inline Code image_of(const Code& code, const std::vector<int>& from, const Code& name) {
    Code image(code.size());
    for (size_t i = 0; i < code.size(); ++i) image[i] = name[code[from[i]]];
    return image;
}
