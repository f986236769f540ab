"""Tables of feedback indices: the type of their entries, the marks of `marks-PxC` and of words, and `number-A..B`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from player.rules.feedback import MAX_NARROW
from treegen.native import core

Table = npt.NDArray[np.uint8 | np.uint16]
Some = npt.NDArray[np.signedinteger] | slice  # indices


def entry_type(labels: int) -> type[np.uint8 | np.uint16]:
    """The type of feedback indices in a table, by the number of labels: one byte where that is enough, else two."""
    return np.uint8 if labels <= MAX_NARROW else np.uint16


def symbols_of(*lists: Sequence[str]) -> list[Table]:
    """Return lists of words as [words, positions]: the index of each letter among all letters that occur."""
    place = {
        letter: i for i, letter in enumerate(sorted({letter for words in lists for word in words for letter in word}))
    }
    kind = entry_type(len(place))
    return [np.array([[place[letter] for letter in word] for word in words], dtype=kind) for words in lists]


def marks_table(guesses: npt.NDArray[Any], secrets: npt.NDArray[Any]) -> Table:
    """Return the table of marks, [guesses, secrets]: the marks (`player.rules.feedback.marks`) in base 3."""
    if guesses.shape[1] <= 5 and guesses.dtype == np.uint8 and core is not None:
        table: Table = core.fill_marks(guesses, secrets)
        return table
    return marks_table_by_numpy(guesses, secrets)


def marks_table_by_numpy(guesses: npt.NDArray[np.integer], secrets: npt.NDArray[np.integer]) -> Table:
    """Like `marks_table`, for any number of positions and symbols."""
    positions = guesses.shape[1]
    entry = entry_type(3**positions)
    kept = [np.ascontiguousarray(secrets[:, k]) for k in range(positions)]
    asked = [np.ascontiguousarray(guesses[:, i])[:, None] for i in range(positions)]
    places = range(positions)
    equal = {(i, k): asked[i] == kept[k] for i, k in product(places, places)}
    misplaced = [~equal[i, i] for i in places]
    table = np.zeros((len(guesses), len(secrets)), dtype=entry)
    for i in places:
        # Marked as elsewhere if the secret has more of this letter, not counting hits, than earlier marks used.
        left = np.zeros(table.shape, dtype=np.int8)
        for k in places:
            left += equal[i, k] & misplaced[k]
        for j in range(i):
            left -= (asked[i] == asked[j]) & misplaced[j]
        table *= 3
        table += 2 * equal[i, i].astype(np.uint8) + (misplaced[i] & (left > 0))
    return table


def number_table(questions: npt.NDArray[Any], numbers: npt.NDArray[Any]) -> Table:
    """The table, uint8 [questions, numbers], of a game of numbers: no is 0, right 1, wrong 2, yes 3.

    A question is a number and whether it asks for that one, and not for greater ones.
    """
    asked, is_eq = questions[:, :1], questions[:, 1:] > 0
    no, right, wrong, yes = np.arange(4, dtype=np.uint8)
    return np.where(is_eq, np.where(numbers == asked, right, wrong), np.where(numbers > asked, yes, no))
