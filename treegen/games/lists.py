"""The games `number-A..B` and `words:FILE`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from player.rules.lists import ListRules, NumberRules
from treegen.games.game import Game
from treegen.games.memory import check_memory
from treegen.games.tables import Table, marks_table, symbols_of

__all__ = ["make"]


def make(rules: ListRules, memory: int) -> Game:
    """Make the game of `rules`; BadInput, before anything is allocated, if its table needs more than `memory` bytes."""
    check_memory(rules, memory)
    secrets, guesses = rules.secrets(), rules.guesses()
    if isinstance(rules, NumberRules):
        table = _number_table(guesses, secrets)
    else:
        guessed, kept = symbols_of(guesses, secrets)
        table = marks_table(guessed, kept)
    return Game(
        name=rules.name,
        secrets=tuple(secrets),
        guesses=tuple(guesses),
        labels=rules.labels,
        winning=rules.winning,
        table=table,
        losing=rules.losing,
        rules=rules,
        files=rules.files,
    )


def _number_table(guesses: Sequence[str], secrets: Sequence[str]) -> Table:
    """The table, uint8 [guesses, secrets], with the labels no 0, right 1, wrong 2, yes 3."""
    asked = np.array([int(guess[2:]) for guess in guesses])[:, None]
    numbers = np.array([int(secret) for secret in secrets])
    is_eq = np.array([guess[:2] == "eq" for guess in guesses])[:, None]
    return np.where(is_eq, np.where(numbers == asked, 1, 2), np.where(numbers > asked, 3, 0)).astype(np.uint8)
