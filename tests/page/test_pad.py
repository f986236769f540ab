"""Answers by hand and key, Back and Forward, kept games, contradictions, pegs."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from page_tools import (
    PHONE,
    history,
    labels,
    place_of,
    play,
    press,
    reload,
    rows,
    search,
    secret_of,
    settle,
    shown_guess,
)

from player.rules import names as rules

if TYPE_CHECKING:
    from page_tools import OpenPage
    from playwright.sync_api import Page

pytestmark = pytest.mark.needs_chromium
GAME = rules.parse("bulls-4x10")
MASTERMIND = "tree=mastermind-4x6.total"
MODES = ["solve", "guess", "duel", "explore"]


def stop_clock(page: Page) -> None:
    """From here on the page's time goes only as far as the test says."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def begun(page: Page) -> list[str]:
    """The answers of the pad that a half-typed answer may become."""
    return [one.get_attribute("data-label") or "" for one in page.locator(".answer.begun").all()]


def test_a_half_typed_answer_is_shown_taken_back_and_forgotten(open_page: OpenPage) -> None:
    page = open_page("#mode=solve", timezone_id="UTC")
    page.keyboard.type("0")
    assert (page.locator(".typed").inner_text(), begun(page)) == ("0…", ["00", "01", "02", "03", "04"])
    page.keyboard.press("Backspace")
    assert (page.locator(".typed").count(), begun(page)) == (0, [])
    page.keyboard.type("12")
    assert history(page) == "0123:12"
    page.keyboard.type("1")
    press(page, "Undo")
    page.keyboard.type("02")
    assert history(page) == "0123:02"
    page = open_page("#mode=solve&h=", timezone_id="UTC")
    stop_clock(page)
    page.keyboard.type("1")
    page.clock.run_for(1400)
    assert page.locator(".typed").count() == 1
    page.clock.run_for(200)
    assert (page.locator(".typed").count(), begun(page)) == (0, [])
    page.keyboard.type("02")
    assert rows(page) == ["0123:0 bulls 2 cows"]


