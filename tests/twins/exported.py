"""Trees of every kind of game, for the tests of exported sources."""

from __future__ import annotations

from functools import cache

import player
import treegen as tg
from player import Tree

WORDS = ["abide", "erase", "speed", "crane", "slate", "trace", "geese", "ebbed", "babes", "adder", "added"]
GAMES = (
    "bulls-3x5-matches",
    "bulls-3x4-any-each",
    "match-4x3",
    "marks-3x4",
    "bulls-3x5-any-nozero=0123A",
    "number--3..20",
)


def own_tree() -> Tree:
    """The tree of a game that only its table knows, with guesses and labels of different lengths."""
    words = [f"{first}{second * size}" for first in 'ab"\\$' for second in "xyz" for size in (1, 2)]
    return tg.build(
        tg.Game.from_function(
            lambda guess, secret: "=" if guess == secret else ("<", "?")[guess[0] == secret[0]] + str(len(secret)),
            words, winning="=",
        )
    )  # fmt: skip


@cache
def trees() -> list[Tree]:
    some = [player.open_tree("bulls-3x9.total"), *(tg.build(tg.game(game)) for game in GAMES)]
    return [*some, tg.build(tg.Game.from_words(WORDS)), own_tree()]
