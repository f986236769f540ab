"""The text for Graphviz, and what dot makes of it."""

from __future__ import annotations

import re

import pytest

import player
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
        len(re.findall(r'^\t(?:n\d+|found) \[.*color="#a03d06".* penwidth=2 peripheries=2', source, re.MULTILINE)) == 7
    )
    assert "#a03d06" not in text(levels=2)


def test_the_same_tree_gives_the_same_text() -> None:
    again = player.Tree.from_bytes(TREE.to_bytes())
    options = {"at": "0123:03", "secret": "1034"}
    assert dot.to_dot(again, view(again, **options)) == text(**options)  # type: ignore[arg-type]


@pytest.mark.needs_dot
@pytest.mark.parametrize(("form", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_draw(form: str, start: bytes) -> None:
    assert dot.draw(text(levels=2), form).startswith(start)


def test_without_dot_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(dot.DotMissing, match="dot is not installed: apt-get install graphviz, or brew"):
        dot.draw(text(levels=1), "svg")
