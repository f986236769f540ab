"""Tree files as the page reads them."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from typing import TYPE_CHECKING, Any

import msgpack
import pytest
from page_tools import embedded, press, shown_guess, write_page

from player import Tree, open_tree
from player.web import make_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from page_tools import OpenPage
    from playwright.sync_api import Page

pytestmark = pytest.mark.needs_chromium

# How the tree of trees/FORMAT.md was made.
FIELDS = {
    "method": "build", "strategy": "entropy", "pool": "all", "max_depth": None, "first_guess": "", "seed": None,
    "exact_below": 0, "changes": None,
}  # fmt: skip
FILES = ["two words.txt", "0af3" * 16]
WORDS: dict[str, Any] = {
    "game": f"words:{'0' * 64}", "files": FILES, "labels": ["0", "1", "2"], "winning": 2, "guess": b"123",
}  # fmt: skip
WEIGHTED = {"weights": [1, 5, 1], "tally": "14:3:1", "histogram": [1, 5, 1]}


def pack(**changes: Any) -> bytes:
    """The tree of trees/FORMAT.md with other values."""
    values = {
        "magic": "guesstree", "version": 1, "game": "bulls-1x3", "files": [], "called": "", **FIELDS,
        "objective": "", "prices": [], "proved": False, "bound": None, "labels": ["00", "10"], "winning": 1,
        "losing": [], "tally": "6:3:1", "histogram": [1, 1, 1], "guess": b"123", "feedback": bytes(3),
        "fanout": bytes([1, 1, 0]), "wins": bytes([7]), "weights": [],
    }  # fmt: skip
    body: bytes = msgpack.packb(values | changes | {"sha256": bytes(32)})[:-32]
    return body + hashlib.sha256(body).digest()


def test_two_bytes_for_each_feedback_are_read(open_page: OpenPage, tmp_path: Path) -> None:
    labels = tuple(f"f{index}" for index in range(600))
    below: Any = [(1, ("2", True, [])), (258, ("3", True, [(513, ("4", True, []))]))]
    tree = Tree.from_nodes(("1", True, below), game=f"table:{'0' * 64}", labels=labels, winning=599, losing=())
    page = open_page("#h=1:f258", file=write_page(tmp_path / "page.html", {"wide": tree}))
    assert page.locator(".notice").count() == 0
    assert page.locator(".now .code").inner_text() == "3"
    page.locator(".pad .answer").first.click()
    assert page.locator(".now .code").inner_text() == "4"


@pytest.fixture
def open_tree_file(open_page: OpenPage, tmp_path: Path) -> Callable[[bytes], Page]:
    """Open a page whose only tree is the given file."""

    def run(data: bytes) -> Page:
        page = make_page([("small", open_tree("bulls-3x9.total"))])
        (block,) = embedded(page)
        file = tmp_path / "page.html"
        file.write_text(page.replace(json.dumps(block["data"]), json.dumps(b64encode(data).decode())), encoding="utf-8")
        return open_page("#mode=explore&h=1:00", file=file)

    return run


@pytest.mark.parametrize(
    ("data", "figures"),
    [
        pytest.param(pack(), ["2", "1.5", "2", "2"], id="plain"),
        pytest.param(pack(**WEIGHTED), ["2", "1.17", "2", "2"], id="with weights"),
        pytest.param(pack(strategy="random", max_depth=7, seed=1 << 40), ["2", "1.5", "2", "2"], id="with numbers"),
    ],
)
def test_a_file_is_read(open_tree_file: Callable[[bytes], Page], data: bytes, figures: list[str]) -> None:
    assert open_tree(data).to_bytes()  # it is right for the player, too
    page = open_tree_file(data)
    assert page.locator(".notice").count() == 0
    assert page.locator(".figures dd").all_inner_texts() == figures
    press(page, "Play from here")
    assert shown_guess(page) == "2"


@pytest.mark.parametrize(("called", "title"), [("", "two words.txt"), ("wordle", "wordle")])
def test_a_picture_has_the_title_of_its_files(open_page: OpenPage, tmp_path: Path, called: str, title: str) -> None:
    tree = open_tree(pack(**WORDS, called=called))
    assert tree.files == tuple(FILES)
    page = open_page("#mode=explore", file=write_page(tmp_path / "page.html", {"small": tree}))
    assert page.locator(".notice").count() == 0
    with page.expect_download() as download:
        press(page, "Save as SVG")
    assert f"<title>{title}</title>" in download.value.path().read_text()


NO_TREE, TOO_NEW, CONTRADICTION = "it is not a tree file", "that this page does not know", "contradict each other"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        *(pytest.param(pack(version=version), TOO_NEW, id=f"version {version}") for version in (0, 2, 3, 6, 7)),
        pytest.param(pack(made=""), NO_TREE, id="one more entry"),
        pytest.param(pack(files=FILES), CONTRADICTION, id="files of a game that has none"),
        pytest.param(pack(called="a"), CONTRADICTION, id="called something without files"),
        pytest.param(pack(**WORDS | {"files": None}), NO_TREE, id="nil for files"),
        pytest.param(pack(**WORDS | {"files": ["a"]}), CONTRADICTION, id="a file without a hash"),
        pytest.param(pack(**WORDS | {"files": ["a/b", "0" * 64]}), CONTRADICTION, id="a folder"),
        pytest.param(pack(**WORDS | {"files": ["a\x1bb", "0" * 64]}), CONTRADICTION, id="a name with an escape"),
        pytest.param(pack(**WORDS | {"files": ["a", "0" * 63]}), CONTRADICTION, id="a short hash"),
        pytest.param(pack(**WORDS | {"files": ["a", 7]}), CONTRADICTION, id="a hash that is a number"),
        pytest.param(pack(**WORDS, called="a b"), CONTRADICTION, id="called two words"),
        pytest.param(pack(method=None), NO_TREE, id="no method"),
        pytest.param(pack(max_depth="7"), NO_TREE, id="a limit that is a text"),
        pytest.param(pack(exact_below=None), NO_TREE, id="nil for a number"),
        pytest.param(pack(weights=None), NO_TREE, id="nil for weights"),
        pytest.param(pack(weights=[1, 1, 1]), CONTRADICTION, id="weights that are all 1"),
        pytest.param(pack(**WEIGHTED | {"weights": [1, 5]}), CONTRADICTION, id="too few weights"),
        pytest.param(pack(**WEIGHTED | {"weights": [1, 5, 1, 1]}), CONTRADICTION, id="too many weights"),
        pytest.param(pack(**WEIGHTED | {"weights": [1, "5", 1]}), CONTRADICTION, id="a weight that is a text"),
        pytest.param(pack(weights=[0, 3, 1], histogram=[0, 3, 1], tally="9:3:1"), CONTRADICTION, id="a weight of 0"),
        pytest.param(pack(weights=[1, 5, 1]), CONTRADICTION, id="a histogram without the weights"),
    ],
)
def test_what_is_not_as_the_format_says_is_refused(
    open_tree_file: Callable[[bytes], Page], data: bytes, why: str
) -> None:
    assert why in open_tree_file(data).locator(".notice").inner_text()
