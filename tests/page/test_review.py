"""The review of a game on the page: the figures of `treegen review`."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from page_tools import be_patient, press, settle

import treegen
from player.rules import names as rules
from treegen.insight.review import Reviewer

if TYPE_CHECKING:
    from page_tools import OpenPage, be_patient
    from playwright.sync_api import Page

pytestmark = pytest.mark.needs_chromium
GAMES = ("bulls-4x10", "mastermind-4x6")
PLAYED = "0123:01,4567:11,0489:01,5678:03,8456:11"  # the example of docs/middle.md, and one guess more

REVIEW = """async (places) => {
  const reviews = [];
  for (const place of places) {
    guesstree.open({ ...place, mode: "guess" });
    guesstree.view.element.querySelector('[data-key="give"]')?.click();
    reviews.push(await guesstree.view.review.ready);
  }
  return reviews;
}"""


def games_of_people(name: str, count: int) -> list[str]:
    """Histories as people play them: some guesses at random, some that agree with all answers; some give up."""
    game, draw = rules.parse(name), random.Random(1729)
    histories = []
    for number in range(count):
        left = secrets = game.secrets()
        secret, steps = draw.choice(secrets), list[str]()
        careless = (0.0, 0.2, 0.6)[number % 3]
        while len(steps) < (3 if number % 5 == 4 else 30):
            guess = draw.choice(secrets if draw.random() < careless else left)
            label = game.feedback(guess, secret)
            left = [one for one in left if game.feedback(guess, one) == label]
            steps.append(f"{guess}:{label}")
            if guess == secret:
                break
        histories.append(",".join(steps))
    return histories


def reviews(page: Page, name: str, histories: list[str]) -> list[list[dict[str, Any]]]:
    places = [{"tree": f"{name}.total", "h": history} for history in histories]
    be_patient(page)
    found: list[list[dict[str, Any]]] = page.evaluate(REVIEW, places)
    return found


@pytest.mark.needs_core
@pytest.mark.parametrize("count", [2, pytest.param(25, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_games_have_the_figures_of_treegen_review(open_page: OpenPage, name: str, count: int) -> None:
    histories = games_of_people(name, count)
    reviewer = Reviewer(treegen.game(name))
    for history, found in zip(histories, reviews(open_page(), name, histories), strict=True):
        for row, wanted in zip(found, map(dict, reviewer.review(history, 60)), strict=True):
            assert wanted["exact"]
            assert row == pytest.approx({key: wanted[key] for key in row}, abs=0.00006), history


def test_a_game_that_goes_on_is_not_reviewed_and_a_new_one_ends_the_review(open_page: OpenPage) -> None:
    page = open_page(f"#mode=guess&h={PLAYED}")
    assert page.evaluate("guesstree.view.review") is None
    press(page, "Give up")
    first = page.evaluate_handle("guesstree.view.review")
    press(page, "Play again")
    assert first.evaluate("review => review.ready") is None
    assert page.locator(".judged").count() == 0


def test_the_review_is_shown(open_page: OpenPage) -> None:
    """The figures of the example in docs/middle.md."""
    page = open_page(f"#mode=guess&h={PLAYED}")
    be_patient(page)
    press(page, "Give up")
    page.evaluate("guesstree.view.review.ready")
    notes = page.locator(".judged").all_inner_texts()
    assert [note.split("\n")[0] for note in notes] == ["best", "inaccuracy", "inaccuracy", "mistake", "mistake"]
    assert "lost 0.09" in notes[1]
    assert "luck −0.02" in notes[1]
    assert page.locator(".judged").nth(1).locator(".better .code").get_attribute("aria-label") == "1456"
    assert "lost" not in notes[0]
    assert "5.21 guesses on average" in page.locator(".scores").inner_text()
    label = page.locator(".descent svg").get_attribute("aria-label") or ""
    assert "5,040, 1,440, 288, 80, 18" in label
    points = page.locator(".descent .mine").first.evaluate("line => [...line.points].map(({ y }) => y)")
    assert points == sorted(points)


def test_where_the_core_fails_the_game_says_so(open_page: OpenPage) -> None:
    page = open_page(f"#mode=guess&h={PLAYED}")
    page.evaluate("""() => {
      class CoreError extends Error { why = "failed"; }
      guesstree.core.after = guesstree.core.value = async () => { throw new CoreError(); };
    }""")
    press(page, "Give up")
    page.get_by_text("This browser could not compute the review.").wait_for()


def test_without_webassembly_estimates_are_marked(open_page: OpenPage) -> None:
    page = open_page("#mode=guess&h=9876:01,0124:11,5678:01")
    page.evaluate("guesstree.core = new guesstree.core.constructor({ isPlain: true })")
    press(page, "Give up")
    rows = page.evaluate("guesstree.view.review.ready")
    assert not all(row["exact"] for row in rows)
    assert all(row["lost"] >= 0 for row in rows)
    settle(page)
    assert "≈" in page.locator(".judged").nth(1).inner_text()
    assert "estimates" in page.locator(".scores").inner_text()
