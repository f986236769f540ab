"""Explore: all nodes at a glance, the picture of the part in view, the list on phones, and what is told beside them."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import numpy as np
import pytest
from page_tools import CLIPBOARD, PHONE, copied, history, place_of, press, settle, shown_guess, tap, unfold, write_page

import treegen as tg
from player import open_tree
from player.rules.names import parse
from treegen.exchange.importing import to_text
from treegen.games.weights import weigh

if TYPE_CHECKING:
    from pathlib import Path

    from page_tools import OpenPage
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.needs_chromium
TREE = open_tree("bulls-4x10.total")
OVERVIEW = "guesstree.view.overview"


def cell(page: Page, node: int) -> Locator:
    return page.locator(f'.cell[data-node="{node}"]')


def selected(page: Page) -> str:
    return page.locator('.cell[aria-selected="true"]').get_attribute("aria-label") or ""


def transform(page: Page) -> str:
    settle(page)
    return page.locator(".layer").get_attribute("transform") or ""


def scale(transformed: str) -> float:
    return float(transformed.split("scale(")[1][:-1])


def box(page: Page, node: int) -> dict[str, float]:
    found: dict[str, float] = page.evaluate(f"{OVERVIEW}.box({node})")
    return found


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
    page.locator(".cells tbody tr").first.wait_for()
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
    bars = page.locator(".cells .bar, .drills .bar").evaluate_all(
        "all => all.map(b => b.style.getPropertyValue('--share'))"
    )
    assert sorted(map(float, bars)) == pytest.approx(sorted(2 * shares), abs=1e-4)
    gained = page.locator(".cells td.faint").all_inner_texts()
    assert gained == [f"{round(-math.log2(share), 2):g} bits" for share in shares]
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
    assert page.locator("main").locator("button, input, summary").locator("visible=true").count() == 10
    unfold(page)
    text = page.locator(".facts").inner_text()
    figures = {"candidates": tree.secrets, "average": f"{tree.average:.2f}", "most": tree.depth, "nodes": tree.nodes}
    assert all(f"{name}\n{figure}" in text for name, figure in figures.items())
    bars = page.locator(".histogram tbody tr")
    assert [int(bar.locator("td.number").first.inner_text()) for bar in bars.all()] == list(tree.histogram)
    counts = [int(n) for n in page.locator(".cells td.number:not(.faint)").all_inner_texts()]
    assert sum(counts) == tree.secrets
    assert page.locator(".listing").inner_text().endswith(f" and {tree.secrets - 60} others")
    press(page, "Play from here")
    assert shown_guess(page) == "4530"
    press(page, "See it in the tree")
    assert selected(page).startswith("0 bulls 2 cows: 4530")


def test_the_subtree_is_copied_as_text_and_saved_as_svg(open_page: OpenPage) -> None:
    page = open_page("#mode=explore", **CLIPBOARD)
    unfold(page)
    press(page, "Copy as text")
    assert copied(page) == to_text(TREE)
    with page.expect_download() as download:
        press(page, "Save as SVG")
    root = ET.fromstring(download.value.path().read_text())
    assert download.value.suggested_filename == "bulls-4x10.total.svg"
    texts = ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"01235040", "0 bulls 1 cow"} <= set(texts)
    assert not [element for element in root.iter() if element.tag.endswith(("script", "style", "image"))]


def test_it_pans_and_zooms(open_page: OpenPage) -> None:
    page = open_page("#mode=explore")
    before = transform(page)
    frame = place_of(page.locator(".frame"))
    x, y = frame["x"] + 60, frame["y"] + 60
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 80, y + 40, steps=4)
    page.mouse.up()
    panned = transform(page)
    assert panned != before
    page.mouse.wheel(0, 200)
    page.wait_for_function("() => scrollY > 0")  # without Ctrl it scrolls the page
    assert transform(page) == panned
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    moved = "before => document.querySelector('.layer').getAttribute('transform') !== before"
    page.wait_for_function(moved, arg=panned)  # a busy browser handles the wheel later
    assert scale(transform(page)) > scale(panned)
    press(page, "Fit")
    assert transform(page) == before


def test_it_is_pinched_by_fingers(open_page: OpenPage) -> None:
    page = open_page("#mode=explore", **{**PHONE, "viewport": {"width": 820, "height": 1180}})
    before = transform(page)
    frame = place_of(page.locator(".frame"))
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    fingers = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 30), ("touchMove", 50), ("touchMove", 90)):
        points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert scale(transform(page)) / scale(before) > 1.5
    tap(page.get_by_role("button", name="Fit"), lambda: transform(page) == before)
    tap(cell(page, 2), lambda: history(page) == "0123:01")


def test_a_thousand_cells(open_page: OpenPage) -> None:
    page = open_page("#mode=explore")
    for _ in range(4):
        press(page, "Unfold a level")
    assert "too many to read" in page.locator(".stage .problem").inner_text()
    assert page.evaluate("guesstree.view.picture.plan.cells.length") > 800
    # Only those in or near the frame have elements.
    assert page.get_by_role("treeitem").count() < 300
    press(page, "Fit")
    settle(page)
    assert page.get_by_role("treeitem").count() > 800
    press(page, "Fold all")
    settle(page)
    assert page.get_by_role("treeitem").count() == 1 + len(TREE.children(0))


def test_every_node_has_an_area_for_its_candidates_and_the_colour_of_its_depth(open_page: OpenPage) -> None:
    page = open_page("#mode=explore", reduced_motion="reduce")
    unfold(page)
    boxes = page.evaluate(f"Array.from({{length: {len(TREE)}}}, (_, node) => {OVERVIEW}.box(node))")
    areas = [place["width"] * place["height"] for place in boxes]
    assert areas == pytest.approx([areas[0] * count / 5040 for count in TREE.candidate_counts()])
    # Children stand in the next column beside their parent, one below the other.
    for node in range(len(TREE)):
        at = boxes[node]["y"]
        for child in TREE.children(node):
            assert boxes[child]["x"] == pytest.approx(boxes[node]["x"] + boxes[node]["width"])
            assert boxes[child]["y"] == pytest.approx(at)
            at += boxes[child]["height"]
    wrong = page.evaluate(
        """() => {
          const { overview } = guesstree.view;
          const context = overview.canvas.getContext("2d");
          return [0, 2, 3].filter((node) => {
            const { x, y, width, height } = overview.box(node);
            const at = [(x + width - 6) * overview.dots, (y + height - 6) * overview.dots];
            const [r, g, b] = context.getImageData(...at, 1, 1).data;
            const name = `--depth-${node ? 2 : 1}`;
            const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
            return `#${[r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("")}` !== hex;
          });
        }"""
    )
    assert wrong == []
    # The place of a node leads back to it.
    found = page.evaluate(
        f"[0, 1, 2, 20, 500, 4000, 5117].filter((n) => {{ const b = {OVERVIEW}.box(n);"
        f" return {OVERVIEW}.nodeAt(b.x + b.width / 2, b.y + b.height / 2) !== n; }})"
    )
    assert found == []
    # The legend tells in words what is drawn.
    counts = [item.inner_text().split(":")[-1].strip() for item in page.locator(".legend li").all()]
    assert [int(count.replace(",", "")) for count in counts] == [1, 13, 114, 739, 2390, 1770, 91]
    assert page.get_by_role("application", name="All 5,118 nodes of the tree").count() == 1


@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_zooming_is_animated_unless_less_motion_is_asked_for(open_page: OpenPage, motion: str, moves: bool) -> None:
    page = open_page("#mode=explore", reduced_motion=motion)
    unfold(page)
    page.evaluate("guesstree.view.zoomTo(2)")
    page.evaluate("guesstree.view.zoomTo(0)")
    page.wait_for_function(f"() => !{OVERVIEW}.from")
    assert page.evaluate(f"(guesstree.view.zoomTo(2), Boolean({OVERVIEW}.from))") is moves
    page.wait_for_function(f"() => !{OVERVIEW}.from && {OVERVIEW}.view.top === {OVERVIEW}.starts[2]")


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
    frame, canvas, panel = (place_of(page.locator(spec)) for spec in (".frame", ".icicle", ".panel"))
    assert max(canvas["x"], frame["x"]) < 60
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
    unfold(page)
    tiles = page.locator(".cells tbody .marks").first.locator(".tile")
    assert tiles.evaluate_all("all => all.map(t => t.className)") == [f"tile {name}" for name in names]
    first = cell(open_page("#mode=explore&tree=mastermind-4x6.total"), 0)
    assert first.locator(".letter").all_text_contents() == ["A", "A", "B", "C"]
    assert fills(first)[:3] == ["rgb(0, 114, 178)", "rgb(0, 114, 178)", "rgb(230, 159, 0)"]
