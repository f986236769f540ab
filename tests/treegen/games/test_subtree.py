"""Subtree: its way into a Tree, whatever the order of its nodes."""

from __future__ import annotations

import random

import pytest
import twins

import treegen as tg
from player.tree import Tree
from treegen.games.subtree import Subtree


def columns_of(game: tg.Game, tree: Tree, seed: int) -> Subtree:
    """The nodes of a tree in any order that has parents first."""
    chance, order, pending = random.Random(seed), [], [0]
    while pending:
        order.append(pending.pop(chance.randrange(len(pending))))
        pending += tree.children(order[-1])
    parents = tree.parents()
    return Subtree.from_rows(
        (
            game.guess_index[tree.guesses[node]],
            tree.is_win(node),
            order.index(parents[node]) if node else -1,
            tree.feedback[node] if node else -1,
        )
        for node in order
    )


@pytest.mark.parametrize("name", ["bulls-1x2", "bulls-3x5", "mastermind-3x4", "number-0..12"])
@pytest.mark.parametrize("seed", range(3))
def test_any_order_of_the_nodes_gives_the_same_tree(name: str, seed: int) -> None:
    game = twins.game(name)
    wanted = tg.build(game)
    subtree = columns_of(game, wanted, seed)
    made = {"method": "build", "strategy": "entropy", "pool": "all"}
    assert subtree.to_tree(game, **made).to_bytes() == wanted.to_bytes()
    assert tuple(subtree.histogram()) == wanted.histogram
