"""Explore: the overview of all nodes, zooming into it, the list on phones, and how words and pegs are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from page_tools import PHONE, history, place_of, search, settle, tap, write_page

import treegen as tg
from player import open_tree

if TYPE_CHECKING:
    from pathlib import Path

    from page_tools import OpenPage
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.needs_chromium
TREE = open_tree("bulls-4x10.total")
STILL: dict[str, Any] = {"reduced_motion": "reduce"}
OVERVIEW = "guesstree.view.overview"


def box(page: Page, node: int) -> dict[str, float]:
    found: dict[str, float] = page.evaluate(f"{OVERVIEW}.box({node})")
    return found


def click(page: Page, node: int) -> None:
    """Click the middle of a node in the overview."""
    place = box(page, node)
    position: Any = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}
    page.locator(".icicle canvas").click(position=position)
    settle(page)


def in_view(page: Page) -> list[int]:
    """The node that the picture of the tree begins with, and the one that fills the overview."""
    return [page.evaluate("guesstree.view.picture.plan.cells[0].node"), page.evaluate(f"{OVERVIEW}.focus")]


def test_every_node_has_an_area_for_its_candidates_and_the_colour_of_its_depth(open_page: OpenPage) -> None:
    page = open_page("#mode=explore", **STILL)
    settle(page)
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


def test_the_legend_tells_in_words_what_is_drawn(open_page: OpenPage) -> None:
    page = open_page("#mode=explore")
    counts = [item.inner_text().split(":")[-1].strip() for item in page.locator(".legend li").all()]
    assert [int(count.replace(",", "")) for count in counts] == [1, 13, 114, 739, 2390, 1770, 91]
    assert page.get_by_role("application", name="All 5,118 nodes of the tree").count() == 1


def test_a_click_zooms_in_and_another_one_out(open_page: OpenPage) -> None:
    page = open_page("#mode=explore", **STILL)
    settle(page)
    click(page, 2)
    assert in_view(page) == [2, 2]
    assert history(page) == "0123:01"
    height = page.locator(".icicle").evaluate("element => element.clientHeight")
    assert box(page, 2)["height"] == pytest.approx(height)
    assert page.locator(".crumbs li").count() == 2
    assert page.get_by_role("treeitem").first.get_attribute("aria-label") == "1456, 1,440 candidates left"
    click(page, 2)
    assert in_view(page) == [0, 0]
    click(page, 2)
    page.locator(".crumbs button").first.click()
    assert in_view(page) == [0, 0]
    # A search finds what is not in view.
    click(page, 2)
    search(page, "4567")
    assert in_view(page) == [0, 0]


@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_zooming_is_animated_unless_less_motion_is_asked_for(open_page: OpenPage, motion: str, moves: bool) -> None:
    page = open_page("#mode=explore", reduced_motion=motion)
    settle(page)
    page.evaluate("guesstree.view.zoomTo(2)")
    page.evaluate("guesstree.view.zoomTo(0)")
    page.wait_for_function(f"() => !{OVERVIEW}.from")
    assert page.evaluate(f"(guesstree.view.zoomTo(2), Boolean({OVERVIEW}.from))") is moves
    page.wait_for_function(f"() => !{OVERVIEW}.from && {OVERVIEW}.view.top === {OVERVIEW}.starts[2]")


def test_it_is_walked_by_keys_and_told(open_page: OpenPage) -> None:
    page = open_page("#mode=explore", **STILL)
    page.locator(".icicle canvas").focus()
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    assert history(page) == "0123:01"
    assert page.locator(".unseen[role=status]").inner_text() == "0 bulls 1 cow: 1456, 1,440 candidates left"
    page.keyboard.press("Enter")
    assert in_view(page) == [2, 2]
    page.keyboard.press("ArrowRight")
    assert history(page) == "0123:01,1456:00"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")  # to a node outside the view
    assert (history(page), in_view(page)) == ("0123:00", [0, 0])
    for key in ("ArrowDown", "Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert (history(page), in_view(page)[1] > 2) == ("0123:01,1456:00", True)
    page.keyboard.press("Escape")
    assert in_view(page) == [2, 2]
    page.keyboard.press("Home")
    assert in_view(page) == [0, 0]
    assert page.evaluate("document.activeElement.tagName") == "CANVAS"


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
    frame, canvas, panel = (place_of(page.locator(spec)) for spec in (".frame", ".icicle", ".panel"))
    assert canvas["x"] < 60
    assert frame["y"] == canvas["y"]  # beside each other
    assert panel["x"] + panel["width"] > 1850


def fills(cell: Locator) -> list[str]:
    """The colours of the pegs or tiles in a cell of the picture."""
    found: list[str] = cell.locator(".glyph").evaluate_all("all => all.map(e => getComputedStyle(e.firstChild).fill)")
    return found


def test_words_are_tiles_and_answers_their_colours(open_page: OpenPage, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("crane\nslate\nshale\nstale\n")
    tree = tg.build(tg.game(f"words:{tmp_path}/words.txt"))
    page = open_page("#mode=explore", file=write_page(tmp_path / "page.html", {"words": tree}))
    guess = tree.guesses[0]
    letters = page.locator('.cell[data-node="0"] .letter').all_text_contents()
    assert "".join(letters) == guess.upper()
    label = tree.labels[tree.feedback[1]]
    names = [{"0": "absent", "1": "elsewhere", "2": "right"}[digit] for digit in label]
    cell = page.locator('.cell[data-node="1"]')
    assert (cell.get_attribute("aria-label") or "").startswith(", ".join(names))
    kinds = cell.locator(".glyph").evaluate_all("all => all.map((tile) => tile.classList.item(2))")
    assert kinds[5:] == names
    assert len(set(fills(cell)[5:])) == len(set(names))
    classes = (
        page.locator(".cells tbody .marks").first.locator(".tile").evaluate_all("all => all.map(t => t.className)")
    )
    assert classes == [f"tile {name}" for name in names]


def test_mastermind_has_pegs(open_page: OpenPage) -> None:
    page = open_page("#mode=explore&tree=mastermind-4x6.total")
    first = page.locator('.cell[data-node="0"]')
    assert first.locator(".letter").all_text_contents() == ["A", "A", "B", "C"]
    assert fills(first)[:3] == ["rgb(0, 114, 178)", "rgb(0, 114, 178)", "rgb(230, 159, 0)"]
