"""The page and the npm package take the trees that `player.tree` takes, and no others: one set of cases for both."""

from __future__ import annotations

import sys
from base64 import b64encode
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from page_tools import ROOT, JavaScript, block_of, bundle, pack, press, shown_guess, unfold, write_blocks, write_page

from player import Tree, TreeFormatError, open_tree
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
    "one more entry": (pack(proved=False), SHAPE),
    "files of a game that has none": (pack(files=FILES), COLUMNS),
    "called something without files": (pack(called="a"), COLUMNS),
    "nil for files": (pack(**WORDS | {"files": None}), SHAPE),
    "a file without a hash": (pack(**WORDS | {"files": ["a"]}), COLUMNS),
    "a folder": (pack(**WORDS | {"files": ["a/b", "0" * 64]}), COLUMNS),
    "a name with an escape": (pack(**WORDS | {"files": ["a\x1bb", "0" * 64]}), COLUMNS),
    "a short hash": (pack(**WORDS | {"files": ["a", "0" * 63]}), COLUMNS),
    "a hash that is a number": (pack(**WORDS | {"files": ["a", 7]}), COLUMNS),
    "called two words": (pack(**WORDS, called="a b"), COLUMNS),
    "nil for the command": (pack(made=None), SHAPE),
    "another command": (pack(made="treegen build a; reboot"), COLUMNS),
    "a function": (pack(made="treegen build a --strategy x.py:run"), COLUMNS),
    "a limit that is a text": (pack(max_depth="7"), SHAPE),
    "nil for a number": (pack(winning=None), SHAPE),
    "nil for weights": (pack(weights=None), SHAPE),
    "weights that are all 1": (pack(weights=[1, 1, 1]), COLUMNS),
    "too few weights": (pack(**WEIGHTED | {"weights": [1, 5]}), COLUMNS),
    "too many weights": (pack(**WEIGHTED | {"weights": [1, 5, 1, 1]}), COLUMNS),
    "a weight that is a text": (pack(**WEIGHTED | {"weights": [1, "5", 1]}), COLUMNS),
    "a weight of 0": (pack(weights=[0, 3, 1]), COLUMNS),
    "another magic": (pack(magic="guesstrees"), SHAPE),
    "two bytes for few labels": (pack(feedback=bytes(6), fanout=bytes([1, 0, 1, 0, 0, 0])), COLUMNS),
    "a text for a list": (pack(labels="01"), SHAPE),
    "a number for bytes": (pack(guess=7), SHAPE),
    "no nodes": (pack(guess=b"", feedback=b"", fanout=b"", wins=b""), COLUMNS),
    "a column too short": (pack(fanout=bytes([1, 1])), COLUMNS),
    "one child too many": (pack(fanout=bytes([2, 1, 0])), COLUMNS),
    "a node before its parent": (pack(fanout=bytes([0, 1, 1])), COLUMNS),
    "siblings out of order": (pack(fanout=bytes([2, 0, 0])), COLUMNS),
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


@pytest.mark.needs_chromium
def test_files_are_read(open_page: OpenPage, tmp_path: Path) -> None:
    plain = ["2", "1.5", "2", "2"]
    files = {
        "plain": (pack(), plain),
        "weights": (pack(**WEIGHTED), ["2", "1.17", "2", "2"]),
        "numbers": (pack(made="treegen build bulls-1x3 --strategy random --seed 1", max_depth=7), plain),
    }
    page = open_page(file=write_blocks(tmp_path / "page.html", (block_of(name, files[name][0]) for name in files)))
    for name, (data, figures) in files.items():
        assert open_tree(data).to_bytes()  # it is right for the player, too
        page.evaluate("place => guesstree.open(place)", {"tree": name, "mode": "explore", "h": "1:00"})
        assert page.locator(".notice").count() == 0
        if not page.locator(".figures").count():  # which stay unfolded
            unfold(page)
        assert page.locator(".figures dd").all_inner_texts() == figures
        press(page, "Play from here")
        assert shown_guess(page) == "2"


@pytest.mark.needs_chromium
@pytest.mark.parametrize(("called", "title"), [("", "two words.txt"), ("wordle", "wordle")])
def test_a_picture_has_the_title_of_its_files(open_page: OpenPage, tmp_path: Path, called: str, title: str) -> None:
    tree = open_tree(pack(**WORDS, called=called))
    assert tree.files == tuple(FILES)
    page = open_page("#mode=explore", file=write_page(tmp_path / "page.html", {"small": tree}))
    assert page.locator(".notice").count() == 0
    unfold(page)
    with page.expect_download() as download:
        press(page, "Save as SVG")
    assert f"<title>{title}</title>" in download.value.path().read_text()


@pytest.mark.needs_core
@pytest.mark.parametrize("count", [600, pytest.param(20_000, marks=pytest.mark.long)])
def test_what_is_changed_is_refused_by_both_or_by_none(count: int, read: Read, samples: list[Sample]) -> None:
    made = ((number, Random(number)) for number in range(count))
    changed = ((number, change(some, some.choice(samples), samples)) for number, some in made)
    taken = Counter(name.split()[1] for name in compare(read, {f"{at} {how}": data for at, (how, data) in changed}))
    assert len(taken) == 3  # no way makes only files that are refused
