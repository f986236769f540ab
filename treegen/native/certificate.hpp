// Certificates: proofs that no tree costs less, as numbers that a small program can check (docs/certificates.md).
//
// A proof is a lemma about all secrets. A lemma names the cells of guesses that are worth a lemma of their own, each followed
// by that lemma; then every guess must be closed by the rules (proof_rules.hpp), or be the image of one that is. As unsigned
// LEB128 numbers, a lemma is
//
//     2 * count + symmetric
//     if symmetric: how many generators; of each, the places (a permutation of the positions) and the names (of the symbols)
//     count times: guess, code of the feedback, bound (0: there is no tree), and the lemma of this cell
//
// The writer goes through a search that has ended; what its transposition table has forgotten is searched again. What the
// search says is only a hint: the writer proves each lemma by the rules, so a false value is a contradiction, and no proof
// is written. It does not know losing feedbacks or hard mode. What is written is checked by scripts/check_certificate.c, which
// is compiled into the core (certificate_checker.hpp) and shares nothing with the writer but the limits of the format.
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
