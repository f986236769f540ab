"""The exact search in Python, which knows every game: also secrets of different weight and hard mode.

The guesses for a set of candidates have one total order, a function of the set alone; all searches share it:

    (-(cells + win), not win, index)

Here `cells` is the number of non-empty cells (the winning one included) and `win` is 1 if the guess may be the secret.
A guess is allowed if no candidate gives a losing feedback to it and it makes two cells or more, or wins against the
only candidate.  At every node the tree takes the first guess in this order that attains the least cost of the set at
that depth.  So the tree of a price list is unique, whichever search finds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from player.errors import GaveUp
from treegen.games.game import Game
from treegen.games.hard import HardMode
from treegen.games.partition import Indices, cell_sizes, cell_weights, cells
from treegen.games.subtree import Subtree
from treegen.native.interface import NEVER
from treegen.optimal.objective import Prices
from treegen.optimal.query import Outcome, Position, Query

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from treegen.greedy.chooser import Mask


class GeneralSearch:
    """The search for least-cost trees of one price list."""

    def __init__(self, game: Game, pool: str, prices: Prices) -> None:
        self.game, self.pool, self._prices = game, pool, prices
        self._is_over: Callable[[], bool] = lambda: False
        self._hard = HardMode(game) if pool == "hard" else None
        self._memo: dict[tuple[bytes, int, bytes], tuple[int, int] | None] = {}

    def run(self, query: Query, is_over: Callable[[], bool] = lambda: False) -> Outcome:
        """Answer a query, which asks for the exact cost; it is stopped when `is_over`, which is polled, is true."""
        at = query.position or Position.after(self.game, ())
        self._is_over, allowed = is_over, self._allowed(at)
        try:
            if query.openers:
                openers = self._best_openers(at, query.openers, allowed, query.limit)
                return Outcome(openers[0][1] if openers else NEVER, openers=openers)
            best = self._best(at.candidates, query.depth, allowed, query.only)
            if best is None or best[0] >= query.limit:
                return Outcome(query.limit)
            cost, guess = best
            return Outcome(cost, cost, guess, self._tree(at.candidates, query.depth, allowed, guess))
        except (GaveUp, RecursionError):
            return Outcome(self.bound(at.candidates, query.depth), is_stopped=True)

    def _tree(self, candidates: Indices, depth: int, allowed: Mask | None, guess: int) -> Subtree:
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
        return Subtree.from_rows(rows)

    def _best_openers(self, at: Position, count: int, allowed: Mask | None, limit: int) -> list[tuple[int, int]]:
        best: list[tuple[int, int, int]] = []
        for bound, place, guess in self._one_of_each_class(self._ranked(at.candidates, 0, allowed), at):
            most = best[-1][0] + 1 if len(best) >= count else limit
            if bound >= most:
                break
            cost = self._cost(at.candidates, 0, allowed, guess, most)
            if cost < most:
                best = sorted([*best, (cost, place, guess)])[:count]
        return [(guess, cost) for cost, _, guess in best]

    def first_guesses(self, history: Sequence[tuple[int, int]], only: int | None = None) -> list[tuple[int, int]]:
        """The guesses that may follow a history (guesses and feedbacks), in the order, as (guess, lower bound).

        There is one of each class of equivalent ones; `only` is the only one wanted.
        """
        at = Position.after(self.game, history)
        ranked = self._ranked(at.candidates, len(history), self._allowed(at), () if only is None else (only,))
        if only is None:
            ranked = self._one_of_each_class(ranked, at)
        return [(guess, bound) for _, bound, guess in sorted((place, bound, guess) for bound, place, guess in ranked)]

    def _one_of_each_class(self, ranked: list[tuple[int, int, int]], at: Position) -> list[tuple[int, int, int]]:
        if self.game.symmetry is None:
            return ranked
        kept = set(self.game.symmetry.representatives(at.asked, at.feedbacks(self.game)).tolist())
        return [row for row in ranked if row[2] in kept]

    def bound(self, candidates: Indices, depth: int) -> int:
        """A lower bound of the cost of these candidates after `depth` guesses, by counting nodes."""
        return self._prices.counting_bound(self.game.secret_weights[candidates], self.game.branching, depth)

    def _best(
        self, candidates: Indices, depth: int, allowed: Mask | None, only: Sequence[int] = ()
    ) -> tuple[int, int] | None:
        key = (candidates.tobytes(), depth, b"" if allowed is None else np.packbits(allowed).tobytes())
        if not only and key in self._memo:
            return self._memo[key]
        if self._is_over():
            raise GaveUp("the time is up")
        best, place = NEVER, NEVER
        guess = -1
        for bound, at, asked in self._ranked(candidates, depth, allowed, only):
            if bound > best or (bound == best and at > place):
                continue
            cost = self._cost(candidates, depth, allowed, asked, best if at > place else best + 1)
            if cost < best or (cost == best < NEVER and at < place):
                best, place, guess = cost, at, asked
        found = None if guess < 0 else (best, guess)
        if not only:
            self._memo[key] = found
        return found

    def _cost(self, candidates: Indices, depth: int, allowed: Mask | None, guess: int, upper_bound: int) -> int:
        """The cost of a guess if it is less than `upper_bound`, else NEVER or any cost that is not less."""
        game = self.game
        parts = []
        cost = 0
        for feedback, cell in cells(game, candidates, guess):
            if feedback == game.winning:
                cost += self._prices.at(depth + 1) * int(self.game.secret_weights[cell].sum())
            else:
                parts.append((self.bound(cell, depth + 1), feedback, cell))
        rest = sum(part[0] for part in parts)
        for bound, feedback, cell in sorted(parts, key=lambda part: len(part[2])):
            if cost + rest >= upper_bound:
                return NEVER
            found = self._best(cell, depth + 1, self._after(allowed, guess, feedback))
            if found is None:
                return NEVER
            cost, rest = cost + found[0], rest - bound
        return cost

    def _ranked(
        self, candidates: Indices, depth: int, allowed: Mask | None, only: Sequence[int] = ()
    ) -> list[tuple[int, int, int]]:
        game, n = self.game, len(candidates)
        guesses = self._pool(candidates, allowed, only)
        sizes = cell_sizes(game, candidates, guesses)
        weights = sizes.astype(np.int64) if game.weights is None else cell_weights(game, candidates, guesses)
        wins = sizes[:, game.winning] > 0
        filled = (sizes > 0).sum(axis=1)
        keep = (filled > 1) | (wins & (n == 1))
        if game.losing:
            keep &= ~sizes[:, list(game.losing)].any(axis=1)
        guesses, sizes, weights, wins, filled = (x[keep] for x in (guesses, sizes, weights, wins, filled))
        order = np.lexsort((guesses, ~wins, -(filled + wins)))
        bounds = self._bounds(sizes, weights, depth, int(self.game.secret_weights[candidates].max()))
        rows = [(int(bounds[i]), at, int(guesses[i])) for at, i in enumerate(order.tolist())]
        return sorted(row for row in rows if row[0] < NEVER)

    def _bounds(
        self, sizes: npt.NDArray[Any], weights: npt.NDArray[np.int64], depth: int, heaviest: int
    ) -> npt.NDArray[np.int64]:
        """A lower bound of each guess: the next guess finds at most one secret of each cell, the `heaviest` at most."""
        here, next_, later = (self._prices.at(depth + i) for i in (1, 2, 3))
        if here >= NEVER:  # no guess is left; it times a weight would also pass 64 bits
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

    def _allowed(self, at: Position) -> Mask | None:
        allowed = None
        for guess, feedback in zip(at.asked, at.feedbacks(self.game), strict=True) if self._hard is not None else ():
            allowed = self._after(allowed, guess, feedback)
        return allowed
