"""The exact search in Python, which knows every game: also secrets of different weight and hard mode.

The guesses for a set of candidates have one total order, a function of the set alone; all searches share it:

    (-(cells + win), not win, index)

Here `cells` is the number of non-empty cells (the winning one included) and `win` is 1 if the guess may be the secret.
A guess is allowed if no candidate gives a losing feedback to it and it makes two cells or more, or wins against the
only candidate.  At every node the tree takes the first guess in this order that attains the least cost of the set at
that depth.  So the tree of a price list is unique, whichever search finds it.

The native core does the same, much faster, where it is built; this search is made for hundreds of secrets, not for
thousands.
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

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from treegen.greedy.chooser import Mask

__all__ = ["GeneralSearch"]


class GeneralSearch:
    """The search for least-cost trees of one price list; it raises GaveUp where `is_late` returns True."""

    def __init__(self, game: Game, pool: str, prices: Prices, is_late: Callable[[], bool] = lambda: False) -> None:
        self.game, self.pool, self._prices, self._is_late = game, pool, prices, is_late
        self._hard = HardMode(game) if pool == "hard" else None
        self._memo: dict[tuple[bytes, int, bytes], tuple[int, int] | None] = {}

    def run(
        self,
        candidates: Indices,
        first: int | None = None,
        upper_bound: int | None = None,
        depth: int = 0,
        allowed: Mask | None = None,
    ) -> Subtree | None:
        """The tree for these candidates after `depth` guesses; None where no tree costs less than `upper_bound`.

        `allowed` masks the guesses that may be asked first (hard mode); None: all.
        """
        found = self._best(candidates, depth, allowed, first)
        if found is None or (upper_bound is not None and found[0] >= upper_bound):
            return None
        rows: list[tuple[int, bool, int, int]] = []
        pending: list[tuple[Indices, int, Mask | None, int, int, int]] = [
            (candidates, depth, allowed, found[1], -1, -1)
        ]
        for node, (some, made, allowed, guess, parent, feedback) in enumerate(pending):
            parts = dict(cells(self.game, some, guess))
            rows.append((guess, parts.pop(self.game.winning, None) is not None, parent, feedback))
            for label, cell in parts.items():
                after = self._after(allowed, guess, label)
                found = self._best(cell, made + 1, after)
                assert found is not None
                pending.append((cell, made + 1, after, found[1], node, label))
        return Subtree.from_rows(rows)

    def best_first_guesses(
        self,
        candidates: Indices,
        count: int,
        asked: Sequence[int] = (),
        allowed: Mask | None = None,
    ) -> list[tuple[int, int]]:
        """The first guesses that cost least, with their costs, the best first; one of each class of equivalent ones.

        `asked` are the guesses that led to the candidates, and `allowed` masks those that may follow (None: all).
        """
        ranked = self._ranked(candidates, 0, allowed, None)
        if self.game.symmetry is not None:
            feedbacks = self.game.table[list(asked), candidates[0]].tolist()
            first_of_class = set(self.game.symmetry.representatives(asked, feedbacks).tolist())
            ranked = [row for row in ranked if row[2] in first_of_class]
        best: list[tuple[int, int, int]] = []
        for bound, place, guess in ranked:
            most = best[-1][0] + 1 if len(best) >= count else NEVER
            if bound >= most:
                break
            cost = self._cost(candidates, 0, allowed, guess, most)
            if cost < most:
                best = sorted([*best, (cost, place, guess)])[:count]
        return [(guess, cost) for cost, _, guess in best]

    def first_guesses(self, history: Sequence[tuple[int, int]], only: int | None = None) -> list[tuple[int, int]]:
        """The guesses that may follow a history (guesses and feedbacks), in the order, as (guess, lower bound).

        There is one of each class of equivalent ones; `only` is the only one wanted.
        """
        allowed: Mask | None = None
        for guess, feedback in history:
            allowed = self._after(allowed, guess, feedback)
        ranked = self._ranked(self.game.select(history), len(history), allowed, only)
        if self.game.symmetry is not None and only is None:
            asked, told = [guess for guess, _ in history], [feedback for _, feedback in history]
            first_of_class = set(self.game.symmetry.representatives(asked, told).tolist())
            ranked = [row for row in ranked if row[2] in first_of_class]
        return [(guess, bound) for _, bound, guess in sorted((place, bound, guess) for bound, place, guess in ranked)]

    def bound(self, candidates: Indices, depth: int) -> int:
        """A lower bound of the cost of these candidates after `depth` guesses, by counting nodes."""
        return self._prices.counting_bound(self.game.secret_weights[candidates], self.game.branching, depth)

    def _best(
        self, candidates: Indices, depth: int, allowed: Mask | None, only: int | None = None
    ) -> tuple[int, int] | None:
        """The least cost after `depth` guesses, and the first guess in the order that attains it."""
        key = (candidates.tobytes(), depth, b"" if allowed is None else np.packbits(allowed).tobytes())
        if only is None and key in self._memo:
            return self._memo[key]
        if self._is_late():
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
        if only is None:
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
        self, candidates: Indices, depth: int, allowed: Mask | None, only: int | None
    ) -> list[tuple[int, int, int]]:
        """The guesses as (lower bound, place in the order, guess), by rising bound."""
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

    def _pool(self, candidates: Indices, allowed: Mask | None, only: int | None) -> Indices:
        if self.pool == "candidates":
            guesses = self.game.candidate_guesses(candidates)
        elif allowed is not None:
            guesses = np.flatnonzero(allowed).astype(np.int32)
        else:
            guesses = np.arange(len(self.game.guesses), dtype=np.int32)
        return guesses if only is None else guesses[guesses == only]

    def _after(self, allowed: Mask | None, guess: int, feedback: int) -> Mask | None:
        if self._hard is None:
            return None
        told = self._hard.allowed(guess, feedback)
        return told if allowed is None else allowed & told
