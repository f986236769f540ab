"""A tour by keyboard alone, and one by the names that are told to people who do not see the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from page_tools import history, rows, settle

if TYPE_CHECKING:
    from page_tools import OpenPage
    from playwright.sync_api import Page

pytestmark = pytest.mark.needs_chromium
FOCUS = """() => {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  const isSeen = box.bottom > 0 && box.top < innerHeight && one.matches(":focus-visible");
  return [one.ariaLabel ?? one.innerText?.trim() ?? "", isSeen];
}"""


def keep_secret(page: Page) -> None:
    page.evaluate("Object.assign(guesstree.view.codemaker, { secret: '4567' })")


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what has this name has the focus; on the way, the focus is always seen."""
    for _ in range(60):
        page.keyboard.press("Tab")
        found, is_seen = page.evaluate(FOCUS)
        assert is_seen or not found or "\n" in found, found  # between the last control and the first it is nowhere
        if found == name:
            return
    raise AssertionError(f"Tab does not lead to {name!r}")


def test_a_tour_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("#mode=guess&level=honest")
    keep_secret(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # to the game
    page.keyboard.type("0123")
    page.keyboard.press("Enter")
    settle(page)
    assert len(rows(page)) == 1
    for name in ("New game", "Think of one"):
        tab_to(page, name)
        page.keyboard.press("Enter")
        settle(page)
        assert rows(page) == []
    page.keyboard.type("01")
    settle(page)
    assert history(page) == "0123:01"
    tab_to(page, "See it in the tree")
    page.keyboard.press("Enter")
    tab_to(page, "0 bulls 1 cow: 1456, 1,440 candidates left")
    page.keyboard.press("ArrowDown")
    tab_to(page, "Details")
    page.keyboard.press("Enter")
    tab_to(page, "All 5,118 nodes of the tree")
    page.keyboard.press("ArrowRight")
    assert history(page).count(":") == 2
    tab_to(page, "Race")
    page.keyboard.press("Enter")
    keep_secret(page)
    tab_to(page, "Your guess")
    page.keyboard.type("9876\n01")
    settle(page)
    assert len(rows(page)) == 2


def test_a_tour_by_names(open_page: OpenPage) -> None:
    """Each control of a view has a name that no other one has, and by these names a game is played."""
    page = open_page("#mode=guess&level=honest")
    for mode in ("Think of one", "Race", "Study", "Guess"):
        page.get_by_role("navigation", name="Modes").get_by_role("button", name=mode, exact=True).click()
        settle(page)
        shown = page.locator("body").aria_snapshot()
        controls = re.findall(r"^ *- (?:button|combobox|textbox|searchbox|link)\b(.*)", shown, re.MULTILINE)
        names = [re.match(r'(?: "([^"]+)")?', text)[1] for text in controls]  # type: ignore[index]
        assert None not in names
        assert sorted(set(names)) == sorted(names), mode
    keep_secret(page)
    page.get_by_role("textbox", name="Your guess").fill("0123")
    page.get_by_role("button", name="Guess: send it").click()
    assert page.get_by_role("list", name="Guesses so far").get_by_role("listitem").count() == 1
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("heading", name="The tree finds it").wait_for()  # it is made after the rest is painted
