"""Checks of the arguments with which a program makes a game of its own: a table, names, and weights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, check_text, shorten
from player.rules.feedback import MAX_ANSWERS
from player.tree.columns import MAX_GUESS_BYTES
from player.tree.decode import MAX_WEIGHT, is_label, is_word

# The function takes a guess and a secret, and returns the label of the feedback; or, for a whole row of the table, it
# takes a guess and all secrets, and returns their labels.
Feedback = Callable[[str, str], str] | Callable[[str, tuple[str, ...]], Iterable[str]]

_LABEL = "a label has 1 to 32 printable characters, none of them a blank, a comma, a colon or #, and not the form 0A1B"
_GUESS = f"a guess has 1 to {MAX_GUESS_BYTES} bytes, all printable, without blanks, commas, colons and #"


def texts(what: str, values: Iterable[str]) -> tuple[str, ...]:
    """Return a list of strings as a tuple; messages call them `what`.  Raises TypeError if it is not such a list."""
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{what} are a list of texts, not {type(values).__name__}")
    found = tuple(values)
    for value in found:
        check_text(f"each of the {what}", value, "0123")
    return found


def check_names(labels: Sequence[str], guesses: Sequence[str], secrets: Sequence[str]) -> None:
    """Raise BadInput for a name that a tree file cannot store, and for a name that occurs twice in a list."""
    for what, names, is_name, rule in (
        ("feedback", labels, is_label, _LABEL),
        ("guess", guesses, lambda text: is_word(text) and len(text.encode()) <= MAX_GUESS_BYTES, _GUESS),
        ("secret", secrets, str.isprintable, "secrets are printable"),
    ):
        seen = set[str]()
        for name in names:
            if not is_name(name):
                raise BadInput(f"{shorten(name)!r} cannot be the name of a {what}: {rule}")
            if name in seen:
                raise BadInput(f"{shorten(name)!r} is the name of two {what}{'es' if what == 'guess' else 's'}")
            seen.add(name)


def table_of(table: Any) -> npt.NDArray[Any]:
    """Return a table of feedback indices as an array [guesses, secrets].  Raises BadInput if it is not a table."""
    try:
        array = np.asarray(table)
    except ValueError:  # its rows differ in length
        array = np.empty(0)
    if array.ndim != 2 or not array.size or array.dtype.kind not in "biu":
        raise BadInput("a table is [guesses, secrets] of feedback indices, with at least one of each")
    least, most = int(array.min()), int(array.max())
    if least < 0 or most >= MAX_ANSWERS:
        raise BadInput(f"a table holds feedback indices from 0 to {MAX_ANSWERS - 1}, not {min(least, 0) or most}")
    return array


def weights_of(weights: Iterable[int] | None, secrets: int) -> npt.NDArray[np.int64] | None:
    """Return the weights as int64 [secrets], or None if all are 1.  Raises BadInput if they are invalid."""
    if weights is None:
        return None
    found = [index(weight) for weight in weights]
    if len(found) != secrets or min(found) < 1 or sum(found) >= MAX_WEIGHT:
        raise BadInput(
            f"each of the {secrets} secrets needs a weight of at least 1, and the sum must be below {MAX_WEIGHT}"
        )
    return None if max(found) == 1 else np.array(found, dtype=np.int64)
