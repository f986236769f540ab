#include "hard_mode.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace guesstree {

HardMode::HardMode(const std::vector<uint8_t>& symbols, const std::vector<uint8_t>& marks, int guesses, int feedbacks, int places)
    : words_(guesses, ~uint64_t{0}), right_(feedbacks, 0), marked_(feedbacks, 0) {
    if (places < 1 || places > kMaxPlaces) throw std::invalid_argument("hard mode: words of 1 to 8 symbols");
    if (guesses < 1 || feedbacks < 1 || symbols.size() != static_cast<size_t>(guesses) * places ||
        marks.size() != static_cast<size_t>(feedbacks) * places)
        throw std::invalid_argument("hard mode: a symbol for every place of a guess, a mark for every place of a feedback");
    const auto put = [](uint64_t& word, int place, uint8_t byte) {
        word = (word & ~(uint64_t{255} << 8 * place)) | uint64_t{byte} << 8 * place;
    };
    for (size_t i = 0; i < symbols.size(); ++i) {
        if (symbols[i] == kNoSymbol) throw std::invalid_argument("hard mode: symbols are 0 to 254");
        put(words_[i / places], static_cast<int>(i % places), symbols[i]);
    }
    for (size_t i = 0; i < marks.size(); ++i) {
        if (marks[i] > 2) throw std::invalid_argument("hard mode: marks are 0, 1 or 2");
        if (marks[i]) marked_[i / places] |= static_cast<uint8_t>(1 << i % places);
        if (marks[i] == 2) put(right_[i / places], static_cast<int>(i % places), 255);
    }
}

void HardMode::check(const Table& table) const {
    if (words_.size() != static_cast<size_t>(table.guesses) || right_.size() != static_cast<size_t>(table.feedbacks))
        throw std::invalid_argument("hard mode: the words and the marks are not those of the table");
    if (std::count(table.winner.begin(), table.winner.end(), -1)) throw std::invalid_argument("hard mode: a guess for every secret");
    std::vector<int> winners;
    for (int g = 0; g < table.guesses; ++g)
        if (table.secret_of[g] >= 0) winners.push_back(g);
    std::vector<std::optional<Hints>> hints(table.feedbacks);
    for (int g = 0; g < table.guesses; ++g) {
        std::fill(hints.begin(), hints.end(), std::nullopt);
        for (int winner : winners) {
            const int feedback = table.row(g)[table.secret_of[winner]];
            if (!hints[feedback]) hints[feedback] = after({}, g, feedback);
            if (!allows(*hints[feedback], winner)) throw std::invalid_argument("hard mode: the table does not have the marks of its words");
        }
    }
}

Hints HardMode::after(const Hints& before, int guess, int feedback) const {
    const uint64_t word = words_[guess], right = right_[feedback];
    const auto symbol_at = [&](int place) { return static_cast<uint8_t>(word >> 8 * place); };
    Hints now;
    now.places = before.places | right, now.symbols = (before.symbols & ~right) | (word & right);
    const uint64_t known = now.symbols | ~now.places;
    // the symbols that were needed before or are marked now, each once and rising
    uint8_t symbol[2 * kMaxPlaces], count[2 * kMaxPlaces];
    int needs = before.needs;
    for (int i = 0; i < needs; ++i) symbol[i] = before.symbol[i], count[i] = before.count[i];
    for (unsigned places = marked_[feedback], seen = 0; places; places &= places - 1) {
        const int place = std::countr_zero(places);
        if (seen >> place & 1) continue;
        uint8_t often = 0;
        for (unsigned rest = places; rest; rest &= rest - 1)
            if (const int other = std::countr_zero(rest); symbol_at(other) == symbol_at(place)) ++often, seen |= 1u << other;
        int at = 0;
        while (at < needs && symbol[at] < symbol_at(place)) ++at;
        if (at < needs && symbol[at] == symbol_at(place)) {
            count[at] = std::max(count[at], often);
            continue;
        }
        for (int i = needs++; i > at; --i) symbol[i] = symbol[i - 1], count[i] = count[i - 1];
        symbol[at] = symbol_at(place), count[at] = often;
    }
    const auto tell = [&](uint64_t hint) { now.key += {.high = mix(mix(hint)), .low = mix(mix(hint) + 1)}; };
    for (int place = 0; place < kMaxPlaces; ++place)
        if (now.places >> 8 * place & 1) tell(0x10000 + (place << 8) + (now.symbols >> 8 * place & 255));
    for (int i = 0; i < needs; ++i) {
        if (occurrences(known, symbol[i]) >= count[i]) continue;  // the known places already imply this hint
        now.symbol[now.needs] = symbol[i], now.count[now.needs++] = count[i];
        tell(0x20000 + (symbol[i] << 8) + count[i]);
    }
    return now;
}

}  // namespace guesstree
