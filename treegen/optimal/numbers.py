"""NumberSearch: optimal trees of games of numbers by dynamic programming, the same trees as those of the searches.

A question divides the candidates, which are ordered, into those up to a place and the others, and an early `eq` takes
one out.  So the least cost after some guesses depends on how many candidates there are; with weights, on which
consecutive ones.  In a tree of this game the order of guesses that the searches share is that of their indices.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, GaveUp
from treegen.games.memory import show_size
from treegen.games.partition import Indices, cells
from treegen.games.subtree import Subtree
from treegen.native import core
from treegen.native.interface import NEVER
from treegen.optimal.objective import Prices
from treegen.optimal.query import Outcome, Position, Problem, Query

Costs = npt.NDArray[np.int64]


class NumberSearch:
    """The least-cost trees of a game of numbers at the prices of one list; weights take up to `memory` bytes."""

    def __init__(self, problem: Problem, prices: Prices, memory: int) -> None:
        game, numbers = problem.game, problem.game.numbers
        assert numbers is not None
        self._game, self._numbers, self._memory = game, numbers, memory
        # No tree is deeper than there are secrets.
        self._prices = prices = Prices(None if prices.values is None else prices.values[: len(game.secrets)])
        self._names, self._asks_greater = problem.names, problem.pool == "all"
        self._is_linear = prices.values is None or prices.is_linear
        # By the number of candidates, with 0, 1, ... guesses left; complete where more guesses make nothing cheaper.
        self._costs: list[Costs] = [np.where(np.arange(len(game.secrets) + 1) > 0, NEVER, 0)]
        self._is_complete = False
        self._is_over: Callable[[], bool] = lambda: False

    @classmethod
    def takes(cls, problem: Problem) -> bool:
        """Whether a problem is one of these, and may be divided: weights need the core, and no `eq` before the end."""
        game, numbers = problem.game, problem.game.numbers
        return numbers is not None and problem.pool != "hard" and (
            game.weights is None or (core is not None and not numbers.is_free)
        )  # fmt: skip

    def run(self, query: Query, is_over: Callable[[], bool] = lambda: False) -> Outcome:
        """Answer a query, which asks for the exact cost; it is stopped when `is_over`, which is polled, is true."""
        self._is_over = is_over
        left = (query.position or Position.after(self._game, ())).candidates
        try:
            guesses, costs = self._options(left, query.depth, query.only)
            if query.openers:
                order = np.lexsort((guesses, costs))[: query.openers]
                best = [(int(guesses[i]), int(costs[i])) for i in order if costs[i] < NEVER]
                return Outcome(best[0][1] if best else NEVER, openers=best)
            cost = int(costs.min(initial=NEVER))
            if cost >= min(query.limit, NEVER):
                return Outcome(query.limit)
            guess = int(guesses[costs == cost].min())
            return Outcome(cost, cost, guess, self._tree(left, query.depth, guess) if query.wants_tree else None)
        except GaveUp:
            weights = self._game.secret_weights[left]
            return Outcome(self._prices.counting_bound(weights, self._game.branching, query.depth), is_stopped=True)

    def _tree(self, candidates: Indices, depth: int, first: int) -> Subtree:
        game, rows = self._game, list[tuple[int, bool, int, int]]()
        pending = deque([(candidates, depth, -1, -1)])
        while pending:
            left, made, parent, feedback = pending.popleft()
            self._check()
            guess, node = first, len(rows)
            if node:
                guesses, costs = self._options(left, made)
                guess = int(guesses[costs == costs.min()].min())
            parts = {} if guess >= len(game.guesses) else dict(cells(game, left, guess))
            wins = not parts or (not self._names and parts.pop(game.winning, None) is not None)
            rows.append((guess, wins, parent, feedback))
            pending += [(cell, made + 1, node, label) for label, cell in parts.items()]
        return Subtree.from_rows(rows)

    def _options(self, left: Indices, depth: int, only: Sequence[int] = ()) -> tuple[Indices, Costs]:
        """The guesses that may be asked of these candidates after `depth` guesses, and the least cost with each."""
        numbers, n, price = self._numbers, len(left), self._prices.at(depth + 1)
        guesses, costs = [left[:0]], [np.empty(0, np.int64)]
        own, weights = self._game.own_guess[left], self._game.secret_weights[left]
        if n == 1:
            guesses.append(len(self._game.guesses) + left if self._names else own)
            costs.append(weights * price if price < NEVER else np.array([NEVER]))
        elif numbers.is_free:
            found = int(self._least(depth + 1, 1)[1]) if self._names else price
            guesses.append(own)
            costs.append(np.full(n, found + self._least(depth + 1, n - 1)[n - 1]))
        if n > 1 and self._asks_greater:
            order = np.argsort(numbers.values[left])
            asked, sizes = numbers.between(numbers.values[left][order])
            sums = self._sums(n, depth + 1) if self._game.weights is None else self._weighed(weights[order], depth + 1)
            guesses.append(asked)
            costs.append(sums[sizes - 1])
        asked, least = np.concatenate(guesses), np.minimum(np.concatenate(costs), NEVER)
        return (asked, least) if not only else (asked[np.isin(asked, only)], least[np.isin(asked, only)])

    def _sums(self, n: int, depth: int) -> Costs:
        """The least costs of the first 1, ..., n - 1 of n candidates after `depth` guesses, each with the others'."""
        least = self._least(depth, n - 1)
        return least[1:] + least[:0:-1]

    def _least(self, depth: int, most: int) -> Costs:
        """The least costs of 0, ..., `most` candidates after `depth` guesses."""
        values, sizes = self._prices.values, np.arange(len(self._game.secrets) + 1)
        if not self._asks_greater:  # one after the other
            prices = np.arange(depth + 1, depth + most + 1) if values is None else values[depth : depth + most]
            found = np.cumsum(np.array((0, *prices), np.int64))
            return np.concatenate((found, np.full(most + 1 - len(found), NEVER)))
        kept, left = self._costs, NEVER if values is None else max(0, len(values) - depth)
        while len(kept) <= left and not self._is_complete:
            self._check()
            if not self._is_linear:
                kept.append(self._with_one_more(kept[-1], values[-len(kept)]))
                continue
            # At the prices 1, 2, 3, ..., a guess made before costs 1 for each candidate.
            kept.append(self._with_one_more(kept[-1] + sizes, 1))
            self._is_complete = bool((kept[-1] == kept[-2]).all())
        least = kept[min(left, len(kept) - 1)][: most + 1]
        return least + depth * sizes[: most + 1] if self._is_linear else least

    def _with_one_more(self, below: Costs, price: int) -> Costs:
        """The least costs by the number of candidates, from those after one guess more, at the price of that guess."""
        costs = np.where(np.arange(len(below)) > 0, NEVER, 0)
        costs[1] = price
        finite = int((below < NEVER).sum()) - 1
        sizes = np.arange(2, min(len(below), 2 * finite + 1))
        if (np.diff(below[1 : finite + 1], 2) >= 0).all():  # halves are best
            costs[sizes] = below[sizes // 2] + below[sizes - sizes // 2]
        else:
            for n in sizes.tolist():
                costs[n] = (below[1:n] + below[n - 1 : 0 : -1]).min()
        if self._numbers.is_free:
            costs[2:] = np.minimum(costs[2:], (below[1] if self._names else price) + below[1:-1])
        return np.minimum(costs, NEVER)

    def _weighed(self, weights: Costs, depth: int) -> Costs:
        """What `_sums` gives, for weights in the order of the numbers."""
        n, values = len(weights), self._prices.values
        size = n * (n + 1) // 2
        if 8 * size > self._memory:
            raise BadInput(
                f"{self._game.brief}: with weights, {n} numbers take {show_size(8 * size)}, and "
                f"{show_size(self._memory)} are allowed; raise --memory or take fewer"
            )
        costs, sizes, most = np.full(size, NEVER), np.arange(1, n), 1
        prices = (1,) if values is None else values[depth : depth + n]
        is_convex = bool((np.diff(prices, 2) >= 0).all())
        for price in reversed(prices):
            self._check()
            if costs[0] < NEVER:
                core.divide_intervals(costs, n, most, is_convex)
                most = min(n, 2 * most)
            costs[:n] = weights * price
        if values is None:
            core.solve_intervals(costs, n)
        places = (sizes - 1) * n - (sizes - 1) * (sizes - 2) // 2
        found: Costs = costs[places] + costs[places[::-1] + sizes]
        return found + depth * int(weights.sum()) if values is None else found

    def _check(self) -> None:
        if self._is_over():
            raise GaveUp("the time is up")
