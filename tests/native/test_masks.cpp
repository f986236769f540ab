// Ranking, bands, widest counts and counts of all kinds of rows, against counting one guess after the other.
#include <cstdlib>
#include <memory>

#include "check.hpp"
#include "histogram.hpp"
#include "local_table.hpp"
#include "masks.hpp"
#include "random_game.hpp"

using namespace guesstree;

namespace {

const Shape kShapes[] = {
    {.guesses = 5, .secrets = 5, .feedbacks = 3},
    {.guesses = 70, .secrets = 40, .feedbacks = 8},
    {.guesses = 130, .secrets = 60, .feedbacks = 14},
    {.guesses = 128, .secrets = 64, .feedbacks = 16, .losing = true},
    {.guesses = 90, .secrets = 50, .feedbacks = 21},
    {.guesses = 200, .secrets = 60, .feedbacks = 32, .losing = true},
    {.guesses = 90, .secrets = 80, .feedbacks = 21, .spread = 16},
    {.guesses = 150, .secrets = 80, .feedbacks = 28, .losing = true, .spread = 18},
    {.guesses = 150, .secrets = 80, .feedbacks = 20},
    {.guesses = 130, .secrets = 90, .feedbacks = 32, .losing = true, .spread = 19},
    {.guesses = 130, .secrets = 90, .feedbacks = 28, .spread = 11},
    {.guesses = 77, .secrets = 70, .feedbacks = 45},
    {.guesses = 77, .secrets = 70, .feedbacks = 64, .losing = true},
    {.guesses = 40, .secrets = 30, .feedbacks = 70},
    {.guesses = 30, .secrets = 90, .feedbacks = 200, .losing = true},
    {.guesses = 70, .secrets = 60, .feedbacks = 100},
    {.guesses = 200, .secrets = 140, .feedbacks = 243},
    {.guesses = 150, .secrets = 140, .feedbacks = 256, .spread = 7},
    {.guesses = 190, .secrets = 90, .feedbacks = 300, .spread = 20},
    {.guesses = 150, .secrets = 140, .feedbacks = 700},
    {.guesses = 100, .secrets = 135, .feedbacks = 2000, .spread = 90},
    {.guesses = 30, .secrets = 90, .feedbacks = 8192, .losing = true, .spread = 400},
    {.guesses = 60, .secrets = 400, .feedbacks = 9, .own = false},
    {.guesses = 33, .secrets = 300, .feedbacks = 20, .own = false, .losing = true, .spread = 3},
    {.guesses = 520, .secrets = 520, .feedbacks = 25},
};

template <class T>
std::unique_ptr<T, FreeAligned> aligned(size_t count) {
    return std::unique_ptr<T, FreeAligned>(reinterpret_cast<T*>(aligned_bytes(count * sizeof(T))));
}

// Calls with (game, masks, set) for every shape, with and without look-ups, and sets of several sizes.
template <class Each>
void for_all(const Each& each) {
    uint32_t seed = 0;
    for (const Shape& shape : kShapes) {
        const RandomGame game(shape, ++seed);
        const Table table = game.table();
        for (bool look_up : {true, false}) {
            const Masks masks(table, look_up);
            std::mt19937 random(seed);
            for (int n : {2, 3, 5, 17, 31, shape.secrets / 2, shape.secrets - 1, shape.secrets})
                if (n >= 2 && n <= shape.secrets) each(game, masks, game.subset(n, random));
        }
    }
}

}  // namespace

TEST(ranks_are_those_of_counting) {
    for_all([](const RandomGame& game, const Masks& masks, const std::vector<uint32_t>& set) {
        const auto ranks = aligned<Rank>(masks.columns());
        for (bool candidates_only : {false, true}) {
            const Tops tops = masks.rank(set.data(), static_cast<int>(set.size()), candidates_only, ranks.get());
            Rank plain = 0, winning = 0;
            for (int g = 0; g < game.shape.guesses; ++g) {
                const Rank wanted = game.rank(g, set, candidates_only);
                CHECK_EQUAL(ranks.get()[g], wanted);
                Rank& top = win_of(wanted) ? winning : plain;
                top = std::max(top, wanted);
            }
            for (size_t g = game.shape.guesses; g < masks.columns(); ++g) CHECK_EQUAL(ranks.get()[g], 0);
            CHECK_EQUAL(tops.plain, plain);
            CHECK_EQUAL(tops.winning, winning);
        }
    });
}

