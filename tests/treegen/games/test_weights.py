"""Secrets that count as often as they weigh: whatever the weights; small games: test_brute_force.py."""

from __future__ import annotations

import numpy as np
import twins
from drawn import weighed

import treegen as tg
from treegen.search.plain import PlainSearch
from treegen.search.problem import Prices


def test_heavy_weights_rank_as_light_ones() -> None:
    """Above 65536 in all, logarithms are no longer listed: a common factor must not change a choice."""
    plain = twins.game("bulls-3x4")
    light = [1 + i % 5 for i in range(24)]
    one = tg.build(weighed(plain, light), max_depth=None)
    for factor in (10**4, 10**7):
        assert tg.build(weighed(plain, [factor * each for each in light]), max_depth=None).guesses == one.guesses


def test_without_a_guess_left_no_weight_makes_a_tree() -> None:
    """A weight times the cost of what no tree can do passes 64 bits, and is 0 for a weight of 4."""
    game = weighed(tg.game("bulls-2x3"), [4, 4, 4, 4, 4, 4])
    search = PlainSearch(game, "all", Prices((1,)))
    assert search._ranked(np.array([0], dtype=np.int32), 1, None) == []
