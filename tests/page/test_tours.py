"""A tour by the names that are told to people who do not see the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from page_tools import settle

if TYPE_CHECKING:
    from page_tools import OpenPage

pytestmark = pytest.mark.needs_chromium


def test_a_tour_by_names(open_page: OpenPage) -> None:
    """Each control of a view has a name that no other one has, and by these names a game is played."""
    page = open_page("#mode=guess&level=honest")
    for mode in ("Think of one", "Study", "Settings", "Guess"):
        page.get_by_role("button", name=mode, exact=True).click()
        settle(page)
        shown = page.locator("dialog" if mode == "Settings" else "body").aria_snapshot()
        controls = re.findall(r"^ *- (?:button|combobox|textbox|searchbox|link)\b(.*)", shown, re.MULTILINE)
        names = [re.match(r'(?: "([^"]+)")?', text)[1] for text in controls]  # type: ignore[index]
        assert None not in names
        assert sorted(set(names)) == sorted(names), mode
        page.keyboard.press("Escape")
    page.evaluate("Object.assign(guesstree.view.codemaker, { secret: '4567' })")
    page.get_by_role("textbox", name="Your guess").fill("0123")
    page.get_by_role("button", name="Guess: send it").click()
    assert page.get_by_role("list", name="Guesses so far").get_by_role("listitem").count() == 1
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="See it in the tree").wait_for()
