"""Solve mine: the page guesses, and a person answers."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from page_tools import NAMES, history, hostile_tree, press, rows, shown_guess, walk, write_page

from player import Player, open_tree
from player.rules import names as rules

if TYPE_CHECKING:
    from pathlib import Path

    from page_tools import OpenPage

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


@pytest.mark.parametrize("name", NAMES)
def test_50_random_secrets_are_found_as_by_the_tree(open_page: OpenPage, name: str) -> None:
    tree = open_tree(name)
    game = rules.parse(tree.game)
    secrets = random.Random(753).sample(game.secrets(), 50)
    page = open_page(f"#tree={name}&mode=solve")
    for secret, guesses in zip(secrets, page.evaluate(TAP, [secrets]), strict=True):
        assert guesses == [step.partition(":")[0] for step in walk(tree, secret).history.split(",")]


def test_a_game_by_taps_undo_and_restart(open_page: OpenPage) -> None:
    page = open_page("#mode=solve")
    assert shown_guess(page) == "0123"
    press(page, "0 bulls 1 cow")
    press(page, "0 bulls 2 cows")
    assert rows(page) == ["0123:0 bulls 1 cow", "1456:0 bulls 2 cows"]
    assert "369 candidates left" in page.locator(".now").inner_text()
    assert shown_guess(page) == "4530"
    assert history(page) == "0123:01,1456:02"
    press(page, "Undo")
    assert (shown_guess(page), history(page)) == ("1456", "0123:01")
    press(page, "Restart")
    assert (shown_guess(page), rows(page), history(page)) == ("0123", [], "")
    assert page.get_by_role("button", name="Undo").is_disabled()


def test_only_possible_answers_can_be_tapped(open_page: OpenPage) -> None:
    page = open_page("#0123:01,1456:02")
    player = Player(BULLS)
    player.answer("01")
    player.answer("02")
    answers = page.locator(".pad .answer")
    can = [one.get_attribute("data-label") for one in answers.all() if one.is_enabled()]
    assert can == list(player.possible())
    assert answers.count() == len(BULLS.labels)
    page.locator('[data-label="04"]').click(force=True)
    page.locator('[data-label="04"]').dispatch_event("click")
    page.keyboard.type("04")
    assert (shown_guess(page), history(page)) == ("4530", "0123:01,1456:02")
    said = page.locator(".verdict").inner_text()
    assert "0 bulls 4 cows: this answer to 4530 contradicts row 1" in said


def test_i_asked_something_else(open_page: OpenPage) -> None:
    page = open_page("#0123:01")
    press(page, "I guessed something else")
    page.get_by_label("What you guessed").fill("9876")
    left = [secret for secret in GAME.secrets() if GAME.feedback("0123", secret) == "01"]
    can = {GAME.feedback("9876", secret) for secret in left}
    answers = page.locator(".answers .answer")
    assert {one.get_attribute("data-label") for one in answers.all() if one.is_enabled()} == can
    page.locator('.answers [data-label="11"]').click()
    left = [secret for secret in left if GAME.feedback("9876", secret) == "11"]
    assert f"{len(left)} candidates left" in page.locator(".now").inner_text()
    assert history(page) == "0123:01,9876:11"
    # From here the page plays on by itself, to the end, for the last of the candidates.
    for _ in range(8):
        guess = shown_guess(page)
        label = GAME.feedback(guess, left[-1])
        page.locator(f'.pad [data-label="{label}"]').click()
        if label == "40":
            break
    assert "Found in" in page.locator(".end").inner_text()
    press(page, "Undo")
    assert page.locator(".pad").is_visible()


def test_the_computed_guess_is_good(open_page: OpenPage) -> None:
    """Its entropy is that of the best guess, or close: the page tries a part of all guesses."""
    page = open_page("#9876:11")
    left = [secret for secret in GAME.secrets() if GAME.feedback("9876", secret) == "11"]

    def cost(guess: str) -> int:
        sizes: dict[str, int] = {}
        for secret in left:
            label = GAME.feedback(guess, secret)
            sizes[label] = sizes.get(label, 0) + 1
        return sum(size * size for size in sizes.values())

    assert cost(shown_guess(page)) < 1.25 * min(map(cost, GAME.secrets()[::41]))


def test_my_secret_is_ruled_out(open_page: OpenPage) -> None:
    for number, label, said in (
        ("6075", "11", "If the secret is 6075, row 2 is wrong."),
        ("9876", "11", "If the secret is 9876, rows 1, 2 are wrong."),
        ("6075", "02", "All answers so far are right for 6075."),
    ):
        page = open_page(f"#0123:01,1456:{label}")
        press(page, "My secret is ruled out")
        page.get_by_label("Your secret").fill(number)
        press(page, "Find the wrong answer")
        assert said in page.locator(".verdict").inner_text()
        for row, guess, answer in zip(page.locator(".board .row").all(), ("0123", "1456"), ("01", label), strict=True):
            expected = GAME.feedback(guess, number)
            right = row.locator(f'.right .feedback[aria-label^="{expected[0]} bull"][aria-label*=" {expected[1]} cow"]')
            is_wrong = "wrong" in (row.get_attribute("class") or "").split()
            assert (is_wrong, right.count()) == (expected != answer, expected != answer)
        press(page, "Undo")
        assert page.locator(".row.wrong").count() == 0


def test_the_keyboard_alone_suffices(open_page: OpenPage) -> None:
    page = open_page("#mode=solve")
    for label in ("01", "02", "02", "13"):
        page.keyboard.type(label)
    assert shown_guess(page) == "6075"
    page.keyboard.press("Backspace")
    assert shown_guess(page) == "7605"
    # Or by going from control to control.
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.label") == "13":
            break
    page.keyboard.press("Enter")
    assert shown_guess(page) == "6075"
    assert page.evaluate("document.activeElement.dataset.label") == "40"
    page.keyboard.press("Enter")
    assert "Found in 5 guesses" in page.locator(".end").inner_text()
    assert page.evaluate("document.activeElement.dataset.key") == "again"
    page.keyboard.press("Space")
    assert shown_guess(page) == "0123"


def test_pegs_carry_letters_and_take_them(open_page: OpenPage) -> None:
    page = open_page("#tree=mastermind-4x6.total&mode=solve")
    assert page.locator(".now .code .peg").all_inner_texts() == ["A", "A", "B", "C"]
    assert shown_guess(page) == "AABC"
    press(page, "I guessed something else")
    page.get_by_label("What you guessed").press_sequentially("cdef")
    page.locator('.answers .answer[data-label="00"]').click()
    assert history(page) == "CDEF:00"


def test_answers_are_shown_as_the_person_likes(open_page: OpenPage) -> None:
    page = open_page("#0123:01")
    for notation, text in (("ab", "0A1B"), ("words", "0 bulls 1 cow"), ("dots", "○")):
        page.get_by_label("Answers as").select_option(notation)
        assert page.locator(".row .feedback").inner_text() == text
        assert " ".join(page.locator('.pad [data-label="01"]').inner_text().split()) == text
        page.evaluate("new guesstree.constructor(document.getElementById('app'))")  # as when the page is opened
        assert page.locator(".row .feedback").inner_text() == text


def test_a_game_that_the_page_does_not_know_is_played_from_its_tree(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(file=write_page(tmp_path / "page.html", {"unknown": hostile_tree()}))
    assert page.get_by_role("button", name="I guess", exact=True).is_disabled()
    assert page.get_by_role("button", name="I guessed something else").count() == 0
    page.locator('.pad [data-label="<!--"]').click()
    assert page.locator(".now .code").inner_text() == "<!--three-->"
    press(page, "My secret is ruled out")
    page.get_by_label("Your secret").fill("<i>two</i>")
    press(page, "Find the wrong answer")
    assert page.locator(".row.wrong").count() == 1
    page.locator('.pad [data-label="yes"]').click()
    assert "Found in 2 guesses" in page.locator(".end").inner_text()
