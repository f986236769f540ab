"""Games of words: every mode, marks by taps, keys and paste, and the list of guesses that the page has."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from page_tools import (
    OpenPage,
    Page,
    axe_faults,
    embedded,
    keep,
    play,
    press,
    rows,
    set_option,
    settle,
    shown_guess,
    write_blocks,
)

import treegen as tg
from player.rules.feedback import marks
from player.web import make_page

pytestmark = pytest.mark.needs_chromium
SECRETS = ["abide", "crane", "erase", "shale", "slate", "speed", "stale", "trace"]
OTHERS = ["geese", "salet", "zonal"]


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of a tree of words, made in the folder where their lists are."""
    folder = tmp_path_factory.mktemp("words")
    (folder / "own.txt").write_text("\n".join(SECRETS))
    (folder / "all.txt").write_text("\n".join(OTHERS + SECRETS))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        tree = tg.build("words:own.txt,all.txt")
        (folder / "page.html").write_text(make_page([("words", tree)]), encoding="utf-8")
    return folder / "page.html"


def said(*steps: tuple[str, str]) -> list[str]:
    names = ["absent", "elsewhere", "right"]
    return [f"{guess}:{', '.join(names[int(mark)] for mark in marks(guess, secret))}" for guess, secret in steps]


def test_words_are_guessed_with_letters_that_know_their_marks(open_page: OpenPage, words: Path) -> None:
    page = open_page("#mode=guess&level=honest", file=words)
    assert page.locator("nav button:disabled").count() == 0
    keep(page, "crane")
    play(page, "geese", "trace")
    assert rows(page) == said(("geese", "crane"), ("trace", "crane"))
    assert page.locator('[data-key="key-r"].right, [data-key="key-e"].right, [data-key="key-t"].absent').count() == 3
    play(page, "zzzzz")
    assert "is in no word" not in page.locator(".problem").inner_text()
    assert "not a valid guess" in page.locator(".problem").inner_text()
    play(page, "crane")
    assert "You needed 3, the tree" in page.locator(".end").inner_text()
    page.locator(".judged .verdict-tag").nth(2).wait_for(timeout=60_000)
    assert page.evaluate("guesstree.view.shared").split("\n")[3:6] == ["🟩1", "🟩3 🟨1", "🟩5"]


@pytest.mark.parametrize("way", ["taps", "digits", "letters", "paste"])
def test_an_answer_is_given_on_the_tiles(open_page: OpenPage, words: Path, way: str) -> None:
    page = open_page("#mode=solve", file=words)
    guess = shown_guess(page)
    label = marks(guess, "speed")
    ways: dict[str, Callable[[], object]] = {
        "taps": lambda: tap_marks(page, label),
        "digits": lambda: page.keyboard.type(f"{label}\n"),
        "letters": lambda: page.keyboard.type("".join("byg"[int(mark)] for mark in label) + "\n"),
        "paste": lambda: paste(
            page, f"Wordle 1,234 3/6\n\n{''.join('⬛🟨🟩'[int(mark)] for mark in label)}\n🟩🟩🟩🟩🟩"
        ),
    }
    ways[way]()
    if way in ("taps", "paste"):
        press(page, "Done")
    assert rows(page) == said((guess, "speed"))
    page.keyboard.press("Backspace")  # there is no mark to take back
    assert rows(page) == []


def tap_marks(page: Page, label: str) -> None:
    for i, mark in enumerate(label):
        for _ in range(int(mark)):
            page.locator(f'[data-key="mark-{i}"]').click()


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """text => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", text);
          document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }""",
        text,
    )


def test_marks_of_another_game_and_impossible_ones_change_nothing(open_page: OpenPage, words: Path) -> None:
    page = open_page("#mode=solve", file=words)
    paste(page, "🟩🟩🟩🟩")
    assert "no marks for a word of 5 letters" in page.locator(".verdict").inner_text()
    page.keyboard.type("22221")
    press(page, "Done")
    assert "no secret gives this answer" in page.locator(".verdict").inner_text()
    assert rows(page) == []


