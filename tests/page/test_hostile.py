"""Trees that are damaged or lie, texts that look like markup: a message, never a blank page, and never markup."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from typing import TYPE_CHECKING, Any

import msgpack
import pytest
from page_tools import HOSTILE, block_of, hostile_tree, opened, press, reload, settle, write_blocks, write_page

from player import open_tree
from player.web import make_page

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from page_tools import OpenPage
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs_chromium
SMALL = open_tree("bulls-3x9.total")
DATA = SMALL.to_bytes()
DAMAGED = "its checksum is wrong"


def flip(at: int) -> bytes:
    return DATA[:at] + bytes([DATA[at] ^ 1]) + DATA[at + 1 :]


def sealed(**changes: Any) -> bytes:
    """The tree with other values, and the checksum that they take."""
    values = {**msgpack.unpackb(DATA), **changes}
    body: bytes = msgpack.packb(values | {"sha256": bytes(32)})[:-32]
    return body + hashlib.sha256(body).digest()


def first_byte(column: Iterable[int], value: int, at: int = 0) -> bytes:
    changed = bytearray(column)
    changed[at] = value
    return bytes(changed)


def wide(column: Iterable[int]) -> bytes:
    """A column with two bytes for each entry."""
    return bytes(byte for low in column for byte in (low, 0))


DAMAGE: dict[str, tuple[bytes, str]] = {
    "a flipped bit at the start": (flip(5), DAMAGED),
    "a flipped bit in the middle": (flip(len(DATA) // 2), DAMAGED),
    "a flipped bit of the checksum": (flip(len(DATA) - 1), DAMAGED),
    "cut short": (DATA[:-7], DAMAGED),
    "empty": (b"", DAMAGED),
    "another magic": (sealed(magic="guesstrees"), "it is not a tree file"),
    "a newer version": (sealed(version=7), "that this page does not know"),
    "two bytes for few labels": (
        sealed(feedback=wide(SMALL.feedback), fanout=wide(SMALL.fanout)),
        "contradict each other",
    ),
    "a text for a list": (sealed(labels="0123"), "it is not a tree file"),
    "a number for bytes": (sealed(guess=7), "it is not a tree file"),
    "no nodes": (sealed(guess=b"", feedback=b"", fanout=b"", wins=b""), "contradict each other"),
    "a column too short": (sealed(fanout=SMALL.fanout[:-1]), "contradict each other"),
    "one child too many": (sealed(fanout=first_byte(SMALL.fanout, SMALL.fanout[0] + 1)), "contradict each other"),
    "a node before its parent": (sealed(fanout=SMALL.fanout[::-1]), "contradict each other"),
    "siblings out of order": (
        sealed(feedback=first_byte(SMALL.feedback, SMALL.feedback[1], 2)),
        "contradict each other",
    ),
    "a feedback without a label": (sealed(feedback=first_byte(SMALL.feedback, 99, 9)), "contradict each other"),
    "a leaf that finds nothing": (sealed(wins=bytes(len(SMALL.wins))), "contradict each other"),
    "another histogram": (sealed(histogram=[504]), "contradict each other"),
    "another tally": (sealed(tally="1:1:1"), "contradict each other"),
    "guesses that are no text": (sealed(guess=b"\xff" * len(SMALL.guess)), "contradict each other"),
    "a label with a blank": (sealed(labels=["0 0", *SMALL.labels[1:]]), "contradict each other"),
}


def test_a_damaged_tree_gets_a_message(open_page: OpenPage, tmp_path: Path) -> None:
    blocks = [block_of(name, data) for name, (data, _) in DAMAGE.items()]
    page = open_page(file=write_blocks(tmp_path / "page.html", blocks))
    notice = page.locator(".notice")
    for name, (_, why) in DAMAGE.items():
        page.evaluate("tree => guesstree.open({ tree, h: '0123:01' })", name)
        assert notice.get_attribute("role") == "alert"
        said = notice.inner_text()
        assert f"The tree {name} in this page cannot be used: " in said
        assert why in said, name
        assert "treegen export" in said


def test_a_damaged_block_gets_a_message(open_page: OpenPage, tmp_path: Path) -> None:
    """One that is cut, is empty, holds something else, or has no base64; and so does a page without any."""
    good = block_of("small", DATA)
    bad = [good[:200], "", "[]", "null", good.replace('"data": "', '"data": "***')]
    for i, blocks in enumerate([*([text] for text in bad), []]):
        page = open_page(file=write_blocks(tmp_path / f"{i}.html", blocks))
        said = page.locator(".notice").inner_text()
        assert (DAMAGED if i == 4 else "cannot be used" if blocks else "has no tree") in said, blocks


def test_one_damaged_tree_leaves_the_others(open_page: OpenPage, tmp_path: Path) -> None:
    page = make_page([("small", SMALL), ("whole", open_tree("mastermind-4x6.total"))])
    path = tmp_path / "page.html"
    path.write_text(page.replace(b64encode(DATA).decode(), b64encode(flip(99)).decode()), encoding="utf-8")
    shown = open_page(file=path)
    assert DAMAGED in shown.locator(".notice").inner_text()
    shown.get_by_label("Tree", exact=True).select_option("whole")
    assert shown.locator("h1").inner_text() == "Daily code"


def test_texts_that_look_like_markup_stay_text(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(file=write_page(tmp_path / "page.html", {HOSTILE: hostile_tree(), "other": SMALL}))
    assert page.locator(".now .code").inner_text() == HOSTILE
    assert page.locator(".pad .answer").all_inner_texts() == ["yes", HOSTILE, "<!--"]
    assert page.locator("header option").first.inner_text() == HOSTILE
    page.locator(".pad .answer").nth(1).click()
    assert page.locator(".row .feedback").inner_text() == HOSTILE
    settle(page)
    reload(page)
    settle(page)
    assert page.locator(".now .code").inner_text() == "<i>two</i>"
    press(page, "Explore")
    assert page.locator(".cell .guess").first.text_content() == f"{HOSTILE}3"
    with page.expect_download() as download:
        press(page, "Save as SVG")
    assert "</script>" not in download.value.path().read_text()
    assert page.locator("b, i").count() == 0


def test_the_policy_forbids_what_is_not_the_pages_own(browser: Browser, page_file: Path) -> None:
    page = browser.new_page()
    page.goto(page_file.as_uri())
    opened(page)
    outcome = page.evaluate(
        """async () => {
          const tried = {};
          const script = document.createElement("script");
          try { script.text = "window.broken = 1"; document.body.append(script); } catch { tried.script = "refused"; }
          try { document.body.innerHTML = "<b>x</b>"; } catch { tried.markup = "refused"; }
          try { await fetch("data:,x"); } catch { tried.fetch = "refused"; }
          return {...tried, broken: window.broken ?? "no"};
        }"""
    )
    page.close()
    assert outcome == {"script": "refused", "markup": "refused", "fetch": "refused", "broken": "no"}
