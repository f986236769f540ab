"""Histories, guesses and the feedbacks to them, as text."""

from __future__ import annotations

from player.errors import BadInput
from player.rules.feedback import read_feedback
from player.rules.names import shorten

__all__ = ["read_history", "show_history"]


def read_history(text: str) -> list[tuple[str, str]]:
    """Split a history `0123:01,4561:02` into pairs of guess and feedback label; an empty text has none.

    >>> read_history("0123:01, 4561:0A2B")
    [('0123', '01'), ('4561', '02')]
    """
    pairs = []
    for step in text.split(",") if text.strip() else []:
        guess, colon, feedback = step.partition(":")
        if not (colon and guess.strip() and feedback.strip()):
            bad = shorten(step.strip())
            raise BadInput(f"{bad!r} is not a step of a history; write guess:feedback, as in 0123:01,4561:02")
        pairs.append((guess.strip(), read_feedback(feedback)))
    return pairs


def show_history(pairs: list[tuple[str, str]]) -> str:
    """Write pairs of guess and feedback as a history: the inverse of `read_history`."""
    return ",".join(f"{guess}:{feedback}" for guess, feedback in pairs)
