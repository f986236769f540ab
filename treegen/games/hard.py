"""Hard mode: what the marks have told must be used in every later guess (Wordle's rule)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt

from player.errors import BadInput
from player.rules.feedback import mark_labels
from treegen.games.game import Game
from treegen.games.lists import symbols_of

__all__ = ["HardMode"]


class HardMode:
    """Which guesses of a game with marks may be asked after a guess and its feedback.

    Right letters stay in their places; of each letter that was marked, at least as many are used again.
    """

    def __init__(self, game: Game) -> None:
        positions = len(game.guesses[0])
        if len({len(guess) for guess in game.guesses}) > 1 or game.labels != mark_labels(positions):
            raise BadInput(
                f"hard mode is for words and marks games, where places are marked; {game.name[:40]} has none"
            )
        self._labels = game.labels
        (self._symbols,) = symbols_of(game.guesses)

    def allowed(self, guess: int, feedback: int) -> npt.NDArray[np.bool_]:
        """Those that use what the feedback (its index) to the guess has told; bool [guesses]."""
        word, label = self._symbols[guess], self._labels[feedback]
        good = np.ones(len(self._symbols), dtype=bool)
        for place, mark in enumerate(label):
            if mark == "2":
                good &= self._symbols[:, place] == word[place]
        told = Counter(int(word[place]) for place, mark in enumerate(label) if mark != "0")
        for letter, count in told.items():
            good &= (self._symbols == letter).sum(axis=1) >= count
        return good
