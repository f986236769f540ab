// The guesses of games of codes, for greedy trees (greedy.hpp). Guesses are counted in blocks (counters.hpp), at once for all sets that
// have the same guesses to try. The candidates of a set are counted as guesses first, so that the best score is good from the beginning,
// and most other guesses are excluded soon.
//
// If the lowest index decides between equal guesses, two arguments exclude guesses that are never the best one:
//  - Symmetry. If a permutation of the positions with a renaming of the symbols leaves each guess made unchanged, it maps the set to
//    itself, and the cells of a guess to the cells of its image. So a guess and its image have cells of the same sizes, and both win for a
//    candidate or neither does. Of such guesses, only that of lowest index can be the best. Symmetry is used after up to two guesses;
//    later, few symmetries are left (Heeffer and Heeffer 2007; Ville 2013).
//  - Dead symbols, which no candidate has. Guesses that differ only in their dead symbols, at the same places, get the same feedback from
//    each candidate, and none of these guesses wins. The guess of lowest index has the lowest dead symbols in order of appearance.
#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <stdexcept>

#include "counters.hpp"
#include "greedy.hpp"
#include "symmetry.hpp"

namespace guesstree {

namespace {

constexpr size_t kMostAsked = 2;    // symmetries are used only after at most this number of guesses
constexpr size_t kLeastWork = 500;  // if several threads share the work, a task has at least this number of candidates

uint64_t bit(int symbol) {
    return uint64_t{1} << symbol;
}

class CodeGuesses : public ComputedGame {
public:
    // Takes the secrets, each of which is a guess, and the feedbacks labels[bulls][cows].
    CodeGuesses(const CodeRules& codes, const Rule& with, std::vector<int32_t> secrets, const uint8_t* labels, int wins)
        : rules_(codes),
          coding_(codes.positions, labels),
          kernels_(counter_kernels(coding_)),
          bounds_(with, secrets.size(), coding_.feedbacks),
          labels_(labels, labels + (codes.positions + 1) * (codes.positions + 1)) {
        if (codes.symbols < 2 || codes.symbols > kMostNames || (!codes.may_repeat && codes.symbols < codes.positions))
            throw std::invalid_argument("codes of 2 to 64 symbols, and of as many as there are positions");
        rule = with, own = std::move(secrets), winning = wins;
        feedbacks = *std::max_element(labels_.begin(), labels_.end()) + 1;
        const List all = list_without(0);
        guesses = static_cast<int>(all.index.size());
        for (const int32_t guess : own)
            if (guess < 0 || guess >= guesses) throw std::invalid_argument("each secret is a guess");
        const int p = codes.positions;
        codes_.resize(static_cast<size_t>(guesses) * p);
        for (int g = 0; g < guesses; ++g)
            for (int i = 0; i < p; ++i) codes_[static_cast<size_t>(g) * p + i] = all.symbols[i][g];
    }
    int feedback(int32_t guess, int32_t secret) const override {
        const uint8_t *const a = code(guess), *const b = code(own[secret]);
        uint8_t held[kMostNames] = {};
        int bulls = 0, common = 0;
        for (int i = 0; i < rules_.positions; ++i) bulls += a[i] == b[i], ++held[b[i]];
        for (int i = 0; i < rules_.positions; ++i) common += held[a[i]] > 0 ? (--held[a[i]], 1) : 0;
        return labels_[bulls * (rules_.positions + 1) + common - bulls];
    }
    std::vector<int32_t> choose(const std::vector<UndecidedSet>& sets, bool candidates_only, Workers& workers) const override {
        // Sets that have the same guesses to try form a group, which is counted at once.
        struct Group {
            bool is_whole;  // whether all guesses are counted (of dead symbols, the lowest); else the allowed guesses or representatives
            uint64_t dead;
            std::vector<int32_t> asked;
            const uint8_t* allowed;
            auto operator<=>(const Group&) const = default;
        };
        const bool is_lowest = !rule.prefers_highest, skips_dead = is_lowest || rule.prefer_candidate;  // dead symbols never win
        std::map<Group, std::vector<size_t>> groups;
        for (size_t i = 0; i < sets.size(); ++i) {
            const uint8_t* const allowed = sets[i].allowed;
            Group group{!allowed && (!is_lowest || sets[i].asked.size() > kMostAsked), 0, {}, allowed};
            if (!group.is_whole && !allowed) group.asked = sets[i].asked;
            if (group.is_whole && skips_dead) {
                group.dead = all_symbols();
                for (const int32_t secret : sets[i].set)
                    for (int p = 0; p < rules_.positions; ++p) group.dead &= ~bit(code(own[secret])[p]);
            }
            groups[group].push_back(i);
        }
        struct Task {
            const Group* group;
            std::vector<size_t> sets;
            size_t work = 0;
        };
        std::vector<Task> tasks;
        for (const auto& [group, places] : groups) {
            size_t total = 0;
            for (const size_t i : places) total += sets[i].set.size();
            const size_t part = workers.threads() > 1 ? std::max(total / workers.threads() + 1, kLeastWork) : SIZE_MAX;
            for (const size_t i : places) {
                if (i == places.front() || tasks.back().work > part) tasks.push_back({&group, {}});
                tasks.back().sets.push_back(i), tasks.back().work += sets[i].set.size();
            }
        }
        std::stable_sort(tasks.begin(), tasks.end(), [](const Task& a, const Task& b) { return a.work > b.work; });
        std::vector<int32_t> guesses_of(sets.size());
        workers.run(tasks.size(), [&](size_t t) {
            const Group& group = *tasks[t].group;
            std::vector<int32_t> standing;
            if (!group.is_whole) standing = group.allowed ? allowed_guesses(group.allowed) : representatives(group.asked);
            std::vector<Job> jobs(tasks[t].sets.size());
            for (size_t j = 0; j < jobs.size(); ++j) {
                Job& job = jobs[j];
                job.set = sets[tasks[t].sets[j]].set, job.own = own_guesses(job.set);
                if (job.is_small()) job.filter = bounds_.filter(static_cast<int>(job.set.size()));
                if (!candidates_only && !((group.is_whole || group.allowed) && job.is_small())) continue;
                std::vector<int32_t> both;
                if (!group.is_whole)
                    std::set_intersection(job.own.begin(), job.own.end(), standing.begin(), standing.end(), std::back_inserter(both));
                scan({&job, 1}, list_of(group.is_whole ? job.own : both), workers);
                job.counts_own = true;
                if (job.is_small() && job.best.guess >= 0) tighten(job);
            }
            if (!candidates_only) scan(jobs, group.is_whole ? list_without(group.dead) : list_of(standing), workers);
            for (size_t j = 0; j < jobs.size(); ++j) guesses_of[tasks[t].sets[j]] = jobs[j].best.guess;
        });
        return guesses_of;
    }
    // Returns the lowest guess of each class of guesses that are equivalent after the guesses `asked`, rising.
    std::vector<int32_t> representatives(const std::vector<int32_t>& asked) const {
        const Symmetry symmetry(codes_.data(), guesses, rules_.positions, rules_.symbols, rules_.nozero);
        Stabiliser stabiliser = symmetry.whole();
        for (const int32_t guess : asked) stabiliser = symmetry.after(stabiliser, guess, 0);
        std::vector<int32_t> found;
        for (int32_t guess = 0; guess < guesses; ++guess)
            if (symmetry.is_first(stabiliser, guess)) found.push_back(guess);
        return found;
    }

private:
    // A list of guesses to count: their symbols by position, filled up to whole blocks, and their indices.
    struct List {
        std::vector<uint8_t> symbols[kMostPlaces];
        std::vector<int32_t> index;
    };
    // A set and its best guess.
    struct Job {
        std::span<const int32_t> set;
        std::vector<int32_t> own;    // the guesses that win, rising
        std::vector<uint32_t> rows;  // the start of each row, by [candidate][position]
        Best best;
        Filter filter;
        bool counts_own = false;  // whether the candidates of the set were counted before all other guesses
        bool is_small() const { return set.size() <= kMostCounted; }
    };
    const uint8_t* code(int32_t guess) const { return &codes_[static_cast<size_t>(guess) * rules_.positions]; }
    uint64_t all_symbols() const { return ~uint64_t{0} >> (64 - rules_.symbols); }
    List list_of(std::span<const int32_t> some) const {
        List list;
        list.index.assign(some.begin(), some.end());
        for (int p = 0; p < rules_.positions; ++p)
            for (const int32_t g : some) list.symbols[p].push_back(code(g)[p]);
        close(list);
        return list;
    }
    List list_without(uint64_t dead) const {
        List list;
        uint8_t word[kMostPlaces];
        grow(list, dead, 0, 0, 0, word);
        close(list);
        return list;
    }
    // Adds the guesses that begin with the first `at` symbols of a word; `index` is the index of the first code with this beginning.
    void grow(List& list, uint64_t dead, int at, uint64_t used, int32_t index, uint8_t* word) const {
        const int p = rules_.positions;
        if (at >= kMostPlaces) return;  // this never happens, but the compiler does not know that
        const uint64_t possible = all_symbols() & ~(rules_.may_repeat ? 0 : used) & ~uint64_t{at == 0 && rules_.nozero};
        const uint64_t buried = possible & dead;
        uint64_t symbols = (possible & ~dead) | (buried & -buried);  // the living symbols, and the lowest dead one
        if (at == p - 1) {
            const int count = std::popcount(symbols);
            for (int i = 0; i < at; ++i) list.symbols[i].insert(list.symbols[i].end(), count, word[i]);
        }
        int32_t below = 1;  // the number of codes with the same symbols at this and all earlier positions
        for (int i = at + 1; i < p; ++i) below *= rules_.may_repeat ? rules_.symbols : rules_.symbols - i;
        for (; symbols; symbols &= symbols - 1) {
            const int symbol = std::countr_zero(symbols);
            const int32_t first = index + std::popcount(possible & (bit(symbol) - 1)) * below;
            word[at] = static_cast<uint8_t>(symbol);
            if (at < p - 1) grow(list, dead, at + 1, used | bit(symbol), first, word);
            else list.symbols[at].push_back(word[at]), list.index.push_back(first);
        }
    }
    void close(List& list) const {
        const size_t size = (list.index.size() + kGuessBlock - 1) / kGuessBlock * kGuessBlock;
        for (int p = 0; p < rules_.positions; ++p) list.symbols[p].resize(size);
    }
    // Counts all guesses of a list for some sets.
    void scan(std::span<Job> jobs, const List& list, Workers& workers) const {
        const int p = rules_.positions;
        std::vector<uint32_t> places(static_cast<size_t>(rules_.symbols) * p * p);  // the places of rows by [symbol][position][before]
        const auto each_key = [&](auto&& take) {
            for (Job& job : jobs)
                for (size_t i = 0; i < job.set.size(); ++i) {
                    const uint8_t* const word = code(own[job.set[i]]);
                    for (int k = 0; k < p; ++k)
                        take(job, (word[k] * p + k) * p + (rules_.may_repeat ? std::count(word, word + k, word[k]) : 0));
                }
        };
        each_key([&](Job&, size_t key) { places[key] = 1; });
        std::vector<RowKey> keys;
        for (size_t key = 0; key < places.size(); ++key) {
            if (!places[key]) continue;
            places[key] = static_cast<uint32_t>(keys.size() * kGuessBlock);
            keys.push_back({static_cast<uint8_t>(key / p % p), static_cast<uint8_t>(key / p / p), static_cast<uint8_t>(key % p)});
        }
        for (Job& job : jobs) job.rows.clear(), job.rows.reserve(job.set.size() * p);
        each_key([&](Job& job, size_t key) { job.rows.push_back(places[key]); });
        std::vector<uint8_t> rows(keys.size() * kGuessBlock);
        for (size_t from = 0; from < list.index.size(); from += kGuessBlock) {
            const uint8_t* symbols[kMostPlaces];
            for (int k = 0; k < p; ++k) symbols[k] = &list.symbols[k][from];
            kernels_.rows(symbols, coding_, keys.data(), keys.size(), rows.data());
            for (Job& job : jobs) count(job, list, from, rows.data());
            workers.poll();
        }
    }
    // Counts one block for one set, and keeps the best guess.
    void count(Job& job, const List& list, size_t from, const uint8_t* rows) const {
        const size_t n = job.set.size();
        const int width = static_cast<int>(std::min<size_t>(kGuessBlock, list.index.size() - from));
        alignas(64) uint8_t counts[32][kGuessBlock];
        uint32_t sums[32][kGuessBlock];
        uint64_t pass = ~uint64_t{0} >> (64 - width);
        if (job.is_small()) {
            const Filter* const filter = job.best.guess < 0 ? nullptr : &job.filter;
            pass = kernels_.count(coding_, rows, job.rows.data(), static_cast<int>(n), filter, width, counts);
        } else {
            for (int f = 0; f < coding_.feedbacks; ++f) std::fill_n(sums[f], kGuessBlock, 0);
            for (size_t first = 0; first < n; first += kMostCounted) {
                const int part = static_cast<int>(std::min<size_t>(kMostCounted, n - first));
                kernels_.count(coding_, rows, &job.rows[first * rules_.positions], part, nullptr, width, counts);
                for (int f = 0; f < coding_.feedbacks; ++f)
                    for (int i = 0; i < kGuessBlock; ++i) sums[f][i] += counts[f][i];
            }
        }
        bool is_better = false;
        const int winning_place = coding_.place_of[winning];
        for (; pass; pass &= pass - 1) {
            const int i = std::countr_zero(pass);
            int64_t score = rule.nothing();
            uint32_t largest = 0;
            for (int f = 0; f < coding_.feedbacks; ++f) {
                const uint32_t size = job.is_small() ? counts[f][i] : sums[f][i];
                if (size) score = rule.add(score, rule.prices[size]);
                largest = std::max(largest, size);
            }
            const bool wins = job.is_small() ? counts[winning_place][i] : sums[winning_place][i];
            if (wins) score = rule.less_bonus(score);
            if (largest == n || !job.best.is_after(rule, score, wins, list.index[from + i])) continue;
            job.best = {score, wins, list.index[from + i]}, is_better = true;
        }
        if (is_better && job.is_small()) tighten(job);
    }
    // Updates the filter after a better guess was found.
    void tighten(Job& job) const {
        // If the candidates were counted first, the guesses that remain are not candidates.
        const int64_t bound =
            job.counts_own ? job.best.score - (rule.prefer_candidate && job.best.wins) : Rule::plus(job.best.score, rule.bonus);
        bounds_.tighten(job.filter, static_cast<int>(job.set.size()), bound);
    }

    CodeRules rules_;
    Coding coding_;
    CounterKernels kernels_;
    ScoreBounds bounds_;
    std::vector<uint8_t> labels_;  // the feedbacks by [bulls][cows]
    std::vector<uint8_t> codes_;   // the symbols by [guess][position]
};

}  // namespace

std::unique_ptr<ComputedGame> make_code_game(const CodeRules& codes, const Rule& rule, std::vector<int32_t> secrets, const uint8_t* labels,
                                             int winning) {
    return std::make_unique<CodeGuesses>(codes, rule, std::move(secrets), labels, winning);
}

}  // namespace guesstree
