"""The reader: what was written comes back, also as a command; whatever happened to it is told in its own words."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgpack
import pytest
from small import BUILT, refusal, small_tree

from player import Tree, TreeFormatError, open_tree, shipped_trees
from player.tree import files, find_tree, read_tree
from player.tree.columns import MAX_FILE_SIZE, Columns
from player.tree.decode import decode

if TYPE_CHECKING:
    from pathlib import Path


MADE = "treegen build bulls-1x3 --strategy entropy --guesses all --max-depth none"
DAMAGED = ("checksum differs", "its end is missing", "follow its end", "this is not a tree file", "format version")


SMALL = small_tree(**BUILT).to_bytes()
VERSION = SMALL.index(b"\xa7version") + 8
LARGE = Path(find_tree("bulls-4x10.entropy")).read_bytes()


def test_every_field_comes_back() -> None:
    tree = small_tree(**BUILT)
    assert tree.made == MADE
    tree.objective, tree.prices, tree.proved, tree.bound = "price", (0, 0, 7, 9), True, 7
    tree.max_depth, tree.first_guess, tree.seed, tree.exact_below, tree.weights = 5, "1", 0, 2, (1, 2, 1)
    tree._take_histogram()
    tree.bound = tree.cost
    read = open_tree(tree.to_bytes())
    for name in Columns.__slots__:
        assert getattr(read, name) == getattr(tree, name), name
    assert read.made == f"{MADE[:-4]}5 --first 1 --seed 0 --exact-below 2 --weights FILE"
    assert (read.cost, read.guesses, read.levels) == (tree.bound, ["1", "2", "3"], (0, 1, 2, 3))


def test_every_flipped_bit_of_a_small_file_is_noticed() -> None:
    number = int.from_bytes(SMALL, "big")
    for bit in range(len(SMALL) * 8):
        message = refusal((number ^ (1 << bit)).to_bytes(len(SMALL), "big"))
        assert any(words in message for words in DAMAGED), message


def test_every_prefix_is_refused() -> None:
    assert refusal(b"") == "a.tree: the file is empty; build the tree again"
    for length in range(1, len(SMALL)):
        message = refusal(SMALL[:length])
        assert (
            "this is not a tree file" if length < VERSION else "its end is missing: the file is cut short"
        ) in message
    for length in range(1, len(LARGE), 97):
        refusal(LARGE[:length])


@pytest.mark.parametrize("extra", [1, 31, 32, 33, 100_000])
@pytest.mark.parametrize("filler", [b"\0", b"\n", b"\xff"])
def test_trailing_bytes_are_refused(extra: int, filler: bytes) -> None:
    assert f"{extra} bytes follow its end: the file is damaged" in refusal(SMALL + filler * extra)


@pytest.mark.parametrize(
    ("encoded", "shown"),
    [
        (b"\x00", "0"),
        *((bytes([version]), str(version)) for version in range(2, 8)),
        (b"\x7f", "127"),
        (b"\xff", "-1"),
        (b"\xcc\xc8", "200"),
        (b"\xcd\x01\x00", "256"),
        (b"\xce\x00\x01\x00\x00", "65536"),
        (b"\xcf" + b"\xff" * 8, "18446744073709551615"),
        (b"\xd0\x80", "-128"),
    ],
)
@pytest.mark.parametrize("rest", [SMALL[VERSION + 1 :], b"", b"of another kind altogether"])
def test_another_version_is_named_whatever_follows(encoded: bytes, shown: str, rest: bytes) -> None:
    message = refusal(SMALL[:VERSION] + encoded + rest)
    assert message == f"a.tree: format version {shown}, this program reads 1; update guesstree, or build the tree again"


@pytest.mark.parametrize("header", [b"\x8f", b"\xde\x00\x13", b"\xdf\x00\x00\x00\x14"])
def test_another_version_may_have_other_entries(header: bytes) -> None:
    assert "format version 7," in refusal(header + SMALL[3:VERSION] + b"\x07\xa4more\x01")


def test_a_damaged_file_says_how_to_make_it_again() -> None:
    damaged = SMALL[:-1] + bytes([SMALL[-1] ^ 1])
    problem = "checksum differs: the file is damaged; build it again"
    assert refusal(damaged, "t.tree") == f"t.tree: {problem}: {MADE} -o t.tree"
    assert refusal(damaged, "my trees/t.tree") == f"my trees/t.tree: {problem}: {MADE} -o 'my trees/t.tree'"
    assert refusal(damaged, "standard input") == f"standard input: {problem}: {MADE}"
    assert refusal(SMALL[:-40], "t.tree").endswith(f"build it again: {MADE} -o t.tree")


@pytest.mark.parametrize("text", ["x; rm -rf .", "$(reboot)", "\x1b[2J", "", "a b"])
@pytest.mark.parametrize("name", ["game", "strategy", "pool", "first_guess", "method"])
def test_no_command_of_a_damaged_file_is_offered_that_could_harm(name: str, text: str) -> None:
    tree = small_tree(**BUILT)
    setattr(tree, name, text)
    assert refusal(tree.to_bytes()[:-1]).endswith("build it again") or (name, text) == ("first_guess", "")


def test_no_command_is_offered_for_a_damaged_objective() -> None:
    tree = small_tree(**BUILT)
    tree.method, tree.strategy, tree.objective = "solve", "", "total"
    assert "build it again: treegen solve bulls-1x3 --objective total " in refusal(tree.to_bytes()[:-1])
    tree.objective = "tota\0"
    assert refusal(tree.to_bytes()[:-1]).endswith("build it again")


def test_a_file_above_64_mib_is_not_parsed() -> None:
    assert refusal(bytes(MAX_FILE_SIZE + 1)) == "a.tree: larger than 64 MiB; this is not a tree file"


def test_the_constructor_keeps_the_shape_too() -> None:
    """What is refused in a file cannot be made in memory and written either."""
    good: dict[str, Any] = {"game": "bulls-1x2", "labels": ("00", "10"), "winning": 1, "losing": ()}
    for columns in (
        (b"", b"", b"", b""), (b"12", b"\0\0", b"\1\1", b"\3"), (b"12", b"\0\1", b"\1\0", b"\3"),
        (b"12", b"\0\0", b"\1\0", b"\1"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"nodes|fanouts|feedback|neither"):
            Tree(**good | dict(zip(("guess", "feedback", "fanout", "wins"), columns, strict=True)))


HEAD = "treegen {} bulls-1x3 {} --guesses all --max-depth none"
BUILD, SOLVE = HEAD.format("build", "--strategy entropy"), HEAD.format("solve", "--objective total")


@pytest.mark.parametrize(
    ("made", "fields"),
    [
        ("", {}),
        (BUILD, {"method": "build", "strategy": "entropy"}),
        (BUILD.replace("none", "7 --first 1 --seed 0 --exact-below 3"),
         {"method": "build", "strategy": "entropy", "max_depth": 7, "first_guess": "1", "seed": 0, "exact_below": 3}),
        (BUILD.replace("entropy", "entropy+bonus=4.5+first=1.2"),
         {"method": "build", "strategy": "entropy+bonus=4.5+first=1.2"}),
        (SOLVE, {"method": "solve", "objective": "total", "proved": True, "bound": 6}),
        (SOLVE.replace("none", "5 --first 1"),
         {"method": "solve", "objective": "total", "max_depth": 5, "first_guess": "1"}),
        (f"{SOLVE} --weights FILE", {"method": "solve", "objective": "total", "weights": {"1": 3}}),
        (HEAD.format("solve", "--price 0,0,1"), {"method": "solve", "objective": "price", "prices": (0, 0, 1)}),
        ("treegen import --from json --game bulls-1x3", {"method": "import", "strategy": "json"}),
        ("treegen differentiate --changes 4242", {"method": "differentiate", "changes": 4242}),
    ],
)  # fmt: skip
def test_the_recipe_follows_from_the_fields(made: str, fields: dict[str, Any]) -> None:
    pool = "all" if fields.get("method") in ("build", "solve") else ""
    tree = small_tree(pool=pool, **fields)
    assert tree.made == made
    assert open_tree(tree.to_bytes()).made == made


NAME = "mastermind-4x6.worst"


@pytest.mark.parametrize("name", shipped_trees())
def test_what_is_in_the_manifest_is_what_the_reader_takes(name: str) -> None:
    path, data = files.read_source(name)
    quick, careful = read_tree(name), decode(data, path, Tree)
    assert quick == careful
    assert all(getattr(quick, key) == getattr(careful, key) for key in Columns.__slots__ if key != "path")
    assert (careful.sha256, careful.to_bytes()) == (data[-32:].hex(), data)


def test_a_tree_in_the_same_folder_that_is_not_in_the_manifest_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (f"{NAME}.tree", "manifest.json"):
        shutil.copy(f"{files.trees_folder()}/{name}", tmp_path)
    monkeypatch.setattr(files, "trees_folder", lambda: str(tmp_path))
    path = tmp_path / f"{NAME}.tree"
    sound = path.read_bytes()
    values = msgpack.unpackb(sound)
    forged = open_tree(NAME)
    forged.strategy = "entropy; reboot"
    for data in (
        sound[:-1],
        sound[:-40] + sound[-32:],
        bytes([*sound[:500], sound[500] ^ 1, *sound[501:]]),
        forged.to_bytes(),
    ):
        path.write_bytes(data)
        with pytest.raises(TreeFormatError):
            read_tree(NAME)
    path.write_bytes(sound)
    assert read_tree(NAME).tally == values["tally"]
