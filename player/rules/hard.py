"""Wordle's hard mode in plain Python: which hint of earlier marks a guess leaves unused."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["broken_hint"]


def broken_hint(guess: str, steps: Iterable[tuple[str, str]]) -> str:
    """The first hint of these guesses and marks that a guess does not use, in words; "" where it uses all.

    A letter in the right place must stay there, and a letter must occur at least as often as it was marked.

    >>> steps = [("raise", "00210")]
    >>> [broken_hint(word, steps) for word in ("could", "glint", "skimp")]
    ['place 3 must be i, says raise:00210', 's must occur, says raise:00210', '']
    """
    for word, marks in steps:
        for place, (letter, mark) in enumerate(zip(word, marks, strict=True)):
            if mark == "2" and guess[place] != letter:
                return f"place {place + 1} must be {letter}, says {word}:{marks}"
        marked = [letter for letter, mark in zip(word, marks, strict=True) if mark != "0"]
        for letter in dict.fromkeys(marked):
            times = marked.count(letter)
            if guess.count(letter) < times:
                return f"{letter} must occur{f' {times} times' * (times > 1)}, says {word}:{marks}"
    return ""
