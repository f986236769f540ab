"""The objective `identify`: the fewest questions until the secret is certain, for judges that want it named after that.

A question that happens to hit has been asked like any other; naming the only candidate left costs nothing.  That is no
price list: a lucky hit at guess d costs d, the only candidate left at guess d costs d - 1.  So the search is given a
game of its own, in which no question ends the game, and naming a secret does, where it is certain; its total is one
more for every secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from player.errors import BadInput, GaveUp, NoSuchTree
from player.tree import Tree
from treegen.games.game import Game
from treegen.optimal.engine import Engine
from treegen.optimal.objective import linear

if TYPE_CHECKING:
    from player.tree import Node

__all__ = ["naming_game", "solve_identify"]


def naming_game(game: Game) -> Game:
    """The game whose questions are those of `game`, none of which ends it, and whose reports `!SECRET` do."""
    if game.weights is not None or len(game.labels) > 254 or int(game.own_guess.min()) < 0:
        raise BadInput(
            f"{game.name[:40]}: identify is for secrets of equal weight that can be asked, and 254 feedbacks"
        )
    named, misnamed = len(game.labels), len(game.labels) + 1
    reports = np.full((len(game.secrets), len(game.secrets)), misnamed, dtype=np.uint8)
    np.fill_diagonal(reports, named)
    return Game.from_table(
        np.concatenate([game.table, reports]),
        winning=named,
        losing=(*game.losing, misnamed),
        labels=(*game.labels, "named", "misnamed"),
        guesses=(*game.guesses, *(f"!{secret}" for secret in game.secrets)),
        secrets=game.secrets,
    )


def solve_identify(engine: Engine, game: Game, made: str, max_depth: int | None) -> Tree:
    """The tree of `game` with the fewest questions in all until each secret is certain, proved.

    `engine` searches `naming_game(game)`.  The cost is the total less the nodes without children.  `max_depth` bounds
    the questions and the naming together.  Raises NoSuchTree, and GaveUp when the time is up.
    """
    result = engine.run(linear(max_depth))
    if result.stopped:
        bound = max(0, result.bound - len(game.secrets))
        raise GaveUp(f"time is up: the least cost is at least {bound}, and no tree was found yet")
    if result.root is None:
        limit = "" if max_depth is None else f" of depth {max_depth}"
        raise NoSuchTree(f"no tree{limit} exists (proved)")
    tree = game.tree(_as_guesses(game, result.root), made)
    tree.objective, tree.proved = "identify", True
    tree.bound = tree.cost
    return tree


def _as_guesses(game: Game, node: Node) -> Node:
    """The tree with secrets asked, not named: a question may win, and naming is the last guess."""
    guess, _, children = node
    if guess.startswith("!"):
        secret = game.secrets.index(guess[1:])
        return game.guesses[int(game.own_guess[secret])], True, []
    below = [(feedback, _as_guesses(game, child)) for feedback, child in children if feedback != game.winning]
    return guess, len(below) < len(children), below
