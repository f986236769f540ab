"""The best tree and the best bound that are known while a goal is searched."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress

from player.errors import GuesstreeError
from player.tree import Tree
from treegen.greedy.chooser import WIDTH
from treegen.native.interface import NEVER, SearchState
from treegen.optimal.goal import Goal
from treegen.search.problem import Prices
from treegen.search.threads import Background


class Report(SearchState):
    """A progress report: the state of a search, with the bound and the cost of the whole goal."""

    prices: Prices  # of this search
    tree: Tree | None  # the best one so far, which may be too deep for this search


class BestSoFar:
    """The best tree found so far (None: none), its cost by the goal's prices, and a proved lower bound.

    A `greedy` tree is built in the background.  `quick` builds a tree quickly (see
    `treegen.optimal.build.greedy_tree`).  Costs of the objective identify leave out the names that its naming game
    counts.
    """

    def __init__(self, goal: Goal, greedy: Background[Tree], quick: Callable[..., Tree]) -> None:
        self.prices = goal.comparison_prices
        self.tree: Tree | None = None
        self.cost = math.inf
        self.bound = 0
        self.greedy = greedy
        self._goal, self._quick = goal, quick

    def add_tree(self, tree: Tree) -> None:
        """Keep the tree if it is better, or as good and less deep."""
        cost = self._cost(tree, self.prices)
        if self.tree is None or (cost, tree.depth) < (self.cost, self.tree.depth):
            self.tree, self.cost = tree, cost

    def add_quick_tree(self) -> None:
        """Build a tree quickly, by trying few guesses at each position, and keep it if it is better."""
        with suppress(GuesstreeError, MemoryError):
            self.add_tree(self._quick(lambda: False, WIDTH))

    def add_bound(self, prices: Prices, bound: int) -> None:
        """Keep a lower bound that a search at these prices has proved, if it is one of the goal."""
        if prices == self.prices and bound < NEVER:
            self.bound = max(self.bound, bound - self._goal.names)

    def known_cost(self, prices: Prices) -> int | None:
        """The cost of the best tree at the prices of some search; None if there is none, or it is too deep."""
        tree = self.greedy.take()
        if tree is not None:
            self.add_tree(tree)
        if self.tree is None or (prices.limit is not None and self.tree.depth > prices.limit):
            return None
        return self._cost(self.tree, prices)

    def report(self, state: SearchState, prices: Prices) -> Report:
        """The state of a search at these prices, with the best tree, cost and bound of the goal."""
        names = self._goal.names
        for part in (state, *state["guesses"]):
            if part["bound"] is not None:
                part["bound"] = max(0, part["bound"] - names)
        found = None if state["cost"] is None else state["cost"] - names
        state["cost"] = min((cost for cost in (found, self.known_cost(prices)) if cost is not None), default=None)
        if prices == self.prices or (self.prices.values is None and prices.is_linear):
            state["bound"] = max(self.bound, state["bound"] or 0)
        return {"prices": prices, "tree": self.tree, **state}

    def _cost(self, tree: Tree, prices: Prices) -> int:
        return prices.cost(tree.histogram) - (tree.fanout.count(0) if self._goal.names else 0)
