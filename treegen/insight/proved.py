"""A proved tree that is shipped: what its positions are worth, and its larger sets for a search to start from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from player.errors import BadInput, TreeFormatError
from player.tree import Tree, open_tree
from treegen.games.game import Game
from treegen.optimal.query import History, Position

__all__ = ["KnownTree", "Node", "find_proved_tree"]

_OBJECTIVES = {"all": "total", "candidates": "candidates"}  # what such a tree is called, by the pool of guesses
_LEAST = 20  # candidates of the sets that a search is given; smaller ones are searched as quickly


@dataclass(frozen=True, slots=True)
class Node:
    """A position on a tree: the guess, its cost summed over the candidates, and the most guesses needed."""

    guess: int
    cost: int
    depth: int


class KnownTree:
    """A tree of least total without a limit of depth: its subtrees, too, have the least totals of their sets.

    Otherwise another subtree would make the whole tree better.  With a limit of depth this would not hold.
    """

    def __init__(self, game: Game, tree: Tree) -> None:
        self._game, self._tree = game, tree
        nodes = len(tree)
        self._count, self._cost, self._depth = [0] * nodes, [0] * nodes, [1] * nodes
        wins = np.unpackbits(np.frombuffer(tree.wins, np.uint8), bitorder="little", count=nodes).tolist()
        for node in reversed(range(nodes)):
            below = range(tree.first[node], tree.first[node + 1])
            self._count[node] = wins[node] + sum(self._count[child] for child in below)
            self._cost[node] = self._count[node] + sum(self._cost[child] for child in below)
            self._depth[node] = 1 + max((self._depth[child] for child in below), default=0)

    def find(self, position: Position) -> Node | None:
        """The node that the guesses of a position and their feedbacks lead to; None off the tree."""
        tree, node = self._tree, 0
        for guess, feedback in zip(position.asked, position.feedbacks(self._game), strict=True):
            if tree.guesses[node] != self._game.guesses[guess]:
                return None
            start, stop = tree.first[node], tree.first[node + 1]
            below = [child for child in range(start, stop) if tree.feedback[child] == feedback]
            if not below:
                return None
            node = below[0]
        return Node(self._game.guess_index[tree.guesses[node]], self._cost[node], self._depth[node])

    def large_sets(self) -> Iterator[tuple[History, int, int]]:
        """The larger sets of the tree, as `ExactSearch.believe` takes them."""
        tree = self._tree
        histories: list[History] = [()]
        for node, count in enumerate(self._count):  # parents before their children
            below = range(tree.first[node], tree.first[node + 1])
            if count < _LEAST:
                histories += [()] * len(below)
                continue
            guess = self._game.guess_index[tree.guesses[node]]
            histories += [(*histories[node], (guess, tree.feedback[child])) for child in below]
            yield histories[node], self._cost[node] - count, guess


def find_proved_tree(game: Game, pool: str) -> KnownTree | None:
    """The shipped tree of a game that is proved to have the least total with guesses of a pool; None if there is none.

    >>> import treegen as tg
    >>> game = tg.game("bulls-3x9")
    >>> find_proved_tree(game, "all").find(Position(game.candidates(""), ())).cost
    2337
    """
    if game.rules is None or ":" in game.name or pool not in _OBJECTIVES or game.weights is not None:
        return None
    try:
        tree = open_tree(f"{game.name}.{_OBJECTIVES[pool]}")
    except (BadInput, TreeFormatError):
        return None
    is_optimal = (
        tree.proved
        and tree.method == "solve"
        and tree.objective == "total"
        and (tree.game, tree.pool, tree.labels) == (game.name, pool, game.labels)
        and tree.max_depth is None
        and not (tree.first_guess or tree.weights or tree.prices)
    )
    return KnownTree(game, tree) if is_optimal else None
