"""The front door: the daily number, challenges, the statistics of one's own games, and what is shared of a game."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

import pytest
from page_tools import CLIPBOARD, OpenPage, Page, copied, keep, play, press, reload, rows, secret_of, settle

from player.rules import names as rules

pytestmark = pytest.mark.needs_chromium
GAMES = ("bulls-4x10", "mastermind-4x6")
NOON = "2026-03-01T12:00:00Z"


def daily(name: str, day: str) -> str:
    """The secret of a day as docs/drawing.md derives it."""
    drawn = int.from_bytes(hashlib.sha256(f"guesstree daily {name} {day}".encode()).digest()[:6], "big")
    secrets = rules.parse(name).secrets()
    return secrets[drawn % len(secrets)]


def statistics(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('guesstree.stats.bulls-4x10')") or "{}")
    return found


def come_back(page: Page, time: str, address: str = "") -> None:
    page.clock.set_fixed_time(time)
    page.evaluate("address => history.replaceState(null, '', `#${address}`)", address)
    reload(page)


@pytest.mark.parametrize("zone", ["Asia/Tokyo", pytest.param("America/Los_Angeles", marks=pytest.mark.long)])
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


def test_challenges_round_trip(open_page: OpenPage) -> None:
    page = open_page()
    assert page.locator("header option").all_inner_texts() == ["Bulls and Cows", "Mastermind"]
    for name in GAMES:
        secrets = rules.parse(name).secrets()
        for secret in secrets[:: len(secrets) // 7]:
            page.evaluate(f"guesstree.open({{ tree: '{name}.total', mode: 'guess', level: 'honest' }})")
            keep(page, secret)
            place = {"tree": f"{name}.total", "mode": "guess", "challenge": page.evaluate("guesstree.view.challenge")}
            assert secret not in place["challenge"]
            page.evaluate("place => guesstree.open(place)", place)
            assert secret_of(page) == secret
            assert page.locator(".notice").count() == 0


def test_a_challenge_by_its_link(open_page: OpenPage) -> None:
    page = open_page("#mode=guess&level=honest", **CLIPBOARD)
    press(page, "Settings")
    press(page, "Challenge a friend")
    page.get_by_label("The secret").fill("6075")
    page.locator("dialog").get_by_role("button", name="Copy link").click()
    link = copied(page)
    assert "6075" not in link
    assert "level=honest" in link
    come_back(page, NOON, link.partition("#")[2])
    assert page.locator("h1").inner_text() == "A challenge for you"
    assert (secret_of(page), rows(page)) == ("6075", [])
    play(page, "0123", "6075")
    assert "You needed 2, the best tree 5." in page.locator(".end").inner_text()


def test_what_is_shared_shows_no_guess(open_page: OpenPage) -> None:
    page = open_page(**CLIPBOARD, timezone_id="UTC")
    come_back(page, NOON)
    secret = secret_of(page)
    guesses = [guess for guess in ("0123", "4567") if guess != secret] + [secret]
    play(page, *guesses)
    press(page, "Share")
    title, result, *lines = copied(page).splitlines()
    assert title == "Bulls and Cows · 2026-03-01"
    assert result == f"Found in {len(guesses)} guesses"
    marks = [map(int, rules.parse("bulls-4x10").feedback(guess, secret)) for guess in guesses]
    shown = [" ".join(f"{sign}{n}" for sign, n in zip("🟩🟨", pair, strict=True) if n) or "⬜" for pair in marks]
    assert lines[1 : 1 + len(guesses)] == shown
    assert re.fullmatch(r"Tree: \d", lines[-1])
    assert not any(guess in line for guess in guesses for line in lines)
    page.evaluate("guesstree.view.review.ready")
    press(page, "Share")  # it does not depend on when
    assert copied(page).splitlines() == [title, result, *lines]
    press(page, "Challenge a friend")
    assert page.get_by_label("The secret").input_value() == ""  # never that of today


def test_the_game_of_a_day_is_final(open_page: OpenPage) -> None:
    """Neither Back, nor an address, nor another tab plays it again; no secret can be read off what is kept."""
    page = open_page(**CLIPBOARD, timezone_id="UTC")
    come_back(page, "2026-03-01T23:58:00Z", "mode=guess&daily=2026-03-01")
    secret, other = secret_of(page), page.context.new_page()
    other.goto(page.url)
    play(page, "0123")
    page.clock.set_fixed_time("2026-03-02T00:01:00Z")  # the day on which it began counts
    play(page, secret)
    settle(page)
    assert statistics(page)["day"] == "2026-03-01"
    found = ["0123", secret]
    for address in (page.url, f"{page.url}&h={secret}:40", f"{page.url}&h=9876:00"):
        page.goto("about:blank")
        page.goto(address)
        settle(page)
        assert [row.partition(":")[0] for row in rows(page)] == found
        assert page.locator(".notice").count() == ("&h=" in address)
    entries = "JSON.stringify(Object.entries(localStorage).sort())"  # which reach another tab a moment later
    other.wait_for_function(f"(kept) => {entries} === kept", arg=page.evaluate(entries))
    play(other, "9876")
    assert [row.partition(":")[0] for row in rows(other)] == found
    assert "went on in another tab" in other.locator(".notice").inner_text()
    kept = page.evaluate("JSON.stringify({ ...localStorage }) + JSON.stringify(history.state)")
    press(page, "Settings")
    press(page, "Copy link")
    press(page, "Close")
    link = copied(page)
    assert link == page.url
    assert secret not in kept + link
    press(page, "Daily number")
    assert (secret_of(page), rows(page)) == (daily("bulls-4x10", "2026-03-02"), [])
