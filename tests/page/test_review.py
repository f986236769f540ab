"""The review of a game on the page: the figures of `treegen review`."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from page_tools import settle

import treegen
from player.rules import names as rules
from treegen.insight.review import Reviewer

if TYPE_CHECKING:
    from page_tools import OpenPage
    from playwright.sync_api import Page

pytestmark = pytest.mark.needs_chromium
GAMES = ("bulls-4x10", "mastermind-4x6")
PLAYED = "0123:01,4567:11,0489:01,5678:03,8456:11"  # the example of docs/middle.md, and one guess more

# The figures of the most informative guess are not on the page.
LEFT_OUT = {"best_bits", "cost"}
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
    found: list[list[dict[str, Any]]] = page.evaluate(REVIEW, places)
    return found


@pytest.mark.needs_core
@pytest.mark.parametrize("name", GAMES)
def test_50_games_have_the_figures_of_treegen_review(open_page: OpenPage, name: str) -> None:
    histories = games_of_people(name, 25)
    reviewer = Reviewer(treegen.game(name))
    for history, found in zip(histories, reviews(open_page(), name, histories), strict=True):
        wanted = [{key: value for key, value in row.items() if key not in LEFT_OUT} for row in reviewer.review(history, 60)]
        assert all(row["exact"] for row in wanted)
        assert found == wanted, history


