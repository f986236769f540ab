// The bytes of a proof (docs/certificates.md has the format): how lemmas are written, and read again.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "symmetry.hpp"

namespace guesstree {

// Writes a number, seven bits at a time.
inline void put(std::vector<uint8_t>& to, uint64_t number) {
    for (; number > 127; number >>= 7) to.push_back(static_cast<uint8_t>(number | 128));
    to.push_back(static_cast<uint8_t>(number));
}

// Writes a renaming as exchanges of neighbours, positions or symbols: those of a sort that undoes it, the last one first.
inline void put_exchanges(std::vector<uint8_t>& to, const Renaming& by) {
    std::vector<uint8_t> places = by.places, names(by.names.size()), exchanges;  // names: the old name by the new one
    for (size_t i = 0; i < names.size(); ++i) names[by.names[i]] = static_cast<uint8_t>(i);
    for (std::vector<uint8_t>* order : {&places, &names})
        for (size_t i = 1; i < order->size(); ++i)
            for (size_t k = i; k > 0 && (*order)[k - 1] > (*order)[k]; --k) {
                std::swap((*order)[k - 1], (*order)[k]);
                exchanges.push_back(static_cast<uint8_t>(k - 1 + (order == &names ? places.size() - 1 : 0)));
            }
    put(to, exchanges.size());
    for (auto one = exchanges.rbegin(); one != exchanges.rend(); ++one) put(to, *one);
}

// Lemmas that were written, and their number.
struct Written {
    std::vector<uint8_t> bytes = {};
    uint64_t count = 0;
    void add(const Written& more) { bytes.insert(bytes.end(), more.bytes.begin(), more.bytes.end()), count += more.count; }
};

// The numbers of a proof that comes from outside.
struct ProofNumbers {
    std::span<const uint8_t> bytes;
    // Reads a number. Throws std::invalid_argument if it does not end.
    uint64_t take() {
        uint64_t number = 0;
        for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
            const uint8_t byte = bytes.front();
            bytes = bytes.subspan(1), number |= uint64_t{byte & 127u} << shift;
            if (byte < 128) return number;
        }
        throw std::invalid_argument("a number of the proof in it does not end");
    }
    // Reads what is between the bound of a lemma and the lemmas in it, and returns their number.
    uint64_t lemmas() {
        const uint64_t head = take();
        for (uint64_t k = head % 2 ? std::max<uint64_t>(take(), 1) : 0; k > 0; --k)  // 0 symmetries: the lemma is an image
            for (uint64_t exchanges = take(); exchanges > 0; --exchanges) take();
        return head / 2;
    }
};

// A lemma that is being proved.
struct Begun {
    std::vector<uint8_t> head = {};  // how it begins, with the bound 1; nothing if this bound may be false
    Written written = {};            // the lemmas in it so far
};

// Returns the proof of the bound 1 that consists of the lemmas so far; each of `begun` is in the one before.
inline std::vector<uint8_t> proof_of(const std::deque<Begun>& begun) {
    std::vector<uint8_t> out;
    size_t levels = 1;
    while (levels < begun.size() && !begun[levels].head.empty()) ++levels;
    for (size_t k = 0; k < levels; ++k) {
        const auto& [head, written] = begun[k];
        out.insert(out.end(), head.begin(), head.end());
        put(out, 2 * (written.count + (k + 1 < levels)));
        out.insert(out.end(), written.bytes.begin(), written.bytes.end());
    }
    return out;
}

}  // namespace guesstree
