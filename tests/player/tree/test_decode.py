"""The reader: what was written comes back, whatever happened to a file is told, and trees/FORMAT.md is true."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgpack
import pytest
from small import BUILT, refusal, small_tree

from player import Tree, TreeFormatError, open_tree, shipped_trees
from player.tree import files, find_tree
from player.tree.columns import MAX_FILE_SIZE, VERSION, Columns
from player.tree.decode import _OPTIONS, OBJECTIVES, decode

if TYPE_CHECKING:
    from tests.conftest import RunCommand


MADE = BUILT["made"]
DAMAGED = ("checksum differs", "its end is missing", "follow its end", "this is not a tree file", "format version")
SMALL = small_tree(**BUILT).to_bytes()
PLACE = SMALL.index(b"\xa7version") + 8
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
        message = refusal(SMALL[:length])
        assert ("this is not a tree file" in message) == (length < PLACE)
        assert any(words in message for words in DAMAGED), message
    assert refusal(bytes(MAX_FILE_SIZE + 1)) == "a.tree: larger than 64 MiB; this is not a tree file"
    large = Path(find_tree("bulls-4x10.entropy")).read_bytes()
    for length in range(1, len(large), 97):
        refusal(large[:length])


def test_a_damaged_file_says_how_to_make_it_again() -> None:
    damaged = SMALL[:-1] + bytes([SMALL[-1] ^ 1])
    problem = "checksum differs: the file is damaged; build it again"
    assert refusal(damaged, "t.tree") == f"t.tree: {problem}: {MADE} -o t.tree"
    assert refusal(damaged, "my trees/t.tree") == f"my trees/t.tree: {problem}: {MADE} -o 'my trees/t.tree'"
    assert refusal(damaged, "standard input") == f"standard input: {problem}: {MADE}"
    assert refusal(SMALL[:-40], "t.tree").endswith(f"build it again: {MADE} -o t.tree")
    for made in ("", f"{MADE}; reboot", "treegen build $(reboot)", f"{MADE}\x1b[2J", f"{MADE} --name {'x' * 250}"):
        assert refusal(small_tree(made=made).to_bytes()[:-1]).endswith("build it again")


def test_what_is_in_the_manifest_is_what_the_reader_takes() -> None:
    for name in shipped_trees():
        path, data = files.read_source(name)
        quick, careful = open_tree(name), decode(data, path, Tree)
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
            open_tree(NAME)


PAGE = (Path(__file__).parents[3] / "trees" / "FORMAT.md").read_text(encoding="utf-8")
LINE = re.compile(
    r"^([0-9a-f]{4})  ((?:(?:[0-9a-f]{2})+|'.*?')(?: (?:(?:[0-9a-f]{2})+|'.*?'))*)(?:  .+)?$", re.MULTILINE
)


def dump() -> bytes:
    """The file that the page shows: bytes in hexadecimal, and quoted ASCII; each line begins where it says."""
    data = b""
    for offset, shown in LINE.findall(PAGE):
        assert int(offset, 16) == len(data)
        for quoted, digits in re.findall(r"'(.*?)'|([0-9a-f]+)", shown):
            data += quoted.encode("ascii") or bytes.fromhex(digits)
    return data


def test_the_dump_is_what_the_writer_and_the_command_make(call_treegen: RunCommand, tmp_path: Path) -> None:
    assert dump().hex(" ") == small_tree(**BUILT).to_bytes().hex(" ")
    assert f"Three nodes, {len(dump())} bytes, made by `treegen build bulls-1x3 -o three.tree`" in PAGE
    assert f"of the {len(dump()) - 32} bytes before" in PAGE
    assert call_treegen("build", "bulls-1x3", "-o", tmp_path / "three.tree").returncode == 0
    assert (tmp_path / "three.tree").read_bytes() == dump()


def test_the_page_names_every_key_objective_and_option() -> None:
    keys = list(msgpack.unpackb(dump()))
    assert [re.findall("'(.*?)'", line)[0] for _, line in LINE.findall(PAGE)[1:]] == keys
    assert re.findall(r"^\|`(\w+)`\|", PAGE, re.MULTILINE) == keys
    assert f"**format version {VERSION}**" in PAGE
    for name in filter(None, [*OBJECTIVES, *(f"--{option}" for option in _OPTIONS.split("|"))]):
        assert f"`{name}`" in PAGE
    assert len(PAGE.split()) <= 1800


PRICES, NOT_ALLOWED = "are not those of", "at most 2 was allowed|which is not from its depth"


@pytest.mark.parametrize(("objective", "is_proved", "max_depth", "prices", "refusal"), [
    ("total", True, None, (), ""),
    ("total", True, 5, (1, 2, 3, 4, 5), ""),
    ("total", True, None, (1, 2, 3, 4, 5), PRICES),
    ("total", True, 5, (1, 2, 3, 4), PRICES),
    ("total", True, 2, (), NOT_ALLOWED),
    ("worst", True, 7, (1, 2, 3), ""),
    ("worst", False, None, (), ""),
    ("fewest-at-max", True, None, (1, 2, 12), ""),
    ("fewest-at-max", True, 4, (1, 2, 3, 16), ""),
    ("fewest-at-max", True, None, (1, 2, 13), PRICES),
    ("fewest-at-max", False, None, (), ""),
    ("fewest-at-max", False, 4, (1, 2, 3, 4), PRICES),
    ("identify", True, None, (), ""),
    ("identify", False, 4, (1, 2, 3, 4), "identify has no prices"),
    ("price", True, 3, (-9, 1, 1), ""),
    ("price", False, 7, (1, 2, 3), ""),
    ("price", True, 3, (1, 2, 3, 4), PRICES),
    ("price", True, None, (1, 2), "are not those of price"),
    ("totally", True, None, (), "is not one that guesstree knows"),
])  # fmt: skip
def test_the_prices_of_an_objective(
    objective: str, is_proved: bool, max_depth: int | None, prices: tuple[int, ...], refusal: str
) -> None:
    tree = small_tree(**BUILT, objective=objective, max_depth=max_depth, prices=prices)
    tree.bound = tree.cost if is_proved else None
    data = tree.to_bytes()
    if not refusal:
        read = open_tree(data)
        assert (read.to_bytes(), read.proved) == (data, is_proved)
        return
    with pytest.raises(TreeFormatError, match=refusal):
        open_tree(data)


def test_more_that_cannot_be() -> None:
    with pytest.raises(TreeFormatError, match="takes all guesses"):
        open_tree(small_tree(pool="candidates", objective="identify").to_bytes())
    # Where it is not known how a tree was made, neither is the depth that was allowed.
    assert open_tree(small_tree(objective="total", prices=(1, 2, 3, 4)).to_bytes()).cost == 6
    assert not open_tree(small_tree(objective="total", bound=5).to_bytes()).proved
