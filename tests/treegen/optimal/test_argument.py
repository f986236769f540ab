"""The statements of the argument why certificates prove what they claim, as far as Coq does not prove them.

On all sets of small games.  That no condition of a statement can be left out is seen in test_certificate_false.py.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from itertools import product
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from argument import (
    BULLS_2X3,
    BULLS_2X3_ANY,
    BULLS_2X4,
    CANDIDATES,
    EACH_3X2,
    HEAVY,
    LADDER,
    LISTS,
    MARKS_2X3,
    MARKS_3X2,
    MASTERMIND_2X3,
    MATCH_2X3,
    NOZERO_2X3,
    PRICES,
    SMALL,
    UNKNOWN,
    WORDS,
    Game,
    allowed,
    bulls_and_cows,
    cells,
    cells_rule,
    class_caps,
    codes,
    cost,
    cost_after,
    depths,
    every_map,
    found_by,
    guess_bound,
    guess_moved,
    image,
    is_fixed,
    is_good,
    left,
    marks,
    nothing_known,
    others,
    passes,
    ranks,
    rel,
    sizes_rule,
    some_subsets,
    stays,
    subsets,
    swaps,
    trees,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from argument import Prices, Set, Tree, Word


# S1: Relative costs.


def paid(game: Game, prices: Prices, made: int, tree: Tree) -> float:
    return sum(game.weights[s] * rel(prices, made, k) for s, k in tree)


def test_s1_relative_costs_are_those_of_the_best_tree() -> None:
    for game in [BULLS_2X3, WORDS, HEAVY[0], CANDIDATES[0]]:
        for some, prices, made in product(subsets(game.everything), LISTS, (0, 1)):
            extra = [paid(game, prices, made, tree) for tree in trees(game, some, len(prices) - made)]
            assert cost(game, prices, some, made) == min(extra, default=inf)
            assert all(x >= 0 for x in extra)


# S9: What never proves more than the sum over the cells.


def test_s9_rank_proves_no_more_than_sizes_nor_sizes_than_cells() -> None:
    kinds = set()
    for game in [BULLS_2X3, MASTERMIND_2X3, WORDS, LADDER, *CANDIDATES[::2], *HEAVY[::2], BULLS_2X4]:
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


# S12: Good maps.


def test_s12_good_maps_are_found_by_the_test_of_a_checker_and_are_a_group() -> None:
    kinds = set()
    for game in [BULLS_2X3, BULLS_2X3_ANY, BULLS_2X4, MASTERMIND_2X3, EACH_3X2, MATCH_2X3, MARKS_3X2, NOZERO_2X3]:
        good = [by for by in every_map(game) if is_good(game, by)]
        for by in every_map(game):
            assert passes(game, by) == (by in good)
            kinds.add((passes(game, by), is_fixed(game, by), game.rule is marks))
        for one, other in product(good[:24], good[-24:]):
            places = tuple(one[0][place] for place in other[0])
            names = tuple(other[1][name] for name in one[1])
            assert image(image(game.secrets[0], one), other) == image(game.secrets[0], (places, names))
            assert (places, names) in good
    assert kinds == {(True, True, False), (False, False, False), (True, True, True), (True, False, True)}


def test_s12_a_map_that_is_not_good_does_not_pass() -> None:
    # With the order of numbers as the rule, no renaming but one that keeps it is good, although all words stay words.
    game = Game(codes(1, 3), codes(1, 3), lambda guess, secret: (guess > secret) - (guess < secret) + 1)
    good = [by for by in every_map(game) if is_good(game, by)]
    assert [passes(game, by) for by in every_map(game)] == [by in good for by in every_map(game)]
    assert len(good) == 2 < len([by for by in every_map(game) if stays(game, by)]) == 6


# S14: Marks.


def test_s14_places_may_be_permuted_although_marks_of_equal_symbols_go_from_the_left() -> None:
    for game in [MARKS_2X3, MARKS_3X2, Game(codes(3, 3), codes(3, 3), marks), Game(codes(4, 2), codes(4, 2), marks)]:
        assert all(is_good(game, by) for by in every_map(game))
    assert not is_fixed(MARKS_3X2, ((1, 0, 2), (0, 1)))


# S16: The pool of candidates.


def test_s16_parts_may_cost_more_with_candidates() -> None:
    ladder, some = LADDER.with_("candidates"), frozenset(range(6))
    assert cost(ladder, None, some) == 5 < cost(ladder, None, some - {5}) == 10


# S17: Infinity and the limits of arithmetic.

INFINITY = 1 << 48


def test_s17_what_is_finite_is_below_infinity() -> None:
    for game, prices in product([*SMALL, *CANDIDATES, *HEAVY], PRICES):
        most = (len(game.secrets) if prices is None else prices[-1]) * game.weight(game.everything)
        for some in subsets(game.everything, 5):
            for guess in allowed(game, some):
                if prices is None and some in others(game, guess, some).values():
                    continue
                exact = cost_after(game, prices, some, 0, guess)
                assert exact == inf or exact <= most


def test_s17_sums_may_be_cut() -> None:
    draw = random.Random(17)
    for _ in range(2000):
        terms = [draw.choice((0, 1, draw.randrange(INFINITY), INFINITY)) for _ in range(draw.randrange(1, 9))]
        cut = 0
        for term in terms:
            cut = min(INFINITY, cut + term)
            assert cut + INFINITY < 1 << 63
        assert cut == min(INFINITY, sum(terms))
    assert (INFINITY << 16) % (1 << 64) == 0  # infinity times a weight does not fit, and would be nothing at all


# S18: Nested lemmas.


def accepts(game: Game, prices: Prices, some: Set, made: int, least: float, known: Callable[[int, Set], float]) -> bool:
    """Whether every allowed guess is closed, without symmetries."""
    if left(prices, made) < 1:
        return True
    for guess in allowed(game, some):
        is_needed = len(some) == 1 or len(cells(game, guess, some)) > 1
        if is_needed and cells_rule(game, prices, some, made, guess, known) < least:
            return False
    return True


def test_s18_that_no_guess_finds_a_secret_is_not_proved() -> None:
    some = frozenset({2})  # acd, which is no guess
    assert cost(UNKNOWN, None, some) == inf
    assert not accepts(UNKNOWN, None, some, 0, inf, nothing_known)


# S19: What is claimed.


def test_s19_no_secret_at_all_would_prove_anything() -> None:
    empty = codes(3, 2, distinct=True)
    assert empty == []
    assert accepts(Game(empty, empty, bulls_and_cows), None, frozenset(), 0, inf, nothing_known)


def test_s19_a_guess_must_win_for_one_secret_at_most() -> None:
    def order(guess: Word, secret: Word) -> int:
        a, b = (int("".join(map(chr, word))) for word in (guess, secret))
        return 1 + (b > a) - (b < a)

    game = Game(words("7"), words("7", "07"), order)  # as numbers, 7 is 07: told apart by nothing, and both are right
    assert cells(game, 0, game.everything) == {1: game.everything}
    assert accepts(game, None, game.everything, 0, inf, nothing_known)


@pytest.mark.needs_coqc
def test_coq_accepts_the_proof_and_needs_no_axiom(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).resolve().parents[3] / "docs" / "certificates.v", tmp_path)
    done = subprocess.run(["coqc", "-q", "certificates.v"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split("\n")) == (0, ["Closed under the global context"] * 2 + [""])
