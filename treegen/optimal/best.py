"""The best tree and the best lower bound while a goal is searched, and the steps of a search with a time limit."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from player.errors import GuesstreeError
from player.tree import Tree
from treegen.native.interface import NEVER, SearchState
from treegen.optimal.goal import Goal
from treegen.search.problem import Prices, Result
from treegen.search.threads import Background


class Report(SearchState):
    """A progress report: the state of a search, with the bound and the cost of the goal."""

    prices: Prices  # the prices of this search
    tree: Tree | None  # the best tree so far, which may be too deep for this search


class BestSoFar:
    """The best tree found so far (or None), its cost at the goal's prices, and a proved lower bound.

    `greedy` builds a greedy tree in the background, and `build` builds it while the caller waits.  For the objective
    identify, cost and bound count only the questions, and not the names (see `treegen.optimal.goal`).
    """

    def __init__(self, goal: Goal, greedy: Background[Tree], build: Callable[[Callable[[], bool]], Tree]) -> None:
        self.prices = goal.comparison_prices
        self.tree: Tree | None = None
        self.cost = NEVER
        self.bound = 0
        self.greedy = greedy
        self._goal, self._build = goal, build
        self.is_of_table = goal.game.own_labels is not None

    def add_tree(self, tree: Tree) -> None:
        """Keep the tree if it costs less than the best tree so far, or costs the same and has less depth."""
        cost = self._cost(tree, self.prices)
        if self.tree is None or (cost, tree.depth) < (self.cost, self.tree.depth):
            self.tree, self.cost = tree, cost

    def add_greedy_tree(self, is_over: Callable[[], bool] = lambda: False) -> None:
        """Build a greedy tree and keep it if it is better; give up as soon as `is_over` returns True."""
        with suppress(GuesstreeError, MemoryError):
            self.add_tree(self._build(is_over))

    def known_cost(self, prices: Prices) -> int | None:
        """Return the cost of the best tree at these prices, or None if there is no tree or it is too deep for them."""
        if self.greedy.found is not None:
            self.add_tree(self.greedy.found)
        if self.tree is None or (prices.limit is not None and self.tree.depth > prices.limit):
            return None
        return self._cost(self.tree, prices)

    def report(self, state: SearchState, prices: Prices) -> Report:
        """Return the state of a search at these prices, with the goal's best tree, cost and bound."""
        if state["bound"] is not None:
            state["bound"] = max(0, self._goal.cost(prices, state["bound"]))
        found = None if state["cost"] is None else self._goal.cost(prices, state["cost"])
        state["cost"] = min((cost for cost in (found, self.known_cost(prices)) if cost is not None), default=None)
        if prices == self.prices or (self.prices.values is None and prices.is_linear):
            state["bound"] = max(self.bound, state["bound"] or 0)
        return {"prices": prices, "tree": self.tree, **state}

    def _cost(self, tree: Tree, prices: Prices) -> int:
        if tree.has_costs:
            return (tree.cost or 0) if prices.at(max(tree.prices[1:])) < NEVER else NEVER
        return prices.cost(tree.histogram) - (tree.fanout.count(0) if self._goal.name_count else 0)


# With a time limit, the full search is tried first; then beams find better trees, and horizons prove better bounds.

_LATE = 0.3  # If there is no tree at the deadline, a beam gets this many seconds more.
_TRY, _MOST_TRIED = 0.15, 10.0  # The full search first gets this share of the time, but at most this many seconds.
_TREES, _LONG_TREES = 0.4, 0.9  # After this share of the time, no more trees are searched for (if they are far).
_FAR = 1.1  # In a table, a tree is far from the bound if it costs more than this many times as much.
# A beam has a width (how many guesses it tries, by entropy) and a size of sets up to which it tries all guesses.
_BEAMS = ((1, 50), (2, 50), (5, 50), (5, 100), (10, 100), (20, 100), (20, 150), (40, 200), (80, 300))
# In tables, sets of 50 are hard: the first beams are narrow.
_BEAMS_OF_TABLES = ((2, 4), (3, 4), (3, 8), (5, 8), (8, 12), (12, 20), *_BEAMS[3:])
_GROWTH = 2.5  # Each beam is expected to take at least this many times as long as the beam before.
_SHORT, _LONG = (1, 2), 3  # A horizon is a number of guesses after which sets are only bounded.
_STEPS = 8  # Each step of the long horizon tries to raise the bound by its gap to the best cost, divided by this.

# ask(prices, deadline, **changes) searches the goal's problem, and keeps the tree and the bound in `best`.
Ask = Callable[..., Result]


def search_in_time(ask: Ask, best: BestSoFar, deadline: float, *, is_exact: bool) -> Result:
    """Return the result of the full search if it ends before the deadline; otherwise `best` has the tree and the bound.

    `is_exact` is true for a search without beams and horizons (see `Memory.is_without_core`).
    """
    prices = best.prices
    if is_exact:
        return ask(prices, deadline)
    began = time.monotonic()
    span = deadline - began
    found: Result = ask(prices, began + min(_TRY * span, _MOST_TRIED))
    if not found.is_stopped:
        return found
    if best.tree is None:
        best.add_greedy_tree(lambda: time.monotonic() > began + _TREES * span)
    # The best tree of a table may be much better: then better trees are searched for, before bounds.
    share = _LONG_TREES if best.is_of_table and best.cost > _FAR * best.bound else _TREES
    _find_trees(ask, best, began + share * span, _BEAMS_OF_TABLES if best.is_of_table else _BEAMS)
    if best.tree is None:
        _find_trees(ask, best, max(deadline, time.monotonic() + _LATE), _BEAMS[:1])
    _raise_bound(ask, best, deadline)
    if time.monotonic() < deadline:
        found = ask(prices, deadline, below=min(NEVER, best.cost + 1))  # + 1: the best tree may cost as much
        if not found.is_stopped:
            return found
    return Result(best.bound, is_stopped=True)


def _find_trees(ask: Ask, best: BestSoFar, deadline: float, beams: Sequence[tuple[int, int]] = _BEAMS) -> None:
    for beam, exact in beams:
        began = time.monotonic()
        found = ask(best.prices, deadline, below=best.cost, beam=beam, exact=exact)
        now = time.monotonic()
        if found.is_stopped or now + _GROWTH * (now - began) > deadline:
            return


def _raise_bound(ask: Ask, best: BestSoFar, deadline: float) -> None:
    """Raise the bound by longer and longer horizons; at the last, in steps, since a low bound is proved much sooner."""
    for horizon in _SHORT:
        if time.monotonic() < deadline:
            ask(best.prices, deadline, below=min(NEVER, best.cost + 1), horizon=horizon)
    while time.monotonic() < deadline and best.bound < best.cost:
        below = NEVER
        if best.tree is not None:
            below = best.bound + math.ceil((best.cost + 1 - best.bound) / _STEPS)
        bound = ask(best.prices, deadline, below=below, horizon=_LONG).bound
        if below == NEVER or bound < below:
            return  # no better bound is possible with this horizon
