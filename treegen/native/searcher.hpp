// One thread of the search: the recursion over sets, guesses and cells.
//
// solve() computes the cost of a set, from stored values (bound_cheap) or by search(). search() ranks all guesses (lookup.hpp) and tries
// them in the order of their ranks. Guesses of equal rank form a band, and a band is divided into batches of up to kBatch guesses. The
// guesses of a batch are excluded by more and more expensive bounds. The guesses that remain are searched, cell by cell, until their cost
// is known or reaches that of the best guess so far (the incumbent):
//
//     method         bounds a guess by                                applies to
//     bound_sizes    the sizes and caps (bounds.hpp) of its cells     all guesses of a batch
//     bound_cells    stored values, and candidates as guesses         guesses whose cells have been formed
//     bound_widest   the most cells that any guess makes of a cell    all guesses that remain, at once
//     descend        the costs of its cells, by searching them        the guesses that remain, one by one
//
// If the cost of a set is not less than the upper bound of the caller, a lower bound is returned, and stored in the transposition table.
// Costs of cells are relative to the depth of the cells. A searcher is used by one thread.
#pragma once
#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>
#include <mutex>
#include <vector>

#include "arena.hpp"
#include "histogram.hpp"
#include "learned.hpp"
#include "local_table.hpp"
#include "search.hpp"
#include "thread_pool.hpp"

namespace guesstree {

// One thread's part of a search.
class Searcher {
public:
    static constexpr int kBatch = 64;  // the most guesses of a batch
    explicit Searcher(Search& search) : s_(search), t_(search.table_), counts_(t_.feedbacks), starts_(t_.feedbacks) {}
    // Returns the cost (relative to the depth) and, of the guesses that attain it, the first in the order of guesses, if the cost is less
    // than `upper_bound`; otherwise a lower bound. If `only` is not null, only the guesses in it, which are rising, are tried. Unless
    // needs_guess is true, a cost known from an image of the set is returned as a lower bound, because no guess is known with it.
    Value solve(Position x, Cost upper_bound, const std::vector<int>* only = nullptr, bool needs_guess = false);
    // A lower bound of the cost of a set, without a search.
    Cost peek(Position x);
    Cost bound_known(const Position& x, int guess);

    std::atomic<uint64_t> positions{0};  // the number of sets searched; other threads read it during the search
    uint64_t effort = 0;                 // roughly the time of all work so far; the unit is the time to bound a guess
    const Loop* loop = nullptr;          // the loop whose iteration is being run

private:
    // A cell of a guess that is being tried.
    struct Cell {
        Position at;                       // the position after the feedback; fill() adds its set and key
        const uint32_t* places = nullptr;  // the places of the cell's candidates in the set that the guess divides
        Cost lower_bound = 0;              // a lower bound of the cell's cost, relative to its depth
        int feedback = 0;                  // the feedback to the guess
        int most_by_candidates = 0;        // an upper bound of the number of cells that a candidate in the cell makes of the cell
    };
    // A guess that is being tried at a position.
    struct TriedGuess {
        int guess = -1;             // the index of the guess
        int open = 0;               // the number of cells whose value is not known; these come first in `cells`
        int place = 0;              // the place of the guess in its band
        Cost lower_bound = 0;       // a lower bound of the guess's cost, from the bounds of its cells
        Cell* cells = nullptr;      // the cells; null until the set is cut into cells
        uint64_t* masks = nullptr;  // the masks of the cells, if the set has a LocalTable
        uint16_t* sizes = nullptr;  // the sizes of the cells, if the set has a LocalTable
    };
    // The state of one position while its guesses are tried.
    struct Node {
        const Position& x;                          // the position
        int cell_depth = 0;                         // the depth of the cells
        Cost step = 0;                              // the extra cost of each candidate that the guess does not find
        Cost lower_bound = 0;                       // a lower bound of the cost of the position
        Cap cap = {};                               // the cap that holds for every cell
        const Cost* by_size = nullptr;              // lower bounds of cells with this cap, by size
        Tops tops = {};                             // the highest ranks
        Rank* ranks = nullptr;                      // the ranks of all guesses
        int32_t* band = nullptr;                    // an array for the guesses of one rank
        const std::vector<int>* allowed = nullptr;  // the guesses to try, rising; null: one of each class
        bool is_leaf = false;                       // whether the set is at the horizon, so that its cells are only bounded by their sizes
        uint8_t* planes = nullptr;                  // the sizes of all cells of all guesses, as bit planes; null: not counted
        int plane_count = 0;                        // the number of planes
        LocalTable table = {};                      // the table of the set, if it has one
        BestColumns best = {};                      // the best columns of the set, if many cells of its guesses were bounded
        int64_t bounded = 0;                        // the number of candidates in all cells that were bounded so far
        GuessList list = {};                        // in hard mode: the allowed guesses
        const uint32_t* heaviest = nullptr;         // with weights: the places of the candidates, the heaviest first
        const Cost* lighter = nullptr;              // with weights: [i] is the sum of all weights but the i heaviest
        int batch = 1;                              // the number of guesses in the next batch
    };

