// Codes, the permutations of positions and symbols, one by one, and games of codes.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include "symmetry.hpp"
#include "table.hpp"

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

// Position i of the image is position from[i], its symbol renamed by names[i].
struct Motion {
    std::vector<int> from;
    std::vector<Code> names;  // all alike, unless each position has symbols of its own
    Code operator()(const Code& code) const {
        Code image(code.size());
        for (size_t i = 0; i < code.size(); ++i) image[i] = names[i][code[from[i]]];
        return image;
    }
};

// How a game of codes is made.
struct CodeRules {
    int positions, symbols;
    bool repeats, no_zero;                                              // of secrets
    guesstree::Invariance invariance = guesstree::Invariance::numbers;  // by a feedback
    bool any = false;                                                   // guesses may repeat symbols, though secrets do not
};

// The codes as secrets and guesses, and the feedbacks by the plain rules.
struct CodeGame {
    CodeRules rules;
    std::vector<Code> secrets, guesses;
    std::vector<uint8_t> symbols, rows;
    std::map<Code, int> guess_index, secret_index;

    explicit CodeGame(const CodeRules& r)
        : rules(r),
          secrets(all_codes(r.positions, r.symbols, r.repeats, r.no_zero)),
          guesses(all_codes(r.positions, r.symbols, r.repeats || r.any, r.no_zero)) {
        for (const Code& secret : secrets) secret_index.emplace(secret, static_cast<int>(secret_index.size()));
        for (const Code& guess : guesses) {
            guess_index.emplace(guess, static_cast<int>(guess_index.size()));
            symbols.insert(symbols.end(), guess.begin(), guess.end());
            for (const Code& secret : secrets) rows.push_back(static_cast<uint8_t>(feedback(guess, secret)));
        }
    }
    int guess_count() const { return static_cast<int>(guesses.size()); }
    int secret_count() const { return static_cast<int>(secrets.size()); }
    int at(int guess, int secret) const { return rows[static_cast<size_t>(guess) * secrets.size() + secret]; }
    int image(const Motion& by, int guess) const { return guess_index.at(by(guesses[guess])); }
    int image_of_secret(const Motion& by, int secret) const { return secret_index.at(by(secrets[secret])); }
    int winning() const { return at(guess_index.at(secrets[0]), 0); }
    int feedbacks() const { return winning() + 1; }
    guesstree::Table table() const {
        return guesstree::Table(rows.data(), guess_count(), secret_count(), feedbacks(), winning(), {}, false);
    }
    guesstree::Symmetry symmetry() const {
        return guesstree::Symmetry(symbols.data(), guess_count(), rules.positions, rules.symbols, rules.no_zero, rules.invariance);
    }

    int feedback(const Code& guess, const Code& secret) const {
        int bulls = 0, common = 0;
        for (int i = 0; i < rules.positions; ++i) bulls += guess[i] == secret[i];
        for (int s = 0; s < rules.symbols; ++s)
            common += static_cast<int>(std::min(std::count(guess.begin(), guess.end(), s), std::count(secret.begin(), secret.end(), s)));
        if (rules.invariance == guesstree::Invariance::places) return bulls;
        if (rules.invariance == guesstree::Invariance::numbers) return bulls * (rules.positions + 1) + common;
        int marks = 0;
        for (int i = 0; i < rules.positions; ++i) {
            // marked as elsewhere while the secret has more of this symbol than are in place or were marked before
            int left = 0;
            for (int j = 0; j < rules.positions; ++j) {
                left += secret[j] == guess[i] && guess[j] != secret[j];
                left -= j < i && guess[j] == guess[i] && guess[j] != secret[j];
            }
            marks = 3 * marks + (guess[i] == secret[i] ? 2 : left > 0);
        }
        return marks;
    }

    // Calls with every symmetry.
    template <class Each>
    void for_all_symmetries(const Each& each) const {
        const bool zero = rules.no_zero, apart = rules.invariance == guesstree::Invariance::places;
        Motion motion{.from = std::vector<int>(rules.positions), .names = {}};
        std::iota(motion.from.begin(), motion.from.end(), 0);
        Code plain(rules.symbols);
        std::iota(plain.begin(), plain.end(), uint8_t{0});
        const auto name_from = [&](const auto& self, int position) -> void {
            if (position == rules.positions) return each(motion);
            Code& name = motion.names[position];
            if (position && !apart) {
                name = motion.names[0];
                return self(self, position + 1);
            }
            name = plain;
            do {
                if (zero && position == 0 && name[0] != 0) break;
                self(self, position + 1);
            } while (std::next_permutation(name.begin(), name.end()));
            name = plain;
        };
        do {
            if (zero && motion.from[0] != 0) break;
            motion.names.assign(rules.positions, plain);
            name_from(name_from, 0);
        } while (std::next_permutation(motion.from.begin(), motion.from.end()));
    }
};

// Games of all kinds, small enough to go through all their symmetries.
inline const std::vector<CodeRules>& small_games() {
    using guesstree::Invariance;
    static const std::vector<CodeRules> games = {
        {2, 3, false, false},
        {3, 5, false, false},
        {3, 4, true, false},
        {4, 3, true, false},
        {3, 5, false, true},
        {2, 4, true, true},
        {2, 4, false, false, Invariance::numbers, true},
        {2, 4, true, false, Invariance::places},
        {3, 3, true, false, Invariance::places},
        {3, 3, true, true, Invariance::places},
        {3, 4, true, false, Invariance::marks},
        {4, 3, true, false, Invariance::marks},
        {3, 4, true, true, Invariance::marks},
        {3, 5, false, false, Invariance::marks},
        {3, 4, false, false, Invariance::marks, true},
    };
    return games;
}
