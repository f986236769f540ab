"""Games of numbers by dynamic programming: the trees of the search, and the costs of a brute force, to the byte."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import numpy as np
import pytest
from reference import solved

import treegen as tg
from treegen.games.weights import weigh
from treegen.search import numbers
from treegen.search.problem import Position, Problem, linear
from treegen.search.search import search

GOALS: list[dict[str, Any]] = [
    {}, {"objective": "worst"}, {"objective": "fewest-at-max"}, {"objective": "identify"}, {"guesses": "candidates"},
    {"max_depth": 4}, {"max_depth": 5}, {"prices": [0, 1, 1, 2, 5]}, {"prices": [1] * 9}, {"prices": [0, 0, 0, 3]},
    {"prices": [0, 0, 0, 1, 1, 4, 4, 4, 4, 4]}, {"prices": [1, 2, 4, 8, 16, 32]}, {"first": "gt8"}, {"first": "eq9"},
]  # fmt: skip


@pytest.mark.parametrize("suffix", ["", "-free"])
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 9, 11])
def test_the_trees_are_those_of_the_search(monkeypatch: pytest.MonkeyPatch, size: int, suffix: str) -> None:
    """From 7 on, the order of the texts is another one than that of the numbers."""
    game = tg.game(f"number-7..{6 + size}{suffix}")
    for goal in GOALS:
        first = goal.get("first")
        if first is None or first in game.guess_index:
            found = solved(game, **goal)
            with monkeypatch.context() as patch:  # by the search for any game
                patch.setattr(numbers.NumberSearch, "takes", lambda *_, **__: False)
                assert found == solved(game, **goal), goal


STEPS = ([0, 1, 1, 2, 2, 3, 3, 4, 9], [3, 0, 0, 2, 1, 0, 5, 1, 1])  # convex prices, and others


@pytest.mark.needs_core
@pytest.mark.parametrize(
    ("size", "most", "steps"), [*((60, 3, steps) for steps in STEPS), *((50, most, None) for most in (2, 5, 10**6))]
)
def test_intervals_cost_what_all_places_to_divide_them_give(size: int, most: int, steps: list[int] | None) -> None:
    """Larger ones than a search takes, with many equal weights; the best trees of least total are not that deep."""
    weights = np.random.default_rng(7).integers(1, most + 1, size)
    game = weigh(tg.game(f"number-1..{size}"), weights[np.argsort(np.array(list(map(str, range(1, size + 1)))))])
    prices = list(accumulate(steps or [1] * 12))
    least = np.full((size, size), 10**12)
    for price in reversed(prices):
        longer, least = least, np.full((size, size), 10**12)
        for first in range(size):
            least[first, first] = weights[first] * price
            for last in range(first + 1, size):
                places = range(first, last)
                least[first, last] = min(longer[first, place] + longer[place + 1, last] for place in places)
    assert tg.solve(game, prices=prices if steps else None).cost == least[0, size - 1]


def test_the_totals_of_large_games_have_a_closed_form() -> None:
    """Of binary search, with the guess that names the number: n · (d + 1) + 2 · (n - 2^d), where 2^d <= n."""
    for size in (2, 3, 100, 1000, 4096, 5000):
        depth = size.bit_length() - 1
        game = tg.game(f"number-1..{size}")
        tree = tg.solve(game)
        assert (tree.total, tree.proved) == (size * (depth + 1) + 2 * (size - 2**depth), True)
        assert tree.depth == (size - 1).bit_length() + 1
        assert tg.verify(tree).faults == ()
        assert game.source.made is None


def test_the_time_ends_a_search_and_what_does_not_fit_is_refused_in_one_line() -> None:
    game = tg.game("number-1..300")
    assert numbers.NumberSearch(Problem(game), 1000).run(Problem(game), lambda: True).is_stopped
    with pytest.raises(tg.BadInput, match="raise --memory or take fewer numbers"):
        tg.solve(weigh(game, 1 + np.arange(300)), memory=1 << 16)


def test_the_only_number_left_takes_the_last_guess() -> None:
    assert search(Problem(tg.game("number-1..9"), prices=linear(1), position=Position(np.array([3]), ()))).cost == 1
