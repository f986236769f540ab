"""The command in a tree file: what build, solve and import say that they did is taken when the file is read."""

from __future__ import annotations

import shlex
from itertools import pairwise

import numpy as np

import treegen as tg
from player import Tree, open_tree
from player.tree.decode import OBJECTIVES
from treegen.exchange.importing import read_tree, to_json
from treegen.games.weights import weigh
from treegen.greedy.strategy import POOLS, STRATEGIES
from treegen.optimal import goal

WORDS = ["été", "*/x", "!&r", "$%r", "a-b", "q_q"]


def kept(tree: Tree) -> str:
    """The command of a tree that comes back from its own bytes."""
    return open_tree(tree.to_bytes()).made


def test_what_made_a_tree_is_taken() -> None:
    game = tg.game("bulls-2x4")
    weighted = weigh(game, np.arange(1, 1 + len(game.secrets)))
    more = "entropy+bonus=0.00001", "minimax+last-candidate+in-order", "entropy+first=12.34"
    for name in more:
        assert kept(tg.build(game, name)).startswith(f"treegen build bulls-2x4 --strategy {name.partition('=')[0]}")
    for name in STRATEGIES:
        assert kept(tg.build(game, name)).startswith("treegen build bulls-2x4 --strategy ")
    for pool in {*POOLS} - {"hard"}:
        assert f"--guesses {pool} " in kept(tg.build(game, guesses=pool))
    for name in goal.OBJECTIVES:
        assert f" --objective {name} " in kept(tg.solve(game, name))
    assert {*goal.OBJECTIVES, "", "price"} == set(OBJECTIVES)
    for tree, words in (
        (tg.build(game, first="21", exact_below=3), "--first 21 --exact-below 3"),
        (tg.build("mastermind-2x4=BGRY"), "treegen build mastermind-2x4=BGRY "),
        (tg.solve(game, prices=[0, 0, 1, 1, 5, 5, 5]), " --price 0,0,1,1,5,5,5 "),
        (tg.solve(game, first="12", max_depth=6), "--max-depth 6 --first 12"),
        (tg.solve(weighted), "--weights FILE"),
        (tg.build(weighted), "--weights FILE"),
        (read_tree(to_json(tg.build(game)), "json", game)[0], "treegen import --from json --game bulls-2x4"),
    ):
        assert words in kept(tree)


def test_any_word_of_a_list_may_be_asked_first() -> None:
    """A word may hold what a command may not; in its own tree it is known."""
    game = tg.Game.from_words(WORDS)
    for first, second in pairwise(WORDS):
        for tree in (tg.build(game, first=first), tg.solve(game, first=first)):
            assert shlex.split(kept(tree))[-2:] == ["--first", first]
        assert f"entropy+first={first}.{second}" in shlex.split(kept(tg.build(game, f"entropy+first={first}.{second}")))
