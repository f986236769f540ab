"""The statements S1 to S11 of the argument why certificates prove what they claim, on all sets of small games."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations, pairwise, product
from math import inf, isfinite
from typing import TYPE_CHECKING

import pytest
from argument import (
    BULLS_2X2_ANY,
    BULLS_2X3,
    BULLS_2X4,
    CANDIDATES,
    HEAVY,
    LADDER,
    LISTS,
    MARKS_2X3,
    MASTERMIND_2X3,
    NOZERO_2X3,
    PRICES,
    SMALL,
    UNKNOWN,
    WORDS,
    Game,
    allowed,
    below,
    both,
    by_cells,
    cells,
    cells_rule,
    class_caps,
    codes,
    cost,
    cost_after,
    depths,
    found_by,
    guess_bound,
    guess_moved,
    inherited,
    is_fixed,
    is_good,
    least_total,
    marks,
    next_reach,
    nothing_known,
    others,
    ranks,
    rel,
    set_bound,
    sizes_rule,
    some_subsets,
    subsets,
    swaps,
    tail,
    trees,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from argument import Prices, Set, Tree


# S1: Relative costs.


def paid(game: Game, prices: Prices, made: int, tree: Tree) -> float:
    return sum(game.weights[s] * rel(prices, made, k) for s, k in tree)


def test_s1_relative_costs_are_those_of_the_best_tree() -> None:
    for game in [BULLS_2X3, WORDS, HEAVY[0], CANDIDATES[0]]:
        for some, prices, made in product(subsets(game.everything), LISTS, (0, 1)):
            extra = [paid(game, prices, made, tree) for tree in trees(game, some, len(prices) - made)]
            assert cost(game, prices, some, made) == min(extra, default=inf)
            assert all(x >= 0 for x in extra)


# S2: Guesses that split nothing.


def test_s2_guesses_that_split_nothing_never_help() -> None:
    for game in [BULLS_2X3, BULLS_2X2_ANY, WORDS, UNKNOWN, HEAVY[0]]:
        for some, prices in product(subsets(game.everything, 5), LISTS):
            for made in range(len(prices)):
                wasted, thrifty = (trees(game, some, len(prices) - made, waste=waste) for waste in (True, False))
                least = [
                    min((paid(game, prices, made, tree) for tree in every), default=inf) for every in (wasted, thrifty)
                ]
                assert least[0] == least[1]
                assert least_total(game, prices, some, made) <= least_total(game, prices, some, made + 1)
                assert all(k <= len(some) for tree in thrifty for _, k in tree)


@pytest.mark.long
def test_s2_without_end_a_long_list_does() -> None:
    for game in SMALL + CANDIDATES:
        long = tuple(range(1, len(game.secrets) + 2))
        for some in subsets(game.everything, 5):
            assert cost(game, None, some) == cost(game, long, some)


def test_s2_needs_prices_that_never_fall() -> None:
    some, falling = BULLS_2X2_ANY.everything, (5, 4, 1, 1)
    split = {g for g in range(4) if len(cells(BULLS_2X2_ANY, g, some)) > 1}
    assert least_total(BULLS_2X2_ANY, falling, some, 0) == 2  # 00, 00, 01, 10
    assert min(cost_after(BULLS_2X2_ANY, falling, some, 0, g) for g in split) + 2 * 5 > 2


# S3: Parts of a set make no more cells.


def test_s3_parts_make_no_more_cells() -> None:
    for game in [*SMALL, *CANDIDATES]:
        for some in subsets(game.everything):
            plain, able = inherited(game, ranks(game, some))
            for part in subsets(some):
                for guess in allowed(game, part):
                    count = len(cells(game, guess, part))
                    assert count <= len(cells(game, guess, some))
                    assert count <= (able if found_by(game, guess, part) else plain)


def test_s3_a_guess_that_leaves_the_set_makes_one_cell_less() -> None:
    for game in SMALL:
        for some in subsets(game.everything):
            for part in subsets(some):
                for guess in range(len(game.guesses)):
                    if found_by(game, guess, some) - part:
                        assert len(cells(game, guess, part)) <= len(cells(game, guess, some)) - 1


# S4: Reach.


@cache
def most_found(game: Game, some: Set, guesses: int) -> int:
    if guesses == 0 or not some:
        return 0
    best = 0
    for guess in allowed(game, some):
        rest = others(game, guess, some).values()
        best = max(best, len(found_by(game, guess, some)) + sum(most_found(game, cell, guesses - 1) for cell in rest))
    return best


def test_s4_reach_bounds_what_any_tree_of_any_part_finds() -> None:
    tight = 0
    for game in [*SMALL, *CANDIDATES]:
        for some in subsets(game.everything):
            reach = 1
            for guesses in (1, 2, 3):
                found = max(most_found(game, part, guesses) for part in subsets(some))
                assert found <= reach
                tight += found == reach
                reach = next_reach(len(some), reach, ranks(game, some))
    assert tight > 1000


# S5: Costs by what is not yet found.


def test_s5_costs_are_steps_times_what_is_missing() -> None:
    for game in [BULLS_2X3, WORDS, *HEAVY]:
        for some, prices in product(subsets(game.everything, 4), LISTS):
            weights = tuple(game.weights[s] for s in some)
            for tree in trees(game, some, len(prices)):
                total = least = 0.0
                for i in range(1, len(prices)):
                    step, late = rel(prices, 0, i + 1) - rel(prices, 0, i), [s for s, k in tree if k > i]
                    total += step * sum(game.weights[s] for s in late)
                    least += step * tail(weights, len(some) - len(late))
                assert least <= total == paid(game, prices, 0, tree)


def test_s5_the_tail_is_the_least_weight_that_is_left() -> None:
    weights = (3, 1, 4, 1, 5, 9)
    for k in range(len(weights) + 1):
        assert tail(weights, k) == min(sum(weights) - sum(some) for some in combinations(weights, k))


# S6: The bound of a guess (rank).


def test_s6_rank_never_exceeds_the_cost_of_a_guess() -> None:
    tight = 0
    for game in [*SMALL, *CANDIDATES, *HEAVY, BULLS_2X4]:
        for some, prices in product(some_subsets(game), PRICES):
            for made, guess in product(depths(prices), allowed(game, some)):
                count, win = len(cells(game, guess, some)), len(found_by(game, guess, some))
                if len(some) > 1 and count < 2:
                    continue  # S2
                bound = guess_bound(game, prices, some, made, count, win, ranks(game, some))
                exact = cost_after(game, prices, some, made, guess)
                assert bound <= exact
                tight += bound == exact
    assert tight > 10_000


def test_s6_fewer_cells_are_never_cheaper() -> None:
    for some, prices, plain, able in product(subsets(BULLS_2X3.everything), PRICES, range(4), range(4)):
        for win in (0, 1):
            bounds = [guess_bound(BULLS_2X3, prices, some, 0, count, win, (plain, able)) for count in range(7)]
            assert all(a >= b for a, b in pairwise(bounds))


# S7: The bound of a set.


def test_s7_the_bound_of_a_set_never_exceeds_its_cost() -> None:
    tight = 0
    for game in [*SMALL, *CANDIDATES, *HEAVY, BULLS_2X4]:
        for some, prices in product(some_subsets(game), PRICES):
            for made in depths(prices):
                bound, exact = set_bound(game, prices, some, made, ranks(game, some)), cost(game, prices, some, made)
                assert bound <= exact
                tight += bound == exact
    assert tight > 5000


def test_s7_what_a_set_passes_on_bounds_its_parts() -> None:
    for game in [*SMALL, *CANDIDATES]:
        for some in subsets(game.everything):
            passed = inherited(game, ranks(game, some))
            for part, prices in product(subsets(some), (None, (0, 0, 1))):
                assert set_bound(game, prices, part, 0, passed) <= cost(game, prices, part)


# S8: A guess costs the step and its cells.


def test_s8_a_guess_costs_the_step_and_its_cells() -> None:
    for game in [*SMALL, *CANDIDATES, *HEAVY]:
        for some, prices in product(subsets(game.everything, 5), PRICES):
            for made, guess in product(depths(prices), allowed(game, some)):
                costs = [cost(game, prices, cell, below(prices, made)) for cell in others(game, guess, some).values()]
                assert by_cells(game, prices, some, made, guess, costs) == cost_after(game, prices, some, made, guess)


# S9: What never proves more than the sum over the cells.


def test_s9_rank_proves_no_more_than_sizes_nor_sizes_than_cells() -> None:
    kinds = set()
    for game in [*SMALL, *CANDIDATES, *HEAVY, BULLS_2X4]:
        for some, prices in product(some_subsets(game), PRICES):
            for made, guess in product(depths(prices), range(len(game.guesses))):
                count, win = len(cells(game, guess, some)), len(found_by(game, guess, some))
                if len(some) > 1 and count < 2:
                    continue  # S2
                rank = guess_bound(game, prices, some, made, count, win, ranks(game, some))
                sizes, classes = (sizes_rule(game, prices, some, made, guess, by_class=x) for x in (False, True))
                by_ranks = cells_rule(game, prices, some, made, guess, nothing_known)
                exact = cost_after(game, prices, some, made, guess)
                assert rank <= sizes <= classes <= by_ranks <= exact
                kinds.add((rank < sizes, sizes < classes, classes < by_ranks, by_ranks < exact))
    assert {True, False} == {kind[0] for kind in kinds} == {kind[1] for kind in kinds} == {kind[2] for kind in kinds}


def test_s9_plain_alone_would_be_false() -> None:
    ladder, last = LADDER.everything - {6}, 4  # aaaf leaves aaab, aaac, aaad, aaae; bcde, now plain, splits them
    cell = frozenset(range(4))
    caps = class_caps(LADDER, last, LADDER.table[last][0])
    assert (ranks(LADDER, ladder), caps) == ((1, 6), (4, 2))
    assert cost(LADDER, None, cell) == 4
    assert set_bound(LADDER, None, cell, 0, both(inherited(LADDER, (1, 6)), caps)) == 4
    assert set_bound(LADDER, None, cell, 0, both((1, 6), caps)) == 6


# S10: Caps of the cells of all secrets.


def test_s10_class_caps_hold_for_all_parts_of_a_cell() -> None:
    for game in [*SMALL, *CANDIDATES]:
        for guess in range(len(game.guesses)):
            for feedback, cell in cells(game, guess, game.everything).items():
                plain, able = class_caps(game, guess, feedback)
                for part in subsets(cell):
                    for other in allowed(game, part):
                        assert len(cells(game, other, part)) <= (able if found_by(game, other, part) else plain)


def test_s10_maps_that_change_no_feedback_keep_them() -> None:
    for game in [BULLS_2X3, BULLS_2X4, MASTERMIND_2X3, MARKS_2X3, NOZERO_2X3]:
        for by, guess in product(filter(lambda by: is_fixed(game, by), swaps(game)), range(len(game.guesses))):
            for feedback in cells(game, guess, game.everything):
                assert class_caps(game, guess, feedback) == class_caps(game, guess_moved(game, guess, by), feedback)


def test_s10_good_maps_that_change_feedbacks_do_not() -> None:
    game, by = Game(codes(3, 3), codes(3, 3), marks), ((0, 2, 1), (0, 1, 2))
    guess = game.guesses.index((0, 0, 1))
    other = guess_moved(game, guess, by)
    assert is_good(game, by)
    assert game.guesses[other] == (0, 1, 0)
    assert len(cells(game, guess, game.everything)[2]) == 4  # 0 0 2
    assert len(cells(game, other, game.everything)[2]) == 1
    assert class_caps(game, guess, 2) != class_caps(game, other, 2)


# S11: The cells rule, and remembered lemmas.


def test_s11_the_best_of_several_bounds_of_each_cell_is_one() -> None:
    draw = random.Random(11)
    for game in [*SMALL, *CANDIDATES, *HEAVY]:
        for some, prices in product(subsets(game.everything, 4), PRICES):
            known = lemmas(game, prices, draw)
            for made, guess in product(depths(prices), allowed(game, some)):
                assert cells_rule(game, prices, some, made, guess, known) <= cost_after(game, prices, some, made, guess)


def lemmas(game: Game, prices: Prices, draw: random.Random) -> Callable[[int, Set], float]:
    """True ones, half of them as strong as can be."""

    def known(made: int, some: Set) -> float:
        exact = cost(game, prices, some, made)
        return exact if draw.random() < 0.5 else draw.randrange(1 + int(exact)) if isfinite(exact) else 0

    return known


def test_s11_without_end_all_depths_are_alike() -> None:
    for game in [*SMALL, *CANDIDATES]:
        long = tuple(range(1, len(game.secrets) + 3))
        for some, made in product(subsets(game.everything, 4), (0, 1, 2)):
            assert cost(game, long, some, made) == cost(game, None, some)


def test_s11_in_a_list_a_lemma_serves_its_depth_only() -> None:
    for prices in LISTS:
        assert any(
            cost(BULLS_2X3, prices, some, 0) != cost(BULLS_2X3, prices, some, 1)
            for some in subsets(BULLS_2X3.everything)
        )
    some = frozenset((0, 1, 2))
    costs = [cost(BULLS_2X3, (0, 5, 5, 5, 5), some, made) for made in (0, 1)]
    assert costs == [10, 0]  # no order among them: deeper may be cheaper, as costs are relative
