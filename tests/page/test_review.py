"""What the page says of guesses: why one is asked, what another would cost, and the review of a game."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from page_tools import OpenPage, Page, be_patient, groups, history, press, rows, settle, shown_guess

import treegen
from player import open_tree
from player.rules import names as rules
from treegen.insight.review import Reviewer

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
        for row, wanted in zip(found, map(dict, reviewer.review(played, 600)), strict=True):
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


def splits(sizes: list[int], secrets: str, labels: int = 14) -> str:
    n = sum(sizes)
    bits = -sum(size / n * math.log2(size / n) for size in sizes)
    whole = f"It splits {n:,} {secrets} into {len(sizes)} groups, the largest {max(sizes):,}"
    return f"{whole}: {bits:.2f} of at most {math.log2(min(n, labels)):.2f} bits"


def test_explore_says_why(open_page: OpenPage) -> None:
    page = open_page()
    for name, secrets, steps in (
        ("bulls-4x10", "numbers", ""), ("bulls-4x10", "numbers", "0123:01"), ("mastermind-4x6", "codes", "1123:01")
    ):  # fmt: skip
        page.evaluate(f"location.hash = '#tree={name}.total&mode=explore&h={steps}'")
        settle(page)
        tree = open_tree(f"{name}.total")[steps]
        why = splits([*groups(name, steps, tree.guesses[0]).values()], secrets)
        average = f"{round(tree.average, 2):g} more guesses on average, this one included: proved best."
        assert page.locator(".why").first.inner_text() == f"{why}; {average}"


@pytest.mark.parametrize("steps", ["0123:01", "0123:01,9876:02"], ids=["on the tree", "off the tree"])
def test_the_answers_are_a_heat_map(open_page: OpenPage, steps: str) -> None:
    page = open_page()
    page.evaluate("localStorage.setItem('guesstree.counts', 'yes')")  # which the person has asked for
    page.evaluate(f"location.hash = '#mode=solve&h={steps}'")
    page.locator(".now .code.big").wait_for()
    sizes = groups("bulls-4x10", steps, shown_guess(page))
    heat = page.locator(".pad button").evaluate_all(
        "all => all.map((b) => [b.dataset.label, b.style.getPropertyValue('--heat'), b.title])"
    )
    for label, share, title in heat:
        n = sizes.get(label, 0)
        assert share == (f"{math.floor(100 * n / max(sizes.values()) + 0.5)}%" if n else "")
        assert title == (f"{n:,} candidate{'s' * (n > 1)} left" if n else "")


@pytest.mark.needs_core
def test_any_guess_is_tried_off_the_tree(open_page: OpenPage) -> None:
    steps = "0123:01,1456:02"
    page = open_page(f"#mode=explore&h={steps}")
    be_patient(page)
    page.get_by_text("Try another guess here").click()
    best, *others, tried = treegen.next_guesses("bulls-4x10", steps, 3, seconds=600, also=("9876",))
    trial = page.locator(".trial")
    shown = trial.locator(".best .code").first
    trial.get_by_text(f"Best, {round(best['expected_guesses'], 2):g} more guesses on average").wait_for()
    assert shown.get_attribute("aria-label") == best["guess"]
    trial.locator(".best .faint").nth(1).wait_for()
    averages = [f"{round(row['expected_guesses'], 2):g}" for row in others]
    assert trial.locator(".best .faint").all_inner_texts() == averages
    trial.get_by_label("A guess to try").fill("9876")
    page.keyboard.press("Enter")
    lost = round(tried["expected_guesses"] - best["expected_guesses"], 2)
    cost = round(tried["expected_guesses"], 2)
    trial.get_by_text(f"With this guess: {cost:g} more on average. {lost:g} worse than the best.").wait_for()
    numbers = [text.split()[0] for text in trial.locator(".drill .number").all_inner_texts()]
    assert [int(n) for n in numbers] == [*groups("bulls-4x10", steps, "9876").values()]
    trial.locator("button.drill", has_text="0 bulls 1 cow").click()
    assert history(page) == f"{steps},9876:01"
    (best,) = treegen.next_guesses("bulls-4x10", f"{steps},9876:01", 1, seconds=600)
    trial.get_by_text(f"Best, {round(best['expected_guesses'], 2):g} more guesses on average").wait_for()
    assert shown.get_attribute("aria-label") == best["guess"]
    # The best guess can be tried by a click, and is the best.
    trial.locator(".best button").first.click()
    trial.get_by_text("No guess is better.").wait_for()
    trial.get_by_role("button", name="Undo").click()
    assert history(page) == steps
    # Another node begins another trial.
    page.locator(".crumbs button").nth(1).click()
    assert history(page) == "0123:01"
    assert trial.locator(".entry").count() == 0


@pytest.mark.needs_core
def test_where_the_core_cannot_judge_the_tree_does(open_page: OpenPage) -> None:
    """Guesses like those of the tree have their verdict; of others the loss is between two bounds."""
    page = open_page()
    page.evaluate("void (guesstree.core.cost = async () => { throw Object.assign(new Error(), { why: 'large' }); })")
    for guess, verdicts in (("5432", "≈ best – mistake"), ("6789", "≈ mistake")):
        played = f"6789:01,{guess}:{rules.parse('bulls-4x10').feedback(guess, '1623')},1623:40"
        page.evaluate("h => guesstree.open({ mode: 'guess', h })", played)
        first, second, third = page.evaluate("guesstree.view.review.ready")
        assert (first["verdict"], first["lost"], first["best_guess"]) == ("best", 0, "6789")
        assert page.locator(".judged").nth(1).inner_text().startswith(verdicts)
        assert second["best_guess"] == "7450"  # 1456 of the tree, in these symbols
        truth = treegen.review("bulls-4x10", played, seconds=600)[1]
        assert second["lost"] <= (1 if truth["lost"] is None else truth["lost"]) <= second["lost_at_most"]
        assert third["verdict"] is None


def test_a_review_ends_when_its_time_is_over(open_page: OpenPage) -> None:
    page = open_page()
    page.evaluate("let n = 0; performance.now = () => 5000 * n++")  # each look at the clock takes five seconds
    asked = page.evaluate("""async () => {
      const asked = [];
      const answer = { cost: 9, exact: true };
      guesstree.core.cost = async (game, history, guess, { limit }) => (asked.push(limit), { ...answer, guess });
      guesstree.open({ mode: "guess", h: "0123:01,4567:11,0489:01,5678:03" });
      document.querySelector("[data-key=give]").click();
      await guesstree.view.review.ready;
      return asked;
    }""")
    assert asked == [7, 2]
