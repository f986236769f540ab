"""The page and the npm package take the trees that `player.tree` takes, and no others: one set of cases for both."""

from __future__ import annotations

import sys
from base64 import b64encode
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from page_tools import ROOT, JavaScript, bundle, pack, write_page

from player import Tree, TreeFormatError
from player.tree import find_tree, shipped_trees

sys.path.append(str(ROOT / "tests" / "attacks"))

from campaigns.trees import change, made_samples, shipped_samples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from campaigns.trees import Sample
    from page_tools import OpenPage

    Read = Callable[[Sequence[bytes]], list[str]]

pytestmark = pytest.mark.needs_npm
FILES = ["two words.txt", "0af3" * 16]
WORDS: dict[str, Any] = {
    "game": f"words:{'0' * 64}", "files": FILES, "labels": ["0", "1", "2"], "winning": 2, "guess": b"123",
}  # fmt: skip
WEIGHTED = {"weights": [1, 5, 1]}


SHAPE, VERSION = "not a tree file", "a tree file of a version that is not known here"
COLUMNS = "a tree file whose entries contradict each other"
REFUSED: dict[str, tuple[bytes, str]] = {
    **{f"version {version}": (pack(version=version), VERSION) for version in (0, 2, 3, 6, 7)},
    "files of a game that has none": (pack(files=FILES), COLUMNS),
    "a file without a hash": (pack(**WORDS | {"files": ["a"]}), COLUMNS),
    "a name with an escape": (pack(**WORDS | {"files": ["a\x1bb", "0" * 64]}), COLUMNS),
    "another command": (pack(made="treegen build a; reboot"), COLUMNS),
    "a limit that is a text": (pack(max_depth="7"), SHAPE),
    "too few weights": (pack(**WEIGHTED | {"weights": [1, 5]}), COLUMNS),
    "a weight of 0": (pack(weights=[0, 3, 1]), COLUMNS),
    "two bytes for few labels": (pack(feedback=bytes(6), fanout=bytes([1, 0, 1, 0, 0, 0])), COLUMNS),
    "a text for a list": (pack(labels="01"), SHAPE),
    "no nodes": (pack(guess=b"", feedback=b"", fanout=b"", wins=b""), COLUMNS),
    "a node before its parent": (pack(fanout=bytes([0, 1, 1])), COLUMNS),
    "a feedback without a label": (pack(feedback=bytes([0, 0, 9])), COLUMNS),
    "a leaf that finds nothing": (pack(wins=bytes([3])), COLUMNS),
    "a bound above the cost": (pack(objective="total", bound=7), COLUMNS),
    "a depth that was not allowed": (pack(max_depth=2), COLUMNS),
    "guesses that are no text": (pack(guess=b"\xff\xfe\xfd"), COLUMNS),
    "a label with a blank": (pack(labels=["0 0", "10"]), COLUMNS),
}

VERDICT = """
import { Tree } from "./tree.js";
export const verdict = (data) => {
  try {
    return (Tree.read("tree", new Uint8Array(Buffer.from(data, "base64"))), "");
  } catch (error) {
    return String(error);
  }
};
"""


@pytest.fixture(scope="module")
def read(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Read]:
    """What the reader of the page and of the package says of each file; nothing where it takes the file."""
    folder = tmp_path_factory.mktemp("reader")
    node = JavaScript(folder, bundle(modules, folder, VERDICT))
    yield lambda files: node("files.map(verdict)", files=[b64encode(data).decode() for data in files])
    node.close()


def refusal(data: bytes) -> str:
    """Why `player.tree` refuses a file; nothing where it takes it."""
    try:
        Tree.from_bytes(data)
    except TreeFormatError as error:
        return str(error)
    return ""


def compare(read: Read, cases: dict[str, bytes]) -> list[str]:
    """The names of the cases that are taken, in which both readers must agree."""
    taken = []
    for (name, data), said in zip(cases.items(), read(list(cases.values())), strict=True):
        own = refusal(data)
        assert bool(own) == bool(said), f"{name}: player.tree says {own!r}, the page {said!r}: {data.hex()[:4000]}"
        assert not said or said.startswith("TreeError: "), name
        taken += [name] * (not own)
    return taken


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> list[Sample]:
    made = list(made_samples(tmp_path_factory.mktemp("words")))
    return made * 3 + shipped_samples()


def test_every_shipped_tree_is_read(read: Read, samples: list[Sample]) -> None:
    cases = {name: Path(find_tree(name)).read_bytes() for name in shipped_trees()}
    cases |= {sample.name: sample.data for sample in samples}
    assert len(compare(read, cases)) == len(cases)


def test_the_named_attacks_end_alike(read: Read) -> None:
    folder = ROOT / "tests" / "attacks" / "trees"
    lines = (folder / "expected.txt").read_text(encoding="utf-8").splitlines()[1:]
    cases = {line.split()[0]: (folder / line.split()[0]).read_bytes() for line in lines}
    assert compare(read, cases) == [line.split()[0] for line in lines if line.split()[1] != "refused"]


def test_what_is_not_as_the_format_says_is_refused(read: Read) -> None:
    said = read([data for data, _ in REFUSED.values()])
    for (name, (data, why)), told in zip(REFUSED.items(), said, strict=True):
        assert told == f"TreeError: {why}", name
        assert refusal(data), name


@pytest.mark.needs_chromium
def test_two_bytes_for_each_feedback_are_read(open_page: OpenPage, tmp_path: Path) -> None:
    labels = tuple(f"f{index}" for index in range(600))
    below: Any = [(1, ("2", True, [])), (258, ("3", True, [(513, ("4", True, []))]))]
    tree = Tree.from_nodes(("1", True, below), game=f"table:{'0' * 64}", labels=labels, winning=599, losing=())
    page = open_page("#h=1:f258", file=write_page(tmp_path / "page.html", {"wide": tree}))
    assert page.locator(".notice").count() == 0
    assert page.locator(".now .code").inner_text() == "3"
    page.locator(".pad .answer").first.click()
    assert page.locator(".now .code").inner_text() == "4"


@pytest.mark.needs_core
@pytest.mark.parametrize("count", [600, pytest.param(20_000, marks=pytest.mark.long)])
def test_what_is_changed_is_refused_by_both_or_by_none(count: int, read: Read, samples: list[Sample]) -> None:
    made = ((number, Random(number)) for number in range(count))
    changed = ((number, change(some, some.choice(samples), samples)) for number, some in made)
    taken = Counter(name.split()[1] for name in compare(read, {f"{at} {how}": data for at, (how, data) in changed}))
    assert len(taken) == 3  # no way makes only files that are refused
