"""Explore: the whole tree as a picture, and what is told beside it."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest
from page_tools import CLIPBOARD, PHONE, copied, history, place_of, press, search, settle, tap

from player import open_tree
from treegen.exchange.export.text import to_text

if TYPE_CHECKING:
    from page_tools import OpenPage
    from playwright.sync_api import Page

pytestmark = pytest.mark.needs_chromium
TREE = open_tree("bulls-4x10.total")


def shown(page: Page) -> list[str]:
    """What the cells in the picture are called."""
    return [cell.get_attribute("aria-label") or "" for cell in page.get_by_role("treeitem").all()]


def selected(page: Page) -> str:
    return page.locator('.cell[aria-selected="true"]').get_attribute("aria-label") or ""


def transform(page: Page) -> str:
    settle(page)
    return page.locator(".layer").get_attribute("transform") or ""


def test_it_is_folded_at_first_and_sized_by_candidates(open_page: OpenPage) -> None:
    page = open_page("#mode=explore")
    counts = TREE.candidate_counts()
    names = [f"{TREE.guesses[child]}, {counts[child]:,} candidates left" for child in TREE.children(0)]
    names = [name.replace(" 1 candidates", " 1 candidate") for name in names]
    cells = shown(page)
    assert cells[0] == "0123, 5,040 candidates left"
    assert [cell.partition(": ")[2] for cell in cells[1:]] == names
    areas = [
        float(r) ** 2 for r in page.locator(".cell circle").evaluate_all("all => all.map(c => c.getAttribute('r'))")
    ]
    assert sorted(range(len(areas)), key=lambda i: areas[i])[-2:] == [2, 0]  # 0:1 with 1440, and the root
    assert areas[2] / areas[0] == pytest.approx(1440 / 5040, rel=0.01)


def test_a_cell_unfolds_and_folds_by_a_click(open_page: OpenPage) -> None:
    page = open_page("#mode=explore")
    cell = page.locator('.cell[data-node="2"]')
    cell.wait_for()
    before = page.get_by_role("treeitem").count()
    cell.click()
    assert cell.get_attribute("aria-expanded") == "true"
    assert page.get_by_role("treeitem").count() > before
    assert history(page) == "0123:01"
    cell.click()
    assert page.get_by_role("treeitem").count() == before


def test_a_secret_is_searched_and_its_path_unfolds(open_page: OpenPage) -> None:
    page = open_page("#mode=explore")
    search(page, "0932")
    line = next(line for line in to_text(TREE).splitlines() if line.startswith("0932 "))
    assert history(page) == line.removeprefix("0932 ")
    assert selected(page).endswith("0932, 1 candidate left")
    steps = line.removeprefix("0932 ").split(",")
    assert page.locator(".cell.on-path").count() <= len(steps)
    assert page.evaluate("guesstree.view.path.size") == len(steps)
    assert [code.get_attribute("aria-label") for code in page.locator(".panel .rows .code").all()] == [
        step.partition(":")[0] for step in steps[:-1]
    ]
    assert f"Found with guess {len(steps)}" in page.locator(".panel").inner_text()


def test_a_history_is_searched(open_page: OpenPage) -> None:
    page = open_page("#mode=explore")
    page.keyboard.press("/")
    page.keyboard.type("0123:0A1B, 1456:02")
    page.keyboard.press("Enter")
    assert (selected(page), history(page)) == ("0 bulls 2 cows: 4530, 369 candidates left", "0123:01,1456:02")


def test_what_is_searched_in_vain(open_page: OpenPage) -> None:
    page = open_page("#mode=explore")
    for text, message in (
        ("0012", "This tree has no secret 0012"),
        ("0123", ""),
        ("0123:", "This is not a history"),
        ("9876:01", "Step 1 guesses 9876, but the tree guesses 0123 there"),
        ("0123:01,1456:02,4530:04", "Step 3: no secret gives the answer 04 to 4530 there"),
        ("0123:40,0123:40", "Step 2 comes after the end of the game"),
    ):
        search(page, text)
        assert message in page.locator(".stage .problem").inner_text()
        assert bool(message) == page.locator(".stage .problem").is_visible()


def test_the_figures_are_those_of_the_tree(open_page: OpenPage) -> None:
    page = open_page("#mode=explore&h=0123:01,1456:02")
    tree = TREE["0123:01,1456:02"]
    text = page.locator(".panel").inner_text()
    for figure in (
        f"candidates\n{tree.secrets}",
        f"average\n{tree.average:.2f}",
        f"most\n{tree.depth}",
        f"nodes\n{tree.nodes}",
    ):
        assert figure in text
    bars = page.locator(".histogram tbody tr")
    assert [int(bar.locator("td.number").first.inner_text()) for bar in bars.all()] == list(tree.histogram)
    counts = [int(n) for n in page.locator(".cells td.number:not(.faint)").all_inner_texts()]
    assert sum(counts) == tree.secrets
    page.locator(".candidates summary").click()
    page.locator(".candidates p").get_by_text(f"and {tree.secrets - 60} more").wait_for()


def test_the_subtree_is_copied_as_text(open_page: OpenPage) -> None:
    page = open_page("#mode=explore", **CLIPBOARD)
    press(page, "Copy as text")
    assert copied(page) == to_text(TREE)


def test_the_picture_is_saved_as_svg(open_page: OpenPage) -> None:
    page = open_page("#mode=explore&h=0123:01")
    with page.expect_download() as download:
        press(page, "Save as SVG")
    root = ET.fromstring(download.value.path().read_text())
    assert download.value.suggested_filename == "bulls-4x10.total.svg"
    texts = ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "01235040" in texts
    assert "0 bulls 1 cow" in texts
    assert not [element for element in root.iter() if element.tag.endswith(("script", "style", "image"))]


def test_play_goes_on_from_a_cell(open_page: OpenPage) -> None:
    page = open_page("#mode=explore&h=0123:01,1456:02")
    press(page, "Play from here")
    assert page.locator(".now .code.big").get_attribute("aria-label") == "4530"
    press(page, "See it in the tree")
    assert selected(page).startswith("0 bulls 2 cows: 4530")


def test_it_is_walked_by_keys(open_page: OpenPage) -> None:
    page = open_page("#mode=explore")
    page.locator('.cell[data-node="0"]').focus()
    page.keyboard.press("ArrowRight")
    assert selected(page).startswith("0 bulls 0 cows")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert history(page) == "0123:01"
    page.keyboard.press("ArrowRight")
    assert history(page) == "0123:01,1456:00"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.locator('.cell[data-node="2"]').get_attribute("aria-expanded") == "false"
    assert page.evaluate("document.activeElement.dataset.node") == "2"
    before = transform(page)
    page.keyboard.press("+")
    assert transform(page) != before


def test_it_pans_and_zooms(open_page: OpenPage) -> None:
    page = open_page("#mode=explore")
    before = transform(page)
    box = place_of(page.locator(".frame"))
    x, y = box["x"] + 60, box["y"] + 60
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
    zoomed = transform(page)
    assert float(zoomed.split("scale(")[1][:-1]) > float(panned.split("scale(")[1][:-1])
    press(page, "Fit")
    assert transform(page) == before


def test_it_is_pinched_by_fingers(open_page: OpenPage) -> None:
    page = open_page("#mode=explore", **{**PHONE, "viewport": {"width": 820, "height": 1180}})
    before = transform(page)
    box = place_of(page.locator(".frame"))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 30), ("touchMove", 50), ("touchMove", 90)):
        points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    grown = [float(text.split("scale(")[1][:-1]) for text in (before, transform(page))]
    assert grown[1] / grown[0] > 1.5
    tap(page.get_by_role("button", name="Fit"), lambda: transform(page) == before)
    tap(page.locator('.cell[data-node="2"]'), lambda: history(page) == "0123:01")


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