def test_the_challenge_and_the_daily_word_are_of_the_list(open_page: OpenPage, words: Path) -> None:
    page = open_page("", file=words)
    assert "Daily word" in page.locator("h1").inner_text()
    press(page, "How to play")
    assert "one of 8 words of 5 letters" in page.locator("dialog").inner_text()
    press(page, "Close")
    assert page.evaluate("guesstree.view.codemaker.secret") in SECRETS
    play(page, "crane")
    settle(page)
    assert "daily=" in page.url


@pytest.mark.parametrize("damage", [None, {"letters": "ab", "gaps": "AAAA"}, {"letters": 5}, "x"])
def test_without_its_list_the_words_of_the_tree_are_taken(
    open_page: OpenPage, words: Path, tmp_path: Path, damage: object
) -> None:
    (block,) = embedded(words.read_text(encoding="utf-8"))
    text = json.dumps({**block, "words": damage})
    page = open_page("#mode=guess&level=honest", file=write_blocks(tmp_path / "page.html", [text]))
    press(page, "How to play")
    assert "it takes the 8 words of its tree" in page.locator("dialog").inner_text()
    press(page, "Close")
    play(page, "zonal")
    assert page.locator(".problem").inner_text() != ""


@pytest.mark.needs_npm
@pytest.mark.parametrize(
    "theme", ["contrast", *(pytest.param(name, marks=pytest.mark.long) for name in ("light", "dark"))]
)
def test_axe_finds_no_fault_with_words(open_page: OpenPage, words: Path, modules: Path, theme: str) -> None:
    page = open_page("", file=words, bypass_csp=True, reduced_motion="reduce", has_touch=True)
    set_option(page, "theme", theme)
    places = [f"mode={mode}&h=crane:00001,slate:01001" for mode in ("solve", "guess", "explore")]
    assert axe_faults(page, modules, [*places, "mode=duel&y=crane:00001", "mode=guess&h=crane:00001,shale:22222"]) == []


LINE = "{} is not one of the 8 secrets; it is treated as one more."


@pytest.mark.parametrize("secret", ["geese", "salet"])
def test_the_page_finds_a_word_outside_the_list_and_reviews_it(secret: str, open_page: OpenPage, words: Path) -> None:
    page = open_page("#mode=solve", file=words)
    for _ in range(9):
        settle(page)
        guess = page.evaluate("guesstree.view.codebreaker.now.guess")
        if guess is None:
            break
        assert page.evaluate("label => guesstree.view.codebreaker.answer(label)", marks(guess, secret))
        page.evaluate("guesstree.view.announce()")
    assert page.evaluate("guesstree.view.codebreaker.steps.at(-1)")["guess"] == secret
    assert LINE.format(secret) in page.locator(".board").inner_text()
    steps = page.evaluate("guesstree.view.codebreaker.steps.map(({ guess, label }) => `${guess}:${label}`).join()")
    page = open_page(f"#mode=guess&level=honest&h={steps}", file=words)
    settle(page)
    page.locator(".scores .meters").wait_for()
    assert LINE.format(secret) in page.locator(".scores").inner_text()
    expected = tg.review(tg.Game.from_words(SECRETS, OTHERS), steps)
    after = page.evaluate("guesstree.view.codemaker.steps.map((step) => step.after)")
    assert after == [row["after"] for row in expected]


def test_the_page_takes_a_word_that_is_named(open_page: OpenPage, words: Path) -> None:
    """After slate:00202 crane is left, and grade may be the secret, too."""
    page = open_page("#mode=solve", file=words)
    settle(page)
    guess = page.evaluate("guesstree.view.codebreaker.now.guess")
    page.evaluate("label => guesstree.view.codebreaker.answer(label)", marks(guess, "grade"))
    page.evaluate("guesstree.view.announce()")
    page.locator("[data-key=lost]").click()
    page.locator("input").fill("grade")
    page.locator("form.entry button.main").click()
    assert "All answers so far are right for grade." in page.locator(".verdict").inner_text()
    assert LINE.format("grade") in page.locator(".board").inner_text()
