#include "certificate_reader.hpp"

#include <algorithm>
#include <numeric>

#include "disjoint_sets.hpp"
#include "thread.hpp"

namespace guesstree {

void use_class_caps(ProofRules& rules, const Symmetry& symmetry) {
    std::vector<int> class_of(rules.table().guesses);
    int classes = rules.table().guesses;
    if (symmetry.known()) classes = symmetry.classes(class_of, symmetry.moves_feedbacks());
    else std::iota(class_of.begin(), class_of.end(), 0);
    rules.use_classes(std::move(class_of), classes);
}

CertificateReader::CertificateReader(const Table& table, Masks& masks, const Prices& prices, Bounds& bounds, const Weights& weights,
                                     const Symmetry& symmetry, bool candidates_only)
    : table_(table),
      masks_(masks),
      weights_(weights),
      symmetry_(symmetry),
      images_(table, symmetry),
      rules_(table, masks, prices, bounds, weights, candidates_only) {}

size_t CertificateReader::read(const uint8_t* data, size_t size, const Claim& claim) {
    at_ = data, end_ = data + size;
    for (int f = 0; f < table_.feedbacks; ++f) feedback_of_[claim.codes.at(f)] = f;
    if (claim.by_class) use_class_caps(rules_, symmetry_);
    std::vector<uint32_t> all(table_.secrets);
    std::iota(all.begin(), all.end(), 0);
    const Prices& prices = rules_.prices();
    const Cost base = prices.remaining(0) < 1 ? 0 : prices.absolute(0) * weights_.sum(all.data(), table_.secrets);
    // a lemma takes a frame of its own and one for its guesses
    constexpr size_t kBase = size_t{1} << 20, kLevel = size_t{1} << 12;
    Thread(kBase + kLevel * kMostNested, [&] {
        lemma({.at = all.data(), .n = table_.secrets}, claim.bound >= kNever ? kNever : claim.bound - base, claim.first, 0);
    }).join();
    return at_ - data;
}

void CertificateReader::lemma(const ProofSet& x, Cost least, int only, int nested) {
    if (nested > kMostNested) wrong("lemmas are nested too deep");
    ++lemmas_;
    const uint64_t head = number(uint64_t{1} << 40, "a count of lemmas");
    const auto generators = head % 2 ? read_generators(x) : std::vector<const std::vector<int32_t>*>{};
    const int deeper = rules_.prices().next(x.depth);
    std::vector<uint32_t> cell;
    for (uint64_t count = head / 2; count > 0; --count) {
        const int guess = static_cast<int>(number(table_.guesses, "a guess"));
        const auto feedback = feedback_of_.find(static_cast<uint32_t>(number(UINT32_MAX, "a feedback")));
        const Cost bound = static_cast<Cost>(number(kMostCertified, "a bound"));
        if (feedback == feedback_of_.end() || feedback->second == table_.winning) wrong("no such feedback");
        cell.clear();
        const Row row = table_.row(guess);
        std::copy_if(x.at, x.at + x.n, std::back_inserter(cell), [&](uint32_t s) { return row[s] == feedback->second; });
        if (cell.empty() || static_cast<int>(cell.size()) == x.n) wrong("an empty cell, or one that is the whole set");
        lemma({.at = cell.data(), .n = static_cast<int>(cell.size()), .depth = deeper}, bound ? bound : kNever, -1, nested + 1);
    }
    DisjointSets orbits(generators.empty() ? 0 : table_.guesses);
    for (const std::vector<int32_t>* to : generators)
        for (int g = 0; g < table_.guesses; ++g) orbits.join(g, (*to)[g]);
    const Arena::Scope scope(rules_.arena());
    OpenSet open{.x = x};
    rules_.open(open, least, [&](int g) { return (only < 0 || g == only) && (generators.empty() || orbits.lowest(g) == g); });
    for (int g : open.guesses) {
        Cost total = rules_.cut(open, g);
        total = rules_.raise_by_lemmas(open, total, least);
        total = rules_.raise_by_ranks(open, total, least);
        if (total < least) wrong("guess " + std::to_string(g) + " may cost less than its lemma says");
    }
    rules_.keep(x, least);
}

// Where the guesses go under each of some symmetries that map the set to itself.
std::vector<const std::vector<int32_t>*> CertificateReader::read_generators(const ProofSet& x) {
    if (!images_.symmetry().known() || weights_.known()) wrong("a symmetry of a game that has none");
    std::vector<const std::vector<int32_t>*> all;
    std::vector<uint8_t> in(table_.secrets, 0);
    for (int i = 0; i < x.n; ++i) in[x.at[i]] = 1;
    for (uint64_t count = number(1 << 20, "a count of symmetries"); count > 0; --count) {
        const Renaming by = read_renaming();
        const auto [known, is_new] = moves_.try_emplace(by);
        std::vector<int32_t>& to = known->second;
        if (is_new) {
            if (!images_.is_symmetry(by)) wrong("no symmetry of the game");
            to.resize(table_.guesses);
            for (int g = 0; g < table_.guesses; ++g)
                if ((to[g] = images_.image(by, g)) < 0) wrong("no symmetry of the game");
        }
        for (int i = 0; i < x.n; ++i) {
            const int secret = table_.secret_of[to[table_.winner[x.at[i]]]];
            if (secret < 0 || !in[secret]) wrong("a symmetry that does not keep the candidates");
        }
        all.push_back(&to);
    }
    return all;
}

Renaming CertificateReader::read_renaming() {
    const auto row = [&](int count) {
        std::vector<uint8_t> some;
        for (int i = 0; i < count; ++i) some.push_back(static_cast<uint8_t>(number(count, "a permutation")));
        return some;
    };
    Renaming by;
    by.places = row(images_.symmetry().positions());
    by.names = row(images_.symmetry().names());
    return by;
}

uint64_t CertificateReader::number(uint64_t end, const char* what) {
    uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
        if (at_ == end_) wrong("it ends too early");
        if (shift > 56) wrong("a number of more than nine bytes");
        const uint8_t byte = *at_++;
        value |= uint64_t{byte & 127u} << shift;
        if (byte < 128) break;
    }
    if (value >= end) wrong(std::string("no such number: ") + what);
    ++read_;
    return value;
}

}  // namespace guesstree
