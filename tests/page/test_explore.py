"""Study: the list of answers to go down, the figures of a node, and what may be tried there."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from page_tools import PHONE, OpenPage, history, place_of, press, search, settle, shown_guess, tap, unfold, write_page

import treegen as tg
from player import open_tree
from player.rules.names import parse
from treegen.exchange.importing import to_text
from treegen.games.weights import weigh

pytestmark = pytest.mark.needs_chromium
TREE = open_tree("bulls-4x10.total")


def test_figures_of_a_tree_with_weights_are_by_weight(open_page: OpenPage, tmp_path: Path) -> None:
    plain, rules = tg.game("bulls-3x4"), parse("bulls-3x4")
    weights = {secret: 100 if secret == "143" else 1 for secret in plain.secrets}
    whole = sum(weights.values())
    tree = tg.solve(weigh(plain, np.array([*weights.values()])))

    def shares(guess: str) -> list[float]:
        cells = Counter[str]()
        for secret, weight in weights.items():
            cells[rules.feedback(guess, secret)] += weight
        return sorted(cell / whole for cell in cells.values())

    def bits(guess: str) -> str:
        return f"{-sum(share * math.log2(share) for share in shares(guess)):.2f} of at most"

    page = open_page("#mode=explore", write_page(tmp_path / "page.html", {"w": tree}))
    unfold(page)
    games = dict(line.split() for line in to_text(tree).splitlines())
    average = f"{sum(weights[secret] * game.count(':') for secret, game in games.items()) / whole:.2f}"
    why = page.locator(".why").inner_text()
    assert bits(tree.guesses[0]) in why
    assert f"; {average} more guesses on average" in why
    assert average in page.locator(".facts").inner_text()
    bars = page.locator(".drills .bar").evaluate_all("all => all.map(b => b.style.getPropertyValue('--share'))")
    assert sorted(map(float, bars)) == pytest.approx(shares(tree.guesses[0]), abs=1e-4)
    assert page.locator(".histogram caption").inner_text() == "Weight found at each guess"
    page.locator(".trial summary").click()
    page.locator(".trial input").fill("124")
    page.keyboard.press("Enter")
    page.locator(".outcome h3").wait_for()
    assert bits("124") in page.locator(".outcome").inner_text()
    assert "on average" not in page.locator(".trial").inner_text()  # the core knows no weights


def test_the_figures_are_those_of_the_tree_and_play_goes_on(open_page: OpenPage) -> None:
    page = open_page("#mode=explore&h=0123:01,1456:02")
    tree = TREE["0123:01,1456:02"]
    unfold(page)
    text = page.locator(".facts").inner_text()
    figures = {"candidates": tree.secrets, "average": f"{tree.average:.2f}", "most": tree.depth, "nodes": tree.nodes}
    assert all(f"{name}\n{figure}" in text for name, figure in figures.items())
    bars = page.locator(".histogram tbody tr")
    assert [int(bar.locator("td.number").first.inner_text()) for bar in bars.all()] == list(tree.histogram)
    assert page.locator(".listing").inner_text().endswith(f" and {tree.secrets - 60} others")
    press(page, "Play from here")
    assert shown_guess(page) == "4530"
    press(page, "See it in the tree")
    assert history(page) == "0123:01,1456:02"


SEARCHED = {
    "0012": "no secret 0012", "0123:": "not a history", "9876:01": "the tree guesses 0123",
    "9876": ":40", "９８７６": ":40", "0123:01,1456:0A2B": "0123:01,1456:02", "0123:01，1456：02": ",1456:02",
    "0123:01,1456:02,": ",1456:02",
}  # fmt: skip


def test_secrets_and_histories_are_found(open_page: OpenPage) -> None:
    page = open_page("#mode=explore&h=0123:40,1456:02")
    assert "after the end" in page.locator(".notice").inner_text()
    for text, found in SEARCHED.items():
        search(page, text)
        settle(page)
        assert page.locator(".notice").count() == 0
        said = page.locator(".stage .problem").inner_text()
        assert (found in said) if " " in found else (said == "" and history(page).endswith(found)), text


def test_study_leaves_nothing_behind(open_page: OpenPage) -> None:
    page = open_page("#mode=guess")
    session = page.context.new_cdp_session(page)

    def counts() -> tuple[int, int]:
        session.send("HeapProfiler.collectGarbage")
        found = session.send("Memory.getDOMCounters")
        return found["nodes"], found["jsEventListeners"]

    def visit(times: int) -> None:
        for _ in range(times):
            for mode in ("explore", "guess"):
                page.locator(f'[data-key="mode-{mode}"]').click()
                settle(page)

    visit(3)
    before = counts()
    visit(10)
    after = counts()
    assert after[0] <= before[0] + 50
    assert after[1] <= before[1] + 5


def test_a_list_goes_down_and_crumbs_go_up(open_page: OpenPage) -> None:
    page = open_page("#mode=explore&h=0123:01", **PHONE)
    tree, counts = TREE["0123:01"], TREE.candidate_counts()
    entries = [
        (entry.locator(".number").inner_text().split()[0], entry.locator(".next .code").get_attribute("aria-label"))
        for entry in page.locator("button.drill").all()
    ]
    children = list(TREE.children(2))
    assert entries == [(str(counts[child]), TREE.guesses[child]) for child in children]
    labels = [TREE.labels[TREE.feedback[child]] for child in children]
    spoken = [f"{one[0]} bull{'s' * (one[0] != '1')} {one[1]} cow{'s' * (one[1] != '1')}" for one in labels]
    shown = page.locator("button.drill .feedback").all_inner_texts()
    assert [" ".join(text.split()) for text in shown] == spoken
    assert sum(counts[child] for child in children) + 1 == tree.secrets  # the last line: the guess is the secret
    assert "Found" in page.locator("div.drill").inner_text()
    for part in (".bar", ".number", ".next"):  # whatever the widths of the answers
        assert len({place_of(one)["x"] for one in page.locator(f".drill {part}").all()}) == 1
    tap(page.locator("button.drill", has_text="0 bulls 2 cows"), lambda: history(page) == "0123:01,1456:02")
    assert page.locator(".crumbs li").count() == 3
    tap(page.locator(".crumbs button").first, lambda: history(page) == "")
