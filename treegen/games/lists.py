"""The tables of the games `number-A..B` and `words:FILE`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from player.rules.lists import ListRules, NumberRules
from treegen.games.tables import Table, marks_table, symbols_of

__all__ = ["feedback_table"]


def feedback_table(rules: ListRules, guesses: Sequence[str], secrets: Sequence[str]) -> Table:
    """Return the feedback indices, [guesses, secrets], of a game of numbers or of words."""
    return (
        _number_table(guesses, secrets)
        if isinstance(rules, NumberRules)
        else marks_table(*symbols_of(guesses, secrets))
    )


def _number_table(guesses: Sequence[str], secrets: Sequence[str]) -> Table:
    """The table, uint8 [guesses, secrets], with the labels no 0, right 1, wrong 2, yes 3."""
    asked = np.array([int(guess[2:]) for guess in guesses])[:, None]
    numbers = np.array([int(secret) for secret in secrets])
    is_eq = np.array([guess[:2] == "eq" for guess in guesses])[:, None]
    return np.where(is_eq, np.where(numbers == asked, 1, 2), np.where(numbers > asked, 3, 0)).astype(np.uint8)
