"""Think of one, Guess, and the game against the tree: whole games, taps, and answers that contradict each other."""

from __future__ import annotations

import functools
import random
from itertools import pairwise
from math import log2
from pathlib import Path
from typing import Any

import pytest
from page_tools import (
    NAMES,
    PHONE,
    Locator,
    OpenPage,
    Page,
    be_patient,
    history,
    keep,
    place_of,
    play,
    press,
    rows,
    secret_of,
    set_option,
    settle,
    shown_guess,
    tap,
    walk,
    write_page,
)

import treegen as tg
from player import open_tree
from player.rules import names as rules

pytestmark = pytest.mark.needs_chromium
BULLS = open_tree("bulls-4x10.total")
GAME = rules.parse("bulls-4x10")

# Taps the answers of games, each to its end, and returns the guesses of each.
TAP = """(games) => games.map((labels) => {
  const guesses = labels.map((label) => {
    const guess = document.querySelector(".now .code.big").dataset.word;
    document.querySelector(`[data-label="${label}"]`).click();
    return guess;
  });
  document.querySelector('[data-key="again"]').click();
  return guesses;
})"""


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
    games = [[step.split(":") for step in walk(tree, secret).history.split(",")] for secret in secrets]
    told = page.evaluate(TAP, [[label for _, label in game] for game in games])
    assert told == [[guess for guess, _ in game] for game in games]


def test_a_link_off_the_tree_is_played_on_to_the_end(open_page: OpenPage) -> None:
    page = open_page("#0123:01,9876:11")
    left = cells_of("9876", cells_of("0123", GAME.secrets())["01"])["11"]

    def cost(guess: str) -> int:
        return sum(len(cell) ** 2 for cell in cells_of(guess, left).values())

    # The guess that is computed is the best one, or close.
    page.locator(".now .code.big").wait_for()
    assert cost(shown_guess(page)) < 1.25 * min(map(cost, GAME.secrets()[::41]))
    # From here the page plays on by itself, to the end, for the last of the candidates.
    for _ in range(8):
        page.locator(".now .code.big").wait_for()
        label = GAME.feedback(shown_guess(page), left[-1])
        answer(page, label)
        if label == "40":
            break
    assert "Found in" in page.locator(".end").inner_text()
    press(page, "Undo")
    assert page.locator(".pad").is_visible()


def test_a_game_to_its_end_shows_counts_only_when_asked(open_page: OpenPage) -> None:
    kept = secret_of(open_page("#mode=guess&h=9876:01,0123:11"))
    assert [GAME.feedback(guess, kept) for guess in ("9876", "0123")] == ["01", "11"]
    page = open_page("#mode=guess&level=honest")
    left, guess = GAME.secrets(), "0123"
    for number in range(12):
        label = ask(page, guess)
        before, left = len(left), cells_of(guess, left)[label]
        shown = page.locator(".board .row").nth(number).inner_text()
        gained = f"{log2(before / len(left)):.2f}".rstrip("0").rstrip(".")
        told = f"{gained} bit{'s' * (gained != '1')}" in shown, f"{len(left):,} left" in shown
        if label == "40":
            break
        assert told == ((number > 0,) * 2)
        assert ("left" in page.evaluate("guesstree.status.innerText")) is (number > 0)
        if not number:
            set_option(page, "counts", "yes")
        guess = left[0]
    path = [step.partition(":")[0] for step in walk(BULLS, guess).history.split(",")]
    assert f"You needed {number + 1}, the best tree {len(path)}." in page.locator(".end").inner_text()
    press(page, "See it in the tree")
    assert history(page).endswith(f"{guess}:40")


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


def test_the_person_can_win_against_the_tree(open_page: OpenPage) -> None:
    """The person begins, and the page has a last guess; afterwards the guesses are reviewed."""
    page = open_page("#mode=duel&y=9876:01")
    play_on = "secret => guesstree.view.entry.submit(secret)"
    be_patient(page)
    page.locator('[data-label="01"]').click()
    page.evaluate(play_on, secret_of(page))
    page.locator('[data-label="01"]').click()
    assert "You win in 2 guesses." in page.locator(".end").inner_text()
    page.locator(".scores .meters").wait_for()
    assert page.locator(".side .judged .verdict-tag").count() == 2
    press(page, "New game")
    assert rows(page) == []


