"""I guess, and the duel: the page keeps a secret."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING

import pytest
from page_tools import history, play, press, rows, secret_of, shown_guess, tap, walk

from player import open_tree
from player.rules import names as rules

if TYPE_CHECKING:
    from page_tools import OpenPage
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.needs_chromium
TREE = open_tree("bulls-4x10.total")
GAME = rules.parse("bulls-4x10")


def ask(page: Page, guess: str) -> str:
    """Ask, and return the label of the answer."""
    play(page, guess)
    bulls, _, cows, _ = (page.locator(".row .feedback").last.get_attribute("aria-label") or "").split()
    return bulls + cows


def test_an_honest_game_to_its_end(open_page: OpenPage) -> None:
    page = open_page("#mode=guess")
    left, guess = GAME.secrets(), "0123"
    for number in range(12):
        label = ask(page, guess)
        before, left = len(left), [secret for secret in left if GAME.feedback(guess, secret) == label]
        shown = page.locator(".board .row").nth(number).inner_text()
        gained = f"{log2(before / len(left)):.2f}".rstrip("0").rstrip(".")
        assert f"{gained} bits" in shown
        if label == "40":
            break
        assert f"{len(left):,} left" in shown
        guess = left[0]
    assert "You found it in" in page.locator(".end").inner_text()
    path = [step.partition(":")[0] for step in walk(TREE, guess).history.split(",")]
    assert page.locator(".afterwards .code").evaluate_all("all => all.map(one => one.ariaLabel)") == path
    press(page, "See it in the tree")
    assert page.locator('.cell[aria-selected="true"]').get_attribute("aria-label") is not None
    assert history(page).endswith(f"{guess}:40")


def test_what_cannot_be_asked_is_refused(open_page: OpenPage) -> None:
    page = open_page("#mode=guess")
    for text, problem in (("01", "Enter 4 digits"), ("0012", "is not a valid guess")):
        play(page, text)
        assert problem in page.locator(".problem").inner_text()
        assert rows(page) == []


def test_evasive_keeps_the_largest_cell(open_page: OpenPage) -> None:
    page = open_page("#mode=guess")
    page.get_by_label("I play").select_option("yes")
    left, guess = GAME.secrets(), "4567"
    for _ in range(12):
        cells: dict[str, list[str]] = {}
        for secret in left:
            cells.setdefault(GAME.feedback(guess, secret), []).append(secret)
        label = ask(page, guess)
        assert len(cells[label]) == max(map(len, cells.values()))
        left = cells[label]
        if label == "40":
            assert len(cells) == 1
            return
        guess = left[len(left) // 2]
    pytest.fail("it was never found")


def test_giving_up_names_a_secret_that_agrees(open_page: OpenPage) -> None:
    page = open_page("#mode=guess&h=9876:01,0123:11")
    assert rows(page) == ["9876:0 bulls 1 cow", "0123:1 bull 1 cow"]
    press(page, "Give up")
    secret = shown_guess(page)
    assert [GAME.feedback(guess, secret) for guess in ("9876", "0123")] == ["01", "11"]
    assert page.locator(".afterwards .code").last.get_attribute("aria-label") == secret


def test_the_keypad_takes_fingers(open_page: OpenPage) -> None:
    page = open_page("#mode=guess", has_touch=True)

    def key(symbol: str) -> Locator:
        return page.locator(f'[data-key="key-{symbol}"]')

    for symbol in "4075":
        tap(key(symbol), key(symbol).is_disabled)
    tap(page.get_by_role("button", name="Erase"), key("5").is_enabled)
    tap(key("9"), key("9").is_disabled)
    tap(page.get_by_role("button", name="Guess", exact=True), lambda: len(rows(page)) > 0)
    assert rows(page)[0].startswith("4079:")


def test_the_keyboard_alone_suffices(open_page: OpenPage) -> None:
    page = open_page("#mode=guess&h=0123:40")
    page.get_by_role("button", name="Play again").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("4567")
    page.keyboard.press("Enter")
    page.keyboard.type("89")
    page.keyboard.press("Backspace")
    page.keyboard.type("012")
    page.keyboard.press("Enter")
    assert [row[:4] for row in rows(page)] == ["4567", "8012"]
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.mode") == "duel":
            break
    page.keyboard.press("Enter")
    assert page.locator(".sides").is_visible()


def test_another_language_keeps_the_secret(open_page: OpenPage) -> None:
    page = open_page("#mode=guess&h=9876:01")
    secret = secret_of(page)
    page.get_by_label("Language").select_option("ru")
    assert secret_of(page) == secret
    assert page.evaluate("document.documentElement.lang") == "ru"


def test_a_duel_goes_in_turns(open_page: OpenPage) -> None:
    page = open_page("#mode=duel")
    mine, guesses = "6075", ["0123", "4567", "8901"]
    for turn, guess in enumerate(guesses, 1):
        assert page.locator(".side.active h2").inner_text() == "You"
        play(page, guess)
        if page.locator(".side.active h2").count() == 0:
            return  # the page's secret was one of these three
        assert page.locator(".side.active h2").inner_text() == "The tree"
        page.locator(f'.pad [data-label="{GAME.feedback(shown_guess(page), mine)}"]').click()
        assert len(rows(page)) == 2 * turn
    press(page, "Undo")
    assert len(rows(page)) == 5
    assert page.evaluate("new URLSearchParams(location.hash.slice(1)).get('y').split(',').length") == 3


@pytest.mark.parametrize(
    ("mine", "end"), [(True, "You win"), (False, "The tree wins"), (None, "It is a draw")], ids=["won", "lost", "draw"]
)
def test_how_a_duel_ends(open_page: OpenPage, mine: bool | None, end: str) -> None:
    """The person begins, and the page has a last guess."""
    page = open_page("#mode=duel&h=0123:01,1456:02,4530:02,7605:13&y=9876:01,1234:02,5678:11,0189:01")
    secret = secret_of(page)
    play(page, "9876" if mine is False else secret)
    assert shown_guess(page) == "6075"
    if mine:
        page.evaluate("guesstree.view.codebreaker.possible = () => ['00']")  # the tree's last guess cannot miss here
        page.evaluate("guesstree.view.codebreaker.steps.push({guess: '6075', label: '00', after: 1})")
        page.evaluate("guesstree.view.render()")
    else:
        page.locator('.pad [data-label="40"]').click()
    assert end in page.locator(".end").inner_text()
    page.locator(".end .judged .verdict-tag").nth(4).wait_for(timeout=60_000)
    press(page, "Play again")
    assert rows(page) == []
