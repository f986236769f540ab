"""The tree of a frontier, put together from what workers found, and a check of such trees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from treegen.games.hard import HardMode
from treegen.games.subtree import Subtree
from treegen.optimal.frontier.nodes import History, OpenSet

if TYPE_CHECKING:
    from treegen.games.game import Game

__all__ = ["assemble", "missing", "play"]


def missing(game: Game, root: OpenSet) -> list[History]:
    """The sets whose trees the result needs besides those that came with answers: cells solved without a task."""
    found = []
    todo = [root] if root.best is not None else []
    while todo:
        node = todo.pop()
        if node.tree is None and node.split is not None:
            for feedback in _feedbacks(game, node.history, node.guess):
                child = node.split.solved.get(feedback)
                if child is not None and child.guess >= 0:
                    todo.append(child)
                else:
                    found.append((*node.history, (node.guess, feedback)))
    return found


def assemble(game: Game, node: OpenSet, trees: Mapping[History, Subtree]) -> Subtree:
    """The tree of a solved set; `trees` has those of missing()."""
    if node.tree is not None:
        return node.tree
    assert node.split is not None
    wins = game.winning in game.table[node.guess, game.select(node.history)]
    parts = [Subtree.from_rows([(node.guess, wins, -1, -1)])]
    size = 1
    for feedback in _feedbacks(game, node.history, node.guess):
        child = node.split.solved.get(feedback)
        history = (*node.history, (node.guess, feedback))
        tree = trees[history] if child is None or child.guess < 0 else assemble(game, child, trees)
        parent = np.where(tree.parent < 0, 0, tree.parent + size).astype(np.int32)
        told = np.where(tree.parent < 0, feedback, tree.feedback).astype(np.int32)
        parts.append(Subtree(tree.guess, tree.wins, parent, told))
        size += len(tree.guess)
    return Subtree(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def play(game: Game, history: History, tree: Subtree, pool: str = "all") -> list[int]:
    """How many secrets a tree finds at each depth, from 1 on, counted by their weight, when it is played.

    The secrets are those that the history leaves.  Raises ValueError where the columns are no tree of these secrets,
    or ask what the pool of guesses does not allow.
    """
    nodes, labels = len(tree.guess), len(game.labels)
    if not nodes or any(len(column) != nodes for column in tree):
        raise ValueError("its columns differ in length")
    if tree.guess.min() < 0 or tree.guess.max() >= len(game.guesses):
        raise ValueError("it asks a guess that is none")
    above = tree.parent.astype(np.int64)
    is_below = above[1:] >= 0
    if above[0] != -1 or tree.feedback[0] != -1 or not (is_below & (above[1:] < np.arange(1, nodes))).all():
        raise ValueError("a node comes before its parent")
    if nodes > 1 and (tree.feedback[1:].min() < 0 or tree.feedback[1:].max() >= labels):
        raise ValueError("it has a feedback that is none")
    keys = above * labels + tree.feedback
    order = np.argsort(keys[1:], kind="stable") + 1
    rising = keys[order]
    if (rising[1:] == rising[:-1]).any():
        raise ValueError("a node has two children of one feedback")
    secrets = game.select(history)
    at = np.zeros(len(secrets), np.int64)
    is_winner = np.zeros(nodes, bool)
    is_reached = np.zeros(nodes, bool)
    found = []
    while len(secrets):
        told = game.table[tree.guess[at], secrets].astype(np.int64)
        won = told == game.winning
        is_reached[at] = True
        is_winner[at[won]] = True
        found.append(int(game.secret_weights[secrets[won]].sum()))
        secrets, wanted = secrets[~won], at[~won] * labels + told[~won]
        places = np.searchsorted(rising, wanted)
        if (places >= len(rising)).any() or (rising[np.minimum(places, len(rising) - 1)] != wanted).any():
            raise ValueError("it has no answer to a feedback")
        at = order[places]
        if len(found) > nodes:
            raise ValueError("it does not end")
    if not is_reached.all() or (is_winner != (tree.wins > 0)).any():
        raise ValueError("it has nodes that no secret reaches, or wins where there are none")
    if pool == "candidates" and not is_winner.all():
        raise ValueError("it asks what is no candidate")
    if pool == "hard":
        _check_hard_mode(game, tree)
    return found


def _check_hard_mode(game: Game, tree: Subtree) -> None:
    rule = HardMode(game)
    allowed: list[npt.NDArray[np.bool_] | None] = []
    for guess, above, told in zip(tree.guess.tolist(), tree.parent.tolist(), tree.feedback.tolist(), strict=True):
        here = None
        if above >= 0:
            here = rule.allowed(int(tree.guess[above]), told)
            before = allowed[above]
            here = here if before is None else here & before
            if not here[guess]:
                raise ValueError("it asks what hard mode forbids")
        allowed.append(here)


def _feedbacks(game: Game, history: History, guess: int) -> list[int]:
    """The feedbacks to a guess, rising, that leave secrets to be found."""
    told = np.unique(game.table[guess, game.select(history)])
    return [feedback for feedback in told.tolist() if feedback != game.winning]
