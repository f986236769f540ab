"""The objective identify: the fewest questions until the secret is certain."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st

import treegen as tg
from player.tree import Tree
from treegen.insight.verify import prove_again, verify_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from subprocess import CompletedProcess


def least(table: list[list[int]], limit: int) -> int | None:
    """The plain recurrence: every secret pays each question asked while it is not certain."""

    @cache
    def cost(some: tuple[int, ...], left: int) -> int | None:
        if len(some) == 1:
            return 0 if left else None
        best = None
        for row in table if left else []:
            cells: dict[int, list[int]] = {}
            for secret in some:
                cells.setdefault(row[secret], []).append(secret)
            if len(cells) < 2:
                continue
            parts = [cost(tuple(cell), left - 1) for cell in cells.values()]
            if all(part is not None for part in parts):
                whole = len(some) + sum(part or 0 for part in parts)
                best = whole if best is None else min(best, whole)
        return best

    return cost(tuple(range(len(table[0]))), limit)


@pytest.mark.parametrize(
    "name", ["bulls-2x4", "bulls-3x4", "mastermind-2x3", "match-2x3", "match-3x3", "bulls-2x4-any"]
)
def test_the_cost_is_the_least(name: str) -> None:
    game = twins.game(name)
    tree = tg.solve(game, "identify")
    assert (tree.cost, tree.bound, tree.proved) == (least(game.table.tolist(), 99),) * 2 + (True,)
    assert verify_bytes(tree.to_bytes()).faults == ()
    assert prove_again(tree) == []
    assert Tree.from_bytes(tree.to_bytes()) == tree


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_of_random_games_with_and_without_a_limit(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["bulls-2x3", "mastermind-2x2", "match-2x3", "bulls-3x3"]))
    limit = data.draw(st.integers(1, 5))
    game = twins.game(name)
    wanted = least(game.table.tolist(), limit)
    if wanted is None:
        with pytest.raises(tg.NoSuchTree):
            tg.solve(game, "identify", max_depth=limit)
    else:
        tree = tg.solve(game, "identify", max_depth=limit)
        assert tree.cost == wanted
        assert tree.depth <= limit


@pytest.mark.parametrize(("first", "asked"), [(None, "g1"), ("g1", "g1"), ("g2", "g2")])
def test_a_single_secret_is_found_by_any_guess_that_wins(first: str | None, asked: str) -> None:
    game = tg.Game.from_table([[0], [1], [1]], winning=1)
    tree = tg.solve(game, "identify", first=first)
    assert (tree.guesses, tree.tally, tree.cost, tree.proved) == ([asked], "1:1:1", 0, True)
    assert tg.verify(tree, game).faults == ()
    with pytest.raises(tg.NoSuchTree, match=r"no tree begins with g0, which does not find s0$"):
        tg.solve(game, "identify", first="g0")


def test_a_hit_is_worth_nothing_by_itself() -> None:
    """Total prefers a guess that may hit, identify one that tells more."""
    game = twins.game("bulls-3x4")
    assert (tg.solve(game).cost or 0) - len(game.secrets) <= (tg.solve(game, "identify").cost or 0)


def test_the_command_and_a_false_claim(run_treegen: Callable[..., CompletedProcess[str]], tmp_path: Path) -> None:
    path = tmp_path / "t.tree"
    assert run_treegen("solve", "bulls-3x4", "--objective", "identify", "-o", path).returncode == 0
    assert "optimal: proved again" in run_treegen("verify", path, "--optimal").stdout
    tree = Tree.from_bytes(path.read_bytes())
    tree.bound = (tree.cost or 0) - 1
    with pytest.raises(tg.TreeFormatError, match="is not its bound"):
        Tree.from_bytes(tree.to_bytes())
    refused = run_treegen("solve", "bulls-3x4", "--objective", "identify", "--guesses", "candidates")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


@pytest.mark.needs_core
def test_the_tree_of_a_search_that_was_stopped_can_be_read() -> None:
    with pytest.raises(tg.StoppedEarly) as early:
        tg.solve("mastermind-4x6", "identify", max_depth=9, time_limit=0.01)
    tree = early.value.tree
    assert tree is not None
    data = tree.to_bytes()
    assert (tree.prices, tree.max_depth, Tree.from_bytes(data).to_bytes()) == ((), 9, data)
