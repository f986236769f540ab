"""The front door: the daily number, challenges, the statistics of one's own games, and what is shared of a game."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest
from page_tools import reload, rows, settle

from player.rules import names as rules

if TYPE_CHECKING:
    from page_tools import OpenPage
    from playwright.sync_api import Page

pytestmark = pytest.mark.needs_chromium
GAMES = ("bulls-4x10", "mastermind-4x6")
NOON = "2026-03-01T12:00:00Z"


def daily(name: str, day: str) -> str:
    """The secret of a day as docs/drawing.md derives it."""
    drawn = int.from_bytes(hashlib.sha256(f"guesstree daily {name} {day}".encode()).digest()[:6], "big")
    secrets = rules.parse(name).secrets()
    return secrets[drawn % len(secrets)]


def secret_of(page: Page) -> str:
    return str(page.evaluate("guesstree.view.codemaker.secret"))


def play(page: Page, *guesses: str) -> None:
    for guess in guesses:
        page.get_by_label("Your guess").fill(guess)
        page.get_by_role("button", name="Guess", exact=True).click()


def statistics(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('guesstree.stats.bulls-4x10')") or "{}")
    return found


def come_back(page: Page, time: str) -> None:
    """Open the page anew at another time."""
    page.clock.set_fixed_time(time)
    page.evaluate("location.hash = ''")
    reload(page)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Los_Angeles"])
def test_the_daily_number_is_the_same_everywhere(open_page: OpenPage, name: str, zone: str) -> None:
    page = open_page(timezone_id=zone)
    for day in ("2026-01-01", "2026-02-28", "2026-12-31"):
        for time in ("00:00:00", "23:59:59"):
            page.clock.set_fixed_time(f"{day}T{time}Z")
            page.evaluate(f"guesstree.open({{ tree: '{name}.total' }})")
            assert secret_of(page) == daily(name, day)
            page.evaluate(f"guesstree.open({{ tree: '{name}.total', mode: 'guess', daily: '2025-11-22' }})")
            assert secret_of(page) == daily(name, "2025-11-22")


@pytest.mark.parametrize("day", ["2999-01-01", "2026-02-30", "yesterday"])
def test_a_day_that_has_no_number(open_page: OpenPage, day: str) -> None:
    page = open_page(f"#mode=guess&daily={day}")
    assert f"There is no daily secret of {day}" in page.locator(".notice").inner_text()
    assert page.get_by_label("Your guess").is_visible()


def test_the_daily_game_is_kept_and_counts_once(open_page: OpenPage) -> None:
    page = open_page("", timezone_id="Europe/Berlin")
    come_back(page, NOON)
    secret = daily("bulls-4x10", "2026-03-01")
    wrong = [guess for guess in ("0123", "4567") if guess != secret]
    play(page, *wrong)
    settle(page)
    assert page.evaluate("location.hash").endswith("&daily=2026-03-01")
    come_back(page, "2026-03-01T20:00:00Z")
    assert [row[:4] for row in rows(page)] == wrong
    play(page, secret)
    assert "You found it in 3 guesses" in page.locator(".end").inner_text()
    assert statistics(page) == {"games": 1, "counts": [0, 0, 1], "streak": 1, "longest": 1, "day": "2026-03-01"}
    page.evaluate("localStorage.removeItem('guesstree.daily.bulls-4x10')")
    come_back(page, "2026-03-01T23:58:00Z")
    play(page, *wrong, secret)
    assert statistics(page)["games"] == 1
    come_back(page, "2026-03-01T23:59:00Z")
    assert "You found it in 3 guesses" in page.locator(".end").inner_text()
    assert statistics(page)["games"] == 1
    page.get_by_role("button", name="Play again").click()
    assert secret_of(page)
    assert rows(page) == []


def test_days_in_a_row(open_page: OpenPage) -> None:
    page = open_page("", timezone_id="UTC")
    for day, gives_up, streak in (
        ("2026-03-01", False, 1),
        ("2026-03-02", False, 2),
        ("2026-03-04", False, 1),
        ("2026-03-05", True, 0),
    ):
        come_back(page, f"{day}T08:00:00Z")
        play(page, next(guess for guess in ("0123", "4567") if guess != secret_of(page)))
        if gives_up:
            page.get_by_role("button", name="Give up").click()
        else:
            play(page, secret_of(page))
        assert statistics(page)["streak"] == streak
        assert f"days in a row\n{streak}\n" in page.locator(".statistics").inner_text()
    assert (statistics(page)["longest"], statistics(page)["games"], statistics(page)["counts"]) == (2, 4, [0, 3])


def test_a_kept_game_gives_way_to_what_the_address_names(open_page: OpenPage) -> None:
    page = open_page("#mode=guess&level=honest", timezone_id="UTC")
    page.clock.set_fixed_time(NOON)
    play(page, "0123")
    settle(page)
    page.evaluate("history.replaceState(null, '', '#mode=guess&daily=2026-02-01')")
    reload(page)
    assert (secret_of(page), rows(page)) == (daily("bulls-4x10", "2026-02-01"), [])
    # The number of another day is not today's, though it was begun; nor is a new game of any secret.
    play(page, next(guess for guess in ("0123", "4567") if guess != secret_of(page)))
    come_back(page, NOON)
    assert (secret_of(page), rows(page)) == (daily("bulls-4x10", "2026-03-01"), [])
    page.get_by_role("button", name="Another secret").click()
    settle(page)
    page.evaluate("history.replaceState(null, '', '#')")
    reload(page)
    assert secret_of(page) == daily("bulls-4x10", "2026-03-01")


def test_a_game_that_was_given_up_stays_so_in_another_mode(open_page: OpenPage) -> None:
    page = open_page(timezone_id="UTC")
    come_back(page, NOON)
    play(page, next(guess for guess in ("0123", "4567") if guess != secret_of(page)))
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Explore").click()
    page.get_by_role("button", name="I guess").click()
    assert page.locator(".end").is_visible()
    assert statistics(page)["games"] == 1


def test_a_free_game_that_was_given_up_stays_so_when_one_comes_back(open_page: OpenPage) -> None:
    page = open_page("#mode=guess&level=honest")
    secret = secret_of(page)
    play(page, next(guess for guess in ("0123", "4567") if guess != secret))
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Explore").click()
    page.get_by_role("button", name="I guess").click()
    assert page.locator(".end .code").get_attribute("aria-label") == secret
    assert page.get_by_label("Your guess").count() == 0
    reload(page)
    assert page.locator(".end .code").get_attribute("aria-label") == secret
    page.get_by_role("button", name="Play again").click()
    assert page.get_by_label("Your guess").is_visible()


def test_the_sheet_speaks_of_pegs_where_the_game_has_pegs(open_page: OpenPage) -> None:
    page = open_page("#tree=mastermind-4x6.total&mode=guess")
    page.get_by_role("button", name="How to play").click()
    sheet = page.locator("dialog.sheet").inner_text()
    assert "right colour, right place: a black peg" in sheet
    assert "bull" not in sheet
    page.keyboard.press("Escape")


def test_an_evasive_game_does_not_count_and_broken_statistics_are_none(open_page: OpenPage) -> None:
    page = open_page("#mode=guess&level=evasive")
    play(page, "0123")
    page.get_by_role("button", name="Give up").click()
    assert statistics(page) == {}
    for broken in ("{", '{"games": -1}', '{"counts": 7}', '{"counts": ["<b>"]}', '{"day": "x"}', "null", "7"):
        page.evaluate("text => localStorage.setItem('guesstree.stats.bulls-4x10', text)", broken)
        page.evaluate("guesstree.open({ mode: 'guess', level: 'honest' })")
        play(page, secret_of(page))
        assert statistics(page)["counts"] == [1], broken


@pytest.mark.parametrize("name", GAMES)
def test_challenges_round_trip(open_page: OpenPage, name: str) -> None:
    page = open_page()
    game = rules.parse(name)
    for secret in game.secrets()[:: len(game.secrets()) // 40]:
        page.evaluate(f"guesstree.open({{ tree: '{name}.total', mode: 'guess', level: 'honest' }})")
        page.evaluate("secret => (guesstree.view.codemaker.secret = secret, guesstree.view.kind = 'challenge')", secret)
        place = page.evaluate("guesstree.view.place")
        assert secret not in place["challenge"]
        page.evaluate("place => guesstree.open(place)", {"tree": f"{name}.total", "mode": "guess", **place})
        assert secret_of(page) == secret
        assert page.locator(".notice").count() == 0


def test_a_challenge_by_its_link(open_page: OpenPage) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Challenge a friend").click()
    page.get_by_label("The secret").fill("6075")
    page.locator("dialog").get_by_role("button", name="Copy link").click()
    page.get_by_text("Copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert "6075" not in link
    assert "level=honest" in link
    page = open_page("#" + link.partition("#")[2])
    assert page.locator("h1").inner_text() == "A challenge for you"
    play(page, "0123")
    reload(page)
    assert rows(page) == ["0123:0 bulls 1 cow"]
    play(page, "6075")
    assert "You found it in 2 guesses" in page.locator(".end").inner_text()


@pytest.mark.parametrize("damaged", ["0", "zzzzzz", "6075", "ZZ", "<b>", "-1", "9" * 11])
def test_a_damaged_challenge_is_told(open_page: OpenPage, damaged: str) -> None:
    page = open_page(f"#mode=guess&challenge={damaged}")
    assert "This challenge is damaged" in page.locator(".notice").inner_text()


def test_what_is_shared_shows_no_guess(open_page: OpenPage) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"], timezone_id="UTC")
    come_back(page, NOON)
    secret = secret_of(page)
    game = rules.parse("bulls-4x10")
    guesses = [guess for guess in ("0123", "4567", secret) if guess == secret or secret not in ("0123", "4567")]
    play(page, *guesses)
    page.evaluate("guesstree.view.review.ready")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_text("Copied").wait_for()
    title, result, *lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert title == "Bulls and Cows · 2026-03-01"
    assert result == f"Found in {len(guesses)} guesses"
    marks = [(int(label[0]), int(label[1])) for label in (game.feedback(guess, secret) for guess in guesses)]
    assert lines[1 : 1 + len(guesses)] == [
        "🟩" * bulls + "🟨" * cows + "⬜" * (4 - bulls - cows) for bulls, cows in marks
    ]
    skill = page.evaluate("guesstree.view.review.rows.at(-1).skill")
    assert lines[-1].startswith(f"Skill {skill} · Luck ")
    assert not any(guess in line for guess in guesses for line in lines)
    page.evaluate("guesstree.toast.hidden = true")
    page.get_by_role("button", name="Share a picture").click()
    page.get_by_text("Copied").wait_for()
    kinds = page.evaluate("navigator.clipboard.read().then(all => all.flatMap(one => one.types))")
    assert kinds == ["image/png"]


def test_the_sheet_explains_with_an_example(open_page: OpenPage) -> None:
    for name, answer in zip(GAMES, ("1 bull 2 cows", "1 black 2 white"), strict=True):
        page = open_page(f"#tree={name}.total")
        page.get_by_role("button", name="How to play").click()
        sheet = page.locator("dialog")
        secret, guess = (sheet.locator("dd .code").nth(i).get_attribute("data-word") or "" for i in (0, 1))
        assert rules.parse(name).feedback(guess, secret) == "12"
        assert sheet.locator("dd .feedback").get_attribute("aria-label") == answer
        page.keyboard.press("Escape")
        sheet.wait_for(state="detached")


@pytest.mark.parametrize(("locale", "shown"), [("en", "0 bulls 1 cow"), ("zh-CN", "0A1B"), ("ru", "0 быков 1 корова")])
def test_answers_are_shown_as_the_language_has_it(open_page: OpenPage, locale: str, shown: str) -> None:
    page = open_page("#mode=guess&h=0123:01", locale=locale)
    assert page.locator(".row .feedback").inner_text() == shown


def test_trees_have_titles(open_page: OpenPage) -> None:
    assert open_page().locator("header option").all_inner_texts() == ["Bulls and Cows", "Mastermind"]
