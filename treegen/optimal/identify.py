"""The objective `identify`: the fewest questions until the secret is certain, for judges to whom it is named then.

A question that happens to be the secret counts like any other; naming the only candidate left costs nothing.  No price
list expresses this: a hit at guess d costs d, but the only candidate left at guess d costs d - 1.  So another game is
searched, in which no question ends the game, but naming the secret does, once it is certain.  The total of that game is
higher by one for every secret.
"""

from __future__ import annotations

import numpy as np

from player.errors import BadInput
from player.rules.feedback import MAX_LABELS
from treegen.games.game import Game
from treegen.games.subtree import Subtree

__all__ = ["ask_the_named", "naming_game"]


def naming_game(game: Game) -> Game:
    """The game in which no question of `game` ends the game, but a guess `!SECRET`, once it is certain."""
    if game.weights is not None or len(game.labels) > MAX_LABELS - 2 or int(game.own_guess.min()) < 0:
        raise BadInput(
            f"{game.brief}: identify is for secrets of equal weight that can be asked, and at most "
            f"{MAX_LABELS - 2} feedbacks"
        )
    named, misnamed = len(game.labels), len(game.labels) + 1
    reports = np.full((len(game.secrets), len(game.secrets)), misnamed, dtype=np.uint16)
    np.fill_diagonal(reports, named)
    return Game.from_table(
        np.concatenate([game.table, reports]),
        winning=named,
        losing=(*game.losing, misnamed),
        labels=(*game.labels, "named", "misnamed"),
        guesses=(*game.guesses, *(f"!{secret}" for secret in game.secrets)),
        secrets=game.secrets,
    )


def ask_the_named(game: Game, subtree: Subtree) -> Subtree:
    """The tree of `game` that a tree of its naming game means: a question may win, the last guess is the secret."""
    guess, wins, parent, feedback = (column.copy() for column in subtree)
    is_name = guess >= len(game.guesses)
    guess[is_name] = game.own_guess[guess[is_name] - len(game.guesses)]
    hit = (feedback == game.winning) & (parent >= 0)  # the secret was asked already: naming it is no guess more
    wins[parent[hit]] = True
    place = np.cumsum(~hit, dtype=np.int32) - 1
    parent[1:] = place[parent[1:]]
    return Subtree(*(column[~hit] for column in (guess, wins, parent, feedback)))
