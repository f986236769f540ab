// Reads proofs (certificate.hpp), and believes nothing of what it reads.
//
// A false lemma ends the reading, so the work is at most that of closing all guesses of as many sets as there are lemmas.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "certificate.hpp"

namespace guesstree {

// Follows proofs about one game, pool of guesses and price list.
//
// Work is at most proportional to the numbers read, times guesses, times secrets: a lemma that does not hold ends it. The
// memory is that of the rules, and 4 * guesses bytes for each renaming that is met.
class CertificateReader {
public:
    // All must live as long as this; masks and symmetry are the game's.
    CertificateReader(const Table& table, Masks& masks, const Prices& prices, Bounds& bounds, const Weights& weights,
                      const Symmetry& symmetry, bool candidates_only);
    // Follows the proof that begins at `data`; returns how many bytes it takes. Throws BadProof.
    size_t read(const uint8_t* data, size_t size, const Claim& claim);
    ProofSize size() const { return {.lemmas = lemmas_, .looked_into = rules_.looked_into(), .ranked = rules_.ranked()}; }

private:
    void lemma(const ProofSet& x, Cost least, int only, int nested);
    std::vector<const std::vector<int32_t>*> read_generators(const ProofSet& x);
    Renaming read_renaming();
    uint64_t number(uint64_t end, const char* what);
    [[noreturn]] void wrong(const std::string& why) const { throw BadProof(why, read_); }

    const Table& table_;                              // the game
    Masks& masks_;                                    // of it
    const Weights& weights_;                          // of its secrets
    const Symmetry& symmetry_;                        // of its guesses
    CodeImages images_;                               // likewise
    ProofRules rules_;                                // that close guesses
    std::map<uint32_t, int> feedback_of_;             // by its code
    std::map<Renaming, std::vector<int32_t>> moves_;  // where guesses go
    const uint8_t *at_ = nullptr, *end_ = nullptr;    // what is left to read
    size_t read_ = 0;                                 // numbers read
    uint64_t lemmas_ = 0;                             // likewise
};

}  // namespace guesstree
