"""The command in a tree file: what build, solve and import say that they did is taken when the file is read."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import treegen as tg
from player import Tree, open_tree
from player.tree.decode import OBJECTIVES
from treegen.exchange.export.text import to_json
from treegen.exchange.importing import read_tree
from treegen.games.weights import weigh
from treegen.greedy.strategy import POOLS, STRATEGIES
from treegen.optimal import goal

if TYPE_CHECKING:
    from pathlib import Path

    from player import Tree

WORDS = ["été", "*/x", "!&r", "$%r", "a-b", "q_q"]


def kept(tree: Tree) -> str:
    """The command of a tree that comes back from its own bytes."""
    return open_tree(tree.to_bytes()).made


def test_what_build_says_is_taken() -> None:
    game = tg.game("bulls-2x4")
    for name in STRATEGIES:
        assert kept(tg.build(game, name)).startswith("treegen build bulls-2x4 --strategy ")
    for text in (
        "entropy+bonus=4.5",
        "entropy+bonus=0.00001",
        "minimax+last-candidate+in-order",
        "random+first-of-all",
    ):
        assert f"--strategy {text.partition('=')[0]}" in kept(tg.build(game, text))
    assert kept(tg.build(game, "entropy+first=12.34")).startswith(
        "treegen build bulls-2x4 --strategy entropy+first=12.34 "
    )
    for pool in POOLS:
        if pool != "hard":
            assert f"--guesses {pool} " in kept(tg.build(game, guesses=pool))
    assert "--first 21" in kept(tg.build(game, first="21"))
    assert kept(tg.build(game, exact_below=3)).endswith("--exact-below 3")
    assert kept(tg.build(tg.game("number-0..20"))).startswith("treegen build number-0..20 ")
    assert kept(tg.build(tg.game("mastermind-2x4=BGRY"))).startswith("treegen build mastermind-2x4=BGRY ")


def test_what_solve_says_is_taken() -> None:
    game = tg.game("bulls-2x4")
    for name in goal.OBJECTIVES:
        assert f" --objective {name} " in kept(tg.solve(game, name))
    assert {*goal.OBJECTIVES, "", "price"} == set(OBJECTIVES)
    assert " --price 0,0,1,1,5,5,5 " in kept(tg.solve(game, prices=[0, 0, 1, 1, 5, 5, 5]))
    assert kept(tg.solve(game, first="12", max_depth=6)).endswith("--max-depth 6 --first 12")
    weights = np.arange(1, 1 + len(game.secrets))
    assert kept(tg.solve(weigh(game, weights))).endswith("--weights FILE")
    assert kept(tg.build(weigh(game, weights))).endswith("--weights FILE")


def test_what_import_says_is_taken() -> None:
    game = tg.game("bulls-2x4")
    tree, _ = read_tree(to_json(tg.build(game)), "json", game)
    assert kept(tree) == "treegen import --from json --game bulls-2x4"


@pytest.mark.parametrize("first", WORDS)
def test_any_word_of_a_list_may_be_asked_first(first: str, tmp_path: Path) -> None:
    """A word may hold what a command may not; in its own tree it is known."""
    (tmp_path / "words.txt").write_text("\n".join(WORDS), encoding="utf-8")
    game = tg.game(f"words:{tmp_path / 'words.txt'}")
    for tree in (tg.build(game, first=first), tg.solve(game, first=first)):
        assert shlex.split(kept(tree))[-2:] == ["--first", first]
    second = WORDS[WORDS.index(first) - 1]
    assert f"entropy+first={first}.{second}" in shlex.split(kept(tg.build(game, f"entropy+first={first}.{second}")))
