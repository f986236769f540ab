"""Games with other rules than bulls and cows: all modes play, and answer as in Python; named colours are pegs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from page_tools import play, set_option, settle, write_page

import treegen as tg
from player.rules.names import read_game

if TYPE_CHECKING:
    from pathlib import Path

    from page_tools import OpenPage

pytestmark = pytest.mark.needs_chromium
GAMES = {
    "match-2x4": ["11", "24"], "match-3x4-distinct": ["123"], "marks-3x4": ["121", "442"],
    "bulls-3x5-any-each": ["112"], "bulls-3x5-matches": ["123"], "bulls-2x3=abc": ["ab"],
    "mastermind-2x3=red,green,blue": ["12", "13"], "number-0..20": ["gt10", "gt4"], "number--3..5-free": ["eq2", "gt0"],
}  # fmt: skip


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_page(tmp_path_factory.mktemp("games") / "page.html", {name: tg.build(name) for name in GAMES})


@pytest.mark.parametrize("name", GAMES)
def test_all_modes_play(open_page: OpenPage, games: Path, name: str) -> None:
    page = open_page(file=games)
    assert f"({name})" not in page.locator(".picker").inner_text()  # only games of the same title are told apart so
    rules = read_game(name)
    for mode in ("guess", "solve", "duel", "explore"):
        page.evaluate("place => guesstree.open(place)", {"tree": name, "mode": mode, "level": "honest"})
        assert page.locator(".notice, nav button:disabled").count() == 0
    page.evaluate("place => guesstree.open(place)", {"tree": name, "mode": "guess", "level": "honest"})
    secret = page.evaluate("guesstree.view.codemaker.secret = guesstree.rules.secrets.at(-1)")
    for guess in GAMES[name]:
        shown = page.evaluate(
            "guess => guesstree.view.entry.submit(guess) ?? guesstree.view.codemaker.steps.at(-1)", guess
        )
        assert shown["label"] == rules.feedback(guess, secret.removeprefix("eq"))
    page.evaluate("guesstree.view.entry.submit(guesstree.view.codemaker.secret)")
    assert "You needed" in page.locator(".end").inner_text()
    page.evaluate("guesstree.view.review.ready")
    assert page.locator(".judged .verdict-tag").count() == len(GAMES[name]) + 1


def test_named_colours_are_pegs(open_page: OpenPage, games: Path) -> None:
    page = open_page("#tree=mastermind-2x3%3Dred,green,blue&mode=guess&level=honest", file=games)
    assert page.locator(".keypad .peg").all_inner_texts() == ["R", "G", "B"]
    assert page.locator(".keypad .c-green").get_attribute("aria-label") == "green"
    play(page, "rg")
    settle(page)
    assert "h=RG:" in page.url
    assert "Mastermind 2×3" in page.locator("header option[selected]").inner_text()


def test_numbers_are_typed(open_page: OpenPage, games: Path) -> None:
    """A number is a guess, and > asks; a wrong guess ends the game where it is not free."""
    page = open_page("#tree=number-0..20&mode=guess&level=honest", file=games)
    page.evaluate("Object.assign(guesstree.view.codemaker, { secret: 'eq7' })")
    play(page, ">10")
    assert page.locator(".board .row").inner_text().split()[1:4] == [">", "10", "no"]
    play(page, "99")
    assert "not a valid guess" in page.locator(".problem").inner_text()
    play(page, "8")
    assert "The secret was" in page.locator(".end").inner_text()
    set_option(page, "boards", "duel")
    assert page.locator(".notice").count() == 0
