"""What a program gives to describe a game of its own, checked: a table or a function, names, and weights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, check_text
from player.rules.feedback import MAX_LABELS, MAX_MARKED
from player.rules.letters import not_letters
from player.rules.numbers import shorten
from player.tree.columns import MAX_GUESS_BYTES
from player.tree.decode import MAX_WEIGHT, is_label, is_word

Feedback = Callable[[str, str], str]  # of a guess and a secret

_LABEL = "a label has 1 to 32 printable characters, none of them a blank, a comma, a colon or #, and not the form 0A1B"
_GUESS = f"a guess has 1 to {MAX_GUESS_BYTES} bytes, all printable, without blanks, commas, colons and #"


def texts(what: str, values: Iterable[str]) -> tuple[str, ...]:
    """The texts of a list of `what`; TypeError for a single text, and for what is no list of texts."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"{what} are a list of texts, not {type(values).__name__}")
    found = tuple(values)
    for value in found:
        if not isinstance(value, str):
            raise TypeError(f"{what} are a list of texts, not of {type(value).__name__}")
    return found


def indices(what: str, values: Any) -> tuple[int, ...]:
    """Indices of feedbacks, rising and different; TypeError for what is none.

    >>> indices("losing", [2, 1, 2])
    (1, 2)
    """
    try:
        return tuple(sorted({index(value) for value in values}))
    except TypeError:
        raise TypeError(f"{what} takes indices of feedbacks, such as 0, not {values!r:.60}") from None


def check_names(labels: Sequence[str], guesses: Sequence[str], secrets: Sequence[str]) -> None:
    """Raise BadInput for names that no tree file can hold, and for two things of the same name."""
    for what, names, is_name, rule in (
        ("feedback", labels, is_label, _LABEL),
        ("guess", guesses, _is_guess, _GUESS),
        ("secret", secrets, str.isprintable, "secrets are printable"),
    ):
        seen = set[str]()
        for name in names:
            if not is_name(name):
                raise BadInput(f"{shorten(name)!r} cannot be the name of a {what}: {rule}")
            if name in seen:
                raise BadInput(f"{shorten(name)!r} is the name of two {what}{'es' if what == 'guess' else 's'}")
            seen.add(name)


def _is_guess(text: str) -> bool:
    return is_word(text) and len(text.encode()) <= MAX_GUESS_BYTES


def check_words(what: str, words: Sequence[str]) -> None:
    """Raise BadInput unless these are different words of one length, at most eight letters, at least one word."""
    if not words:
        raise BadInput(f"the list of {what} is empty")
    for word in words:
        if not word or not_letters(word):
            without = "without blanks, commas, colons, #, quotation marks and brackets"
            raise BadInput(f"{shorten(word)!r} is not a word: it is written {without}")
        if len(word) != len(words[0]) or len(word) > MAX_MARKED:
            raise BadInput(f"{shorten(word)!r} has {len(word)} letters; all have the same number, at most {MAX_MARKED}")
    if len(set(words)) != len(words):
        raise BadInput(f"a word is twice in the list of {what}")


def table_of(table: Any) -> npt.NDArray[Any]:
    """A table of feedback indices as an array [guesses, secrets]; BadInput for what is none."""
    try:
        array = np.asarray(table)
    except ValueError:  # its rows differ in length
        array = np.empty(0)
    if array.ndim != 2 or not array.size or array.dtype.kind not in "biu":
        raise BadInput("a table is [guesses, secrets] of feedback indices, with at least one of each")
    least, most = int(array.min()), int(array.max())
    if least < 0 or most >= MAX_LABELS:
        raise BadInput(f"a table holds feedback indices from 0 to {MAX_LABELS - 1}, not {least if least < 0 else most}")
    return array


def labels_of(feedback: Feedback, guesses: Sequence[str], secrets: Sequence[str]) -> list[list[str]]:
    """The label that each secret gives to each guess, [guesses][secrets]; TypeError for what is no text."""
    if not callable(feedback):
        raise TypeError(f"feedback takes a function of a guess and a secret, not {type(feedback).__name__}")
    rows = [[feedback(guess, secret) for secret in secrets] for guess in guesses]
    for row in rows:
        for label in row:
            check_text("what the feedback function returns", label, "01")
    return rows


def weights_of(weights: Iterable[int] | None, secrets: int) -> npt.NDArray[np.int64] | None:
    """Weights, one for each secret, as int64 [secrets]; None where all are 1.  BadInput for any others."""
    if weights is None:
        return None
    try:
        found = [index(weight) for weight in weights]
    except TypeError:
        raise TypeError(f"weights are a list of whole numbers, such as [1, 3], not {weights!r:.60}") from None
    if len(found) != secrets or min(found) < 1 or sum(found) >= MAX_WEIGHT:
        raise BadInput(
            f"weights are whole numbers from 1 on, one for each of the {secrets} secrets, less than {MAX_WEIGHT} in all"
        )
    return None if max(found) == 1 else np.array(found, dtype=np.int64)
