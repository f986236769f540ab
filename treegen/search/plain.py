"""The exact search in Python.  It is slow, but it can search every game, also with weights and in hard mode.

For each set of candidates, all searches rank the guesses by this key:

    (-(cells + win), not win, index)

Here `cells` is the number of non-empty cells (the winning one included), and `win` is 1 if the guess may be the secret.
A guess is allowed if no candidate answers it with a losing feedback, and if it makes at least two cells, or wins
against the only candidate.  At every node, the tree has the first guess in this order that attains the least cost of
the set at that depth.  So all searches find the same tree at the same prices, though some try guesses in another order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from player.errors import GaveUp
from treegen.games.game import Game
from treegen.games.hard import HardMode
from treegen.games.partition import Indices, cell_sizes, cell_weights, cells
from treegen.games.rawtree import RawTree
from treegen.native.interface import NEVER
from treegen.search.problem import Position, Prices, Problem, Result

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from treegen.greedy.chooser import Mask


class PlainSearch:
    """The search for trees of least cost of one game, pool and list of prices."""

    def __init__(self, game: Game, pool: str, prices: Prices) -> None:
        self.game, self.pool, self._prices = game, pool, prices
        self._is_over: Callable[[], bool] = lambda: False
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
            return Result(self.bound(at.candidates, problem.depth), is_stopped=True)

    def _tree(self, candidates: Indices, depth: int, allowed: Mask | None, guess: int) -> RawTree:
        rows: list[tuple[int, bool, int, int]] = []
        pending: list[tuple[Indices, int, Mask | None, int, int, int]] = [(candidates, depth, allowed, guess, -1, -1)]
        for node, (left, made, allowed, guess, parent, feedback) in enumerate(pending):
            parts = dict(cells(self.game, left, guess))
            rows.append((guess, parts.pop(self.game.winning, None) is not None, parent, feedback))
            for label, cell in parts.items():
                after = self._after(allowed, guess, label)
                found = self._best(cell, made + 1, after)
                assert found is not None
                pending.append((cell, made + 1, after, found[1], node, label))
        return RawTree.from_rows(rows)

    def _compare(
        self, candidates: Indices, depth: int, allowed: Mask | None, ranked: Sequence[tuple[int, int, int]],
        count: int = 1, below: int = NEVER,
    ) -> list[tuple[int, int, int]]:  # fmt: skip
        """Return (cost, place in the order, index) of the `count` best `ranked` guesses that cost less than `below`."""
        best, worst, last = list[tuple[int, int, int]](), below, -1
        for bound, place, guess in ranked:
            most = worst + (place < last)
            if bound < most and (cost := self._cost(candidates, depth, allowed, guess, most)) < most:
                best = sorted([*best, (cost, place, guess)])[:count]
                if len(best) == count:
                    worst, last, _ = best[-1]
        return best

    def bound(self, candidates: Indices, depth: int) -> int:
        """Return a lower bound of the cost of these candidates after `depth` guesses, by counting nodes."""
        return self._prices.counting_bound(self.game.secret_weights[candidates], self.game.branching, depth)

    def _best(
        self, candidates: Indices, depth: int, allowed: Mask | None, only: Sequence[int] = ()
    ) -> tuple[int, int] | None:
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
        game, parts, cost = self.game, [], 0
        for feedback, cell in cells(game, candidates, guess):
            if feedback == game.winning:
                cost += self._prices.at(depth + 1) * int(self.game.secret_weights[cell].sum())
            else:
                parts.append((self.bound(cell, depth + 1), feedback, cell))
        bound_of_rest = sum(part[0] for part in parts)  # the bounds of the cells that are not searched yet
        for bound, feedback, cell in sorted(parts, key=lambda part: len(part[2])):
            if cost + bound_of_rest >= upper_bound:
                return NEVER
            found = self._best(cell, depth + 1, self._after(allowed, guess, feedback))
            if found is None:
                return NEVER
            cost, bound_of_rest = cost + found[0], bound_of_rest - bound
        return cost

    def _ranked(
        self, candidates: Indices, depth: int, allowed: Mask | None, only: Sequence[int] = ()
    ) -> list[tuple[int, int, int]]:
        game, n = self.game, len(candidates)
        guesses = self._pool(candidates, allowed, only)
        sizes = cell_sizes(game, candidates, guesses)
        weights = sizes.astype(np.int64) if game.weights is None else cell_weights(game, candidates, guesses)
        wins = sizes[:, game.winning] > 0
        cell_counts = (sizes > 0).sum(axis=1)
        keep = (cell_counts > 1) | (wins & (n == 1))
        if game.losing:
            keep &= ~sizes[:, list(game.losing)].any(axis=1)
        guesses, sizes, weights, wins, cell_counts = (x[keep] for x in (guesses, sizes, weights, wins, cell_counts))
        order = np.lexsort((guesses, ~wins, -(cell_counts + wins)))
        bounds = self._bounds(sizes, weights, depth, int(self.game.secret_weights[candidates].max()))
        rows = [(int(bounds[i]), at, int(guesses[i])) for at, i in enumerate(order.tolist())]
        return sorted(row for row in rows if row[0] < NEVER)

    def _bounds(
        self, sizes: npt.NDArray[Any], weights: npt.NDArray[np.int64], depth: int, heaviest: int
    ) -> npt.NDArray[np.int64]:
        """Return a lower bound for each guess: after it, a guess finds one secret of a cell, at best the `heaviest`."""
        here, next_, later = (self._prices.at(depth + i) for i in (1, 2, 3))
        if here >= NEVER:  # no guess is left
            return np.full(len(weights), NEVER)
        winning = self.game.winning
        bounds: npt.NDArray[np.int64] = weights[:, winning] * here
        others = np.delete(weights, winning, axis=1)
        counts = np.delete(sizes, winning, axis=1)
        if next_ >= NEVER:
            return np.where(others.any(axis=1), NEVER, bounds)
        bounds = bounds + others.sum(axis=1) * next_
        if later >= NEVER:
            return np.where((counts > 1).any(axis=1), NEVER, bounds)
        bounds += np.maximum(others - heaviest, 0).sum(axis=1) * (later - next_)
        return bounds

    def _pool(self, candidates: Indices, allowed: Mask | None, only: Sequence[int]) -> Indices:
        if self.pool == "candidates":
            guesses = self.game.candidate_guesses(candidates)
        elif allowed is not None:
            guesses = np.flatnonzero(allowed).astype(np.int32)
        else:
            guesses = np.arange(len(self.game.guesses), dtype=np.int32)
        return guesses[np.isin(guesses, only)] if only else guesses

    def _after(self, allowed: Mask | None, guess: int, feedback: int) -> Mask | None:
        return None if self._hard is None else self._hard.allowed(guess, feedback, allowed)
