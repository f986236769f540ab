// Games of codes, in which any code may be the secret.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "symmetry.hpp"
#include "table.hpp"

using Code = std::vector<uint8_t>;

// How a game of codes is made.
struct CodeRules {
    int positions, symbols;
    bool repeats;                                                       // a symbol may stand at two positions
    guesstree::Invariance invariance = guesstree::Invariance::numbers;  // by a feedback
};

// The codes as secrets and guesses, in the order of their text, and the feedbacks by the plain rules.
struct CodeGame {
    CodeRules rules;
    std::vector<Code> codes;
    std::map<Code, int> index;
    std::vector<uint8_t> symbols, rows;

    explicit CodeGame(const CodeRules& r) : rules(r) {
        for (Code code(rules.positions, 0);;) {
            bool is_good = true;
            for (int i = 0; i < rules.positions && !rules.repeats; ++i) is_good &= std::count(code.begin(), code.end(), code[i]) == 1;
            if (is_good) codes.push_back(code);
            int at = rules.positions - 1;
            while (at >= 0 && ++code[at] == rules.symbols) code[at--] = 0;
            if (at < 0) break;
        }
        for (const Code& guess : codes) {
            index.emplace(guess, static_cast<int>(index.size()));
            symbols.insert(symbols.end(), guess.begin(), guess.end());
            for (const Code& secret : codes) rows.push_back(static_cast<uint8_t>(feedback(guess, secret)));
        }
    }
    int count() const { return static_cast<int>(codes.size()); }
    int winning() const { return rows[0]; }
    guesstree::Table table(bool is_symmetric = false) const {
        return guesstree::Table(rows.data(), count(), count(), winning() + 1, winning(), {}, is_symmetric);
    }
    guesstree::Symmetry symmetry() const {
        return guesstree::Symmetry(symbols.data(), count(), rules.positions, rules.symbols, false, rules.invariance);
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
};
