"""The page and the npm package take the trees that `player.tree` takes, and no others: one set of cases for both."""

from __future__ import annotations

import runpy
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from page_tools import ROOT, JavaScript, OpenPage, bundle, pack, write_page

from player import Tree, TreeFormatError
from player.tree import find_tree, shipped_trees

sys.path.append(str(ROOT / "tests" / "attacks"))

from campaigns.trees import Sample, change, made_samples, shipped_samples

Read = Callable[[Sequence[bytes]], list[str]]
pytestmark = pytest.mark.needs_npm
# A file of each kind that is refused, and why.
REFUSED = {
    "a tree file of a version that is not known here": pack(version=2),
    "not a tree file": pack(labels="01"),
    "a tree file whose entries contradict each other": pack(feedback=bytes([0, 0, 9])),
    "not a tree file, or one that was changed or cut short: its checksum is wrong": pack()[:-1],
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
    """Each of the broken rules of tests/player/tree, but for texts of ten million letters."""
    broken = runpy.run_path(str(ROOT / "tests" / "player" / "tree" / "test_decode_hostile.py"))
    cases = {
        f"{key}: {message} {at}": broken["build"](good | {key: form.replace(b"%s", literal)})
        for good, form, key, message, literals in broken["CASES"]
        for at, literal in enumerate(literals)
        if len(literal) < 1_000_000
    }
    assert len(cases) > 80
    assert compare(read, cases) == []
    assert read([*REFUSED.values()]) == [f"TreeError: {why}" for why in REFUSED]


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
