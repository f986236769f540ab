"""The exceptions by which solve() ends without a proved tree; they carry the best tree so far."""

from __future__ import annotations

import numpy as np

from player.errors import BadInput, GaveUp, NoSuchTree
from player.tree import Tree
from treegen.games.game import Game
from treegen.greedy.strategy import describe_pool


class _WithTree(BaseException):
    """An end of a search; `tree` is the best tree so far, or None, and `bound` is a proved lower bound."""

    def __init__(self, message: str, tree: Tree | None = None, bound: int = 0) -> None:  # pickle passes only `message`
        super().__init__(message)
        self.tree, self.bound = tree, bound


class StoppedEarly(_WithTree, GaveUp):
    """The time ran out."""


class Interrupted(_WithTree, KeyboardInterrupt):
    """An interrupt came; `unsaved` is the reason if proved sets are missing in the checkpoint, else None."""

    unsaved: str | None = None


class NotSaved(_WithTree, BadInput):
    """The `tree` was found and proved, but some proved sets could not be written to the checkpoint."""

    tree: Tree


def no_such_tree(game: Game, limit: int | None, first: str | None, pool: str) -> NoSuchTree:
    """Return the error for a game that has no tree of depth `limit` and first guess `first` (None: any)."""
    flaw = None if first is None else _flaw_of_first(game, game.find_guess(first))
    if flaw is not None:
        return NoSuchTree(f"{game.brief}: no tree begins with {first}, which {flaw}")
    where = ("" if first is None else f" from first guess {first}") + describe_pool(pool)
    if limit is None:
        unfound = np.flatnonzero(game.own_guess < 0)
        why = f"some secrets cannot be told apart{' without the risk of losing' * bool(game.losing)}"
        why = f"{game.secrets[unfound[0]]} has no guess that finds it" if len(unfound) else why
        return NoSuchTree(f"{game.brief}: no tree exists{where}: {why} (proved)")
    return NoSuchTree(f"no tree of depth {limit} exists{where} (proved)")


def _flaw_of_first(game: Game, guess: int) -> str | None:
    row = game.row(guess, slice(None))
    if np.isin(row, game.losing).any():
        return "may lose"
    if len(game.secrets) == 1 and game.wins_against[guess] < 0:
        return f"does not find {game.secrets[0]}"
    return "tells no secrets apart" if len(row) > 1 and (row == row[0]).all() else None
