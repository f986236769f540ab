// The lemmas that a certificate has proved so far, by their sets, which are compared candidate by candidate, and by images of these sets.
// A lemma of endless prices, which has the depth 0, also holds after any number of guesses if the prices rise by 1.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "value.hpp"

namespace guesstree {

// A set of candidates, rising, after a number of guesses.
struct ProofSet {
    const uint32_t* at = nullptr;  // the candidates
    int n = 0;                     // the number of candidates
    int depth = 0;                 // the number of guesses made; 0 with endless prices
    std::span<const uint32_t> all() const { return {at, static_cast<size_t>(n)}; }
};

// A map whose keys are sets of candidates. All candidates are compared: certificates come from outside, so that somebody could make two
// sets with the same hash.
struct SetHash {
    using is_transparent = void;
    size_t operator()(std::span<const uint32_t> set) const {
        uint64_t hash = 0;
        for (uint32_t secret : set) hash = (hash ^ secret) * 0x9e3779b97f4a7c15, hash ^= hash >> 29;
        return hash;
    }
};
struct SetEqual {
    using is_transparent = void;
    bool operator()(std::span<const uint32_t> a, std::span<const uint32_t> b) const {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }
};
template <class Of>
using SetMap = std::unordered_map<std::vector<uint32_t>, Of, SetHash, SetEqual>;

// The proved lemmas that a part of a proof may use: its own lemmas, and those that were proved before it began.
class Lemmas {
public:
    // The lemmas `around`, which were proved before, must live as long as this, and must not change during this time.
    explicit Lemmas(const Lemmas* around = nullptr)
        : around_(around), has_(around ? around->has_ : std::vector<uint8_t>(size_t{1} << 20)) {}
    // Keeps the lemma that the set costs at least `least`. The key is that of an image of the set, or Key{}.
    void keep(const ProofSet& x, Cost least, Key image) {
        if (least <= proved(x)) return;
        std::vector<uint32_t> set(x.at, x.at + x.n);
        Level& level = levels_[x.depth];
        if (!(image == Key{}) && least > proved(image, x.depth).least) level.images[image] = {.least = least, .set = set};
        level.costs.insert_or_assign(std::move(set), Lemma{.least = least, .image = image});
        has_[trait_of(x)] = 1;
    }
    // Keeps the lemmas that a part of the proof has added to `around`, after this part has ended.
    void keep_all(const Lemmas& part) {
        for (const auto& [depth, level] : part.levels_)
            for (const auto& [set, lemma] : level.costs)
                keep({.at = set.data(), .n = static_cast<int>(set.size()), .depth = depth}, lemma.least, lemma.image);
    }
    // Returns the greatest lower bound of the cost of the set among the lemmas, or 0.
    Cost proved(const ProofSet& x) const {
        if (!has_[trait_of(x)]) return 0;
        if (const Level* level = level_of(x.depth))
            if (const auto known = level->costs.find(x.all()); known != level->costs.end()) return known->second.least;
        return around_ ? around_->proved(x) : 0;
    }
    // A lemma about a set that has images.
    struct OfImage {
        Cost least = 0;
        std::vector<uint32_t> set = {};
    };
    // Returns the lemma of the greatest bound among those whose sets have this key, or one with the bound 0.
    const OfImage& proved(Key image, int depth) const {
        static const OfImage none;
        if (const Level* level = level_of(depth))
            if (const auto known = level->images.find(image); known != level->images.end()) return known->second;
        return around_ ? around_->proved(image, depth) : none;
    }

private:
    // The lemma about a set, with the key of an image of the set.
    struct Lemma {
        Cost least;
        Key image;
    };
    struct KeyHash {
        size_t operator()(Key key) const { return key.low; }
    };
    // The lemmas of one depth, by set and by the key of the image.
    struct Level {
        SetMap<Lemma> costs = {};
        std::unordered_map<Key, OfImage, KeyHash> images = {};
    };
    // Returns the lemmas of this depth, or those of endless prices, or null; an object never has both.
    const Level* level_of(int depth) const {
        auto level = levels_.find(depth);
        if (level == levels_.end()) level = levels_.find(0);
        return level == levels_.end() ? nullptr : &level->second;
    }
    // Returns a number below 2^20 that is the same for equal sets.
    static size_t trait_of(const ProofSet& x) {
        const uint64_t ends = uint64_t{x.at[0]} << 32 | x.at[x.n - 1], middle = uint64_t{x.at[x.n / 2]} << 32 | static_cast<uint32_t>(x.n);
        return (ends * 0x9e3779b97f4a7c15 ^ middle * 0xc2b2ae3d27d4eb4f) >> 44;
    }
    const Lemmas* around_;
    std::map<int, Level> levels_ = {};  // the lemmas by depth
    std::vector<uint8_t> has_;          // whether any lemma has a set of this trait; this rules out most sets
};

}  // namespace guesstree
