// The lemmas that a certificate has proved so far, by their sets, which are compared candidate by candidate, and by images of these sets.
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
    bool operator()(std::span<const uint32_t> a, std::span<const uint32_t> b) const { return std::ranges::equal(a, b); }
};
template <class Of>
using SetMap = std::unordered_map<std::vector<uint32_t>, Of, SetHash, SetEqual>;

// The proved lemmas that a part of a proof may use: its own lemmas, and those that were proved before it began.
class Lemmas {
public:
    // The lemmas `around`, which were proved before, must live as long as this, and must not change during this time.
    explicit Lemmas(const Lemmas* around = nullptr)
        : around_(around), has_(around ? around->has_ : std::vector<uint8_t>(size_t{1} << 16)) {}
    // Keeps the lemma that the set costs at least `least`. The key is that of an image of the set and of its depth, or Key{}.
    void keep(const ProofSet& x, Cost least, Key image) {
        if (least <= proved(x)) return;
        std::vector<uint32_t> set(x.at, x.at + x.n);
        if (!(image == Key{}) && least > proved(image).least) images_[image] = {.least = least, .set = set};
        costs_[x.depth].insert_or_assign(std::move(set), Lemma{.least = least, .image = image});
        has_[trait_of(x)] = 1;
    }
    // Keeps the lemmas that a part of the proof has added to `around`, after this part has ended.
    void keep_all(const Lemmas& part) {
        for (const auto& [depth, costs] : part.costs_)
            for (const auto& [set, lemma] : costs)
                keep({.at = set.data(), .n = static_cast<int>(set.size()), .depth = depth}, lemma.least, lemma.image);
    }
    // Returns the greatest lower bound of the cost of the set among the lemmas, or 0.
    Cost proved(const ProofSet& x) const {
        if (!has_[trait_of(x)]) return 0;
        if (const auto level = costs_.find(x.depth); level != costs_.end())
            if (const auto known = level->second.find(x.all()); known != level->second.end()) return known->second.least;
        return around_ ? around_->proved(x) : 0;
    }
    // A lemma about a set that has images.
    struct OfImage {
        Cost least = 0;
        std::vector<uint32_t> set = {};
    };
    // Returns the lemma of the greatest bound among those whose sets have this key, or one with the bound 0.
    const OfImage& proved(Key image) const {
        static const OfImage none;
        if (const auto known = images_.find(image); known != images_.end()) return known->second;
        return around_ ? around_->proved(image) : none;
    }

private:
    // What is kept of a set.
    struct Lemma {
        Cost least;
        Key image;
    };
    struct KeyHash {
        size_t operator()(Key key) const { return key.low; }
    };
    // Returns a number below 2^16 that is the same for equal sets.
    static size_t trait_of(const ProofSet& x) { return (x.at[0] * 0x9e3779b1u + x.at[x.n - 1] * 0x85ebca6bu + x.n * 0xc2b2ae35u) >> 16; }
    const Lemmas* around_;
    std::map<int, SetMap<Lemma>> costs_ = {};                // the lemmas by depth and set
    std::unordered_map<Key, OfImage, KeyHash> images_ = {};  // the lemmas by the key of the image
    std::vector<uint8_t> has_;                               // whether any lemma has a set of this trait; this rules out most sets
};

}  // namespace guesstree
