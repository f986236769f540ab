"""The exact search for what the native core does not know: secrets of different weight, and hard mode.

Least cost and the same order of guesses as in `reference`; numpy for every set instead of symmetries.  Made for
hundreds of secrets, not for thousands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from player.errors import GaveUp
from treegen.games.game import Game
from treegen.games.hard import HardMode
from treegen.games.partition import Indices, cell_sizes, cell_weights, cells
from treegen.optimal.objective import Prices

if TYPE_CHECKING:
    from collections.abc import Callable

    from treegen.greedy.chooser import Mask

__all__ = ["GeneralSearch"]

_NEVER = 1 << 62


class GeneralSearch:
    """Least-cost trees for one price list; `is_late` is asked now and then whether to give up."""

    def __init__(self, game: Game, pool: str, prices: Prices, is_late: Callable[[], bool]) -> None:
        self.game, self.pool, self._prices, self._is_late = game, pool, prices, is_late
        self._hard = HardMode(game) if pool == "hard" else None
        self._weights = np.ones(len(game.secrets), np.int64) if game.weights is None else game.weights
        self._ways = len(game.labels) - 1 - len(game.losing)
        self._memo: dict[tuple[bytes, int, bytes], tuple[int, int] | None] = {}

    def run(self, first: int | None, below: int | None) -> Any:
        """The tree as (guess index, wins, [(feedback, node), ...]); None where no tree costs less than `below`."""
        root = np.arange(len(self.game.secrets), dtype=np.int32)
        found = self._best(root, 0, None, first)
        if found is None or (below is not None and found[0] >= below):
            return None
        return self._node(root, 0, None, found[1])

    def bound(self, candidates: Indices, depth: int) -> int:
        """No tree costs less with `depth` guesses made: the heaviest secrets first, a node for every feedback."""
        weights = np.sort(self._weights[candidates])[::-1]
        cost, start, room = 0, 0, 1
        while start < len(weights):
            depth += 1
            price = self._price(depth)
            if price >= _NEVER:
                return _NEVER
            stop = min(len(weights), start + room)
            cost += price * int(weights[start:stop].sum())
            start, room = stop, room * self._ways
        return cost

    def _price(self, depth: int) -> int:
        values = self._prices.values
        return depth if values is None else values[depth - 1] if depth <= len(values) else _NEVER

    def _best(
        self, candidates: Indices, depth: int, allowed: Mask | None, only: int | None = None
    ) -> tuple[int, int] | None:
        """The least cost with `depth` guesses made, and the first guess in the order that attains it."""
        key = (candidates.tobytes(), depth, b"" if allowed is None else np.packbits(allowed).tobytes())
        if only is None and key in self._memo:
            return self._memo[key]
        if self._is_late():
            raise GaveUp("the time is up")
        best, place = _NEVER, _NEVER
        guess = -1
        for bound, at, asked in self._ranked(candidates, depth, allowed, only):
            if bound > best or (bound == best and at > place):
                continue
            cost = self._cost(candidates, depth, allowed, asked, best if at > place else best + 1)
            if cost < best or (cost == best < _NEVER and at < place):
                best, place, guess = cost, at, asked
        found = None if guess < 0 else (best, guess)
        if only is None:
            self._memo[key] = found
        return found

    def _cost(self, candidates: Indices, depth: int, allowed: Mask | None, guess: int, below: int) -> int:
        """The cost of a guess; anything from `below` on where it is not less."""
        game = self.game
        parts = []
        cost = 0
        for feedback, cell in cells(game, candidates, guess):
            if feedback == game.winning:
                cost += self._price(depth + 1) * int(self._weights[cell].sum())
            else:
                parts.append((self.bound(cell, depth + 1), feedback, cell))
        rest = sum(part[0] for part in parts)
        for bound, feedback, cell in sorted(parts, key=lambda part: len(part[2])):
            if cost + rest >= below:
                return _NEVER
            found = self._best(cell, depth + 1, self._after(allowed, guess, feedback))
            if found is None:
                return _NEVER
            cost, rest = cost + found[0], rest - bound
        return cost

    def _ranked(
        self, candidates: Indices, depth: int, allowed: Mask | None, only: int | None
    ) -> list[tuple[int, int, int]]:
        """Guesses as (lower bound, place in the order, guess), by rising bound."""
        game, n = self.game, len(candidates)
        guesses = self._pool(candidates, allowed, only)
        sizes = cell_sizes(game, candidates, guesses)
        weights = cell_weights(game, candidates, guesses)
        wins = sizes[:, game.winning] > 0
        filled = (sizes > 0).sum(axis=1)
        keep = (filled > 1) | (wins & (n == 1))
        if game.losing:
            keep &= ~sizes[:, list(game.losing)].any(axis=1)
        guesses, sizes, weights, wins, filled = (x[keep] for x in (guesses, sizes, weights, wins, filled))
        order = np.lexsort((guesses, ~wins, -(filled + wins)))
        bounds = self._bounds(sizes, weights, depth, int(self._weights[candidates].max()))
        rows = [(int(bounds[i]), at, int(guesses[i])) for at, i in enumerate(order.tolist())]
        return sorted(row for row in rows if row[0] < _NEVER)

    def _bounds(
        self, sizes: npt.NDArray[Any], weights: npt.NDArray[np.int64], depth: int, heaviest: int
    ) -> npt.NDArray[np.int64]:
        """Of each cell at most one secret, of at most the `heaviest` weight, is found by the next guess."""
        here, next_, later = (self._price(depth + i) for i in (1, 2, 3))
        if here >= _NEVER:  # no guess is left; it times a weight would also pass 64 bits
            return np.full(len(weights), _NEVER)
        winning = self.game.winning
        bounds: npt.NDArray[np.int64] = weights[:, winning] * here
        others = np.delete(weights, winning, axis=1)
        counts = np.delete(sizes, winning, axis=1)
        if next_ >= _NEVER:
            return np.where(others.any(axis=1), _NEVER, bounds)
        bounds = bounds + others.sum(axis=1) * next_
        if later >= _NEVER:
            return np.where((counts > 1).any(axis=1), _NEVER, bounds)
        bounds += np.maximum(others - heaviest, 0).sum(axis=1) * (later - next_)
        return bounds

    def _pool(self, candidates: Indices, allowed: Mask | None, only: int | None) -> Indices:
        if only is not None:
            return np.array([only], dtype=np.int32)
        if self.pool == "candidates":
            return self.game.candidate_guesses(candidates)
        if allowed is not None:
            return np.flatnonzero(allowed).astype(np.int32)
        return np.arange(len(self.game.guesses), dtype=np.int32)

    def _after(self, allowed: Mask | None, guess: int, feedback: int) -> Mask | None:
        if self._hard is None:
            return None
        told = self._hard.allowed(guess, feedback)
        return told if allowed is None else allowed & told

    def _node(self, candidates: Indices, depth: int, allowed: Mask | None, guess: int) -> Any:
        wins, children = False, []
        for feedback, cell in cells(self.game, candidates, guess):
            if feedback == self.game.winning:
                wins = True
                continue
            after = self._after(allowed, guess, feedback)
            found = self._best(cell, depth + 1, after)
            assert found is not None
            children.append((feedback, self._node(cell, depth + 1, after, found[1])))
        return guess, wins, children
