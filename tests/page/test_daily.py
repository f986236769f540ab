"""The front door: the daily number, challenges, the statistics of one's own games, and what is shared of a game."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest
from page_tools import CLIPBOARD, copied, play, press, reload, rows, secret_of, settle

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


def miss(page: Page) -> str:
    """Guess something else than the secret."""
    guess = next(guess for guess in ("0123", "4567") if guess != secret_of(page))
    play(page, guess)
    return guess


def statistics(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('guesstree.stats.bulls-4x10')") or "{}")
    return found


def come_back(page: Page, time: str, address: str = "") -> None:
    """Open the page anew at another time."""
    settle(page)
    page.clock.set_fixed_time(time)
    page.evaluate("address => history.replaceState(null, '', `#${address}`)", address)
    reload(page)


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Los_Angeles"])
def test_the_daily_number_is_the_same_everywhere(open_page: OpenPage, zone: str) -> None:
    page = open_page(timezone_id=zone)
    for name in GAMES:
        for day in ("2026-01-01", "2026-02-28", "2026-12-31"):
            for time in ("00:00:00", "23:59:59"):
                page.clock.set_fixed_time(f"{day}T{time}Z")
                page.evaluate(f"guesstree.open({{ tree: '{name}.total' }})")
                assert secret_of(page) == daily(name, day)
        page.evaluate(f"guesstree.open({{ tree: '{name}.total', mode: 'guess', daily: '2025-11-22' }})")
        assert secret_of(page) == daily(name, "2025-11-22")


def test_what_names_no_secret_is_told(open_page: OpenPage) -> None:
    page = open_page()
    for day in ("2999-01-01", "2026-02-30", "yesterday"):
        page.evaluate(f"location.hash = '#mode=guess&daily={day}'")
        page.get_by_text(f"There is no daily secret of {day}").wait_for()
        assert page.get_by_label("Your guess").is_visible()
    for damaged in ("0", "zzzzzz", "6075", "ZZ", "<b>", "-1", "9" * 11):
        page.evaluate("place => guesstree.open(place)", {"mode": "guess", "challenge": damaged})
        assert "This challenge is damaged" in page.locator(".notice").inner_text()


def test_the_daily_game_is_kept_and_counts_once(open_page: OpenPage) -> None:
    page = open_page(timezone_id="Europe/Berlin")
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
    press(page, "Play again")
    assert secret_of(page)
    assert rows(page) == []


def test_days_in_a_row(open_page: OpenPage) -> None:
    page = open_page(timezone_id="UTC")
    days = [("2026-03-01", False, 1), ("2026-03-02", False, 2), ("2026-03-04", False, 1), ("2026-03-05", True, 0)]
    for day, gives_up, streak in days:
        come_back(page, f"{day}T08:00:00Z")
        assert (secret_of(page), rows(page)) == (daily("bulls-4x10", day), [])
        miss(page)
        if gives_up:
            press(page, "Give up")
        else:
            play(page, secret_of(page))
        assert statistics(page)["streak"] == streak
        assert f"days in a row\n{streak}\n" in page.locator(".statistics").inner_text()
    assert (statistics(page)["longest"], statistics(page)["games"], statistics(page)["counts"]) == (2, 4, [0, 3])


def test_a_kept_game_gives_way_to_what_the_address_names(open_page: OpenPage) -> None:
    page = open_page("#mode=guess&level=honest", timezone_id="UTC")
    play(page, "0123")
    come_back(page, NOON, "mode=guess&daily=2026-02-01")
    assert (secret_of(page), rows(page)) == (daily("bulls-4x10", "2026-02-01"), [])
    # The number of another day is not today's, though it was begun; nor is a new game of any secret.
    miss(page)
    come_back(page, NOON)
    assert (secret_of(page), rows(page)) == (daily("bulls-4x10", "2026-03-01"), [])
    press(page, "Another secret")
    come_back(page, NOON)
    assert secret_of(page) == daily("bulls-4x10", "2026-03-01")
    # Yesterday's is not today's, neither without a guess nor with one.
    for day in ("2026-03-02", "2026-03-03"):
        come_back(page, f"{day}T12:00:00Z")
        assert (secret_of(page), rows(page)) == (daily("bulls-4x10", day), [])
        miss(page)


@pytest.mark.parametrize("address", ["", "mode=guess&level=honest"], ids=["daily", "free"])
def test_a_game_that_was_given_up_stays_so(open_page: OpenPage, address: str) -> None:
    page = open_page(timezone_id="UTC")
    come_back(page, NOON, address)
    secret, end = secret_of(page), page.locator(".end")
    miss(page)
    press(page, "Give up")
    for way in ("modes", "reload"):
        if way == "modes":
            press(page, "Explore")
            press(page, "I guess")
        settle(page)
        if way == "reload":
            reload(page)
        assert "The secret was" in end.inner_text()
        assert end.locator(".code").get_attribute("aria-label") == secret
        assert page.get_by_label("Your guess").count() == 0
    assert statistics(page)["games"] == 1
    press(page, "Play again")
    assert page.get_by_label("Your guess").is_visible()


def test_an_evasive_game_does_not_count_and_broken_statistics_are_none(open_page: OpenPage) -> None:
    page = open_page("#mode=guess&level=evasive")
    play(page, "0123")
    press(page, "Give up")
    assert statistics(page) == {}
    for broken in ("{", '{"games": -1}', '{"counts": 7}', '{"counts": ["<b>"]}', '{"day": "x"}', "null", "7"):
        page.evaluate("text => localStorage.setItem('guesstree.stats.bulls-4x10', text)", broken)
        page.evaluate("guesstree.open({ mode: 'guess', level: 'honest' })")
        play(page, secret_of(page))
        assert statistics(page)["counts"] == [1], broken


def test_challenges_round_trip(open_page: OpenPage) -> None:
    page = open_page()
    for name in GAMES:
        secrets = rules.parse(name).secrets()
        for secret in secrets[:: len(secrets) // 40]:
            page.evaluate(f"guesstree.open({{ tree: '{name}.total', mode: 'guess', level: 'honest' }})")
            page.evaluate("secret => Object.assign(guesstree.view.codemaker, { secret })", secret)
            place = page.evaluate("(guesstree.view.kind = 'challenge', guesstree.view.place)")
            assert secret not in place["challenge"]
            page.evaluate("place => guesstree.open(place)", {"tree": f"{name}.total", "mode": "guess", **place})
            assert secret_of(page) == secret
            assert page.locator(".notice").count() == 0


@pytest.mark.parametrize("guesses", [[], ["9876"]])
def test_a_challenge_by_its_link(open_page: OpenPage, guesses: list[str]) -> None:
    page = open_page("#mode=guess&level=honest", **CLIPBOARD)
    press(page, "Challenge a friend")
    page.get_by_label("The secret").fill("6075")
    page.locator("dialog").get_by_role("button", name="Copy link").click()
    link = copied(page)
    assert "6075" not in link
    assert "level=honest" in link
    # It comes before a game that was kept.
    page.evaluate("guesstree.view.codemaker.secret = '1234'")
    play(page, *guesses)
    page.evaluate("guesstree.keep(guesstree.view.place)")
    come_back(page, NOON, link.partition("#")[2])
    assert page.locator("h1").inner_text() == "A challenge for you"
    assert (secret_of(page), rows(page)) == ("6075", [])
    play(page, "0123")
    settle(page)
    reload(page)
    assert rows(page) == ["0123:0 bulls 1 cow"]
    play(page, "6075")
    assert "You found it in 2 guesses" in page.locator(".end").inner_text()


def test_what_is_shared_shows_no_guess(open_page: OpenPage) -> None:
    page = open_page(**CLIPBOARD, timezone_id="UTC")
    come_back(page, NOON)
    secret = secret_of(page)
    guesses = [guess for guess in ("0123", "4567") if guess != secret] + [secret]
    play(page, *guesses)
    page.evaluate("guesstree.view.review.ready")
    press(page, "Share")
    title, result, *lines = copied(page).splitlines()
    assert title == "Bulls and Cows · 2026-03-01"
    assert result == f"Found in {len(guesses)} guesses"
    marks = [map(int, rules.parse("bulls-4x10").feedback(guess, secret)) for guess in guesses]
    shown = ["🟩" * bulls + "🟨" * cows + "⬜" * (4 - bulls - cows) for bulls, cows in marks]
    assert lines[1 : 1 + len(guesses)] == shown
    skill = page.evaluate("guesstree.view.review.rows.at(-1).skill")
    assert lines[-1].startswith(f"Skill {skill} · Luck ")
    assert not any(guess in line for guess in guesses for line in lines)
    press(page, "Share a picture")
    page.get_by_text("Copied").wait_for()
    kinds = page.evaluate("navigator.clipboard.read().then(all => all.flatMap(one => one.types))")
    assert kinds == ["image/png"]


def test_the_sheet_explains_with_an_example(open_page: OpenPage) -> None:
    said = (
        ("1 bull 2 cows", "right digit, right place: a bull"),
        ("1 black 2 white", "right colour, right place: a black"),
    )
    for name, (answer, line) in zip(GAMES, said, strict=True):
        page = open_page(f"#tree={name}.total")
        press(page, "How to play")
        sheet = page.locator("dialog")
        secret, guess = (sheet.locator("dd .code").nth(i).get_attribute("data-word") or "" for i in (0, 1))
        assert rules.parse(name).feedback(guess, secret) == "12"
        assert sheet.locator("dd .feedback").get_attribute("aria-label") == answer
        assert line in sheet.inner_text()
        assert ("bull" in sheet.inner_text()) == (name == "bulls-4x10")
        page.keyboard.press("Escape")
        sheet.wait_for(state="detached")


def test_trees_have_titles_and_answers_the_form_of_the_language(open_page: OpenPage) -> None:
    page = open_page()
    assert page.locator("header option").all_inner_texts() == ["Bulls and Cows", "Mastermind"]
    for locale, shown in (("en", "0 bulls 1 cow"), ("zh-CN", "0A1B"), ("ru", "0 быков 1 корова")):
        page = open_page("#mode=guess&h=0123:01", locale=locale)
        assert page.locator(".row .feedback").inner_text() == shown
