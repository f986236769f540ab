"""The best tree and the best bound that can be found in a given time, for games too large for a proof."""

from __future__ import annotations

import math
import time
from types import TracebackType
from typing import Self

from player.tree import Tree
from treegen.games.game import Game
from treegen.games.subtree import Subtree
from treegen.optimal.beside import Beside
from treegen.optimal.building import greedy_tree
from treegen.optimal.engine import Engine, Result
from treegen.optimal.identify import ask_the_named
from treegen.optimal.objective import Prices

__all__ = ["Estimate", "run_in_time"]

_TRY, _SOON = 0.15, 10.0  # share of the time, and seconds: the full search gets so much first
_TREES = 0.4  # share of the time, from the start, after which no more trees are searched for
# The width of a beam (guesses of the highest entropy), and the size of sets up to which all guesses are tried.
_BEAMS = ((1, 50), (2, 50), (5, 50), (5, 100), (10, 100), (20, 100), (20, 150), (40, 200), (80, 300))
_GROWTH = 2.5  # the next beam takes at least so many times as long
_SHORT, _LONG = (1, 2), 3  # horizons: after so many guesses, sets are bounded and not searched
_STEPS = 8  # parts of the gap between bound and tree; the next upper bound is one part above the bound
_WAIT = 1.0  # seconds of a search after which a greedy tree is built beside it
_LATE = 10.0  # seconds after an interrupt, or after the time is up, in which it may end if there is no other tree


class Estimate:
    """The best tree found so far (None: none), its cost, and a proved lower bound.

    In the context that it is, the greedy tree by entropy is built, too, beside a search that takes a while.  With
    `names`, the number of secrets, costs are those of the objective identify and of its naming game.
    """

    def __init__(self, prices: Prices, engine: Engine | None = None, game: Game | None = None, names: int = 0) -> None:
        self.prices = prices
        self.tree: Tree | None = None
        self.cost = math.inf
        self.bound = 0
        self._names = names
        if engine is not None:
            problem, self._game = engine.problem, game or engine.problem.game
            game = self._game
            first = None if problem.first is None else game.guesses[problem.first]
            self._greedy = Beside(lambda stop: greedy_tree(game, problem.pool, prices.limit, first, stop), _WAIT)
            engine.estimate = self

    def __enter__(self) -> Self:
        self._greedy.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self.tree is None and kind is KeyboardInterrupt:
                self._greedy.wait_for(_LATE)
        finally:  # also after another interrupt, which does not wait
            self._greedy.__exit__(kind, value, trace)
            self.look_beside()

    def add_tree(self, tree: Tree) -> None:
        """Keep the tree if it is better, or as good and less deep."""
        cost = self._cost(tree, self.prices)
        if self.tree is None or (cost, tree.depth) < (self.cost, self.tree.depth):
            self.tree, self.cost = tree, cost

    def add_subtree(self, subtree: Subtree) -> None:
        """Keep the tree that a search has found if it is better."""
        self.add_tree((ask_the_named(self._game, subtree) if self._names else subtree).to_tree(self._game))

    def look_beside(self) -> None:
        """Keep the greedy tree if it is built by now, and better."""
        tree = self._greedy.take()
        if tree is not None:
            self.add_tree(tree)

    def add_quick_tree(self) -> None:
        """Keep the greedy tree, which is quick, if there is one; wait for it if necessary, but not for ever."""
        self._greedy.wait_for(_LATE)
        self.look_beside()

    def add_bound(self, result: Result) -> None:
        """Keep the bound of a search that was stopped or gives only a bound."""
        self.bound = max(self.bound, result.bound)

    def raise_bound(self, prices: Prices, bound: int) -> None:
        """Keep a lower bound that a search at these prices has proved, if it is one of the problem."""
        if prices == self.prices:
            self.bound = max(self.bound, bound - self._names)

    def known(self, prices: Prices) -> tuple[int, int | None]:
        """What is known of the least cost at the prices of some search: a lower bound, and the cost of the best tree.

        For that cost, names count as in the naming game.
        """
        self.look_beside()
        holds = prices == self.prices or (self.prices.values is None and prices.is_linear)
        tree, limit = self.tree, prices.limit
        if tree is None or (limit is not None and tree.depth > limit):
            return self.bound * holds, None
        return self.bound * holds, self._cost(tree, prices) + self._names

    def _cost(self, tree: Tree, prices: Prices) -> int:
        return prices.cost(tree.histogram) - (tree.fanout.count(0) if self._names else 0)


def run_in_time(engine: Engine, prices: Prices, estimate: Estimate) -> Result:
    """The search, if it ends before the engine's deadline; the best tree and bound come into the estimate."""
    if engine.is_general:
        result = engine.run(prices)
        estimate.add_bound(result)
        if result.stopped:
            estimate.add_quick_tree()
        return result
    began = time.monotonic()
    span = engine.deadline - began
    result = engine.run(prices, deadline=began + min(_TRY * span, _SOON))
    estimate.add_bound(result)
    if not result.stopped:
        return result
    _find_trees(engine, estimate, began + _TREES * span)
    if estimate.tree is None:
        estimate.add_quick_tree()
    _raise_bound(engine, estimate)
    if time.monotonic() < engine.deadline:
        result = engine.run(prices, _upper_bound(estimate))
        estimate.add_bound(result)
        if not result.stopped:
            return result
    return Result(None, stopped=True, bound=estimate.bound)


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
            estimate.add_subtree(result.subtree)
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
