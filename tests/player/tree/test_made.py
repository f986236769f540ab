"""Tree files of versions 1 and 2: their command is translated to fields, and refused where it is another's."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgpack
import pytest

from player import Tree, TreeFormatError, open_tree
from player.rules import names as rules
from player.tree import find_tree

HEAD = "treegen {} bulls-1x3 {} --guesses all --max-depth none"
BUILD, SOLVE = HEAD.format("build", "--strategy entropy"), HEAD.format("solve", "--objective total")


def small_tree(**fields: Any) -> Tree:
    game = rules.parse("bulls-1x3")
    return Tree.from_nodes(
        ("1", True, [(0, ("2", True, [(0, ("3", True, []))]))]),
        game=game.name, labels=game.labels, winning=game.winning, losing=(), **fields,
    )  # fmt: skip


def old_file(made: str, *, version: int = 1, **fields: Any) -> bytes:
    """The file as the writers of versions 1 and 2 made it."""
    values = msgpack.unpackb(small_tree(**fields).to_bytes())
    old = {"magic": "guesstree", "version": version, "game": values["game"], "made": made}
    rest = list(values)[list(values).index("objective") :]
    old |= {key: values[key] for key in rest if key != "weights" or version == 2}
    body: bytes = msgpack.packb({**old, "sha256": bytes(32)})[:-32]
    return body + sha256(body).digest()


@pytest.mark.parametrize(
    ("made", "fields"),
    [
        ("", {}),
        (BUILD, {}),
        (BUILD.replace("none", "7 --first 1 --seed 0 --exact-below 3"), {}),
        (BUILD.replace("entropy", "entropy+bonus=4.5+first=1.2"), {}),
        (SOLVE, {"objective": "total", "proved": True, "bound": 6}),
        (SOLVE.replace("none", "5 --first 1"), {"objective": "total"}),
        (HEAD.format("solve", "--price 0,0,1"), {"objective": "price", "prices": (0, 0, 1)}),
        ("treegen import --from json --game bulls-1x3", {}),
        ("treegen differentiate --changes 4242", {}),
    ],
)
def test_an_old_file_says_the_same_as_a_new_one(made: str, fields: dict[str, Any]) -> None:
    data = old_file(made, **fields)
    tree = open_tree(data)
    assert (tree.made, tree.sha256) == (made, data[-32:].hex())
    new = open_tree(tree.to_bytes())
    assert (new.made, new.max_depth, new.seed, new.exact_below) == (made, tree.max_depth, tree.seed, tree.exact_below)


def test_the_weights_of_version_2() -> None:
    tree = open_tree(old_file(f"{SOLVE} --weights FILE", version=2, objective="total", weights={"1": 3}))
    assert (tree.made, tree.tally, tree.weights) == (f"{SOLVE} --weights FILE", "8:3:1", (3, 1, 1))
    with pytest.raises(TreeFormatError, match="not a treegen command"):
        open_tree(old_file(SOLVE, version=2, objective="total", weights={"1": 3}))
    with pytest.raises(TreeFormatError, match="weights that are all 1 are left out"):
        open_tree(old_file("", version=2))


def test_prices_past_the_depth_were_named_and_not_kept() -> None:
    made = HEAD.format("solve", "--price 0,0,1,5,5").replace("none", "3")
    fields: dict[str, Any] = {"objective": "price", "prices": (0, 0, 1)}
    assert open_tree(old_file(made, **fields)).made == made.replace(",5,5", "")
    for other in (made.replace("0,0,1", "0,1,1"), made.replace(",5,5", ","), made.replace(",5,5", ",5;")):
        with pytest.raises(TreeFormatError, match="not a treegen command"):
            open_tree(old_file(other, **fields))


@pytest.mark.parametrize(
    "made",
    [
        "treegen", "treegen build", "treegen build bulls-1x3", BUILD.replace("1x3", "1x4"), f"{BUILD} --seed x",
        f"{BUILD} --max-depth 5", f"{BUILD}; reboot", f"{BUILD} --seed", f"{BUILD} --seed 00", f" {BUILD}",
        f"{BUILD} --seed 99999999999999999999", BUILD.replace(" --guesses", "  --guesses"), f"{BUILD} --weights FILE",
        BUILD.replace("all --max-depth none", "none --max-depth all"), SOLVE, "treegen cook --changes 3",
        "treegen differentiate --changes none", "treegen import --from json --game bulls-1x4", "rm -rf x",
    ],
)  # fmt: skip
def test_no_other_command_is_taken(made: str) -> None:
    with pytest.raises(TreeFormatError, match=r"not a treegen command for this game|'none' is not a pool"):
        open_tree(old_file(made))


@pytest.mark.parametrize("made", [BUILD.replace("entropy", "$(reboot)"), BUILD.replace("none", "none --first 2")])
def test_its_fields_are_checked_as_those_of_a_new_file(made: str) -> None:
    with pytest.raises(TreeFormatError, match=r"is not a strategy|is not that of the tree"):
        open_tree(old_file(made))


def test_a_damaged_old_file_says_how_to_make_it_again() -> None:
    for data in (old_file(BUILD), old_file(BUILD)[:-60]):
        with pytest.raises(TreeFormatError, match=f"build it again: {BUILD} -o a.tree$"):
            Tree.from_bytes(data[:-1] + b"\0", "a.tree")
    for made in ("treegen build x; rm -rf .", "treegen $(reboot)", "treegen \x1b[2J", "rm -rf x", ""):
        with pytest.raises(TreeFormatError, match=r"build it again$"):
            Tree.from_bytes(old_file(made)[:-1], "a.tree")


def test_the_shipped_trees_of_any_version_open() -> None:
    for name in ("bulls-4x10.entropy", "bulls-4x10.total"):
        with open(find_tree(name), "rb") as file:
            assert Tree.from_bytes(file.read()).made.startswith("treegen ")
