"""Why a guess is asked, how many candidates give each answer, and any guess tried off the tree."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from page_tools import Oracle, be_patient, history, search, settle

from player import open_tree

if TYPE_CHECKING:
    from page_tools import OpenPage
    from playwright.sync_api import Page

pytestmark = pytest.mark.needs_chromium
OFF = "0123:01,9876:02"  # the tree guesses 1456


def best_of(oracle: Oracle) -> tuple[str, float]:
    """The best guess, and how many guesses it needs on average."""
    ((guess, cost),) = oracle.best()
    return guess, cost / len(oracle.left)


def splits(sizes: list[int], secrets: str, labels: int = 14) -> str:
    """The first half of the sentence."""
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
        assert why(page) == f"{splits(sizes, secrets)}; {round(tree.average - 1, 2):g} more on average after it."


def test_the_last_candidate_needs_no_reason(open_page: OpenPage) -> None:
    page = open_page("#mode=explore&h=0123:40")
    search(page, "0932")
    assert why(page) == "Nothing else is left: this is the secret."


@pytest.mark.needs_core
def test_solve_mine_says_why_on_the_tree_and_off_it(open_page: OpenPage) -> None:
    page = open_page("#0123:01")
    page.get_by_text("Why?").click()
    assert why(page).endswith("2.86 of at most 3.81 bits; 3.51 more on average after it.")
    page = open_page(f"#{OFF}")
    be_patient(page)
    page.get_by_text("Why?").click()
    guess = page.locator(".now .code.big").get_attribute("aria-label") or ""
    oracle = Oracle("bulls-4x10", OFF)
    average = oracle.cost(guess) / len(oracle.left)
    first = splits(list(oracle.groups(guess).values()), "numbers")
    page.get_by_text(f"{first}; {round(average - 1, 2):g} more on average after it.").wait_for()
    # It stays unfolded for the next guess.
    page.locator(".pad button:not([aria-disabled])").first.click()
    page.locator(".why").wait_for()


@pytest.mark.parametrize("steps", ["", "0123:01", OFF])
def test_the_answers_are_a_heat_map(open_page: OpenPage, steps: str) -> None:
    page = open_page(f"#mode=solve&h={steps}")
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
    paints = page.locator(".pad button:not(.winning)").evaluate_all(
        "all => all.map((b) => [b.dataset.label, getComputedStyle(b).backgroundColor])"
    )
    shaded = sorted(set(sizes) - {"40"}, key=lambda label: sizes[label])
    assert dict(paints)[shaded[0]] != dict(paints)[shaded[-1]]


@pytest.mark.needs_core
def test_any_guess_is_tried_off_the_tree(open_page: OpenPage) -> None:
    page = open_page("#mode=explore&h=0123:01,1456:02")
    be_patient(page)
    page.get_by_text("Try another guess here").click()
    oracle = Oracle("bulls-4x10", "0123:01,1456:02")
    best, least = best_of(oracle)
    trial = page.locator(".trial")
    trial.get_by_text(f"Best here, {round(least, 2):g} guesses on average").wait_for()
    assert trial.locator(".best .code").get_attribute("aria-label") == best
    trial.get_by_label("A guess to try").fill("9876")
    page.keyboard.press("Enter")
    cost = oracle.cost("9876") / len(oracle.left)
    trial.get_by_text(
        f"With this guess: {round(cost, 2):g} on average. {round(cost - least, 2):g} more than the best."
    ).wait_for()
    numbers = [text.split()[0] for text in trial.locator(".drill .number").all_inner_texts()]
    assert [int(n) for n in numbers] == list(oracle.groups("9876").values())
    trial.locator("button.drill", has_text="0 bulls 1 cow").click()
    steps = "0123:01,1456:02,9876:01"
    assert history(page) == steps
    best, least = best_of(Oracle("bulls-4x10", steps))
    trial.get_by_text(f"Best here, {round(least, 2):g} guesses on average").wait_for()
    assert trial.locator(".best .code").get_attribute("aria-label") == best
    # The best guess can be tried by a click, and is the best.
    trial.locator(".best button").click()
    trial.get_by_text("No guess is better.").wait_for()
    trial.get_by_role("button", name="Undo").click()
    assert history(page) == "0123:01,1456:02"
    # Another node begins another trial.
    page.locator('.cell[data-node="2"]').click()
    assert history(page) == "0123:01"
    assert trial.locator(".entry").count() == 0


def test_a_link_off_the_tree_opens_as_a_trial(open_page: OpenPage) -> None:
    page = open_page(f"#mode=explore&h={OFF}")
    assert page.locator(".notice").count() == 0
    assert page.locator(".trial .row .code").get_attribute("aria-label") == "9876"
    assert history(page) == OFF
    for wrong in ("0123:01,9876:40", "0123:01,9876:04,9876:03", "0123:01,9999:01"):
        page = open_page(f"#mode=explore&h={wrong}")
        assert "the tree guesses 1456" in page.locator(".notice").inner_text()
