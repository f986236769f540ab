"""The best tree and the best bound that are known while a goal is searched."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

from player.errors import GuesstreeError
from player.tree import Tree
from treegen.games.subtree import Subtree
from treegen.native.interface import NEVER, SearchState
from treegen.optimal.goal import Goal, ask_the_named
from treegen.search.problem import Prices
from treegen.search.threads import Background


class Report(SearchState):
    """A progress report: the state of a search, with the bound and the cost of the whole goal."""

    prices: Prices  # of this search
    tree: Tree | None  # the best one so far, which may be too deep for this search


class BestSoFar:
    """The best tree found so far (None: none), its cost by the goal's prices, and a proved lower bound.

    `build` makes a greedy tree (see `treegen.optimal.build.greedy_tree`).  As a context manager, this begins to make it
    in the background, `wait` seconds (None: never) after it was entered.  Costs of the objective identify leave out the
    names that its naming game counts.
    """

    def __init__(
        self, goal: Goal, build: Callable[[Callable[[], bool]], Tree] | None = None, wait: float | None = None
    ) -> None:
        self.prices = goal.comparison_prices
        self.tree: Tree | None = None
        self.cost = math.inf
        self.bound = 0
        self._goal, self._build = goal, build
        self._greedy = None if build is None or wait is None else Background(build, wait)

    def __enter__(self) -> Self:
        if self._greedy is not None:
            self._greedy.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._greedy is not None:
            self._greedy.__exit__(kind, value, trace)
            self._take_greedy()

    def add_tree(self, tree: Tree) -> None:
        """Keep the tree if it is better, or as good and less deep."""
        cost = self._cost(tree, self.prices)
        if self.tree is None or (cost, tree.depth) < (self.cost, self.tree.depth):
            self.tree, self.cost = tree, cost

    def add_subtree(self, subtree: Subtree) -> None:
        """Keep the tree that a search has found if it is better."""
        game = self._goal.game
        self.add_tree((ask_the_named(game, subtree) if self._goal.names else subtree).to_tree(game))

    def add_greedy_tree(self, is_over: Callable[[], bool] = lambda: False) -> None:
        """Build a greedy tree, unless `is_over` becomes true, and keep it if it is better."""
        if self._build is not None:
            with suppress(GuesstreeError, MemoryError):
                self.add_tree(self._build(is_over))

    def add_bound(self, prices: Prices, bound: int) -> None:
        """Keep a lower bound that a search at these prices has proved, if it is one of the goal."""
        if prices == self.prices and bound < NEVER:
            self.bound = max(self.bound, bound - self._goal.names)

    def known_cost(self, prices: Prices) -> int | None:
        """The cost of the best tree at the prices of some search; None if there is none, or it is too deep."""
        self._take_greedy()
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

    def _take_greedy(self) -> None:
        tree = None if self._greedy is None else self._greedy.take()
        if tree is not None:
            self.add_tree(tree)

    def _cost(self, tree: Tree, prices: Prices) -> int:
        return prices.cost(tree.histogram) - (tree.fanout.count(0) if self._goal.names else 0)
