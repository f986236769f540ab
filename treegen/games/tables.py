"""Tables of feedback indices: the type of their entries, symbols as numbers, and the marks of codes and words."""

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


def symbols_of(*lists: Sequence[str], alphabet: str = "") -> list[Table]:
    """Return lists of words as [words, positions]: the index of each letter in an alphabet, or among all that occur."""
    letters = [_letters(words).reshape(len(words), -1) for words in lists]
    every = _letters(alphabet) if alphabet else np.unique(np.concatenate(letters, axis=None))
    order, kind = np.argsort(every), entry_type(len(every))
    return [order[np.searchsorted(every, some, sorter=order)].astype(kind) for some in letters]


def _letters(words: Sequence[str]) -> npt.NDArray[np.uint32]:
    return np.frombuffer("".join(words).encode("utf-32-le"), dtype="<u4")


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
