// Caps of the first cells: the most cells that any guess makes of all secrets with one feedback to one guess.
//
// For any history, a cell of a set is a subset of all secrets with that feedback to that guess, and a subset never has more
// cells than the whole under any guess. So these caps, computed once, hold for every cell that the guess makes anywhere in
// the search; a bound of a guess is then one lookup per cell (Worker::bound_sizes). Equivalent guesses have the same caps,
// so they are computed for only one guess of each class under the symmetries. Where symmetries permute the feedbacks
// (marks), a guess has the caps of its lowest image, each at the image of its feedback.
//
// Preparation costs one ranking of all secrets for each class. If there are too many classes, all cells get the cap of all
// secrets together. In games with losing feedbacks a guess may be allowed only on a part of a set and have more cells there, so
// all cells get the cap that the number of feedbacks gives. Memory: classes * feedbacks caps, and as many pointers for each depth in use.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "bounds.hpp"
#include "masks.hpp"
#include "symmetry.hpp"

namespace guesstree {

// The caps of one table, and the bounds that follow from them.
class CellCaps {
public:
    // Both must live as long as this.
    CellCaps(const Table& table, Bounds& bounds, int levels);
    // Computes the caps, at the first call. If not `wanted`, all are the widest there are.
    void prepare(const Symmetry& symmetry, Masks& masks, bool candidates_only, bool wanted);
    // Per feedback to this guess: the lower bounds of a cell at this depth, by its size. Any thread may call this.
    const Cost* const* bounds_of(int depth, int guess) {
        const Cost* const* known = rows_[depth].load(std::memory_order_acquire);
        return (known ? known : make_rows(depth)) + static_cast<size_t>(class_of_[guess]) * table_.feedbacks;
    }

private:
    const Cost* const* make_rows(int depth);
    const Table& table_;                                    // the search's
    Bounds& bounds_;                                        // makes the rows
    bool ready_ = false;                                    // the caps have been computed
    std::vector<int> class_of_;                             // per guess
    std::vector<Cap> caps_;                                 // per class and feedback
    std::vector<std::atomic<const Cost* const*>> rows_;     // per depth: bounds per class and feedback; null: not made yet
    std::mutex mutex_;                                      // guards making them
    std::vector<std::unique_ptr<const Cost*[]>> own_rows_;  // keeps them
};

}  // namespace guesstree
