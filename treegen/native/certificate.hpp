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
// is written. It does not know losing feedbacks or hard mode. What reads certificates is scripts/check_certificate.c, which
// shares no code with the writer.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "code_images.hpp"
#include "proof_rules.hpp"

namespace guesstree {

constexpr int kMostNested = 250;                // lemmas in lemmas
constexpr Cost kMostCertified = Cost{1} << 47;  // no sum of costs in a certificate reaches this

// What a proof is about, besides the game.
struct Claim {
    Cost bound = kNever;               // what a tree costs at least, absolute; kNever: there is no tree
    int first = -1;                    // the only first guess; -1: any
    bool by_class = true;              // whether class caps are used (ProofRules::use_classes)
    std::vector<uint32_t> codes = {};  // by feedback: its number in certificates
};

// How much a proof is.
struct ProofSize {
    uint64_t lemmas = 0;       // in it
    uint64_t looked_into = 0;  // guesses that neither rank nor sizes closed
    uint64_t ranked = 0;       // sets
};

// A proof that was written.
struct WrittenProof {
    std::vector<uint8_t> bytes;  // its numbers
    ProofSize size;              // how much it is
};

// Gives the rules the caps of each class of guesses: takes classes * guesses * secrets steps.
void use_class_caps(ProofRules& rules, const Symmetry& symmetry);

}  // namespace guesstree