TEST(bands_list_the_guesses_of_a_rank_and_find_the_next) {
    for_all([](const RandomGame& game, const Masks& masks, const std::vector<uint32_t>& set) {
        const auto ranks = aligned<Rank>(masks.columns());
        const Tops tops = masks.rank(set.data(), static_cast<int>(set.size()), false, ranks.get());
        std::vector<int32_t> band(game.shape.guesses);
        size_t listed = 0;
        for (Rank rank : {tops.plain, tops.winning})
            while (rank) {
                int count = 0;
                const Rank next = masks.band(ranks.get(), rank, band.data(), &count);
                CHECK(count > 0);
                Rank wanted = 0;
                std::vector<int32_t> same;
                for (int g = 0; g < game.shape.guesses; ++g) {
                    if (ranks.get()[g] == rank) same.push_back(g);
                    if (ranks.get()[g] < rank && win_of(ranks.get()[g]) == win_of(rank)) wanted = std::max(wanted, ranks.get()[g]);
                }
                CHECK(std::vector<int32_t>(band.begin(), band.begin() + count) == same);
                CHECK_EQUAL(next, wanted);
                listed += same.size();
                rank = next;
            }
        CHECK_EQUAL(listed, static_cast<size_t>(std::count_if(ranks.get(), ranks.get() + masks.columns(), [](Rank r) { return r != 0; })));
    });
}

TEST(widest_counts_are_the_most_cells_of_any_allowed_guess) {
    for_all([](const RandomGame& game, const Masks& masks, const std::vector<uint32_t>& set) {
        std::vector<WidestJob> jobs;
        for (int n = static_cast<int>(set.size()); n >= 2; n = n * 2 / 3) jobs.push_back({.set = set.data(), .n = n});
        masks.widest_counts(jobs.data(), static_cast<int>(jobs.size()));
        std::vector<WidestJob> fewer = jobs;
        for (WidestJob& job : fewer) job.enough = std::max(2, job.cells / 2), job.cells = 0;
        masks.widest_counts(fewer.data(), static_cast<int>(fewer.size()));
        for (size_t i = 0; i < jobs.size(); ++i) {
            const int most = std::max(jobs[i].cells, 1), enough = fewer[i].enough;
            CHECK(most < enough ? std::max(fewer[i].cells, 1) == most : fewer[i].cells >= enough && fewer[i].cells <= most);
        }
        for (const WidestJob& job : jobs) {
            const std::vector<uint32_t> part(job.set, job.set + job.n);
            int most = 1;  // one cell is what any guess makes: whether that is reported as 1 or as 0 does not matter
            for (int g = 0; g < game.shape.guesses; ++g)
                if (const auto cells = game.cells(g, part); game.is_allowed(cells)) most = std::max(most, static_cast<int>(cells.size()));
            CHECK_EQUAL(std::max(job.cells, 1), most);
        }
    });
}

