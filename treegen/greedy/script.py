"""Players that follow a script instead of ranking guesses: what people wrote down before they knew better."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from player.errors import BadInput
from player.rules.names import Rules
from treegen.games.game import Game
from treegen.games.partition import Indices

__all__ = ["SCRIPTS"]

Script = Callable[[Indices, tuple[int, ...]], int]


def _digits_then_permute(game: Game) -> Script:
    """Ask 0000, 1111, ... until the bulls add up, then every order of the symbols found in turn, whatever is told."""
    known = game.rules
    if not (isinstance(known, Rules) and known.may_repeat and not known.is_nozero and known.rule.name != "marks"):
        raise BadInput(
            f"digits-then-permute asks words of one symbol, with bulls told: bulls-4x10-any, not {game.name[:40]}"
        )
    uniform = [game.find_guess(symbol * known.positions) for symbol in known.symbols]
    bulls = np.array([int(label[0]) for label in game.labels])
    places = set(uniform)

    def guess(candidates: Indices, history: tuple[int, ...]) -> int:
        asked = [guess for guess in history if guess in places]
        found = sum(int(bulls[game.table[guess, candidates[0]]]) for guess in asked)
        if found < known.positions and len(asked) < len(uniform):
            return uniform[len(asked)]
        same = np.ones(len(game.secrets), dtype=bool)
        for guess in asked:
            same &= game.table[guess] == game.table[guess, candidates[0]]
        return int(game.own_guess[np.flatnonzero(same)[len(history) - len(asked)]])

    return guess


SCRIPTS: dict[str, Callable[[Game], Script]] = {"digits-then-permute": _digits_then_permute}
