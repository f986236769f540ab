"""Wordle's hard mode: later guesses must use every hint of the marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from player.errors import BadInput
from player.rules.feedback import mark_labels
from player.rules.letters import letters_of
from treegen.games.game import Game
from treegen.games.tables import symbols_of

Mask = npt.NDArray[np.bool_]


class HardMode:
    """Finds the guesses that hard mode allows after a guess and its feedback, in a game with marks.

    A letter that is in the right place must stay there, and every letter must occur at least as often as it was marked.
    `marks` are the marks of each feedback, one for each place; uint8 [feedbacks, places].
    """

    def __init__(self, game: Game) -> None:
        positions = len(game.labels[0])
        if {len(letters_of(guess)) for guess in game.guesses} != {positions} or game.labels != mark_labels(positions):
            raise BadInput(f"hard mode needs a game with marks (words: or marks-), and {game.brief} has other feedback")
        self.marks = np.array([[int(mark) for mark in label] for label in game.labels], dtype=np.uint8)
        (self._symbols,) = symbols_of(game.guesses)

    @property
    def words(self) -> npt.NDArray[np.uint8] | None:
        """The symbols of the guesses for the native core, uint8 [guesses, places], or None above 255 symbols."""
        return self._symbols.astype(np.uint8) if int(self._symbols.max()) < 255 else None

    def allowed(self, guess: int, feedback: int, before: Mask | None = None) -> Mask:
        """Return the guesses that are allowed after a guess and its feedback (both as indices); bool [guesses].

        `before` are the guesses that the earlier steps allow (None: all).
        """
        word, marks = self._symbols[guess], self.marks[feedback]
        good: Mask = (self._symbols[:, marks == 2] == word[marks == 2]).all(axis=1)
        for letter, count in Counter(word[marks > 0].tolist()).items():
            good &= (self._symbols == letter).sum(axis=1) >= count
        return good if before is None else good & before

    def after(self, steps: Iterable[tuple[int, int]]) -> Mask | None:
        """Return the guesses that are allowed after some guesses and feedbacks, bool [guesses] (None: all)."""
        allowed = None
        for guess, feedback in steps:
            allowed = self.allowed(guess, feedback, allowed)
        return allowed