TEST(widest_counts_of_parts_are_the_same_among_the_best_columns) {
    for_all([](const RandomGame& game, const Masks& masks, const std::vector<uint32_t>& set) {
        if (!masks.has_cells() || game.shape.losing) return;
        const auto ranks = aligned<Rank>(masks.columns());
        masks.rank(set.data(), static_cast<int>(set.size()), false, ranks.get());
        std::mt19937 random(static_cast<uint32_t>(set.size()));
        for (double share : {0.1, 0.25, 1.0}) {
            Arena arena;
            const BestColumns best(masks, set.data(), static_cast<int>(set.size()), ranks.get(), share, arena);
            std::vector<std::vector<uint32_t>> places(20), parts(20);
            std::vector<WidestJob> jobs, wanted;
            for (int i = 0; i < 20; ++i) {
                while (places[i].size() < 2) {
                    places[i].clear(), parts[i].clear();
                    for (uint32_t place = 0; place < set.size(); ++place)
                        if (random() % 3 == 0 || set.size() < 4) places[i].push_back(place), parts[i].push_back(set[place]);
                }
                jobs.push_back({.set = parts[i].data(), .places = places[i].data(), .n = static_cast<int>(parts[i].size())});
                jobs[i].enough = i % 3 ? 255 : 2 + static_cast<int>(random() % 12);
            }
            wanted = jobs;
            masks.widest_counts(wanted.data(), 20);
            masks.widest_counts(jobs.data(), 20, &best);
            for (int i = 0; i < 20; ++i) {
                if (wanted[i].cells < wanted[i].enough) CHECK_EQUAL(jobs[i].cells, wanted[i].cells);
                else CHECK(jobs[i].cells >= jobs[i].enough);
            }
        }
    });
}

TEST(planes_hold_the_sizes_of_all_cells) {
    for_all([](const RandomGame& game, const Masks& masks, const std::vector<uint32_t>& set) {
        const int n = static_cast<int>(set.size()), planes = masks.planes_for(n);
        CHECK(game.shape.feedbacks <= kMostLookedUp || !planes);
        if (!planes) return;
        const auto bits = aligned<uint8_t>(planes * masks.columns() * masks.mask_bytes());
        masks.count(set.data(), n, bits.get());
        uint32_t counts[kMaxNarrow], plain[kMaxNarrow];
        for (int g = 0; g < game.shape.guesses; ++g) {
            masks.sizes(bits.get(), planes, g, counts);
            histogram(&game.rows[static_cast<size_t>(g) * game.shape.secrets], set.data(), set.size(), game.shape.feedbacks, plain);
            auto cells = game.cells(g, set);
            for (int f = 0; f < game.shape.feedbacks; ++f) {
                CHECK_EQUAL(counts[f], cells[f].size());
                CHECK_EQUAL(plain[f], cells[f].size());
            }
        }
    });
}

TEST(a_local_table_has_the_cells_of_every_guess_and_the_best_candidate_of_each) {
    uint32_t seed = 0;
    for (const Shape& shape : kShapes) {
        if (shape.losing || !shape.own || shape.guesses < shape.secrets) continue;  // of games that have such tables
        const RandomGame game(shape, ++seed);
        const Table table = game.table();
        const Masks masks(table);
        CHECK(!LocalTable::is_for(masks, kMaxLocal + 1));
        if (shape.feedbacks > 32) CHECK(!LocalTable::is_for(masks, 2));
        std::mt19937 random(seed);
        for (int n : {2, 3, 31, 32, 33, 63, 64, 65, 130, kMaxLocal}) {
            if (n > shape.secrets || !LocalTable::is_for(masks, n)) continue;
            const std::vector<uint32_t> set = game.subset(n, random);
            Arena arena;
            const LocalTable local(table, masks, set.data(), n, arena);
            std::vector<uint64_t> bits(local.words_per_guess());
            std::vector<uint16_t> sizes(shape.feedbacks);
            for (int g = 0; g < shape.guesses; g += n > 100 ? 17 : 1) {
                local.cells(g, bits.data(), sizes.data());
                auto cells = game.cells(g, set);
                for (int f = 0; f < shape.feedbacks; ++f) {
                    CHECK_EQUAL(sizes[f], cells[f].size());
                    std::vector<uint32_t> places(sizes[f]), part;
                    local.places(bits.data(), f, places.data());
                    for (uint32_t place : places) part.push_back(set[place]);
                    CHECK(part == cells[f]);
                    int most = 0;
                    for (uint32_t winner : part) most = std::max(most, static_cast<int>(game.cells(static_cast<int>(winner), part).size()));
                    CHECK_EQUAL(local.most_cells(places.data(), sizes[f]), most);
                }
            }
        }
    }
}
