"""The best tree and the best bound that can be found in a given time, for games too large for a proof."""

from __future__ import annotations

import math
import time
from contextlib import suppress

from player.errors import GaveUp, NoSuchTree
from player.tree import Tree
from treegen.optimal.building import build
from treegen.optimal.engine import Engine, Result
from treegen.optimal.objective import Prices

__all__ = ["Estimate", "run_in_time"]

_TRY, _SOON = 0.15, 10.0  # share of the time, and seconds: the full search gets so much first
_TREES = 0.4  # share of the time, from the start, after which no more trees are searched for
# The width of a beam (guesses of the highest entropy), and the size of sets up to which all guesses are tried.
_BEAMS = ((1, 50), (2, 50), (5, 50), (5, 100), (10, 100), (20, 100), (20, 150), (40, 200), (80, 300))
_GROWTH = 2.5  # the next beam takes at least so many times as long
_SHORT, _LONG = (1, 2), 3  # horizons: after so many guesses, sets are bounded and not searched
_STEPS = 8  # parts of the gap between bound and tree; the next upper bound is one part above the bound
_EFFORT = 20_000  # positions of a greedy tree with a limit of depth, which take seconds


class Estimate:
    """The best tree found so far (None: none), its cost, and a proved lower bound."""

    def __init__(self, prices: Prices, engine: Engine | None = None) -> None:
        self.prices = prices
        self._engine = engine  # reports the cost and the bound
        self.tree: Tree | None = None
        self.cost = math.inf
        self.bound = 0

    def add_tree(self, tree: Tree) -> None:
        """Keep the tree if it is better."""
        cost = self.prices.cost(tree.histogram)
        if cost < self.cost:
            self.tree, self.cost = tree, cost
            if self._engine is not None:
                self._engine.cost = int(cost)

    def add_quick_tree(self, engine: Engine) -> None:
        """Keep the greedy tree by entropy, which is quick, if there is one."""
        problem, limit = engine.problem, self.prices.limit
        first = None if problem.first is None else problem.game.guesses[problem.first]
        with suppress(GaveUp, NoSuchTree):
            self.add_tree(build(
                problem.game, "entropy", guesses=problem.pool, max_depth=limit, first=first,
                effort=10**9 if limit is None else _EFFORT,
            ))  # fmt: skip

    def add_bound(self, result: Result) -> None:
        """Keep the bound of a search that was stopped or gives only a bound."""
        self.bound = max(self.bound, result.bound)
        if self._engine is not None:
            self._engine.bound = self.bound


def run_in_time(engine: Engine, prices: Prices) -> tuple[Result, Estimate]:
    """The search, if it ends before the engine's deadline; else the best tree and bound that the time allowed."""
    estimate = Estimate(prices, engine)
    if engine.is_general:
        result = engine.run(prices)
        estimate.add_bound(result)
        if result.stopped:
            estimate.add_quick_tree(engine)
        return result, estimate
    began = time.monotonic()
    span = engine.deadline - began
    result = engine.run(prices, deadline=began + min(_TRY * span, _SOON))
    estimate.add_bound(result)
    if not result.stopped:
        return result, estimate
    _find_trees(engine, estimate, began + _TREES * span)
    if estimate.tree is None:
        estimate.add_quick_tree(engine)
    _raise_bound(engine, estimate)
    if time.monotonic() < engine.deadline:
        result = engine.run(prices, _upper_bound(estimate))
        estimate.add_bound(result)
        if not result.stopped:
            return result, estimate
    return Result(None, stopped=True, bound=estimate.bound), estimate


def _upper_bound(estimate: Estimate) -> int | None:
    """Trees that cost less than this are no worse than the best one."""
    return None if estimate.tree is None else int(estimate.cost) + 1


def _find_trees(engine: Engine, estimate: Estimate, deadline: float) -> None:
    """Search with wider and wider beams, as long as there is time for the next one."""
    for width, exact in _BEAMS:
        began = time.monotonic()
        upper_bound = None if estimate.tree is None else int(estimate.cost)
        result = engine.run(estimate.prices, upper_bound, exact=exact, beam=width, deadline=deadline)
        if result.subtree is not None:
            estimate.add_tree(result.subtree.to_tree(engine.problem.game))
        now = time.monotonic()
        if result.stopped or now + _GROWTH * (now - began) > deadline:
            return


def _raise_bound(engine: Engine, estimate: Estimate) -> None:
    """Raise the bound with longer horizons, the last in steps: a low bound is proved much sooner than the best."""
    for horizon in _SHORT:
        if time.monotonic() < engine.deadline:
            estimate.add_bound(engine.run(estimate.prices, _upper_bound(estimate), horizon=horizon))
    while time.monotonic() < engine.deadline and estimate.bound < estimate.cost:
        upper_bound = None
        if estimate.tree is not None:
            upper_bound = estimate.bound + math.ceil((int(estimate.cost) + 1 - estimate.bound) / _STEPS)
        result = engine.run(estimate.prices, upper_bound, horizon=_LONG)
        estimate.add_bound(result)
        if upper_bound is None or result.bound < upper_bound:
            return  # no better bound is possible with this horizon
