"""The text for Graphviz, what it is folded to, and what dot makes of it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import player
import treegen as tg
from player.errors import BadInput
from treegen.render import dot
from treegen.render.view import view

TREE = player.open_tree("bulls-4x10.total")


def text(**options: object) -> str:
    return dot.to_dot(TREE, view(TREE, **options))  # type: ignore[arg-type]


def test_nodes_and_lines_say_what_the_tree_says() -> None:
    source = text(levels=2)
    assert ">0123</font></b>&#160;&#160;5,040 left<br/>worst 7, average 5.21>" in source
    assert ">1456</font></b>&#160;&#160;1,440 left<br/>worst 6, average " in source
    assert "n2f [label=<<b>01</b>&#160;&#160;1,440>" in source
    assert len(re.findall(r"^\tn\d+ \[", source, re.MULTILINE)) == 14
    assert source.count("dashed") == 13 + 1  # and the key below


def test_a_line_is_as_wide_as_its_share() -> None:
    widths = {int(node): float(width) for node, width in re.findall(r"n0:?\w* -> n(\d+)f \[.*penwidth=([\d.]+)",
                                                                  text(levels=2))}  # fmt: skip
    counts = TREE.candidate_counts()
    assert len(widths) == 13
    for node, width in widths.items():
        assert width == pytest.approx(1 + 6 * counts[node] / 5040, abs=0.006)


def test_the_way_to_a_secret_is_highlighted_to_its_end() -> None:
    source = text(levels=1, secret="0932")
    assert "<b>0932</b>&#160;&#160;found at guess 6" in source
    assert "12 other cells: 4,823 left" in source
    assert (
        len(re.findall(r'^\t(?:n\d+|found) \[.*color="#D55E00".* penwidth=2 peripheries=2', source, re.MULTILINE)) == 7
    )
    assert "#D55E00" not in text(levels=2)


def test_the_same_tree_gives_the_same_text() -> None:
    again = player.Tree.from_bytes(TREE.to_bytes())
    options = {"at": "0123:03", "secret": "1034"}
    assert dot.to_dot(again, view(again, **options)) == text(**options)  # type: ignore[arg-type]


def test_what_can_be_read_is_shown() -> None:
    assert dot.fold(TREE).nodes == 128  # three levels; four have 867 nodes
    assert dot.fold(TREE, at="0123:03").nodes == 272
    with pytest.raises(BadInput, match="--levels 4 shows 867 nodes, more than is readable; use --levels 3, --at"):
        dot.fold(TREE, levels=4)
    assert dot.fold(TREE, levels=4, is_forced=True).nodes == 867
    assert dot.fold(TREE, is_forced=True).nodes == len(TREE)


@pytest.mark.parametrize("size", ["a4", "16x9", "30x20", "100x300"])
def test_on_a_page_the_text_can_be_read(size: str) -> None:
    folded = dot.fold(TREE, page=dot.read_page(size))
    assert folded.font_size >= dot.LEAST_FONT_SIZE
    assert folded.nodes == (128 if size == "100x300" else 14)


def test_pages() -> None:
    assert dot.read_page("A4") == pytest.approx((8.27, 11.69), abs=0.01)
    for bad in ("a5", "10", "0x5", "nanx5", "infx5", "-3x5", "5x", "x", "9999x9"):
        with pytest.raises(BadInput, match="is not a size; write a4, 16x9 or WxH in centimetres"):
            dot.read_page(bad)


def odd_tree() -> player.Tree:
    """Labels and guesses that mean something to HTML, to XML and to Graphviz."""
    table = np.array([[2, 0, 0, 1], [0, 2, 1, 1], [0, 1, 2, 0], [0, 0, 1, 2]])
    words = ("<b>&amp;", '"\\N"', "</svg>", "&lt;\\l")
    game = tg.Game.from_table(table, winning=2, labels=("<i>", "\\G&", "]]>"), guesses=words, secrets=words)
    return tg.build(game, max_depth=None)


def test_labels_are_text_and_never_markup() -> None:
    tree = odd_tree()
    source = dot.to_dot(tree, view(tree, secret="</svg>"))
    labels = re.findall(r"label=<(.*?)>(?= \w+=|\])", source)
    assert len(labels) > len(tree)
    assert not any(word in label for label in labels for word in ("<i>", "</svg>"))
    assert any("&lt;i&gt;" in label for label in labels)


@pytest.mark.needs_dot
def test_odd_labels_come_out_as_they_are() -> None:
    tree = odd_tree()
    picture = ET.fromstring(dot.draw(dot.to_dot(tree, view(tree, secret="</svg>")), "svg"))
    words = {element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert set(tree.guesses) | {"<i>", "\\G&"} <= words


@pytest.mark.needs_dot
@pytest.mark.parametrize(("form", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_draw(form: str, start: bytes) -> None:
    assert dot.draw(text(levels=2), form).startswith(start)


@pytest.mark.needs_dot
def test_a_subtree_of_hundreds_of_nodes_is_drawn_whole_and_nothing_overlaps() -> None:
    what = view(TREE, at="0123:03", secret="1034")
    picture = ET.fromstring(dot.draw(dot.to_dot(TREE, what), "svg"))
    boxes = []
    for group in picture.iter("{http://www.w3.org/2000/svg}g"):
        if group.get("class") == "node":
            texts = list(group.iter("{http://www.w3.org/2000/svg}text"))
            numbers = [
                float(number)
                for shape in group.iter()
                if shape.tag.endswith(("polygon", "path"))
                for number in re.findall(r"-?\d+\.?\d*", shape.get("points") or shape.get("d") or "")
            ]
            if numbers:
                boxes.append((min(numbers[::2]), max(numbers[::2]), min(numbers[1::2]), max(numbers[1::2])))
            else:
                places = [(float(element.get("x", "nan")), float(element.get("y", "nan"))) for element in texts]
                boxes.append((min(x for x, _ in places) - 2, max(x for x, _ in places) + 2,
                              min(y for _, y in places) - 8, max(y for _, y in places)))  # fmt: skip
    assert len(boxes) == 272 + 271 + 2
    boxes.sort(key=lambda box: box[2])
    for i, (left, right, _, bottom) in enumerate(boxes):
        for other in boxes[i + 1 :]:
            if other[2] >= bottom:
                break
            assert other[1] <= left or other[0] >= right


@pytest.mark.needs_dot
@pytest.mark.parametrize(("size", "width", "height"), [("a4", 595, 842), ("16x9", 960, 540)])
def test_a_picture_fills_its_page(size: str, width: int, height: int) -> None:
    page = dot.read_page(size)
    folded = dot.fold(TREE, page=page, secret="0932")
    picture = ET.fromstring(dot.draw(dot.to_dot(TREE, folded.view, page=page), "svg"))
    sides = sorted(float(picture.get(side, "").removesuffix("pt")) for side in ("width", "height"))
    # One side is the page's, which A4 may lie on; the other is never more, and not much less.
    pairs = list(zip(sides, sorted((width, height)), strict=True))
    assert any(abs(side - whole) < 1.5 for side, whole in pairs)
    assert all(0.9 * whole < side < whole + 1.5 for side, whole in pairs)


@pytest.mark.needs_dot
def test_a_pdf_is_no_larger_than_its_page() -> None:
    page = dot.read_page("a4")
    picture = dot.draw(dot.to_dot(TREE, view(TREE, levels=2), page=page), "pdf")
    found = re.search(rb"MediaBox \[ 0 0 (\d+) (\d+) \]", picture)
    assert found
    assert 535 < int(found[1]) <= 596
    assert 757 < int(found[2]) <= 843


def test_without_dot_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(dot.DotMissing, match="dot is not installed: apt-get install graphviz, or brew"):
        dot.draw(text(levels=1), "svg")
