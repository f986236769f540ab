"""Secrets that count as often as they weigh: whatever the weights; small games: test_brute_force.py."""

from __future__ import annotations

import numpy as np
import twins
from drawn import weighed

import player
import treegen as tg
from treegen.insight.verify import prove_again
from treegen.search.plain import PlainSearch
from treegen.search.problem import Prices


def test_heavy_weights_rank_as_light_ones() -> None:
    """Above 65536 in all, logarithms are no longer listed: a common factor must not change a choice."""
    plain = twins.game("bulls-3x4")
    light = [1 + i % 5 for i in range(24)]
    one = tg.build(weighed(plain, light), max_depth=None)
    for factor in (10**4, 10**7):
        assert tg.build(weighed(plain, [factor * each for each in light]), max_depth=None).guesses == one.guesses


def test_verify_sees_a_wrong_claim() -> None:
    """A tree that is called optimal, and is not: `verify --optimal` finds the better one."""
    game = weighed(twins.game("bulls-2x3"), [5, 1, 2, 7, 1, 3])
    best = tg.solve(game)
    worse = tg.solve(game, first="13", guesses="candidates")
    assert worse.total > best.total
    worse.first_guess, worse.pool, worse.bound = "", "all", worse.total
    assert prove_again(player.open_tree(worse.to_bytes())) != []


def test_without_a_guess_left_no_weight_makes_a_tree() -> None:
    """A weight times the cost of what no tree can do passes 64 bits, and is 0 for a weight of 4."""
    game = weighed(tg.game("bulls-2x3"), [4, 4, 4, 4, 4, 4])
    search = PlainSearch(game, "all", Prices((1,)))
    assert search._ranked(np.array([0], dtype=np.int32), 1, None) == []
