"""What the page says of guesses: why one is asked, what another would cost, and the review of a game."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Any

import pytest
from page_tools import Oracle, be_patient, history, press, reload, rows, settle

import treegen
from player import open_tree
from player.rules import names as rules
from treegen.insight.review import Reviewer

if TYPE_CHECKING:
    from page_tools import OpenPage
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
    places = [{"tree": f"{name}.total", "h": played} for played in histories]
    be_patient(page)
    found: list[list[dict[str, Any]]] = page.evaluate(REVIEW, places)
    return found


@pytest.mark.needs_core
@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("bulls-4x10", 5, 6),
        ("mastermind-4x6", 0, 5),
        *(pytest.param(name, 0, 25, marks=pytest.mark.long) for name in GAMES),
    ],
)
def test_games_have_the_figures_of_treegen_review(open_page: OpenPage, name: str, first: int, last: int) -> None:
    histories = games_of_people(name, last)[first:]
    reviewer = Reviewer(treegen.game(name))
    for played, found in zip(histories, reviews(open_page(), name, histories), strict=True):
        for row, wanted in zip(found, map(dict, reviewer.review(played, 60)), strict=True):
            assert wanted["exact"]
            assert row == pytest.approx({key: wanted[key] for key in row}, abs=0.00006), played


def test_the_review_is_shown(open_page: OpenPage) -> None:
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
    page.locator(".board .row").nth(3).click(position={"x": 4, "y": 4})  # a row leads to its position
    page.locator(".trial .best button").nth(2).wait_for()
    page.get_by_text("more guesses on average, proved:").wait_for()
    press(page, "Play from here")
    assert [row[:4] for row in rows(page)] == [step[:4] for step in PLAYED.split(",")[:3]]


OFF = "0123:01,9876:02"  # the tree guesses 1456


def best_of(oracle: Oracle) -> tuple[str, float]:
    ((guess, cost),) = oracle.best()
    return guess, cost / len(oracle.left)


def splits(sizes: list[int], secrets: str, labels: int = 14) -> str:
    n = sum(sizes)
    bits = -sum(size / n * math.log2(size / n) for size in sizes)
    most = math.log2(min(n, labels))
    return (
        f"It splits {n:,} {secrets} into {len(sizes)} groups, the largest {max(sizes):,}: "
        f"{bits:.2f} of at most {most:.2f} bits"
    )


def why(page: Page) -> str:
    settle(page)
    return page.locator(".why").first.inner_text()


def test_explore_says_why(open_page: OpenPage) -> None:
    for name, secrets, steps in (
        ("bulls-4x10", "numbers", ""),
        ("bulls-4x10", "numbers", "0123:01"),
        ("bulls-4x10", "numbers", "0123:01,1456:02"),
        ("mastermind-4x6", "codes", "1123:01"),
    ):
        page = open_page(f"#tree={name}.total&mode=explore&h={steps}")
        tree = open_tree(f"{name}.total")[steps]
        sizes = list(Oracle(name, steps).groups(tree.guesses[0]).values())
        average = round(tree.average, 2)
        assert (
            why(page)
            == f"{splits(sizes, secrets)}; {average:g} more guesses on average, this one included: proved best."
        )


@pytest.mark.parametrize("steps", ["", "0123:01", OFF])
def test_the_answers_are_a_heat_map(open_page: OpenPage, steps: str) -> None:
    page = open_page(f"#mode=solve&h={steps}")
    page.evaluate("localStorage.setItem('guesstree.counts', 'yes')")  # which the person has asked for
    reload(page)
    page.locator(".now .code.big").wait_for()
    guess = page.locator(".now .code.big").get_attribute("aria-label") or ""
    sizes = Oracle("bulls-4x10", steps).groups(guess)
    heat = page.locator(".pad button").evaluate_all(
        "all => all.map((b) => [b.dataset.label, b.style.getPropertyValue('--heat'), b.title])"
    )
    most = max(sizes.values())
    for label, share, title in heat:
        n = sizes.get(label, 0)
        assert share == (f"{math.floor(100 * n / most + 0.5)}%" if n else "")
        assert title == (f"{n:,} candidate{'s' * (n > 1)} left" if n else "")


@pytest.mark.needs_core
def test_any_guess_is_tried_off_the_tree(open_page: OpenPage) -> None:
    page = open_page("#mode=explore&h=0123:01,1456:02")
    be_patient(page)
    page.get_by_text("Try another guess here").click()
    oracle = Oracle("bulls-4x10", "0123:01,1456:02")
    best, least = best_of(oracle)
    trial = page.locator(".trial")
    trial.get_by_text(f"Best, {round(least, 2):g} more guesses on average").wait_for()
    assert trial.locator(".best .code").first.get_attribute("aria-label") == best
    trial.locator(".best .faint").nth(1).wait_for()
    others = [f"{round(cost / len(oracle.left), 2):g}" for _, cost in oracle.best(3)[1:]]
    assert trial.locator(".best .faint").all_inner_texts() == others
    trial.get_by_label("A guess to try").fill("9876")
    page.keyboard.press("Enter")
    cost = oracle.cost("9876") / len(oracle.left)
    trial.get_by_text(
        f"With this guess: {round(cost, 2):g} more on average. {round(cost - least, 2):g} worse than the best."
    ).wait_for()
    numbers = [text.split()[0] for text in trial.locator(".drill .number").all_inner_texts()]
    assert [int(n) for n in numbers] == list(oracle.groups("9876").values())
    trial.locator("button.drill", has_text="0 bulls 1 cow").click()
    steps = "0123:01,1456:02,9876:01"
    assert history(page) == steps
    best, least = best_of(Oracle("bulls-4x10", steps))
    trial.get_by_text(f"Best, {round(least, 2):g} more guesses on average").wait_for()
    assert trial.locator(".best .code").first.get_attribute("aria-label") == best
    # The best guess can be tried by a click, and is the best.
    trial.locator(".best button").first.click()
    trial.get_by_text("No guess is better.").wait_for()
    trial.get_by_role("button", name="Undo").click()
    assert history(page) == "0123:01,1456:02"
    # Another node begins another trial.
    page.locator(".crumbs button").nth(1).click()
    assert history(page) == "0123:01"
    assert trial.locator(".entry").count() == 0