    // The progress of a search through the bands of guesses.
    struct Bands {
        Rank next[2] = {};  // the ranks of the next bands, plain and winning; 0: there is none
        int size = 0;       // the number of guesses of the present band
        int at = 0;         // the place of the next guess in the band
        Cost floor = 0;     // a lower bound of the cost of every guess of the band
    };

    // Calls each(guess, rank) for each guess that has a rank, rising.
    template <class Each>
    void each_ranked(const Node& node, const Each& each) const {
        for (int i = 0; i < t_.guesses; ++i)
            if (node.ranks[i]) each(i, node.ranks[i]);
    }

    // These methods search.
    Value search_unless_image(Position x, Cost upper_bound, Cost lower_bound, bool needs_guess);
    Value search(const Position& x, Cost upper_bound, Cost lower_bound, const std::vector<int>* only);
    void check_stop() const;
    Node open(const Position& x, Cost lower_bound, const std::vector<int>* only);
    void try_bands(Node& node, Value& incumbent);
    bool find_band(const Node& node, Bands& bands, Cost upper_bound) const;
    void share_out(const Node& node, Bands& bands, Value& incumbent);
    int bound_closely(Node& node, TriedGuess* batch, int count, Cost upper_bound);
    int bound_batch(const Node& node, int size, int& at, TriedGuess* batch, Value& incumbent);
    void descend_all(const Node& node, TriedGuess* tried, int count, Value& incumbent, Cost floor);
    Cost descend(const Node& node, TriedGuess& tried, const std::function<Cost()>& upper_bound);
    void order_cells(TriedGuess& tried, int order);
    // These are for the root.
    void try_openers(Node& node, Value& incumbent);

    // These methods find bounds without a search.
    Value bound_cheap(const Position& x, int& most_by_candidates);
    Value probe(const Position& x, Cost lower_bound);
    Value probe_image(Position& x, Cost lower_bound);
    void count_planes(Node& node);
    template <class Each>
    void each_cell(const Node& node, const TriedGuess& tried, const Each& each);
    Cost bound_sizes(const Node& node, int guess, Cost upper_bound);
    int64_t entropy_left(const Node& node, int guess);
    Cell cell_of(const Node& node, uint64_t size, const uint32_t* set, const uint32_t* places) const;
    void cut(const Node& node, TriedGuess& tried);
    void fill(const Node& node, Cell& cell);
    bool bound_cells(const Node& node, TriedGuess& tried, Cost upper_bound);
    Value bound_by_candidates(int depth, int n, int most, int guess) const;
    Cost bound_by_widest(const Cell& cell, int widest) const;
    int enough_cells(const Cell& cell) const;
    void raise_by_widest(TriedGuess& tried, Cell& cell, int widest);
    // Returns whether it is worth the time to look up an image of the set.
    bool may_use_image(const Position& x) const {
        return use(kImages) && use(kTranspositionTable) && s_.images_.useful() && x.n >= kImagesFrom && x.n <= kImagesTo && !x.beam.width &&
               !s_.horizon_;
    }
    Key image_key(const Position& x, int depth) const {
        Key key = x.image;
        return key += s_.depth_salt(depth);
    }
    static constexpr int kImagesFrom = 8, kImagesTo = 512;  // sets of sizes from the first number to the second are also looked up by image
    int bound_widest(const Node& node, TriedGuess* tried, int count, Cost upper_bound);
    void sort_by_worth(TriedGuess& tried) const;
    std::vector<int> most_informative(const Node& node);

