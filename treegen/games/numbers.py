"""Numbers: what the questions of `number-A..B` tell, without the game's table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from player.rules.lists import NumberRules

if TYPE_CHECKING:
    from treegen.games.game import Game
    from treegen.games.partition import Indices

Sums = npt.NDArray[np.int64]


class Numbers:
    """The numbers and the questions of a game, in their order: a question of a set divides it at one place, or takes
    one number out.
    """

    def __init__(self, game: Game, rules: NumberRules) -> None:
        self.least, self.is_free = rules.least, rules.is_free
        self.values = np.array(list(map(int, game.secrets)))
        self._asked = np.array([int(guess[2:]) for guess in game.guesses])
        self._is_equal = np.array([guess[:2] == "eq" for guess in game.guesses])
        greater = np.flatnonzero(~self._is_equal)
        self.greater = greater[np.argsort(self._asked[greater])].astype(np.int32)  # gtA, gtA+1, ...: their indices
        self._own = game.own_guess

    @classmethod
    def of(cls, game: Game) -> Numbers | None:
        """Those of a game of numbers, None of any other."""
        rules = game.rules
        is_whole = isinstance(rules, NumberRules) and rules.guess_count == len(game.guesses)
        return cls(game, rules) if is_whole and isinstance(rules, NumberRules) else None

    def between(self, ordered: npt.NDArray[Any]) -> tuple[Indices, npt.NDArray[np.intp]]:
        """The questions `gt` that divide some numbers, which are ordered, and how many of these are not greater."""
        first, last = int(ordered[0]), int(ordered[-1])
        return (
            self.greater[first - self.least : last - self.least],
            np.searchsorted(ordered, np.arange(first, last), side="right"),
        )

    def useful(self, candidates: Indices) -> Indices:
        """The guesses, rising, that tell something of the candidates, or win against the only one."""
        values = np.sort(self.values[candidates])
        return np.sort(np.concatenate((self._own[candidates], self.between(values)[0])))

    def sums(self, candidates: Indices, guesses: Indices | None, weights: Sums) -> Sums:
        """The weights of the candidates that give each feedback to each guess (None: to all), int64 [guesses, 4]."""
        order = np.argsort(self.values[candidates])
        values = self.values[candidates][order]
        sums = np.concatenate((np.zeros(1, np.int64), np.cumsum(weights[candidates][order])))
        asked, is_equal = (whole if guesses is None else whole[guesses] for whole in (self._asked, self._is_equal))
        upto, total = sums[np.searchsorted(values, asked, side="right")], sums[-1]
        right = upto - sums[np.searchsorted(values, asked)]
        told = (~is_equal * upto, is_equal * right, is_equal * (total - right), ~is_equal * (total - upto))
        return np.stack(told, axis=1)