@pytest.mark.parametrize("settings", [{"timezone_id": "UTC"}, PHONE], ids=["desktop", "phone"])
def test_a_second_tap_is_ignored_for_a_moment(open_page: OpenPage, settings: dict[str, Any]) -> None:
    for mode in ("duel", "solve"):
        page = open_page(f"#mode={mode}&h=0123:01&y=9876:11,5432:01", **settings)
        stop_clock(page)
        box = place_of(page.locator('[data-label="01"]'))
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for _ in range(2):
            page.mouse.click(*at)
            assert len(labels(page)) == 2
            page.clock.run_for(200)
    page.mouse.click(*at)
    assert len(labels(page)) == 3


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (390, 440), (820, 1180), (1280, 800)])
def test_the_pad_keeps_its_place(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("#mode=solve", viewport={"width": size[0], "height": size[1]})
    key = page.locator('.pad [data-label="02"]')
    key.scroll_into_view_if_needed()
    places = [place_of(key)]
    for label in ("01", "02", "02", "13"):
        page.keyboard.type(label)
        places.append(place_of(key))
        if size != (390, 440):
            guess, pad = place_of(page.locator(".now .code")), place_of(page.locator(".pad"))
            assert guess["y"] >= 0
            assert size[0] > 900 or guess["y"] + guess["height"] <= pad["y"]
    for before, after in pairwise(places):
        assert (after["x"], after["y"]) == pytest.approx((before["x"], before["y"]), abs=1)


def test_back_and_forward_walk_through_positions_and_modes(open_page: OpenPage) -> None:
    page = open_page("#mode=solve")
    page.keyboard.type("01")
    page.keyboard.type("02")
    settle(page)
    press(page, "Duel")
    settle(page)
    shown = []
    for step in (page.go_back,) * 3 + (page.go_forward,) * 2:
        step()
        settle(page)
        shown.append((shown_guess(page), len(rows(page))))
    assert shown == [("4530", 2), ("1456", 1), ("0123", 0), ("1456", 1), ("4530", 2)]
    page.go_forward()
    settle(page)
    assert page.locator(".sides").is_visible()


def test_each_mode_and_tree_keeps_its_game(open_page: OpenPage) -> None:
    page = open_page("#0123:01")
    press(page, "Duel")
    play(page, "9876")
    secret = secret_of(page)
    page.get_by_label("Tree", exact=True).select_option("mastermind-4x6.total")
    assert rows(page) == []
    press(page, "Solve mine")
    page.locator('[data-label="01"]').click()
    page.get_by_label("Tree", exact=True).select_option("bulls-4x10.total")
    assert rows(page) == ["0123:0 bulls 1 cow"]
    press(page, "Duel")
    assert (len(rows(page)), secret_of(page)) == (1, secret)
    settle(page)
    # Opened anew, or reloaded, it goes on, too.
    page = open_page("#mode=duel")
    assert (len(rows(page)), secret_of(page)) == (1, secret)
    reload(page)
    assert (len(rows(page)), secret_of(page)) == (1, secret)
    press(page, "Restart")
    settle(page)
    assert rows(open_page("#mode=duel")) == []
    assert rows(open_page(f"#{MASTERMIND}&mode=solve")) == ["AABC:0 black 1 white"]


def test_an_own_game_opens_as_what_it_is(open_page: OpenPage) -> None:
    page = open_page("#mode=solve")
    press(page, "I guessed something else")
    page.get_by_label("What you guessed").fill("9876")
    page.locator('.answers [data-label="11"]').click()
    guess = shown_guess(page)
    page.locator(".pad .answer:not([aria-disabled])").first.click()
    assert [row.split(":")[0] for row in rows(page)] == ["9876", guess]
    assert page.locator(".row .tag").all_inner_texts() == ["your own guess"]
    shown, place = rows(page), history(page)
    reload(page)
    assert (rows(page), history(page), page.locator(".notice").count()) == (shown, place, 0)
    assert page.locator(".row .tag").all_inner_texts() == ["your own guess"]


def fixes(steps: list[tuple[str, str]]) -> dict[tuple[int, str], int]:
    """By row and label: how many secrets agree when this row, not the last, has this label instead."""
    found: dict[tuple[int, str], int] = {}
    for secret in GAME.secrets():
        right = [GAME.feedback(guess, secret) for guess, _ in steps]
        missed = [row for row, (_, label) in enumerate(steps) if label != right[row]]
        if len(missed) == 1 and missed[0] < len(steps) - 1:
            found[missed[0], right[missed[0]]] = found.get((missed[0], right[missed[0]]), 0) + 1
    return found


def offered(page: Page) -> dict[tuple[int, str], int]:
    found = {}
    for way in page.locator(".verdict button").all():
        row, _, label = (way.get_attribute("data-key") or "").removeprefix("fix-").partition(",")
        found[int(row), label] = int(way.locator(".faint").inner_text().split()[0])
    return found


@pytest.mark.parametrize("mode", ["solve", "duel"])
def test_a_contradiction_is_found_without_the_secret(open_page: OpenPage, mode: str) -> None:
    page = open_page(f"#mode={mode}&h=0123:01,1456:02&y=9876:01,5432:02,1234:02")
    assert shown_guess(page) == "4530"
    page.locator('.pad [data-label="22"]').click(force=True)
    said = page.locator(".verdict")
    assert said.is_visible()
    assert "2 bulls 2 cows: this answer to 4530 contradicts row 1. No secret gives both." in said.inner_text()
    expected = fixes([("0123", "01"), ("1456", "02"), ("4530", "22")])
    found = offered(page)
    assert found
    assert found == dict(sorted(expected.items(), key=lambda pair: -pair[1])[:4])
    (row, label), count = next(iter(found.items()))
    said.get_by_role("button").first.click()
    assert labels(page) == [label, "02", "22"]
    assert page.evaluate("guesstree.view.codebreaker.now.count") == count
    assert row == 0
    assert page.locator(".verdict").is_hidden()


def test_a_contradiction_needs_each_row_that_it_names(open_page: OpenPage) -> None:
    """For every impossible answer of some positions."""
    page = open_page("#mode=solve")
    for steps in ([("0123", "01"), ("1456", "11")], [("0123", "02"), ("4567", "01"), ("0246", "10")]):
        text = ",".join(map(":".join, steps))
        page = open_page(f"#h={text}")
        page.locator(".now .code").wait_for()
        guess = shown_guess(page)
        for label in [one.get_attribute("data-label") or "" for one in page.locator(".answer[aria-disabled]").all()]:
            found = page.evaluate("label => guesstree.view.codebreaker.contradiction(label)", label)
            all_steps = [*steps, (guess, label)]

            def agree(kept: list[int], all_steps: list[tuple[str, str]] = all_steps) -> bool:
                chosen = [all_steps[row] for row in [*kept, len(all_steps) - 1]]
                return any(all(GAME.feedback(g, s) == a for g, a in chosen) for s in GAME.secrets())

            assert not agree(found["rows"])
            for row in found["rows"]:
                assert agree([other for other in found["rows"] if other != row])
            assert {(fix["row"], fix["label"]): fix["count"] for fix in found["fixes"]} == fixes(all_steps)


@pytest.mark.parametrize("mode", ["solve", "duel"])
def test_a_wrong_answer_is_corrected_and_the_game_goes_on(open_page: OpenPage, mode: str) -> None:
    page = open_page(f"#mode={mode}&h=0123:01,1456:11&y=9876:01,5432:02,1234:02")
    press(page, "My secret is ruled out")
    page.get_by_label("Your secret").fill("9876")
    page.keyboard.press("Enter")
    assert "If the secret is 9876, rows 1, 2 are wrong" in page.locator(".verdict").inner_text()
    press(page, "Correct it and go on")
    assert labels(page) == ["00", "10"]
    assert page.locator(".tag", has_text="your own guess").count() == 0
    for _ in range(8):
        guess = shown_guess(page)
        page.keyboard.type(GAME.feedback(guess, "9876"))
        if mode == "duel" or guess == "9876":
            break
    assert "9876" in (guess, page.evaluate("guesstree.view.codebreaker.candidates().find(one => one === '9876')"))


def test_a_duel_is_typed(open_page: OpenPage) -> None:
    page = open_page("#mode=duel")
    page.keyboard.type("9876")
    page.keyboard.press("Enter")
    assert shown_guess(page) == "0123"
    page.keyboard.type("0")
    assert page.locator(".typed").inner_text() == "0…"
    page.keyboard.type("1")
    assert rows(page)[1] == "0123:0 bulls 1 cow"
    assert history(page) == "0123:01"


def test_the_last_guess_of_a_duel_is_taken_back(open_page: OpenPage) -> None:
    page = open_page("#mode=duel")
    secret = secret_of(page)
    page.keyboard.type("9876")
    page.keyboard.press("Enter")
    press(page, "Undo")
    assert rows(page) == []
    assert page.locator(".side.active h2").inner_text() == "You"
    assert secret_of(page) == secret
    assert page.get_by_role("button", name="Undo").is_disabled()


def test_what_is_no_symbol_is_named(open_page: OpenPage) -> None:
    page = open_page("#mode=duel")
    page.get_by_label("Your guess").press_sequentially("12x")
    assert "“x” is not a digit of this game: it has 0–9." in page.locator(".problem").inner_text()
    page.get_by_label("Your guess").press_sequentially("3")
    assert page.locator(".problem").is_hidden()


@pytest.mark.parametrize("mode", MODES)
def test_mastermind_has_pegs_with_one_letter_each(open_page: OpenPage, mode: str) -> None:
    page = open_page(f"#{MASTERMIND}&mode={mode}&h=1123:11&y=1234:01")
    assert page.locator(".notice").count() == 0
    assert "AABC:11" in history(page)
    peg = page.locator(".row .feedback .keys").first
    assert peg.locator("i").evaluate_all("all => all.map(one => one.className)") == (
        ["white"] if mode == "duel" else ["black", "white"]
    )
    shown = page.locator("main").inner_text()
    assert "AABC" in page.evaluate("location.hash")
    assert "1123" not in shown
    assert not page.locator("main").get_by_text("A1B").count()
    assert page.get_by_label("Answers as").locator("option").all_inner_texts() == ["1 black 2 white", "●○○"]


def test_mastermind_is_announced_in_letters(open_page: OpenPage) -> None:
    page = open_page(f"#{MASTERMIND}&mode=guess&level=honest")
    play(page, "AABC")
    said = page.locator("#app > .unseen[role=status]")
    assert said.inner_text().startswith("AABC: ")
    press(page, "Give up")
    assert said.inner_text().endswith(page.locator(".end .code.big").get_attribute("aria-label") or "nothing")
    page = open_page(f"#{MASTERMIND}&mode=explore")
    search(page, "AABC")
    assert said.inner_text().endswith(": AABC")
    page.evaluate("guesstree.view.zoomTo(0)")
    assert said.inner_text().startswith("AABC, 1,296 candidates")
