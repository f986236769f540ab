// Random tables, and what follows from them by the plainest means: the twins that the core is compared with.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "lookup.hpp"
#include "prices.hpp"
#include "table.hpp"

using guesstree::Cost;
using guesstree::kNever;

struct Shape {
    int guesses = 0;
    int secrets = 0;
    int feedbacks = 0;
    bool own = true;      // guess i wins for secret i alone; else a guess wins for at most one secret, whichever
    bool losing = false;  // feedback 1 loses
    int spread = 0;       // how many of the feedbacks are in use; 0: all
};

struct RandomGame {
    std::vector<uint16_t> entries;
    std::vector<uint8_t> rows;  // the same in one byte each, where that is enough
    std::vector<int> losing;
    Shape shape;
    int winning = 0;

    RandomGame(const Shape& wanted, uint32_t seed) : entries(static_cast<size_t>(wanted.guesses) * wanted.secrets), shape(wanted) {
        std::mt19937 random(seed);
        winning = shape.feedbacks - 1;
        if (shape.losing) losing.push_back(1);
        const int used = shape.spread ? shape.spread : winning;
        for (auto& entry : entries) entry = static_cast<uint16_t>(random() % used);
        if (shape.losing)
            for (auto& entry : entries)
                if (entry == 1 && random() % 4) entry = 0;
        for (int g = 0; g < shape.guesses; ++g) {
            if (shape.own && g < shape.secrets) entries[static_cast<size_t>(g) * shape.secrets + g] = static_cast<uint16_t>(winning);
            if (!shape.own && random() % 2)
                entries[static_cast<size_t>(g) * shape.secrets + random() % shape.secrets] = static_cast<uint16_t>(winning);
        }
        if (!is_wide()) rows.assign(entries.begin(), entries.end());
    }
    bool is_wide() const { return shape.feedbacks > guesstree::kMaxNarrow; }
    guesstree::Table table() const {
        if (is_wide()) return {entries.data(), shape.guesses, shape.secrets, shape.feedbacks, winning, losing, false};
        return {rows.data(), shape.guesses, shape.secrets, shape.feedbacks, winning, losing, false};
    }
    int feedback(int guess, int secret) const { return entries[static_cast<size_t>(guess) * shape.secrets + secret]; }

    // The cells of a set under a guess, by feedback.
    std::map<int, std::vector<uint32_t>> cells(int guess, const std::vector<uint32_t>& set) const {
        std::map<int, std::vector<uint32_t>> found;
        for (uint32_t secret : set) found[feedback(guess, static_cast<int>(secret))].push_back(secret);
        return found;
    }
    bool is_allowed(const std::map<int, std::vector<uint32_t>>& parts) const {
        return std::none_of(losing.begin(), losing.end(), [&](int f) { return parts.contains(f); });
    }
    guesstree::Rank rank(int guess, const std::vector<uint32_t>& set, bool candidates_only) const {
        const auto parts = cells(guess, set);
        const bool wins = parts.contains(winning);
        if (parts.size() < 2 || !is_allowed(parts) || (candidates_only && !wins)) return 0;
        return guesstree::rank_of(static_cast<int>(parts.size()), wins);
    }
    // A random subset of so many secrets, rising.
    std::vector<uint32_t> subset(int n, std::mt19937& random) const {
        std::vector<uint32_t> all(shape.secrets);
        for (int i = 0; i < shape.secrets; ++i) all[i] = i;
        std::shuffle(all.begin(), all.end(), random);
        all.resize(n);
        std::sort(all.begin(), all.end());
        return all;
    }
};

// The least relative cost of sets, by trying everything.
class Exhaustive {
public:
    // Without weights every secret counts once.
    Exhaustive(const RandomGame& game, const guesstree::Prices& prices, bool candidates_only, std::vector<int64_t> weights = {})
        : game_(game), prices_(prices), candidates_only_(candidates_only), weights_(std::move(weights)) {}

    Cost weight_of(const std::vector<uint32_t>& set) const {
        Cost sum = 0;
        for (uint32_t secret : set) sum += weights_.empty() ? 1 : weights_[secret];
        return sum;
    }

    Cost of_set(const std::vector<uint32_t>& set, int depth) {
        if (prices_.remaining(depth) < 1) return kNever;
        const auto key = std::pair(set, depth);
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        Cost least = kNever;
        for (int g = 0; g < game_.shape.guesses; ++g) least = std::min(least, of_guess(g, set, depth));
        return known_[key] = least;
    }
    Cost of_guess(int guess, const std::vector<uint32_t>& set, int depth) {
        auto parts = game_.cells(guess, set);
        const bool wins = parts.contains(game_.winning);
        if (set.size() == 1) return wins ? 0 : kNever;
        if (!game_.rank(guess, set, candidates_only_)) return kNever;
        parts.erase(game_.winning);
        if (prices_.remaining(depth) < 2) return kNever;
        Cost total = 0;
        for (const auto& [feedback, part] : parts) {
            total += prices_.step(depth) * weight_of(part) + of_set(part, prices_.next(depth));
            if (total >= kNever) return kNever;
        }
        return total;
    }

private:
    const RandomGame& game_;
    const guesstree::Prices& prices_;
    bool candidates_only_;
    std::vector<int64_t> weights_;
    std::map<std::pair<std::vector<uint32_t>, int>, Cost> known_;
};
