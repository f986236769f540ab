"""Players that follow a script instead of ranking guesses: weak methods that people have described."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from player.errors import BadInput
from player.rules.names import Rules
from treegen.games.game import Game
from treegen.games.partition import Indices

Script = Callable[[Indices, tuple[int, ...]], int]


def _digits_then_permute(game: Game) -> Script:
    """Ask 0000, 1111, ... until the bulls add up, then every order of the symbols found, whatever the feedbacks are."""
    known = game.rules
    if not (isinstance(known, Rules) and known.may_repeat and not known.is_nozero and "bulls" in known.rule.tells):
        raise BadInput(
            f"digits-then-permute asks words of one symbol, with bulls told: bulls-4x10-any, not {game.brief}"
        )
    uniform = [game.find_guess(symbol * known.positions) for symbol in known.symbols]
    bulls = np.array([known.rule.counts(label)["bulls"] for label in game.labels])

    def guess(candidates: Indices, asked: tuple[int, ...]) -> int:
        digits = [guess for guess in asked if guess in uniform]
        found = sum(int(bulls[game.table[guess, candidates[0]]]) for guess in digits)
        if found < known.positions and len(digits) < len(uniform):
            return uniform[len(digits)]
        same = np.ones(len(game.secrets), dtype=bool)
        for guess in digits:
            same &= game.table[guess] == game.table[guess, candidates[0]]
        return int(game.own_guess[np.flatnonzero(same)[len(asked) - len(digits)]])

    return guess


SCRIPTS: dict[str, Callable[[Game], Script]] = {"digits-then-permute": _digits_then_permute}
