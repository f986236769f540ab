"""The independent check: what it says of false trees; that it finds all lies: tests/attacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small import sealed, small_tree

import treegen as tg
from player.tree import Tree
from treegen.insight.verify import prove_again, verify_bytes

PAIRS: dict[str, Any] = {"game": "bulls-2x2", "labels": ("00", "01", "02", "10", "20"), "winning": 4, "losing": ()}


def test_dead_branches_and_false_wins_are_found() -> None:
    lost = Tree.from_nodes(("12", True, [(0, ("21", True, []))]), **PAIRS).to_bytes()
    faults = verify_bytes(lost).faults
    assert "secret 21: no branch for 02 to 12 at guess 1" in faults
    assert "node 1 (21) is a dead branch: no secret leads there" in faults
    unmarked = Tree.from_nodes(("12", False, [(0, ("12", True, [])), (2, ("21", True, []))]), **PAIRS).to_bytes()
    assert "secret 12: guess 12 is right, but not marked so" in verify_bytes(unmarked).faults
    root: Any = ("12", True, [
        (1, ("23", True, [(1, ("32", True, []))])), (2, ("21", True, [])), (3, ("13", True, [(1, ("31", True, []))])),
    ])  # fmt: skip
    faults = verify_bytes(Tree.from_nodes(root, **(PAIRS | {"game": "bulls-2x3"})).to_bytes()).faults
    assert "node 4 (32) is marked as a win, but no secret ends there" in faults


@pytest.mark.parametrize(("changes", "fault"), [
    ({}, ""),
    ({"losing": [3]}, "the losing feedbacks are not those of its game: 3, not none"),
    ({"labels": ["a", "b", "c", "e"]}, "the feedback labels are not those of its game: a b c e, not a b c d"),
])  # fmt: skip
def test_the_feedbacks_of_a_table_are_compared(changes: dict[str, Any], fault: str) -> None:
    game = tg.Game.from_table([[2, 0, 1], [0, 2, 1], [0, 1, 2]], winning=2, labels=("a", "b", "c", "d"))
    assert "".join(verify_bytes(sealed(tg.build(game), **changes), game=game).faults) == fault


def test_what_only_the_files_of_its_game_say_is_checked(tmp_path: Path) -> None:
    table = tg.Game.from_table([[3, 0, 0], [0, 3, 1], [0, 1, 3]], winning=3, secrets=("a", "b", "c"))
    fields: dict[str, Any] = {"game": table.name, "labels": table.labels, "losing": ()}
    data = Tree.from_nodes(("g0", True, [(0, ("g9", True, [(1, ("g2", True, []))]))]), winning=3, **fields).to_bytes()
    assert "node 1 asks g9, which is not a guess of its game" in verify_bytes(data, game=table).faults
    pair = tg.Game.from_table([[1, 0], [0, 1]], winning=1)
    fields |= {"game": pair.name, "labels": pair.labels}
    data = Tree.from_nodes(("g0", True, [(1, ("g1", True, []))]), winning=0, **fields).to_bytes()
    assert verify_bytes(data, game=pair).faults == ("the winning feedbacks are not those of its game: 0, not 1",)
    (tmp_path / "words.txt").write_text("abc\nabd\nxyz\nbca\n")
    game = tg.game(f"words:{tmp_path / 'words.txt'}")
    data = tg.build(game).to_bytes()
    assert verify_bytes(data, game=game).faults == ()
    with pytest.raises(tg.BadInput, match=r"read from files \(words\.txt \(\w{8}\)\); name them with --game words:"):
        verify_bytes(data)


def test_a_depth_that_cannot_be_is_not_searched() -> None:
    """So many prices would not fit the memory; and a fault of prices is told in one short line."""
    tree = small_tree(objective="total", bound=6)
    for depth in (131073, int("9" * 4000)):
        tree.pool, tree.max_depth = "all", depth
        with pytest.raises(tg.BadInput, match="max_depth takes a whole number from 1 to 131072"):
            prove_again(tree)
    tree.max_depth = 300
    assert prove_again(tree) == ["its prices 1,2,3,... are not those of its objective, 1,2,3,4,5,6,7,8,9,10,..."]


NOT_OWN = "which is not a candidate there"


@pytest.mark.parametrize(("game", "strategy", "pool", "fault"), [
    ("bulls-3x5", "entropy", "candidates", NOT_OWN), ("bulls-3x5", "entropy", "candidates-until-2", "not one that"),
    ("marks-3x4", "entropy", "hard", "in hard mode: "),
    ("bulls-3x5", "entropy", "hard", "the pool is hard, but its feedbacks are not marks"),
    ("bulls-3x5", "entropy", "any", "the pool 'any' is not one that guesstree knows"),
    ("bulls-3x4-any", "entropy+candidates+first=112.231", "candidates", None),
    ("marks-3x4", "entropy+hard+first=112.231", "hard", None),
])  # fmt: skip
def test_the_guesses_are_of_the_pool(game: str, strategy: str, pool: str, fault: str | None) -> None:
    tree = tg.build(game, strategy, max_depth=None)
    assert verify_bytes(tree.to_bytes()).faults == ()
    faults = verify_bytes(sealed(tree, pool=pool)).faults
    assert [fault in each for each in faults[:1]] == [True] if fault else faults == ()
