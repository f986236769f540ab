"""The reader: what was written comes back, also the command; whatever happened to it is told in its own words."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import msgpack
import pytest
from small import BUILT, refusal, small_tree

from player import Tree, TreeFormatError, open_tree, shipped_trees
from player.tree import files, find_tree, read_tree
from player.tree.columns import MAX_FILE_SIZE, Columns
from player.tree.decode import decode

MADE = BUILT["made"]
DAMAGED = ("checksum differs", "its end is missing", "follow its end", "this is not a tree file", "format version")
SMALL = small_tree(**BUILT).to_bytes()
VERSION = SMALL.index(b"\xa7version") + 8
NAME = "mastermind-4x6.worst"


def test_every_field_comes_back() -> None:
    made = f"{MADE[:-4]}5 --first 1 --seed 7 --exact-below 2 --weights FILE"
    fields: dict[str, Any] = {"objective": "price", "prices": (0, 0, 7, 9), "weights": {"2": 2}, "first_guess": "1"}
    tree = small_tree(**BUILT | {"made": made}, max_depth=5, bound=7, **fields)
    read = open_tree(tree.to_bytes())
    for name in Columns.__slots__:
        assert getattr(read, name) == getattr(tree, name), name
    assert (read.cost, read.proved, read.guesses, read.levels) == (7, True, ["1", "2", "3"], (0, 1, 2, 3))
    told = (read.method, read.strategy, read.option("--seed"), read.option("--price"))
    assert told == ("build", "entropy", "7", "")
    tree = small_tree(made="treegen import --from json --game bulls-1x3")
    assert (tree.method, tree.strategy, small_tree().method, small_tree().strategy) == ("import", "json", "", "")


def test_every_flipped_bit_of_a_small_file_is_noticed() -> None:
    number = int.from_bytes(SMALL, "big")
    for bit in range(len(SMALL) * 8):
        message = refusal((number ^ (1 << bit)).to_bytes(len(SMALL), "big"))
        assert any(words in message for words in DAMAGED), message


def test_every_prefix_is_refused() -> None:
    assert refusal(b"") == "a.tree: the file is empty; build the tree again"
    for length in range(1, len(SMALL)):
        words = "this is not a tree file" if length < VERSION else "its end is missing: the file is cut short"
        assert words in refusal(SMALL[:length])
    large = Path(find_tree("bulls-4x10.entropy")).read_bytes()
    for length in range(1, len(large), 97):
        refusal(large[:length])


@pytest.mark.parametrize("extra", [b"\0", b"\n" * 31, b"\xff" * 32, bytes(33), bytes(100_000)], ids=len)
def test_trailing_bytes_are_refused(extra: bytes) -> None:
    assert f"{len(extra)} bytes follow its end: the file is damaged" in refusal(SMALL + extra)


VERSIONS = {
    b"\x00": 0,
    b"\x02": 2,
    b"\xff": -1,
    b"\xcc\xc8": 200,
    b"\xcf" + b"\xff" * 8: (1 << 64) - 1,
    b"\xd0\x80": -128,
}


@pytest.mark.parametrize("encoded", VERSIONS)
@pytest.mark.parametrize("rest", [SMALL[VERSION + 1 :], b"", b"of another kind altogether"])
def test_another_version_is_named_whatever_follows(encoded: bytes, rest: bytes) -> None:
    shown = (
        f"a.tree: format version {VERSIONS[encoded]}, this program reads 1; update guesstree, or build the tree again"
    )
    assert refusal(SMALL[:VERSION] + encoded + rest) == shown
    for header in (b"\x8f", b"\xde\x00\x13", b"\xdf\x00\x00\x00\x14"):
        assert refusal(header + SMALL[3:VERSION] + encoded + rest) == shown


def test_a_damaged_file_says_how_to_make_it_again() -> None:
    damaged = SMALL[:-1] + bytes([SMALL[-1] ^ 1])
    problem = "checksum differs: the file is damaged; build it again"
    assert refusal(damaged, "t.tree") == f"t.tree: {problem}: {MADE} -o t.tree"
    assert refusal(damaged, "my trees/t.tree") == f"my trees/t.tree: {problem}: {MADE} -o 'my trees/t.tree'"
    assert refusal(damaged, "standard input") == f"standard input: {problem}: {MADE}"
    assert refusal(SMALL[:-40], "t.tree").endswith(f"build it again: {MADE} -o t.tree")
    for made in ("", f"{MADE}; reboot", "treegen build $(reboot)", f"{MADE}\x1b[2J", f"{MADE} --name {'x' * 250}"):
        assert refusal(small_tree(made=made).to_bytes()[:-1]).endswith("build it again")


def test_a_file_above_64_mib_is_not_parsed() -> None:
    assert refusal(bytes(MAX_FILE_SIZE + 1)) == "a.tree: larger than 64 MiB; this is not a tree file"


@pytest.mark.parametrize("columns", [
    (b"", b"", b"", b""), (b"12", b"\0\0", b"\1\1", b"\3"), (b"12", b"\0\1", b"\1\0", b"\3"),
    (b"12", b"\0\0", b"\1\0", b"\1"),
])  # fmt: skip
def test_what_is_refused_in_a_file_cannot_be_made_in_memory_either(columns: tuple[bytes, ...]) -> None:
    good: dict[str, Any] = {"game": "bulls-1x2", "labels": ("00", "10"), "winning": 1, "losing": ()}
    with pytest.raises(ValueError, match=r"nodes|fanouts|feedback|neither"):
        Tree(**good | dict(zip(("guess", "feedback", "fanout", "wins"), columns, strict=True)))


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
    sound, forged = path.read_bytes(), open_tree(NAME)
    forged.made += "; reboot"
    flipped = bytes([*sound[:500], sound[500] ^ 1, *sound[501:]])
    for data in (sound[:-1], sound[:-40] + sound[-32:], flipped, forged.to_bytes()):
        path.write_bytes(data)
        with pytest.raises(TreeFormatError):
            read_tree(NAME)
    path.write_bytes(sound)
    assert read_tree(NAME).guesses == list(map(bytes.decode, _guesses(msgpack.unpackb(sound))))


def _guesses(values: dict[str, Any]) -> list[bytes]:
    return [values["guess"][at : at + 4] for at in range(0, len(values["guess"]), 4)]
