"""Think of one, Guess and Race: whole games, taps and keys, and answers that contradict each other."""

from __future__ import annotations

import functools
import random
from itertools import pairwise
from math import log2
from typing import TYPE_CHECKING, Any

import pytest
from page_tools import NAMES, PHONE, history, place_of, play, press, reload, rows, secret_of, shown_guess, tap, walk

from player import open_tree
from player.rules import names as rules

if TYPE_CHECKING:
    from page_tools import OpenPage
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.needs_chromium
BULLS = open_tree("bulls-4x10.total")
GAME = rules.parse("bulls-4x10")

# Plays games by tapping, with a feedback function of its own; gives back each game's guesses.
TAP = """async ([secrets]) => {
  const games = [];
  for (const secret of secrets) {
    const guesses = [];
    for (let i = 0; i < 9; i++) {
      const guess = document.querySelector(".now .code.big").dataset.word;
      guesses.push(guess);
      const bulls = [...guess].filter((symbol, i) => symbol === secret[i]).length;
      const rest = [...secret];
      let both = 0;
      for (const symbol of guess) if (rest.includes(symbol)) { rest.splice(rest.indexOf(symbol), 1); both++; }
      document.querySelector(`[data-label="${bulls}${both - bulls}"]`).click();
      if (guess === secret) break;
    }
    games.push(guesses);
    document.querySelector('[data-key="again"]').click();
  }
  return games;
}"""


def cells_of(guess: str, left: list[str]) -> dict[str, list[str]]:
    cells: dict[str, list[str]] = {}
    for secret in left:
        cells.setdefault(GAME.feedback(guess, secret), []).append(secret)
    return cells


@functools.cache
def labels_of(guess: str) -> list[str]:
    """What each secret gives for a guess."""
    return [GAME.feedback(guess, secret) for secret in GAME.secrets()]


def ask(page: Page, guess: str) -> str:
    play(page, guess)
    bulls, _, cows, _ = (page.locator(".row .feedback").last.get_attribute("aria-label") or "").split()
    return bulls + cows


def labels(page: Page) -> list[str]:
    found: list[str] = page.evaluate("guesstree.view.codebreaker.steps.map((step) => step.label)")
    return found


def answer(page: Page, label: str) -> None:
    page.locator(f'.pad [data-label="{label}"]').click()


