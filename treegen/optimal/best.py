"""BestSoFar: the best tree and the best bound that are known while a problem is searched."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

from player.errors import GuesstreeError
from player.tree import Tree
from treegen.games.game import Game
from treegen.games.subtree import Subtree
from treegen.greedy.chooser import WIDTH
from treegen.native.interface import NEVER
from treegen.optimal.background import Background
from treegen.optimal.goal import ask_the_named
from treegen.optimal.objective import Prices
from treegen.optimal.options import Report


class BestSoFar:
    """The best tree found so far (None: none), its cost by some prices, and a proved lower bound.

    As a context manager, it also builds a `greedy` tree of `game` in the background, where that is given.  With
    `names`, the number of secrets, costs are those of the objective identify and of its naming game.  `quick` builds a
    quick tree (see `greedy_tree`).
    """

    def __init__(
        self,
        prices: Prices,
        game: Game | None = None,
        greedy: Background[Tree] | None = None,
        names: int = 0,
        quick: Callable[..., Tree] | None = None,
    ) -> None:
        self.prices = prices
        self.tree: Tree | None = None
        self.cost = math.inf
        self.bound = 0
        self._game, self.names = game, names
        self._greedy, self._quick = greedy, quick

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
        assert self._game is not None
        self.add_tree((ask_the_named(self._game, subtree) if self.names else subtree).to_tree(self._game))

    def add_quick_tree(self, width: int = WIDTH, is_over: Callable[[], bool] = lambda: False) -> None:
        """Build a quick tree, which tries so many guesses at each position, and keep it if it is better."""
        if self._quick is not None:
            with suppress(GuesstreeError, MemoryError):
                self.add_tree(self._quick(is_over, width))

    def add_bound(self, prices: Prices, bound: int) -> None:
        """Keep a lower bound that a search at these prices has proved, if it is one of the problem."""
        if prices == self.prices and bound < NEVER:
            self.bound = max(self.bound, bound - self.names)

    def known(self, prices: Prices) -> tuple[int, int | None]:
        """What is known of the least cost at the prices of some search: a lower bound, and the cost of the best tree.

        For that cost, names count as in the naming game.
        """
        self._take_greedy()
        holds = prices == self.prices or (self.prices.values is None and prices.is_linear)
        tree, limit = self.tree, prices.limit
        if tree is None or (limit is not None and tree.depth > limit):
            return self.bound * holds, None
        return self.bound * holds, self._cost(tree, prices) + self.names

    def leave_names_out(self, state: Report) -> None:
        """Make a report of the naming game one in which naming a secret costs nothing."""
        for part in (state, *state["guesses"]):
            if part["bound"] is not None:
                part["bound"] = max(0, part["bound"] - self.names)
        if state["cost"] is not None:
            state["cost"] -= self.names

    def _take_greedy(self) -> None:
        tree = None if self._greedy is None else self._greedy.take()
        if tree is not None:
            self.add_tree(tree)

    def _cost(self, tree: Tree, prices: Prices) -> int:
        return prices.cost(tree.histogram) - (tree.fanout.count(0) if self.names else 0)
