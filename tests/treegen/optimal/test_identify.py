"""The objective identify: the fewest questions until the secret is certain; costs: test_brute_force.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import treegen as tg
from player.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from subprocess import CompletedProcess


@pytest.mark.parametrize(("first", "asked"), [(None, "g1"), ("g1", "g1"), ("g2", "g2")])
def test_a_single_secret_is_found_by_any_guess_that_wins(first: str | None, asked: str) -> None:
    game = tg.Game.from_table([[0], [1], [1]], winning=1)
    tree = tg.solve(game, "identify", first=first)
    assert (tree.guesses, tree.tally, tree.cost, tree.proved) == ([asked], "1:1:1", 0, True)
    assert tg.verify(tree, game).faults == ()
    with pytest.raises(tg.NoSuchTree, match=r"no tree begins with g0, which does not find s0$"):
        tg.solve(game, "identify", first="g0")


def test_the_command_and_a_false_claim(call_treegen: Callable[..., CompletedProcess[str]], tmp_path: Path) -> None:
    path = tmp_path / "t.tree"
    assert call_treegen("solve", "bulls-3x4", "--objective", "identify", "-o", path).returncode == 0
    assert "optimal: proved again" in call_treegen("verify", path, "--optimal").stdout
    tree = Tree.from_bytes(path.read_bytes())
    tree.bound = (tree.cost or 0) - 1
    with pytest.raises(tg.TreeFormatError, match="is not its bound"):
        Tree.from_bytes(tree.to_bytes())
    refused = call_treegen("solve", "bulls-3x4", "--objective", "identify", "--guesses", "candidates")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


@pytest.mark.needs_core
def test_the_tree_of_a_search_that_was_stopped_can_be_read() -> None:
    with pytest.raises(tg.StoppedEarly) as early:
        tg.solve("mastermind-4x6", "identify", max_depth=9, time_limit=0.01)
    tree = early.value.tree
    assert tree is not None
    data = tree.to_bytes()
    assert (tree.prices, tree.max_depth, Tree.from_bytes(data).to_bytes()) == ((), 9, data)


@pytest.mark.parametrize("weights", [None, [1], [10]])
@pytest.mark.parametrize("first", [None, "g0", "g1"])
@pytest.mark.parametrize("max_depth", [None, 1, 3])
def test_a_single_secret_is_certain_whatever_it_weighs(
    weights: list[int] | None, first: str | None, max_depth: int | None, tmp_path: Path
) -> None:
    game = tg.Game.from_table([[1], [1], [2]], winning=1, weights=weights)
    tree = tg.solve(game, "identify", first=first, max_depth=max_depth)
    assert (tree.cost, tree.bound, tree.proved, tree.guesses) == (0, 0, True, [first or "g0"])
    tree.write(tmp_path / "one.tree")
    assert tg.open_tree(tmp_path / "one.tree") == tree
