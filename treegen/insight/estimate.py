"""How many guesses the entropy strategy needs after a guess: what is achievable where no search has ended in time."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from player.errors import GaveUp
from treegen.games.game import Game
from treegen.games.partition import Indices, cell_sizes, cell_weights, cells
from treegen.greedy.chooser import Chooser, Mask, Ranking
from treegen.greedy.strategy import find
from treegen.search.problem import Position

_NEVER = 1 << 60  # the depth of a position in which no guess is allowed
_DEEPEST = 200  # guesses that the strategy is followed for
_COMPARED = 16  # candidates


class Estimator:
    """Plays the entropy strategy with the guesses of a pool ("all", "candidates" or "hard")."""

    def __init__(self, game: Game, pool: str = "all") -> None:
        self.game = game
        self._chooser = Chooser(game, replace(find("entropy"), pool=pool), always_stands=True)
        self._memo: dict[tuple[bytes, bytes], tuple[int, int]] = {}
        self._quick_memo: dict[bytes, tuple[int, int]] = {}  # the same of quickly()

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

    def after(self, position: Position, guess: int, deadline: float = math.inf) -> tuple[int, int] | None:
        """The cost (guesses needed, summed over the candidates by weight) with this guess, and the most guesses needed.

        None where the strategy does not find every candidate, or not before the `deadline` (a time.monotonic()).
        """
        try:
            cost, depth = self._walk(*position, self.allowed(position), guess, deadline)
        except GaveUp:
            return None
        return (cost, depth) if depth < _NEVER else None

    def quickly(self, position: Position, guess: int, deadline: float) -> tuple[int, int] | None:
        """The same if only a few candidates are compared for each guess that follows."""
        try:
            cost, depth = self._split_quickly(position.candidates, guess, 0, deadline)
        except GaveUp:
            return None
        return (cost, depth) if depth < _NEVER else None

    def limits(self, position: Position, guesses: Indices) -> list[tuple[int, int | None]]:
        """What each guess costs at least, and at most if the candidates of each cell are asked one after the other.

        At least: the guess after it finds the heaviest candidate of each cell, and the one after that the others.  The
        second is None where candidates cannot be asked.
        """
        game, candidates = self.game, position.candidates
        whole, heaviest = (
            int(x) for x in (game.secret_weights[candidates].sum(), game.secret_weights[candidates].max())
        )
        sizes = np.delete(cell_sizes(game, candidates, guesses), game.winning, axis=1).astype(np.int64)
        weights = np.delete(cell_weights(game, candidates, guesses), game.winning, axis=1)
        least = whole + (weights + np.maximum(weights - heaviest, 0)).sum(axis=1)
        steps = (sizes * (sizes + 1) // 2).sum(axis=1).tolist()  # the product with a weight may pass 64 bits
        most: list[int | None] = [whole + heaviest * count for count in steps]
        if game.losing or (game.own_guess[candidates] < 0).any():
            most = [None] * len(guesses)
        return list(zip(least.tolist(), most, strict=True))

    def _split(
        self, candidates: Indices, guess: int, deadline: float, below: Callable[[int, Indices], tuple[int, int]]
    ) -> tuple[int, int]:
        """The cost and depth with a guess (-1: none is allowed), where `below` has those of each feedback's cell."""
        cost, depth = int(self.game.secret_weights[candidates].sum()), 1 if guess >= 0 else _NEVER
        for feedback, cell in cells(self.game, candidates, guess) if guess >= 0 else ():
            if feedback != self.game.winning:
                if time.monotonic() > deadline:
                    raise GaveUp("the time is up")
                more, levels = below(feedback, cell)
                cost, depth = cost + more, max(depth, 1 + levels)
        return cost, depth

    def _walk(
        self, candidates: Indices, asked: tuple[int, ...], allowed: Mask | None, guess: int, deadline: float
    ) -> tuple[int, int]:
        hard, history = self._chooser.hard, (*asked, guess)

        def below(feedback: int, cell: Indices) -> tuple[int, int]:
            after = None if hard is None else hard.allowed(guess, feedback, allowed)
            key = cell.tobytes(), b"" if after is None else np.packbits(after).tobytes()
            if key not in self._memo and len(history) > _DEEPEST:
                self._memo[key] = self._one_by_one(cell)
            elif key not in self._memo:
                then = self._chooser.choose(cell, history, after)
                self._memo[key] = self._walk(cell, history, after, then, deadline)
            return self._memo[key]

        return self._split(candidates, guess, deadline, below)

    def _walk_quickly(self, candidates: Indices, made: int, deadline: float) -> tuple[int, int]:
        key = candidates.tobytes()
        if key in self._quick_memo:
            return self._quick_memo[key]
        if made > _DEEPEST:
            return self._one_by_one(candidates)
        some = self.game.own_guess[candidates[:: -(-len(candidates) // _COMPARED)]]
        some = some[some >= 0]
        sizes = cell_sizes(self.game, candidates, some)
        filled = (sizes > 0).sum(axis=1)
        filled[sizes[:, list(self.game.losing)].any(axis=1)] = 0
        if not filled.any():
            return 0, _NEVER
        found = self._split_quickly(candidates, int(some[filled.argmax()]), made, deadline)
        self._quick_memo[key] = found
        return found

    def _split_quickly(self, candidates: Indices, guess: int, made: int, deadline: float) -> tuple[int, int]:
        return self._split(candidates, guess, deadline, lambda _, cell: self._walk_quickly(cell, made + 1, deadline))

    def _one_by_one(self, candidates: Indices) -> tuple[int, int]:
        if self.game.losing or (self.game.own_guess[candidates] < 0).any():
            return 0, _NEVER
        weights = np.sort(self.game.secret_weights[candidates])[::-1]
        return int((weights * np.arange(1, len(weights) + 1)).sum()), len(weights)
