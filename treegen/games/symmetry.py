"""Equivalent guesses of code games: permutations of the positions, with the renamings of symbols that they allow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np
import numpy.typing as npt

from player.rules.names import Rules


class CodeSymmetry:
    """The symmetries of a code game: permutations of the positions together with renamings of the symbols.

    Each maps the cells of a guess to those of its image.  One that maps every guess of a history and the feedbacks to
    itself also maps the set of candidates to itself, so guesses that it maps to each other are equivalent there.
    `symbols` are those of the guesses, uint8 [guesses, positions].  With `fixes_zero`, symbol 0 and position 0 are kept
    where they are (the `-nozero` games).  `invariance` is that of the rule (see `FeedbackRule`): only with "marks"
    symmetries change feedbacks, and with "places" the symbols of each position are renamed on their own.
    """

    def __init__(self, rules: Rules, symbols: npt.NDArray[np.uint8]) -> None:
        self.symbols, self.symbol_count, self.fixes_zero = symbols, len(rules.symbols), rules.is_nozero
        self.invariance = rules.rule.invariance or ""
        if self.invariance == "places" and rules.is_distinct:
            self.invariance = "numbers"  # renamed apart, the symbols of a secret may become equal
        self.moves_feedbacks = self.invariance == "marks"
        # Where each position has symbols of its own, they are told apart by different numbers.
        self._block = self.symbol_count if self.invariance == "places" else 0
        positions = symbols.shape[1]
        self._names = self.symbol_count * (positions if self._block else 1)
        self._words = symbols.astype(np.int64) + self._block * np.arange(positions)
        self._powers = self._names ** np.arange(positions - 1, -1, -1, dtype=np.int64)
        self._codes = self._words @ self._powers

    def representatives(self, history: Sequence[int], feedbacks: Sequence[int] = ()) -> npt.NDArray[np.int32]:
        """Return the lowest index of each class of guesses that are equivalent after `history`; int32, rising.

        `feedbacks` are those to the guesses of the history, needed only if symmetries move them.
        """
        least = self.classes(history, feedbacks)
        return np.flatnonzero(least == self._codes).astype(np.int32)

    def classes(self, history: Sequence[int], feedbacks: Sequence[int] = ()) -> npt.NDArray[np.int64]:
        """Return a number for each guess, which guesses have in common that are equivalent; see `representatives`."""
        least: npt.NDArray[np.int64] = self._codes
        for permutation in permutations(range(self.symbols.shape[1])):
            if self.fixes_zero and permutation[0] != 0:
                continue
            asked = zip(history, feedbacks, strict=self.moves_feedbacks)
            if any(self.move_feedback(permutation, guess, told) != told for guess, told in asked):
                continue
            renamed = self._symbol_map(permutation, history)
            if renamed is not None:
                least = np.minimum(least, self._images(permutation, renamed))
        return least

    def move_feedback(self, permutation: Sequence[int], guess: int, feedback: int) -> int:
        """The feedback to the image of a guess whose position i is position permutation[i], from the image of a secret.

        Marks go with their positions; of equal symbols that are not in place, the first ones are marked 1 again.
        """
        if not self.moves_feedbacks:
            return feedback
        word = self.symbols[guess].tolist()
        marks = [feedback // 3**place % 3 for place in reversed(range(len(word)))]
        moved, symbols = [marks[place] for place in permutation], [word[place] for place in permutation]
        for symbol in set(symbols):
            places = [i for i, other in enumerate(symbols) if other == symbol and moved[i] < 2]
            ones = sum(moved[i] for i in places)
            for count, i in enumerate(places):
                moved[i] = int(count < ones)
        return sum(mark * 3**place for place, mark in enumerate(reversed(moved)))

    def _symbol_map(self, permutation: tuple[int, ...], history: Sequence[int]) -> list[int] | None:
        """Map each symbol so that every guess of the history is unchanged; -1 if it is free, None if impossible."""
        renamed = [-1] * self._names
        if self.fixes_zero:
            renamed[0] = 0
        for guess in history:
            word = self._words[guess].tolist()
            for position, source in enumerate(permutation):
                if renamed[word[source]] not in (-1, word[position]):
                    return None
                renamed[word[source]] = word[position]
        taken = [symbol for symbol in renamed if symbol >= 0]
        return renamed if len(set(taken)) == len(taken) else None

    def _images(self, permutation: tuple[int, ...], renamed: list[int]) -> npt.NDArray[np.int64]:
        """The code of each guess's image; free symbols become the lowest free ones, in order of appearance."""
        words = self._words[:, list(permutation)]
        names = np.array(renamed, dtype=np.int64)[words]
        unnamed = [symbol for symbol in range(self._names) if symbol not in renamed]
        used = np.zeros(len(words), dtype=np.int64)
        for position in range(words.shape[1]):
            start = position * self._block
            free = np.array([symbol for symbol in unnamed if symbol >= start] + [0])
            is_free = names[:, position] < 0
            name = free[np.zeros_like(used) if self._block else np.minimum(used, len(free) - 1)]
            is_new = is_free.copy()
            for earlier in range(position):
                is_same = is_free & (words[:, earlier] == words[:, position])
                name = np.where(is_same, names[:, earlier], name)
                is_new &= ~is_same
            names[:, position] = np.where(is_free, name, names[:, position])
            used += is_new
        images: npt.NDArray[np.int64] = names @ self._powers
        return images
