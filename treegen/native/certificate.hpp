// Certificates: proofs that no tree costs less, as numbers that a small program can check (docs/certificates.md has the format).
//
// The writer goes through a search that has ended; what its transposition table has forgotten is searched again. What the
// search says is only a hint: the writer proves each lemma by the rules (proof_rules.hpp), so a false value is a contradiction,
// and no proof is written. It does not know losing feedbacks or hard mode.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "code_images.hpp"
#include "proof_rules.hpp"

namespace guesstree {

constexpr int kMostNested = 250;                       // lemmas inside each other, that of all secrets counted
constexpr int kMostGenerators = 100;                   // of a lemma
constexpr int64_t kMostRemembered = int64_t{1} << 29;  // candidates in all lemmas of a claim
constexpr Cost kMostCertified = Cost{1} << 47;         // no sum of costs in a certificate reaches this

// What a proof is about, besides the game.
struct Claim {
    Cost bound = kNever;               // what a tree costs at least, absolute; kNever: there is no tree
    int first = -1;                    // the only first guess; -1: any
    bool by_class = true;              // whether class caps are used (ProofRules::use_classes)
    std::vector<uint32_t> codes = {};  // by feedback: its number in certificates
};

// Gives the rules the caps of each class of guesses: takes classes * guesses * secrets steps.
void use_class_caps(ProofRules& rules, const Symmetry& symmetry);

}  // namespace guesstree
