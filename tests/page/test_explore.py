"""Study: the picture of the unfolded nodes, the list on phones, and the figures beside them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from page_tools import PHONE, history, place_of, press, settle, shown_guess, tap, unfold, write_page

import treegen as tg
from player import open_tree
from player.rules.names import parse
from treegen.exchange.export.text import to_text
from treegen.games.weights import weigh

if TYPE_CHECKING:
    from pathlib import Path

    from page_tools import OpenPage
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.needs_chromium
TREE = open_tree("bulls-4x10.total")


def cell(page: Page, node: int) -> Locator:
    return page.locator(f'.cell[data-node="{node}"]')


def selected(page: Page) -> str:
    return page.locator('.cell[aria-selected="true"]').get_attribute("aria-label") or ""


def test_it_is_folded_at_first_sized_by_candidates_and_unfolds_by_a_click(open_page: OpenPage) -> None:
    page = open_page("#mode=explore")
    counts = TREE.candidate_counts()
    names = [f"{TREE.guesses[child]}, {counts[child]:,} candidates left" for child in TREE.children(0)]
    names = [name.replace(" 1 candidates", " 1 candidate") for name in names]
    page.get_by_role("treeitem").nth(len(names)).wait_for(state="attached")
    cells = [one.get_attribute("aria-label") or "" for one in page.get_by_role("treeitem").all()]
    assert cells[0] == "0123, 5,040 candidates left"
    assert [name.partition(": ")[2] for name in cells[1:]] == names
    radii = page.locator(".cell circle").evaluate_all("all => all.map(c => c.getAttribute('r'))")
    areas = [float(r) ** 2 for r in radii]
    assert sorted(range(len(areas)), key=lambda i: areas[i])[-2:] == [2, 0]  # 0:1 with 1440, and the root
    assert areas[2] / areas[0] == pytest.approx(1440 / 5040, rel=0.01)
    cell(page, 2).click()
    assert cell(page, 2).get_attribute("aria-expanded") == "true"
    assert page.get_by_role("treeitem").count() > len(cells)
    assert history(page) == "0123:01"
    cell(page, 2).click()
    assert page.get_by_role("treeitem").count() == len(cells)


def test_figures_of_a_tree_with_weights_are_by_weight(open_page: OpenPage, tmp_path: Path) -> None:
    plain = tg.game("bulls-3x4")
    weights = {secret: 100 if secret == "143" else 1 for secret in plain.secrets}
    tree = tg.solve(weigh(plain, np.array([*weights.values()])))
    page = open_page("#mode=explore", write_page(tmp_path / "page.html", {"w": tree}))
    unfold(page)
    games = dict(line.split() for line in to_text(tree).splitlines())
    cells: dict[str, int] = {}
    for secret, game in games.items():
        cells[game[4:6]] = cells.get(game[4:6], 0) + weights[secret]
    whole = sum(weights.values())
    total = sum(weights[secret] * game.count(":") for secret, game in games.items())
    shares = [cells[label] / whole for label in sorted(cells)]
    bits = -sum(share * math.log2(share) for share in shares)
    assert [round(bits, 4), round(total / whole, 4)] == [1.0894, 1.3902]
    why = page.locator(".why").inner_text()
    assert f"{bits:.2f} of at most" in why
    assert f"; {total / whole:.2f} more guesses on average" in why
    assert f"{total / whole:.2f}" in page.locator(".facts").inner_text()
    bars = page.locator(".drills .bar").evaluate_all("all => all.map(b => b.style.getPropertyValue('--share'))")
    assert sorted(map(float, bars)) == pytest.approx(sorted(shares), abs=1e-4)
    assert page.locator(".histogram caption").inner_text() == "Weight found at each guess"
    page.locator(".trial summary").click()
    page.locator(".trial input").fill("124")
    page.locator(".trial input").press("Enter")
    page.locator(".outcome h3").wait_for()
    told = page.locator(".outcome").inner_text()
    cells = {}
    for secret, weight in weights.items():
        label = parse("bulls-3x4").feedback("124", secret)
        cells[label] = cells.get(label, 0) + weight
    bits = -sum(part / whole * math.log2(part / whole) for part in cells.values())
    assert f"{bits:.2f} of at most" in told
    assert "on average" not in page.locator(".trial").inner_text()  # the core knows no weights


def test_the_figures_are_those_of_the_tree_and_play_goes_on(open_page: OpenPage) -> None:
    page = open_page("#mode=explore&h=0123:01,1456:02")
    tree = TREE["0123:01,1456:02"]
    assert page.locator("main").locator("button, input, summary").locator("visible=true").count() == 7
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
    assert selected(page).startswith("0 bulls 2 cows: 4530")


def test_the_picture_scrolls_to_what_is_selected_and_refuses_to_show_too_much(open_page: OpenPage) -> None:
    page = open_page("#mode=explore", viewport={"width": 1280, "height": 700})
    press(page, "Unfold a level")
    press(page, "Unfold a level")
    assert "too many to read" in page.locator(".stage .problem").inner_text()
    assert page.get_by_role("treeitem").count() == 1 + 13 + 114
    page.get_by_role("searchbox").fill("9876")
    page.get_by_role("searchbox").press("Enter")
    chosen, frame = place_of(page.locator('.cell[aria-selected="true"]')), place_of(page.locator(".frame"))
    assert frame["x"] <= chosen["x"] <= frame["x"] + frame["width"] - chosen["width"]
    assert frame["y"] <= chosen["y"] <= frame["y"] + frame["height"] - chosen["height"]
    # A node that is clicked keeps its place.
    above = cell(page, 2)
    above.scroll_into_view_if_needed()
    before = place_of(above)["y"]
    above.click()
    assert place_of(above)["y"] == pytest.approx(before, abs=1)
    press(page, "Fold all")
    assert page.get_by_role("treeitem").count() == 1 + len(TREE.children(0))


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
                page.locator(f'[data-mode="{mode}"]').click()
                settle(page)

    visit(3)
    before = counts()
    visit(10)
    after = counts()
    assert after[0] <= before[0] + 50
    assert after[1] <= before[1] + 5


def test_phones_get_a_list_to_go_down(open_page: OpenPage) -> None:
    page = open_page("#mode=explore&h=0123:01", **PHONE)
    assert not page.locator(".frame").is_visible()
    tree, counts = TREE["0123:01"], TREE.candidate_counts()
    entries = [
        (entry.locator(".number").inner_text().split()[0], entry.locator(".next .code").get_attribute("aria-label"))
        for entry in page.locator("button.drill").all()
    ]
    children = list(TREE.children(2))
    assert entries == [(str(counts[child]), TREE.guesses[child]) for child in children]
    shown = page.locator("button.drill .feedback").all_inner_texts()
    labels = [TREE.labels[TREE.feedback[child]] for child in children]
    spoken = [f"{one[0]} bull{'s' * (one[0] != '1')} {one[1]} cow{'s' * (one[1] != '1')}" for one in labels]
    assert [" ".join(text.split()) for text in shown] == spoken
    assert sum(counts[child] for child in children) + 1 == tree.secrets  # the last line: the guess is the secret
    assert "Found" in page.locator("div.drill").inner_text()
    tap(page.locator("button.drill", has_text="0 bulls 2 cows"), lambda: history(page) == "0123:01,1456:02")
    assert page.locator(".crumbs li").count() == 3
    tap(page.locator(".crumbs button").first, lambda: history(page) == "")


def test_it_takes_the_whole_width(open_page: OpenPage) -> None:
    page = open_page("#mode=explore", viewport={"width": 1920, "height": 1000})
    unfold(page)
    frame, panel = (place_of(page.locator(spec)) for spec in (".frame", ".panel"))
    assert frame["x"] < 60
    assert panel["x"] + panel["width"] > 1850


def fills(glyphs: Locator) -> list[str]:
    """The colours of the pegs or tiles in a cell of the picture."""
    found: list[str] = glyphs.locator(".glyph").evaluate_all("all => all.map(e => getComputedStyle(e.firstChild).fill)")
    return found


def test_words_are_tiles_answers_their_colours_and_mastermind_has_pegs(open_page: OpenPage, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("crane\nslate\nshale\nstale\n")
    tree = tg.build(tg.game(f"words:{tmp_path}/words.txt"))
    page = open_page("#mode=explore", file=write_page(tmp_path / "page.html", {"words": tree}))
    assert "".join(cell(page, 0).locator(".letter").all_text_contents()) == tree.guesses[0].upper()
    label = tree.labels[tree.feedback[1]]
    names = [{"0": "absent", "1": "elsewhere", "2": "right"}[digit] for digit in label]
    assert (cell(page, 1).get_attribute("aria-label") or "").startswith(", ".join(names))
    kinds = cell(page, 1).locator(".glyph").evaluate_all("all => all.map((tile) => tile.classList.item(2))")
    assert kinds[5:] == names
    assert len(set(fills(cell(page, 1))[5:])) == len(set(names))
    first = cell(open_page("#mode=explore&tree=mastermind-4x6.total"), 0)
    assert first.locator(".letter").all_text_contents() == ["A", "A", "B", "C"]
    assert fills(first)[:3] == ["rgb(0, 114, 178)", "rgb(0, 114, 178)", "rgb(230, 159, 0)"]