@pytest.mark.parametrize("count", [8, pytest.param(50, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", NAMES)
def test_random_secrets_are_found_as_by_the_tree(open_page: OpenPage, name: str, count: int) -> None:
    tree = open_tree(name)
    secrets = random.Random(753).sample(rules.parse(tree.game).secrets(), count)
    page = open_page(f"#tree={name}&mode=solve")
    for secret, guesses in zip(secrets, page.evaluate(TAP, [secrets]), strict=True):
        assert guesses == [step.partition(":")[0] for step in walk(tree, secret).history.split(",")]


def test_what_is_computed_after_another_guess_is_good_and_goes_on_to_the_end(open_page: OpenPage) -> None:
    page = open_page("#0123:01")
    press(page, "You guessed something else?")
    page.get_by_label("What you guessed").fill("9876")
    cells = cells_of("9876", cells_of("0123", GAME.secrets())["01"])
    answers = page.locator(".answers .answer")
    assert {one.get_attribute("data-label") for one in answers.all() if one.is_enabled()} == cells.keys()
    page.locator('.answers [data-label="11"]').click()
    left = cells["11"]
    assert f"{len(left)} candidates left" in page.locator(".now").inner_text()

    def cost(guess: str) -> int:
        return sum(len(cell) ** 2 for cell in cells_of(guess, left).values())

    # The guess that is computed then is the best one, or close.
    assert cost(shown_guess(page)) < 1.25 * min(map(cost, GAME.secrets()[::41]))
    assert history(page) == "0123:01,9876:11"
    # From here the page plays on by itself, to the end, for the last of the candidates.
    for _ in range(8):
        label = GAME.feedback(shown_guess(page), left[-1])
        answer(page, label)
        if label == "40":
            break
    assert "Found in" in page.locator(".end").inner_text()
    press(page, "Undo")
    assert page.locator(".pad").is_visible()


def test_an_honest_game_to_its_end(open_page: OpenPage) -> None:
    kept = secret_of(open_page("#mode=guess&h=9876:01,0123:11"))
    assert [GAME.feedback(guess, kept) for guess in ("9876", "0123")] == ["01", "11"]
    page = open_page("#mode=guess&level=honest")
    left, guess = GAME.secrets(), "0123"
    for number in range(12):
        label = ask(page, guess)
        before, left = len(left), cells_of(guess, left)[label]
        shown = page.locator(".board .row").nth(number).inner_text()
        gained = f"{log2(before / len(left)):.2f}".rstrip("0").rstrip(".")
        assert f"{gained} bit{'s' * (gained != '1')}" in shown
        if label == "40":
            break
        assert f"{len(left):,} left" in shown
        guess = left[0]
    assert "You found it in" in page.locator(".end").inner_text()
    path = [step.partition(":")[0] for step in walk(BULLS, guess).history.split(",")]
    assert page.locator(".afterwards .code").evaluate_all("all => all.map(one => one.ariaLabel)") == path
    press(page, "See it in the tree")
    assert page.locator('.cell[aria-selected="true"]').get_attribute("aria-label") is not None
    assert history(page).endswith(f"{guess}:40")


def test_evasive_keeps_the_largest_cell(open_page: OpenPage) -> None:
    page = open_page("#mode=guess")
    page.get_by_label("Answers are given").select_option("yes")
    left, guess = GAME.secrets(), "4567"
    for _ in range(12):
        cells = cells_of(guess, left)
        label = ask(page, guess)
        assert len(cells[label]) == max(map(len, cells.values()))
        left = cells[label]
        if label == "40":
            assert len(cells) == 1
            return
        guess = left[len(left) // 2]
    pytest.fail("it was never found")


def test_the_keypad_takes_fingers(open_page: OpenPage) -> None:
    page = open_page("#mode=guess", has_touch=True)

    def key(symbol: str) -> Locator:
        return page.locator(f'[data-key="key-{symbol}"]')

    for symbol in "4075":
        tap(key(symbol), key(symbol).is_disabled)
    tap(page.get_by_role("button", name="Erase"), key("5").is_enabled)
    tap(key("9"), key("9").is_disabled)
    tap(page.locator(".entry .main"), lambda: len(rows(page)) > 0)
    assert rows(page)[0].startswith("4079:")


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
        answer(page, "40")
    assert end in page.locator(".end").inner_text()
    press(page, "New game")
    assert rows(page) == []


def stop_clock(page: Page) -> None:
    """From here on the page's time goes only as far as the test says."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def test_a_half_typed_answer_is_forgotten(open_page: OpenPage) -> None:
    page = open_page("#mode=solve&h=", timezone_id="UTC")
    stop_clock(page)
    page.keyboard.type("1")
    page.clock.run_for(1400)
    assert page.locator(".typed").count() == 1
    page.clock.run_for(200)
    assert page.locator(".typed, .answer.begun").count() == 0
    page.keyboard.type("02")
    assert rows(page) == ["0123:0 bulls 2 cows"]


@pytest.mark.parametrize(
    "settings",
    [PHONE, pytest.param({"timezone_id": "UTC"}, marks=pytest.mark.long)],
    ids=["phone", "desktop"],
)
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


MIDDLE = (pytest.param(size, marks=pytest.mark.long) for size in ((390, 844), (820, 1180)))


@pytest.mark.parametrize("size", [(320, 568), (390, 440), (844, 390), (1280, 800), *MIDDLE])
def test_the_pad_keeps_its_place(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("#mode=solve", viewport={"width": size[0], "height": size[1]})
    key = page.locator('.pad [data-label="02"]')
    key.scroll_into_view_if_needed()
    places = [place_of(key)]
    for label in ("01", "02", "02", "13"):
        page.keyboard.type(label)
        places.append(place_of(key))
        if size[1] > 440:
            guess, pad = place_of(page.locator(".now .code")), place_of(page.locator(".pad"))
            assert guess["y"] >= 0
            assert size[0] > 900 or guess["y"] + guess["height"] <= pad["y"]
    for before, after in pairwise(places):
        assert (after["x"], after["y"]) == pytest.approx((before["x"], before["y"]), abs=1)


def test_an_own_game_opens_as_what_it_is(open_page: OpenPage) -> None:
    page = open_page("#mode=solve")
    press(page, "You guessed something else?")
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
    for right in zip(*(labels_of(guess) for guess, _ in steps), strict=True):
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
                columns = (labels_of(guess) for guess, _ in chosen)
                return tuple(label for _, label in chosen) in zip(*columns, strict=True)

            assert not agree(found["rows"])
            for row in found["rows"]:
                assert agree([other for other in found["rows"] if other != row])
            assert {(fix["row"], fix["label"]): fix["count"] for fix in found["fixes"]} == fixes(all_steps)