    // These are for candidates of different weight, and for hard mode (weighted_hard.cpp).
    bool is_special() const { return s_.weights_.exist() || s_.hard_.is_on(); }
    void open_special(Node& node);
    void complete_cells(const Node& node, TriedGuess& tried);
    Cost bound_weights(const Node& node, int guess, Cost upper_bound) const;
    Cost bound_kind(const Position& x, const Cost* lighter, int cells, int win, Cap cap) const;
    Value bound_by_weighted_candidates(const Position& x, int& most_by_candidates) const;
    int bound_allowed_widest(TriedGuess* tried, int count, Cost upper_bound);
    std::pair<const uint8_t*, const uint32_t*> row_above(const Position& x, int i) const;
    Rank rank_one(const uint8_t* row, const uint32_t* places, int n);

    // These are for sets with a LocalTable.
    void open_table(Node& node);
    void open_best(Node& node);
    Cost bound_masks(const Node& node, int guess, uint64_t* masks, uint16_t* sizes) const;

    std::vector<int32_t> path_to(const Position& x) const;

    static constexpr int kTogetherFrom = 100;  // the cells and guesses of sets of at least this size are shared between threads
    static constexpr int kOneGuessFrom = 500;  // in sets of at least this size, a thread takes one guess at a time
    static constexpr int kNeighbours = 16;     // in smaller sets, a thread takes this number of guesses at a time
    // Returns whether a horizon applies to the set or to sets below it, because the set is large enough; then only bounds are found.
    bool is_only_bounded(const Position& x) const { return s_.horizon_ && x.n > s_.run_.exact; }
    static int guesses_made(const Position& x) { return x.path ? x.path->count : 0; }
    // Returns whether the guesses that lead to the position are known.
    bool is_known(const Position& x) const { return x.path || (is_root(x) && s_.run_.asked); }
    bool is_root(const Position& x) const { return x.set == s_.run_.candidates.data(); }
    // Returns whether a guess must be tried: it is in the list of allowed guesses, or, without a list, it is the first of its class.
    bool is_tried(const Position& x, int guess, const std::vector<int>* allowed) const {
        if (allowed) return std::binary_search(allowed->begin(), allowed->end(), guess);
        return !x.stabiliser || s_.symmetry_.is_first(*x.stabiliser, guess);
    }
    bool use(Switch which) const { return s_.options_.switches & which; }

    // These statistics decide the order of cells, and when a set is searched instead of bounded.
    static constexpr int kDepths = 16, kSizes = 96, kWidths = 16;
    SearchGain& search_gain(const Position& x) {
        const int group = 58 + std::bit_width(static_cast<unsigned>(x.n));  // 65 for sizes of at least 64, 66 for at least 128, and so on
        const int size = x.n < 64 ? x.n : std::min(group, kSizes - 1);
        return search_gains_[x.depth < kDepths ? x.depth : kDepths - 1][size];
    }
    CellOrderChoice& cell_order(const Position& x) {
        return cell_orders_[std::min(x.depth, kDepths - 1)][std::min<int>(std::bit_width(static_cast<unsigned>(x.n)), kWidths - 1)];
    }

    Search& s_;                                      // the search to which this thread belongs
    const Table& t_;                                 // the table of the search
    Arena arena_;                                    // the memory for the levels of the recursion
    CellCounts counts_;                              // the sizes of the cells of a guess
    std::vector<uint32_t> starts_;                   // the start of each of these cells in the set that is cut
    std::vector<uint64_t> sizes_;                    // for each of these cells, a number that sorts by falling size, then by feedback
    SearchGain search_gains_[kDepths][kSizes];       // the gains by depth and size; sizes above 64 are grouped by their logarithm
    CellOrderChoice cell_orders_[kDepths][kWidths];  // the choices by depth and by the number of bits of the size
    WidestGains gains_;                              // the gains of bound_widest
};

}  // namespace guesstree
