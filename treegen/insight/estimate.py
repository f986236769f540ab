"""How many guesses the entropy strategy needs after a guess: what is achievable where no search has ended in time."""

from __future__ import annotations

import math
import time
from dataclasses import replace

import numpy as np

from treegen.games.game import Game
from treegen.games.partition import Indices, cell_sizes, cells
from treegen.greedy.chooser import Chooser, Mask, Ranking
from treegen.greedy.strategy import find
from treegen.insight.position import Position

__all__ = ["Estimator"]

_NEVER = 1 << 60  # the depth of a position in which no guess is allowed
_DEEPEST = 200  # guesses that the strategy is followed for


class Estimator:
    """Plays the entropy strategy with the guesses of a pool ("all", "candidates" or "hard")."""

    def __init__(self, game: Game, pool: str = "all") -> None:
        self.game = game
        self._chooser = Chooser(game, replace(find("entropy"), pool=pool), always_stands=True)
        self._memo: dict[tuple[bytes, bytes], tuple[int, int]] = {}

    def rank(self, where: Position) -> Ranking:
        """One guess of each class of equivalent ones that may be asked, those that gain most information first."""
        return self._chooser.rank(*where, self.allowed(where))

    def allowed(self, where: Position) -> Mask | None:
        """The guesses that hard mode allows, bool [guesses]; None in other pools."""
        allowed = None
        if self._chooser.hard is not None:
            for guess, feedback in zip(where.asked, where.feedbacks(self.game), strict=True):
                allowed = self._narrow(allowed, guess, feedback)
        return allowed

    def after(self, where: Position, guess: int, deadline: float = math.inf) -> tuple[int, int] | None:
        """The cost (guesses needed, summed over the candidates by weight) with this guess, and the most guesses needed.

        After the `deadline` (a time.monotonic()) the candidates of a cell are asked one after the other.  None where no
        way is known to find every candidate.
        """
        cost, depth = self._walk(*where, self.allowed(where), guess, deadline)
        return (cost, depth) if depth < _NEVER else None

    def at_most(self, where: Position, guesses: Indices) -> list[int]:
        """What each guess costs at most, if the candidates of each cell are then asked one after the other."""
        game = self.game
        sizes = np.delete(cell_sizes(game, where.candidates, guesses), game.winning, axis=1).astype(np.int64)
        heaviest = int(game.secret_weights[where.candidates].max())
        whole = int(game.secret_weights[where.candidates].sum())
        if game.losing or (game.own_guess[where.candidates] < 0).any():
            return [_NEVER] * len(guesses)
        most: list[int] = (whole + heaviest * (sizes * (sizes + 1) // 2).sum(axis=1)).tolist()
        return most

    def _walk(
        self, candidates: Indices, asked: tuple[int, ...], allowed: Mask | None, guess: int, deadline: float
    ) -> tuple[int, int]:
        """The cost and depth of the subtree that the strategy builds after a guess (-1: none is allowed)."""
        cost, depth = int(self.game.secret_weights[candidates].sum()), 1 if guess >= 0 else _NEVER
        for feedback, cell in cells(self.game, candidates, guess) if guess >= 0 else ():
            if feedback == self.game.winning:
                continue
            after, history = self._narrow(allowed, guess, feedback), (*asked, guess)
            key = cell.tobytes(), b"" if after is None else np.packbits(after).tobytes()
            found = self._memo.get(key)
            if found is None and len(cell) > 2 and (len(history) > _DEEPEST or time.monotonic() > deadline):
                found = self._one_by_one(cell)
            elif found is None:
                found = self._walk(cell, history, after, self._chooser.choose(cell, history, after), deadline)
                if time.monotonic() <= deadline:
                    self._memo[key] = found
            cost, depth = cost + found[0], max(depth, 1 + found[1])
        return cost, depth

    def _one_by_one(self, candidates: Indices) -> tuple[int, int]:
        """The cost and depth if the candidates are asked one after the other, the heaviest first."""
        if self.game.losing or (self.game.own_guess[candidates] < 0).any():
            return 0, _NEVER
        weights = np.sort(self.game.secret_weights[candidates])[::-1]
        return int((weights * np.arange(1, len(weights) + 1)).sum()), len(weights)

    def _narrow(self, allowed: Mask | None, guess: int, feedback: int) -> Mask | None:
        if self._chooser.hard is None:
            return None
        told = self._chooser.hard.allowed(guess, feedback)
        return told if allowed is None else allowed & told
