"""How many guesses the entropy strategy needs after a guess: what is achievable where no search has ended in time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from treegen.games.game import Game
from treegen.games.partition import Indices, cell_weights, cells
from treegen.greedy.chooser import Chooser, Mask, Ranking
from treegen.greedy.strategy import find
from treegen.search.problem import Position

_NEVER = 1 << 60  # the depth of a position in which no guess is allowed
_DEEPEST = 200  # guesses that the strategy is followed for


class Estimator:
    """Plays the entropy strategy with the guesses of a pool ("all", "candidates" or "hard")."""

    def __init__(self, game: Game, pool: str = "all") -> None:
        self.game = game
        self._chooser = Chooser(game, replace(find("entropy"), pool=pool), always_stands=True)
        self._memo: dict[tuple[bytes, bytes], tuple[int, int]] = {}

    def rank(self, position: Position) -> Ranking:
        """One guess of each class of equivalent ones that may be asked, those that gain most information first."""
        return self._chooser.rank(*position, self.allowed(position))

    def allowed(self, position: Position) -> Mask | None:
        """The guesses that hard mode allows, bool [guesses]; None in other pools."""
        allowed, hard = None, self._chooser.hard
        if hard is not None:
            for guess, feedback in zip(position.asked, position.feedbacks(self.game), strict=True):
                allowed = hard.allowed(guess, feedback, allowed)
        return allowed

    def after(self, position: Position, guess: int) -> tuple[int, int] | None:
        """The cost (guesses needed, summed over the candidates by weight) with this guess, and the most guesses needed.

        None where the strategy does not find every candidate.
        """
        cost, depth = self._walk(*position, self.allowed(position), guess)
        return (cost, depth) if depth < _NEVER else None

    def least(self, position: Position, guesses: Indices) -> list[int]:
        """What each guess costs at least: the next finds the heaviest candidate of each cell, and one more the rest."""
        game, candidates = self.game, position.candidates
        own = game.secret_weights[candidates]
        weights = np.delete(cell_weights(game, candidates, guesses), game.winning, axis=1)
        least: list[int] = (own.sum() + (weights + np.maximum(weights - own.max(), 0)).sum(axis=1)).tolist()
        return least

    def _walk(self, candidates: Indices, asked: tuple[int, ...], allowed: Mask | None, guess: int) -> tuple[int, int]:
        """The cost and depth with a guess (-1: none is allowed)."""
        game, hard, history = self.game, self._chooser.hard, (*asked, guess)
        cost, depth = int(game.secret_weights[candidates].sum()), 1 if guess >= 0 else _NEVER
        for feedback, cell in cells(game, candidates, guess) if guess >= 0 else ():
            if feedback == game.winning:
                continue
            after = None if hard is None else hard.allowed(guess, feedback, allowed)
            key = cell.tobytes(), b"" if after is None else np.packbits(after).tobytes()
            if key not in self._memo and len(history) > _DEEPEST:
                self._memo[key] = self._one_by_one(cell)
            elif key not in self._memo:
                then = self._chooser.choose(cell, history, after)
                self._memo[key] = self._walk(cell, history, after, then)
            more, levels = self._memo[key]
            cost, depth = cost + more, max(depth, 1 + levels)
        return cost, depth

    def _one_by_one(self, candidates: Indices) -> tuple[int, int]:
        if self.game.losing or (self.game.own_guess[candidates] < 0).any():
            return 0, _NEVER
        weights = np.sort(self.game.secret_weights[candidates])[::-1]
        return int((weights * np.arange(1, len(weights) + 1)).sum()), len(weights)
