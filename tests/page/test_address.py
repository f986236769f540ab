"""The address keeps the place: a lasting contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from page_tools import CLIPBOARD, copied, history, press, reload, rows, settle, shown_guess

if TYPE_CHECKING:
    from page_tools import OpenPage

pytestmark = pytest.mark.needs_chromium


LINKS: list[tuple[str, str, list[str]]] = [
    ("", "guess", []),
    ("#mode=solve", "solve", []),
    ("#tree=bulls-4x10.total", "guess", []),
    ("#0123:01", "solve", ["0123:0 bulls 1 cow"]),
    ("#h=0123:01,1456:0A2B", "solve", ["0123:0 bulls 1 cow", "1456:0 bulls 2 cows"]),
    ("#h=0123%3A01%2C1456%3A02", "solve", ["0123:0 bulls 1 cow", "1456:0 bulls 2 cows"]),
    ("#lang=en&mode=guess&h=9876:11", "guess", ["9876:1 bull 1 cow"]),
    ("#tree=mastermind-4x6.total&mode=solve&h=1123:01", "solve", ["AABC:0 black 1 white"]),
    ("#tree=mastermind-4x6.total&mode=guess&h=AABC:01", "guess", ["AABC:0 black 1 white"]),
    ("#0123:01,9876:11,4567:10", "solve", ["0123:0 bulls 1 cow", "9876:1 bull 1 cow", "4567:1 bull 0 cows"]),
    ("#mode=duel&h=0123:01&y=9876:11", "duel", ["9876:1 bull 1 cow", "0123:0 bulls 1 cow"]),
]


def test_a_link_leads_to_its_place(open_page: OpenPage) -> None:
    for address, mode, steps in LINKS:
        page = open_page(address)
        page.evaluate("localStorage.clear()")
        assert page.locator("[aria-current]").get_attribute("data-mode") == mode
        assert rows(page) == steps, address
        assert page.locator(".notice").count() == 0


def test_the_documented_link(open_page: OpenPage) -> None:
    page = open_page("#tree=bulls-4x10.total&mode=explore&h=0123:01,1456:02&lang=zh")
    assert page.evaluate("document.documentElement.lang") == "zh"
    assert page.locator("[aria-current]").inner_text() == "浏览"
    assert page.evaluate("guesstree.view.path.size") == 3
    settle(page)
    assert page.evaluate("location.hash") == "#tree=bulls-4x10.total&mode=explore&h=0123:01,1456:02&lang=zh"


MEANINGLESS = [
    ("#tree=nothing", "This page has no tree named nothing. It has: bulls-4x10.total, mastermind-4x6.total"),
    ("#mode=nothing", "no mode named nothing"),
    ("#0012:01", "0012 is not a valid guess"),
    ("#0123:01,1456:02,4530:04", "Step 3: no secret gives the answer 04 to 4530 there"),
    ("#0123:40,0123:40", "Step 2 comes after the end"),
    ("#h=nonsense", "This is not a history"),
    ("#%E0%A4%A", "This is not a history"),
    ("#mode=guess&h=0123:01,0123:02", "No secret agrees"),
    ("#mode=duel&y=0123:01,0123:02", "No secret agrees"),
    ("#tree=%3Cimg%20src=x%20onerror=alert(1)%3E", "no tree named <img src=x onerror=alert(1)>"),
]


def test_what_an_address_cannot_mean_gets_a_message_and_start_over(open_page: OpenPage) -> None:
    for address, message in MEANINGLESS:
        page = open_page(address)
        notice = page.locator(".notice")
        assert message in notice.inner_text()
        assert notice.get_attribute("role") == "alert"
        notice.get_by_role("button", name="Start over").click()
        assert notice.count() == 0
        assert page.locator("main > section").is_visible()
        assert history(page) == "", address


def test_an_unknown_language_is_named(open_page: OpenPage) -> None:
    page = open_page("#h=0123:01&lang=fr")
    assert "does not speak the language fr. It has: English, Русский, 中文" in page.locator(".notice").inner_text()
    page.keyboard.type("02")
    assert (page.locator(".notice").count(), history(page)) == (0, "0123:01,1456:02")


def test_the_address_follows_and_is_followed(open_page: OpenPage) -> None:
    page = open_page("#mode=solve")
    page.keyboard.type("01")
    settle(page)
    assert page.evaluate("location.hash") == "#tree=bulls-4x10.total&mode=solve&h=0123:01"
    page.evaluate("location.hash = '#0123:01,1456:02'")
    settle(page)
    assert shown_guess(page) == "4530"
    reload(page)
    assert shown_guess(page) == "4530"
    press(page, "Explore")
    assert page.locator(".cell").first.is_visible()
    page.get_by_label("Tree", exact=True).select_option("mastermind-4x6.total")
    settle(page)
    assert page.evaluate("location.hash") == "#tree=mastermind-4x6.total&mode=explore"


def test_copy_link(open_page: OpenPage) -> None:
    page = open_page("#0123:01", **CLIPBOARD)
    page.keyboard.type("02")
    press(page, "Copy link")
    link = copied(page)
    assert link == page.evaluate("location.href")
    assert link.endswith("#tree=bulls-4x10.total&mode=solve&h=0123:01,1456:02")


def test_the_browsers_language_is_spoken(open_page: OpenPage) -> None:
    for locale, title in (("ru-RU", "Загадайте число"), ("zh-CN", "请想好一个谜底"), ("fr", "Think of a secret")):
        assert open_page("#mode=solve", locale=locale).locator("h1").inner_text() == title
