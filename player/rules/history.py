"""Histories, guesses and the feedbacks to them, as text."""

from __future__ import annotations

from player.errors import BadInput
from player.rules.arguments import check_text
from player.rules.names import shorten

__all__ = ["read_feedback", "read_history", "show_history"]

# What Wordle's players share: black or white, yellow, green.
_TILES = {0x2B1B: "0", 0x2B1C: "0", 0x1F7E8: "1", 0x1F7E9: "2", 0xFE0F: ""}


def read_feedback(text: str) -> str:
    """Turn what a person types for a feedback into its label: `01`, `0 1`, `0,1`, `0A1B`, and squares as in Wordle.

    Anything else comes back stripped, for the caller to look up and refuse.

    >>> [read_feedback(text) for text in ("01", "0 1", " 0,1", "0a1b", "gt")]
    ['01', '01', '01', '01', 'gt']
    """
    compact = "".join(text.replace(",", " ").translate(_TILES).split())
    if len(compact) == 4 and compact[1] in "Aa" and compact[3] in "Bb":
        compact = compact[0] + compact[2]
    return compact


def read_history(text: str) -> list[tuple[str, str]]:
    """Split a history `0123:01,4561:02` into pairs of guess and feedback label; an empty text has none.

    Raises BadInput for a text that is no history, and TypeError for what is no text.

    >>> read_history("0123:01, 4561:0A2B")
    [('0123', '01'), ('4561', '02')]
    """
    check_text("a history", text, "0123:01,4561:02")
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
