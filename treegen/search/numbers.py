"""NumberSearch: optimal trees of games of numbers by dynamic programming, the same trees as a search finds.

A question `gt` divides the ordered candidates at a place; `eq`, asked while several candidates are left, removes one.
So the least cost after a number of guesses depends only on the number of candidates, or, with weights, on the interval
of the candidates.  Guesses of equal cost are ordered by index, which here is the order of `treegen.search.plain`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, GaveUp
from treegen.games.game import Game
from treegen.games.memory import show_size
from treegen.games.numbers import Level, Questions, is_of_numbers, numbers_of
from treegen.native import core
from treegen.native.interface import NEVER
from treegen.search.problem import Position, Prices, Problem, Result

Costs = npt.NDArray[np.int64]


class NumberSearch:
    """The search for trees of least cost of a game of numbers; with weights, it uses up to `memory` bytes."""

    def __init__(self, problem: Problem, memory: int) -> None:
        game, prices, numbers = problem.game, problem.prices, numbers_of(problem.game)
        self._game, self._numbers, self._memory = game, numbers, memory
        # No tree is deeper than the number of secrets.
        self._prices = prices = Prices(None if prices.values is None else prices.values[: len(game.secrets)])
        self._weights = game.secret_weights[np.argsort(numbers.values)]
        self._names_numbers, self._asks_greater = problem.names_numbers, problem.pool == "all"
        self._is_linear = prices.is_linear
        # Row k has the least costs, by the number of candidates, if k guesses are left.
        self._costs: list[Costs] = [np.where(np.arange(len(game.secrets) + 1) > 0, NEVER, 0)]
        self._is_complete = False  # whether all further rows would be equal to the last one

    @staticmethod
    def takes(game: Game, pool: str) -> bool:
        """Return whether this class searches a game."""
        # A game with weights also needs the core, and must be one in which a wrong `eq` loses.
        is_simple = game.weights is None or (bool(core) and bool(game.losing))
        return is_of_numbers(game) and pool != "hard" and is_simple

    def run(self, problem: Problem, is_over: Callable[[], bool] = lambda: False) -> Result:
        """Search a problem exactly; the search stops as soon as the function `is_over` returns True."""
        self._is_over = is_over
        candidates, depth = (problem.position or Position.after(self._game, ())).candidates, problem.depth
        level = self._numbers.level(candidates)
        try:
            options, costs = rated = self._rate(level, depth, problem.first)
            if problem.best:
                rows = sorted(zip(costs.tolist(), options.guesses.tolist(), strict=True))[: problem.best]
                best = [(guess, cost) for cost, guess in rows if cost < NEVER]
                return Result(best[0][1] if best else NEVER, best=best)
            cost = int(costs.min(initial=NEVER))
            if cost >= min(problem.below, NEVER):
                return Result(cost)

            def choose(level: Level, made: int) -> Costs:
                options, costs = self._rate(level, depth + made) if made else rated
                return options.best_of_each(np.lexsort((options.guesses, costs)))

            tree = self._numbers.grow(level, choose, is_naming=self._names_numbers) if problem.wants_tree else None
            return Result(cost, cost, int(choose(level, 0)[0]), tree)
        except GaveUp:
            weights = self._game.secret_weights[candidates]
            return Result(self._prices.counting_bound(weights, self._game.branching, depth), is_stopped=True)

    def _rate(self, level: Level, depth: int, only: Sequence[int] = ()) -> tuple[Questions, Costs]:
        """Return the guesses (of `only`; empty: all) after `depth` guesses, and the least cost of a tree with each."""
        if self._is_over():
            raise GaveUp("the time is up")
        options = self._numbers.options(level, only_equal=not self._asks_greater, only=only)
        _, _, sizes, upto = options  # upto: how many candidates answer no to `gt`; 0 for `eq`
        if self._game.weights is not None:
            return options, self._weigh(level, depth)[level.starts[options.places] + upto]
        price, parts = self._prices.at(depth + 1), self._least(depth + 1, int(sizes.max(initial=1)))
        found = np.where(sizes == 1, price, parts[1] if self._names_numbers else price)
        return options, np.minimum(np.where(upto > 0, parts[upto], found) + parts[sizes - np.maximum(upto, 1)], NEVER)

    def _least(self, depth: int, most: int) -> Costs:
        """Return the least costs of 0, ..., `most` candidates after `depth` guesses."""
        values, sizes = self._prices.values, np.arange(len(self._game.secrets) + 1)
        if not self._asks_greater:  # then the candidates are guessed one after the other
            prices = np.arange(depth + 1, depth + most + 1) if values is None else values[depth : depth + most]
            found = np.cumsum(np.array((0, *prices), np.int64))
            return np.concatenate((found, np.full(most + 1 - len(found), NEVER)))
        rows, guesses_left = self._costs, NEVER if values is None else max(0, len(values) - depth)
        while len(rows) <= guesses_left and not self._is_complete:
            if values is not None and not self._is_linear:
                rows.append(self._with_one_more(rows[-1], values[-len(rows)]))
                continue
            # At the prices 1, 2, 3, ..., one more guess at the beginning adds 1 to the cost of each candidate after it.
            rows.append(self._with_one_more(np.minimum(rows[-1] + sizes, NEVER), 1))
            self._is_complete = bool((rows[-1] == rows[-2]).all())
        least = rows[min(guesses_left, len(rows) - 1)][: most + 1]
        return np.minimum(least + depth * sizes[: most + 1], NEVER) if self._is_linear else least

    def _with_one_more(self, parts: Costs, price: int) -> Costs:
        """Return the row for one more guess, made first, at this price; `parts` is the row for the parts after it."""
        costs = np.where(np.arange(len(parts)) > 0, NEVER, 0)
        costs[1] = price
        finite = int((parts < NEVER).sum()) - 1
        sizes = np.arange(2, min(len(parts), 2 * finite + 1))
        if (np.diff(parts[1 : finite + 1], 2) >= 0).all():  # the costs are convex: halves are best
            costs[sizes] = parts[sizes // 2] + parts[sizes - sizes // 2]
        else:
            for n in sizes.tolist():
                costs[n] = (parts[1:n] + parts[n - 1 : 0 : -1]).min()
        if self._numbers.may_miss:  # a wrong `eq` does not lose
            costs[2:] = np.minimum(costs[2:], (parts[1] if self._names_numbers else price) + parts[1:-1])
        return np.minimum(costs, NEVER)

    def _weigh(self, level: Level, depth: int) -> Costs:
        """Return, for each weighted set, the least costs by the place that divides it; for one number, the cost."""
        weights, price = self._weights[level.values - self._numbers.least], self._prices.at(depth + 1)
        costs = weights * price if price < NEVER else np.full(len(weights), NEVER)
        for start, size in zip(level.starts.tolist(), level.sizes.tolist(), strict=True):
            if size > 1:
                costs[start + 1 : start + size] = self._divide(weights[start : start + size], depth + 1)
        return np.minimum(costs, NEVER)

    def _divide(self, weights: Costs, depth: int) -> Costs:
        """Return the least costs of n weighted numbers after `depth` guesses, by the place that divides the numbers."""
        n, values = len(weights), self._prices.values
        intervals = n * (n + 1) // 2
        if 8 * intervals > self._memory:
            raise BadInput(
                f"{self._game.brief}: with weights, the search takes {show_size(8 * intervals)}, and "
                f"{show_size(self._memory)} are allowed; raise --memory or take fewer numbers"
            )
        costs, sizes, solvable = np.full(intervals, NEVER), np.arange(1, n), 1
        prices = (1,) if values is None else values[depth : depth + n]
        is_convex = bool((np.diff(prices, 2) >= 0).all())
        for price in reversed(prices):
            if self._is_over():
                raise GaveUp("the time is up")
            if costs[0] < NEVER:
                core.divide_intervals(costs, n, solvable, is_convex)
                solvable = min(n, 2 * solvable)  # the longest interval that the questions allowed so far can solve
            costs[:n] = weights * price
        if values is None:
            core.solve_intervals(costs, n)
        first = (sizes - 1) * n - (sizes - 1) * (sizes - 2) // 2  # the indices of the intervals that begin at place 0
        found: Costs = costs[first] + costs[first[::-1] + sizes]
        return found + depth * int(weights.sum()) if values is None else found