def stop_clock(page: Page) -> None:
    """From here on the page's time goes only as far as the test says."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)


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


def test_a_contradiction_needs_each_row_that_it_names(open_page: OpenPage) -> None:
    """For every impossible answer of some positions."""
    for steps in ([("0123", "01"), ("1456", "11")], [("0123", "02"), ("4567", "01"), ("0246", "10")]):
        text = ",".join(map(":".join, steps))
        page = open_page(f"#h={text}")
        page.locator(".now .code").wait_for()
        guess = shown_guess(page)
        for label in [one.get_attribute("data-label") or "" for one in page.locator(".answer[aria-disabled]").all()]:
            found = page.evaluate("label => guesstree.view.codebreaker.conflict(label)", label)
            all_steps = [*steps, (guess, label)]

            def agree(kept: list[int], all_steps: list[tuple[str, str]] = all_steps) -> bool:
                chosen = [all_steps[row] for row in [*kept, len(all_steps) - 1]]
                columns = (labels_of(guess) for guess, _ in chosen)
                return tuple(label for _, label in chosen) in zip(*columns, strict=True)

            assert not agree(found)
            for row in found:
                assert agree([other for other in found if other != row])


OTHERS = {
    "match-2x4": ["11", "24"], "match-3x4-distinct": ["123"], "marks-3x4": ["121", "442"],
    "bulls-3x5-any-each": ["112"], "bulls-3x5-matches": ["123"], "bulls-2x3=abc": ["ab"],
    "mastermind-2x3=red,green,blue": ["12", "13"], "number-0..20": ["gt10", "gt4"], "number--3..5-free": ["eq2", "gt0"],
}  # fmt: skip


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_page(tmp_path_factory.mktemp("games") / "page.html", {name: tg.build(name) for name in OTHERS})


@pytest.mark.parametrize("name", OTHERS)
def test_games_with_other_rules_are_played_in_all_modes(open_page: OpenPage, games: Path, name: str) -> None:
    page = open_page(file=games)
    assert f"({name})" not in page.locator(".picker").inner_text()  # only games of the same title are told apart so
    game = rules.read_game(name)
    for mode in ("guess", "solve", "duel", "explore"):
        page.evaluate("place => guesstree.open(place)", {"tree": name, "mode": mode, "level": "honest"})
        assert page.locator(".notice, nav button:disabled").count() == 0
    page.evaluate("place => guesstree.open(place)", {"tree": name, "mode": "guess", "level": "honest"})
    secret = page.evaluate("guesstree.view.codemaker.secret = guesstree.rules.secrets.at(-1)")
    for guess in OTHERS[name]:
        shown = page.evaluate(
            "guess => guesstree.view.entry.submit(guess) ?? guesstree.view.codemaker.steps.at(-1)", guess
        )
        assert shown["label"] == game.feedback(guess, secret.removeprefix("eq"))
    be_patient(page)
    page.evaluate("guesstree.view.entry.submit(guesstree.view.codemaker.secret)")
    assert "You needed" in page.locator(".end").inner_text()
    page.evaluate("guesstree.view.review.ready")
    assert page.locator(".judged .verdict-tag").count() == len(OTHERS[name]) + 1


def test_notations_are_shown_as_the_game_writes_answers(open_page: OpenPage, games: Path) -> None:
    page = open_page(file=games)
    for name, shown in {
        "bulls-2x3=abc": ["1A2B", "1 bull 2 cows", "●○○"], "match-2x4": ["1 bull"],
        "bulls-3x5-matches": ["1 bull 2 in common"], "mastermind-2x3=red,green,blue": ["1 black 2 white", "●○○"],
    }.items():  # fmt: skip
        page.evaluate("tree => guesstree.open({ tree, mode: 'solve' })", name)
        page.locator("[data-key=settings]").click()
        assert page.locator("dialog [data-key=notation] option").all_inner_texts() == shown
        page.keyboard.press("Escape")


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
    keep(page, "eq7")
    play(page, ">10")
    assert page.locator(".board .row").inner_text().split()[1:4] == [">", "10", "no"]
    play(page, "99")
    assert "not a valid guess" in page.locator(".problem").inner_text()
    play(page, "8")
    assert "The secret was" in page.locator(".end").inner_text()
    set_option(page, "boards", "duel")
    assert page.locator(".notice").count() == 0
