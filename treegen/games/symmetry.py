"""Equivalent guesses of code games: permutations of the positions, with the renamings of symbols that they allow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np
import numpy.typing as npt

__all__ = ["CodeSymmetry"]


class CodeSymmetry:
    """The symmetries of a code game: permuting positions and renaming symbols changes no feedback.

    A symmetry that maps every guess of a history to itself also maps the set of candidates to itself, for any
    feedbacks, so guesses that it maps to each other are equivalent there.  `symbols` is uint8 [guesses, positions].
    With `fixes_zero`, symbol 0 and position 0 are kept where they are (the `-nozero` games).
    """

    def __init__(self, symbols: npt.NDArray[np.uint8], symbol_count: int, *, fixes_zero: bool = False) -> None:
        self.symbols = symbols
        self.symbol_count = symbol_count
        self.fixes_zero = fixes_zero
        powers = symbol_count ** np.arange(symbols.shape[1] - 1, -1, -1, dtype=np.int64)
        self._powers = powers
        self._codes = symbols.astype(np.int64) @ powers

    def representatives(self, history: Sequence[int]) -> npt.NDArray[np.int32]:
        """Return the lowest index of each class of guesses that are equivalent after `history`; int32, rising.

        >>> import treegen as tg
        >>> game = tg.game("bulls-4x10")
        >>> [len(game.symmetry.representatives(game.candidates("")[:n])) for n in (0, 1)]
        [1, 20]
        """
        least = self._codes
        for permutation in permutations(range(self.symbols.shape[1])):
            if self.fixes_zero and permutation[0] != 0:
                continue
            renamed = self._symbol_map(permutation, history)
            if renamed is not None:
                least = np.minimum(least, self._images(permutation, renamed))
        return np.flatnonzero(least == self._codes).astype(np.int32)

    def _symbol_map(self, permutation: tuple[int, ...], history: Sequence[int]) -> list[int] | None:
        """Map each symbol so that every guess of the history is unchanged; -1 if it is free, None if impossible."""
        renamed = [-1] * self.symbol_count
        if self.fixes_zero:
            renamed[0] = 0
        for guess in history:
            word = self.symbols[guess].tolist()
            for position, source in enumerate(permutation):
                if renamed[word[source]] not in (-1, word[position]):
                    return None
                renamed[word[source]] = word[position]
        taken = [symbol for symbol in renamed if symbol >= 0]
        return renamed if len(set(taken)) == len(taken) else None

    def _images(self, permutation: tuple[int, ...], renamed: list[int]) -> npt.NDArray[np.int64]:
        """The code of each guess's image; free symbols become the lowest free ones, in order of appearance."""
        words = self.symbols[:, list(permutation)]
        names = np.array(renamed, dtype=np.int64)[words]
        free = np.array([symbol for symbol in range(self.symbol_count) if symbol not in renamed] + [0])
        used = np.zeros(len(words), dtype=np.int64)
        for position in range(words.shape[1]):
            is_free = np.array(renamed)[words[:, position]] < 0
            name = free[np.minimum(used, len(free) - 1)]
            is_new = is_free.copy()
            for earlier in range(position):
                is_same = is_free & (words[:, earlier] == words[:, position])
                name = np.where(is_same, names[:, earlier], name)
                is_new &= ~is_same
            names[:, position] = np.where(is_free, name, names[:, position])
            used += is_new
        images: npt.NDArray[np.int64] = names @ self._powers
        return images
