"""The best tree and the best bound to be had in a given time, for what is too large to prove."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import suppress

from player.tree import Tree
from treegen.build import build
from treegen.engine import Engine, Result
from treegen.errors import GaveUp, NoSuchTree
from treegen.objective import Prices

__all__ = ["Estimate", "run_in_time"]

_TRY, _SOON = 0.15, 10.0  # of the time, and seconds: first it is seen whether the search is done soon
_TREES = 0.25  # of the time, from the start: then trees are built
_HORIZONS = ((1, 0), (2, 0), (2, 50), (3, 0))  # after so many guesses sets of more candidates are bounded, not searched
_EXACT = (0, 50, 100, 150, 225, 340)  # trees are built by rule, and below such sizes exactly
_GROWTH = 2.0  # at most so much longer takes the next size, or it is left out
_EFFORT = 20_000  # positions of a tree with a limit of depth: what it takes seconds to look at


class Estimate:
    """The best tree found so far (None: none), its cost, and a proved lower bound."""

    def __init__(self, prices: Prices) -> None:
        self.prices = prices
        self.tree: Tree | None = None
        self.cost = math.inf
        self.bound = 0

    def add_tree(self, tree: Tree) -> None:
        """Keep the tree if it is better."""
        cost = self.prices.cost(tree.histogram)
        if cost < self.cost:
            self.tree, self.cost = tree, cost

    def add_quick_tree(self, engine: Engine) -> None:
        """Keep a tree that takes a moment, if there is one."""
        for tree in _trees(engine, self.prices, -math.inf):
            self.add_tree(tree)

    def add_bound(self, result: Result) -> None:
        """Keep the bound of a search that was stopped, or ended with a bound only."""
        self.bound = max(self.bound, result.bound)


def run_in_time(engine: Engine, prices: Prices) -> tuple[Result, Estimate]:
    """The search, if it ends before the engine's deadline; else the best tree and bound that the time allowed."""
    estimate = Estimate(prices)
    if engine.is_general:
        result = engine.run(prices)
        estimate.add_bound(result)
        estimate.add_quick_tree(engine)
        return result, estimate
    began = time.monotonic()
    span = engine.deadline - began
    result = engine.run(prices, deadline=began + min(_TRY * span, _SOON))
    estimate.add_bound(result)
    if not result.stopped:
        return result, estimate
    for tree in _trees(engine, prices, began + _TREES * span):
        estimate.add_tree(tree)
    below = None if estimate.tree is None else int(estimate.cost) + 1
    for horizon, exact in _HORIZONS:
        if time.monotonic() >= engine.deadline:
            break
        result = engine.run(prices, below, horizon=horizon, exact=exact)
        estimate.add_bound(result)
    if time.monotonic() < engine.deadline:
        result = engine.run(prices, below)
        estimate.add_bound(result)
        if not result.stopped:
            return result, estimate
    return Result(None, stopped=True, bound=estimate.bound), estimate


class _TimeUp(GaveUp):
    """Ends a build from within its progress."""


def _trees(engine: Engine, prices: Prices, deadline: float) -> Iterator[Tree]:
    """Trees by the strategy that is built quickest, exact below sizes that grow as long as there is time."""
    problem = engine.problem
    first = None if problem.first is None else problem.game.guesses[problem.first]

    def look_at_the_clock(*_: int) -> None:
        if time.monotonic() > deadline:
            raise _TimeUp("time is up")

    for turn, exact_below in enumerate(_EXACT):
        began = time.monotonic()
        with suppress(GaveUp, NoSuchTree):
            # The first is short, and without it there would be nothing to show.
            yield build(
                problem.game, "entropy", guesses=problem.pool, max_depth=prices.limit, first=first,
                effort=_EFFORT if prices.limit is not None else 10**9, exact_below=exact_below,
                progress=look_at_the_clock if turn else None,
            )  # fmt: skip
        now = time.monotonic()
        if now + _GROWTH * (now - began) > deadline:
            return
