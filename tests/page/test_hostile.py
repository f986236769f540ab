"""Trees that are damaged or lie, texts that look like markup: a message, never a blank page, and never markup."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_tools import (
    HOSTILE,
    Browser,
    OpenPage,
    block_of,
    hostile_tree,
    keep,
    pack,
    play,
    press,
    reload,
    settle,
    shown_guess,
    unfold,
    write_blocks,
    write_page,
)

from player import open_tree

pytestmark = pytest.mark.needs_chromium
SMALL = open_tree("bulls-3x9.total")
DATA = SMALL.to_bytes()
DAMAGED = "its checksum is wrong"


DAMAGE: dict[str, tuple[bytes, str]] = {
    "cut short": (DATA[:-7], DAMAGED),
    "another kind": (pack(magic="guesstrees"), "it is not a tree file"),
    "a newer version": (pack(version=7), "that this page does not know"),
    "another cost": (pack(bound=1), "contradict each other"),
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
    press(page, "Study")
    assert page.locator(".panel h2 .code").inner_text() == HOSTILE
    unfold(page)
    assert page.locator("b, i").count() == 0


def test_the_policy_forbids_what_is_not_the_pages_own(browser: Browser, page_file: Path) -> None:
    page = browser.new_page()
    page.goto(page_file.as_uri())
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


FORBIDDEN = [(" 'wasm-unsafe-eval'", ""), ("worker-src blob:", "worker-src 'none'"), ("-types core", "-types 'none'")]


@pytest.mark.parametrize(("allowed", "forbidden"), FORBIDDEN)
def test_without_storage_workers_or_webassembly_it_plays(
    browser: Browser, page_file: Path, tmp_path: Path, allowed: str, forbidden: str
) -> None:
    """One quiet line stands instead of the statistics, and another one says what cannot be judged."""
    text = page_file.read_text(encoding="utf-8")
    assert text.count(allowed) == 1
    file = tmp_path / "page.html"
    file.write_text(text.replace(allowed, forbidden), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page.add_init_script(
        """for (const name of ["localStorage", "sessionStorage"]) {
          Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
        }"""
    )
    page.goto(f"{file.as_uri()}#mode=guess&level=honest")
    keep(page, "0567")
    play(page, "0123", "9876", "0567")
    assert "This browser keeps nothing, so there are no statistics." in page.locator(".hand").inner_text()
    rows = page.evaluate("guesstree.view.review.ready")
    assert [row["verdict"] for row in rows] == ["best", None, None]
    assert "needs WebAssembly" in page.locator(".scores").inner_text()
    page.evaluate("guesstree.open({ mode: 'solve', h: '0123:01,9876:11' })")
    page.locator(".now .code.big").wait_for()
    press(page, "Undo")
    press(page, "New game")
    page.locator('.pad [data-label="01"]').click()
    assert shown_guess(page) == open_tree("bulls-4x10.total")["0123:01"].guesses[0]
    page.evaluate("location.hash = '#mode=duel'")
    play(page, "9876")
    assert page.locator(".side .row:not(.empty)").count() == 1
    press(page, "Study")
    assert page.locator(".drills li").count() > 10
    page.close()


def test_a_game_that_the_page_does_not_know_is_played_from_its_tree(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(file=write_page(tmp_path / "page.html", {"unknown": hostile_tree()}))
    press(page, "Guess")
    assert "does not have the rules of its game" in page.locator(".notice").inner_text()
    page.locator('.pad [data-label="<!--"]').click()
    assert page.locator(".now .code").inner_text() == "<!--three-->"
    assert page.get_by_role("button", name="Your secret is ruled out?").count() == 0
    page.locator('.pad [data-label="yes"]').click()
    assert "Found in 2 guesses" in page.locator(".end").inner_text()
