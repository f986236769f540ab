"""The exact search in Python.  It is slow, but it can search every game, also with weights and in hard mode.

For each set of candidates, all searches rank the guesses by this key:

    (-(cells + win), not win, index)

Here `cells` is the number of non-empty cells (the winning one included), and `win` is 1 if the guess may be the secret.
A guess is allowed if no candidate answers it with a losing feedback, and if it makes at least two cells, or wins
against the only candidate.  At every node, the tree has the first guess in this order that attains the least cost of
the set at that depth.  So all searches find the same tree at the same prices, though some try guesses in another order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from player.errors import GaveUp
from treegen.games.game import Game
from treegen.games.hard import HardMode, Mask
from treegen.games.partition import Indices, cell_sizes, cell_weights, cells
from treegen.games.rawtree import RawTree
from treegen.native.interface import NEVER
from treegen.search.problem import Position, Prices, Problem, Result, least_cost


class PlainSearch:
    """The search for trees of least cost of one game, pool and list of prices."""

    def __init__(self, game: Game, pool: str, prices: Prices) -> None:
        self.game, self.pool, self._prices = game, pool, prices
        self._hard = HardMode(game) if pool == "hard" else None
        self._memo: dict[tuple[bytes, int, bytes], tuple[int, int] | None] = {}

    def run(self, problem: Problem, is_over: Callable[[], bool] = lambda: False) -> Result:
        """Search a problem exactly; the search stops as soon as the function `is_over` returns True."""
        at = problem.position or Position.after(self.game, ())
        self._is_over, hard = is_over, self._hard
        allowed = None if hard is None else hard.after(zip(at.prior, at.feedbacks(self.game), strict=True))
        try:
            if problem.best:
                ranked = self._ranked(at.candidates, 0, allowed)
                if self.game.symmetry is not None:  # then only the lowest of equivalent guesses is compared
                    lowest = set(self.game.symmetry.representatives(at.prior, at.feedbacks(self.game)).tolist())
                    ranked = [row for row in ranked if row[2] in lowest]
                rows = self._compare(at.candidates, 0, allowed, ranked, problem.best, problem.below)
                return Result(rows[0][0] if rows else NEVER, best=[(guess, cost) for cost, _, guess in rows])
            found = self._best(at.candidates, problem.depth, allowed, problem.first)
            if found is None or found[0] >= problem.below:
                return Result(problem.below)
            cost, guess = found
            return Result(cost, cost, guess, self._tree(at.candidates, problem.depth, allowed, guess))
        except (GaveUp, RecursionError):
            return Result(least_cost(self.game, self._prices, at.candidates, problem.depth), is_stopped=True)

    def _tree(self, candidates: Indices, depth: int, allowed: Mask | None, guess: int) -> RawTree:
        rows: list[tuple[int, bool, int, int]] = []
        pending: list[tuple[Indices, int, Mask | None, int, int, int]] = [(candidates, depth, allowed, guess, -1, -1)]
        for node, (left, made, allowed, guess, parent, feedback) in enumerate(pending):
            parts = dict(cells(self.game, left, guess))
            rows.append((guess, parts.pop(self.game.winning, None) is not None, parent, feedback))
            for label, cell in parts.items():
                after = self._after(allowed, guess, label)
                spent = made + self.game.step(guess, label)
                found = self._best(cell, spent, after)
                assert found is not None
                pending.append((cell, spent, after, found[1], node, label))
        return RawTree.from_rows(rows)

    def _compare(
        self, candidates: Indices, depth: int, allowed: Mask | None, ranked: Sequence[tuple[int, int, int]],
        count: int = 1, below: int = NEVER,
    ) -> list[tuple[int, int, int]]:  # fmt: skip
        """Return (cost, place in the order, index) of the `count` best `ranked` guesses that cost less than `below`."""
        best, worst, last = list[tuple[int, int, int]](), below, -1
        for bound, place, guess in ranked:
            limit = worst + (place < last)  # exclusive; among guesses of equal cost, the lower place counts
            if bound < limit and (cost := self._cost(candidates, depth, allowed, guess, limit)) < limit:
                best = sorted([*best, (cost, place, guess)])[:count]
                if len(best) == count:
                    worst, last, _ = best[-1]
        return best

    def _best(
        self, candidates: Indices, depth: int, allowed: Mask | None, only: Sequence[int] = ()
    ) -> tuple[int, int] | None:
        if depth and not only and self._prices.values is None and self._prices.most >= NEVER:
            found = self._best(candidates, 0, allowed)  # the depth before is the same for all trees
            weight = 1 if self._prices.is_worst else int(self.game.secret_weights[candidates].sum())
            return None if found is None else (found[0] + depth * weight, found[1])
        key = (candidates.tobytes(), depth, b"" if allowed is None else np.packbits(allowed).tobytes())
        if not only and key in self._memo:
            return self._memo[key]
        if self._is_over():
            raise GaveUp("the time is up")
        best = self._compare(candidates, depth, allowed, self._ranked(candidates, depth, allowed, only))
        found = (best[0][0], best[0][2]) if best else None
        if not only:
            self._memo[key] = found
        return found

    def _cost(self, candidates: Indices, depth: int, allowed: Mask | None, guess: int, upper_bound: int) -> int:
        """Return the cost of a guess if it is less than `upper_bound`; otherwise a number of at least `upper_bound`."""
        parts, bounds = [], list[int]()  # the bounds of cells become their costs as they are searched
        for feedback, cell in sorted(cells(self.game, candidates, guess), key=lambda part: len(part[1])):
            after = depth + self.game.step(guess, feedback)
            if feedback == self.game.winning:
                weight = 1 if self._prices.is_worst else int(self.game.secret_weights[cell].sum())
                bounds.insert(0, self._prices.at(after) * weight)
            else:
                parts.append((after, feedback, cell))
                bounds.append(least_cost(self.game, self._prices, cell, after))
        join = max if self._prices.is_worst else sum
        for at, (after, feedback, cell) in enumerate(parts, len(bounds) - len(parts)):
            if join(bounds) >= upper_bound:
                return NEVER
            found = self._best(cell, after, self._after(allowed, guess, feedback))
            if found is None:
                return NEVER
            bounds[at] = found[0]
        return join(bounds)

    def _ranked(
        self, candidates: Indices, depth: int, allowed: Mask | None, only: Sequence[int] = ()
    ) -> list[tuple[int, int, int]]:
        """Return a row (lower bound, place in the order, index) for each guess that may be made, by rising bound."""
        game, n = self.game, len(candidates)
        guesses = np.arange(len(game.guesses), dtype=np.int32)
        if self.pool == "candidates":
            guesses = game.candidate_guesses(candidates)
        elif allowed is not None:
            guesses = guesses[allowed]
        if only:
            guesses = guesses[np.isin(guesses, only)]
        if n == 1:  # only guesses that win are kept below, and the sizes of all would need much memory
            guesses = guesses[game.source.part(guesses, candidates)[:, 0] == game.winning]
        sizes = cell_sizes(game, candidates, guesses)
        weights = sizes.astype(np.int64) if game.weights is None else cell_weights(game, candidates, guesses)
        wins = sizes[:, game.winning] > 0
        cell_counts = (sizes > 0).sum(axis=1)
        keep = (cell_counts > 1) | (sizes[:, game.winning] == n)
        keep &= ~sizes[:, list(game.losing)].any(axis=1)
        guesses, sizes, weights, wins, cell_counts = (x[keep] for x in (guesses, sizes, weights, wins, cell_counts))
        order = np.lexsort((guesses, ~wins, -(cell_counts + wins)))
        bounds = guess_bounds(game, self._prices, candidates, guesses, sizes, weights, depth)
        rows = [(int(bounds[i]), at, int(guesses[i])) for at, i in enumerate(order.tolist())]
        return sorted(row for row in rows if row[0] < NEVER)

    def _after(self, allowed: Mask | None, guess: int, feedback: int) -> Mask | None:
        return None if self._hard is None else self._hard.allowed(guess, feedback, allowed)


def guess_bounds(
    game: Game, prices: Prices, candidates: Indices, guesses: Indices, sizes: npt.NDArray[Any],
    weights: npt.NDArray[np.int64], depth: int = 0,
) -> npt.NDArray[np.int64]:  # fmt: skip
    """Return lower bounds of the costs of guesses that divide candidates into cells of these sizes and weights.

    At best, the next guess finds a candidate of greatest weight in each cell, and the one after it all others.  With
    costs, a cell that is too heavy for one class needs a question.
    """
    heaviest = int(game.found_together(candidates).max())
    if game.costs is not None:
        spent = depth + game.costs[guesses] + game.cheapest * (weights > heaviest)
        most: npt.NDArray[np.int64] = (spent * (weights > 0)).max(axis=1)
        return most if prices.is_worst else np.where(most > prices.most, NEVER, (spent * weights).sum(axis=1))
    here, next_, later = (prices.at(depth + i) for i in (1, 2, 3))
    if here >= NEVER:  # no guess is left
        return np.full(len(weights), NEVER)
    bounds: npt.NDArray[np.int64] = weights[:, game.winning] * here
    open_weights = np.delete(weights, game.winning, axis=1)
    if next_ >= NEVER:
        return np.where(open_weights.any(axis=1), NEVER, bounds)
    bounds = bounds + open_weights.sum(axis=1) * next_
    if later >= NEVER and game.is_grouped:
        return bounds
    if later >= NEVER:
        return np.where((np.delete(sizes, game.winning, axis=1) > 1).any(axis=1), NEVER, bounds)
    bounds += np.maximum(open_weights - heaviest, 0).sum(axis=1) * (later - next_)
    return bounds
