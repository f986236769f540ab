"""Equivalent guesses of code games: permutations of the positions together with renamings of the symbols."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np
import numpy.typing as npt

from player.rules.names import Rules


class CodeSymmetry:
    """The symmetries of a code game: permutations of the positions together with renamings of the symbols.

    A symmetry maps the cells of a guess to the cells of its image.  If it leaves every guess and feedback of a history
    unchanged, it also maps the set of candidates to itself; then a guess and its image are equivalent.  `symbols` are
    those of all guesses, uint8 [guesses, positions].  With `fixes_zero`, symbol 0 and position 0 stay the same (the
    `-nozero` games).  `invariance` is that of `rules.rule` (see `FeedbackRule`): with "numbers", all positions have the
    same renaming of symbols; with "places", each has its own; with "marks", symmetries move feedbacks, too.
    """

    def __init__(self, rules: Rules, symbols: npt.NDArray[np.uint8]) -> None:
        self.symbols, self.symbol_count, self.fixes_zero = symbols, len(rules.symbols), rules.is_nozero
        self.invariance = rules.rule.invariance or ""
        if self.invariance == "places" and rules.is_distinct:
            self.invariance = "numbers"  # different renamings could make two symbols of a code equal
        self.moves_feedbacks = self.invariance == "marks"
        # With a renaming for each position, the symbols of different positions get different numbers.
        self._block = self.symbol_count if self.invariance == "places" else 0
        positions = symbols.shape[1]
        self._number_count = self.symbol_count * (positions if self._block else 1)
        self._words = symbols.astype(np.int64) + self._block * np.arange(positions)
        self._powers = self._number_count ** np.arange(positions - 1, -1, -1, dtype=np.int64)
        self._codes = self._words @ self._powers

    def representatives(self, prior: Sequence[int], feedbacks: Sequence[int] = ()) -> npt.NDArray[np.int32]:
        """Return the lowest index of each class of guesses that are equivalent after `prior`; int32, rising.

        `prior` are the guesses so far, and `feedbacks` the feedbacks to them, needed only if symmetries move feedbacks.
        """
        least = self.classes(prior, feedbacks)
        return np.flatnonzero(least == self._codes).astype(np.int32)

    def classes(self, prior: Sequence[int], feedbacks: Sequence[int] = ()) -> npt.NDArray[np.int64]:
        """Return a number for each guess, the same for equivalent ones; the arguments are as in `representatives`."""
        least: npt.NDArray[np.int64] = self._codes
        for permutation in permutations(range(self.symbols.shape[1])):
            if self.fixes_zero and permutation[0] != 0:
                continue
            steps = zip(prior, feedbacks, strict=self.moves_feedbacks)
            if any(self.move_feedback(permutation, guess, feedback) != feedback for guess, feedback in steps):
                continue
            renamed = self._symbol_map(permutation, prior)
            if renamed is not None:
                least = np.minimum(least, self._images(permutation, renamed))
        return least

    def move_feedback(self, permutation: Sequence[int], guess: int, feedback: int) -> int:
        """Return the feedback to the image of a guess; position i of an image comes from position permutation[i].

        Marks move with their positions; if a symbol is out of place twice or more, the first places get the marks 1.
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

    def _symbol_map(self, permutation: tuple[int, ...], prior: Sequence[int]) -> list[int] | None:
        """Return the renaming that, after the permutation, leaves the guesses `prior` unchanged (-1: free), or None."""
        renamed = [-1] * self._number_count
        if self.fixes_zero:
            renamed[0] = 0
        for guess in prior:
            word = self._words[guess].tolist()
            for position, source in enumerate(permutation):
                if renamed[word[source]] not in (-1, word[position]):
                    return None
                renamed[word[source]] = word[position]
        images = [symbol for symbol in renamed if symbol >= 0]
        return renamed if len(set(images)) == len(images) else None

    def _images(self, permutation: tuple[int, ...], renamed: list[int]) -> npt.NDArray[np.int64]:
        """Return the code of each guess's image; free symbols get the lowest unused numbers, in order of appearance."""
        words = self._words[:, list(permutation)]
        numbers = np.array(renamed, dtype=np.int64)[words]
        unnumbered = [symbol for symbol in range(self._number_count) if symbol not in renamed]
        used = np.zeros(len(words), dtype=np.int64)
        for position in range(words.shape[1]):
            start = position * self._block
            free = np.array([symbol for symbol in unnumbered if symbol >= start] + [0])
            is_free = numbers[:, position] < 0
            number = free[np.zeros_like(used) if self._block else np.minimum(used, len(free) - 1)]
            is_new = is_free.copy()
            for earlier in range(position):
                is_same = is_free & (words[:, earlier] == words[:, position])
                number = np.where(is_same, numbers[:, earlier], number)
                is_new &= ~is_same
            numbers[:, position] = np.where(is_free, number, numbers[:, position])
            used += is_new
        images: npt.NDArray[np.int64] = numbers @ self._powers
        return images
