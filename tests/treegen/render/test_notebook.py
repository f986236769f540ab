"""What notebooks show of trees and tables; and the notebook of the project, run from top to bottom."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import player
import treegen as tg
from treegen.insight.rows import rows_html

ROOT = Path(__file__).resolve().parents[3]


class Reader(HTMLParser):
    """Checks that all tags are closed in order; keeps the text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Iterable[Any]) -> None:  # noqa: ARG002  its name is HTMLParser's
        self.open.append(tag)
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_notebook_uses_only_public_names() -> None:
    cells = json.loads((ROOT / "docs" / "notebooks" / "tour.ipynb").read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert not re.search(r"(?:from|import) (?:treegen|player)\.", code)
    for package in (player, tg):
        used = re.findall(rf"\b{'tg' if package is tg else 'player'}\.(\w+)", code)
        assert used
        assert set(used) <= set(package.__all__)


@pytest.mark.parametrize("name", ["bulls-4x10.total", "mastermind-4x6.total", "words-5.total"])
def test_a_tree_shows_its_tally_its_histogram_and_its_top(name: str) -> None:
    tree = player.open_tree(name)
    page = tree._repr_html_()
    words = " ".join(Reader(page).words)
    assert tree.tally in words
    assert all(f"{found:,}" in words for found in tree.histogram)
    assert all(tree.guesses[node] in words for node in range(tree.levels[2]))
    assert len(page) < 80_000


def test_a_tree_draws_itself_without_graphviz(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    part = player.open_tree("bulls-3x9.total")["123:11"]
    picture = str(part._repr_svg_())
    assert ">145</text>" in picture
    assert picture in part._repr_html_()
    # Nothing comes from elsewhere, and no style changes the rest of the notebook.
    assert not re.search(r"<style|<script|<image|href|url\(", picture)


def test_without_treegen_the_figures_are_shown_and_nothing_is_loaded_before() -> None:
    words = (
        "import sys, player; tree = player.open_tree('bulls-3x9.total'); "
        "assert not {'html', 'treegen'} & {*sys.modules}; "
        "sys.modules['treegen'] = None; assert tree._repr_svg_() is None; sys.stdout.write(tree._repr_html_())"
    )
    result = subprocess.run([sys.executable, "-c", words], check=True, capture_output=True, encoding="utf-8")
    assert "2337:6:55, proved optimal: 504 secrets" in " ".join(Reader(result.stdout).words)
    assert "<details>" not in result.stdout


@example([{"<b>": "<i>&lt;"}])
@given(st.lists(st.dictionaries(st.text(), st.text() | st.integers() | st.floats() | st.booleans() | st.none())))
def test_rows_are_text_and_never_markup(rows: list[dict[str, Any]]) -> None:
    page = Reader(rows_html(rows, "<script>"))
    assert set(page.tags) <= {"table", "caption", "thead", "tbody", "tr", "th", "td"}
    keys = {key for row in rows for key in row}
    assert page.tags.count("th") == len(keys)
    assert page.tags.count("td") == len(keys) * len(rows)


def test_cells_of_a_table() -> None:
    page = rows_html(
        [{"guess": "0123", "left": 1440, "bits": 2.7718734, "exact": True, "cells": (1, 3)}, {"more": None}]
    )
    assert Reader(page).words[6:] == ["0123", "1,440", "2.77187", "true", "1 3"]


@pytest.mark.long
def test_the_tour_shows_what_it_is_kept_with(tmp_path: Path) -> None:
    pytest.importorskip("nbclient", reason="it needs nbclient: pip install nbclient ipykernel")
    pytest.importorskip("ipykernel", reason="it needs ipykernel: pip install nbclient ipykernel")
    pytest.importorskip("matplotlib", reason="it needs matplotlib: pip install matplotlib")
    import nbformat

    script = runpy.run_path(str(ROOT / "scripts" / "builds" / "tour.py"))
    kept = nbformat.read(script["TOUR"], as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(kept)
    # In a folder of its own: the packages come from where the tests have them.
    tour = script["run_tour"](tmp_path)
    cells, before = ([cell for cell in book.cells if cell.cell_type == "code"] for book in (tour, kept))
    assert [cell.execution_count for cell in before] == list(range(1, len(cells) + 1))
    for cell, old in zip(cells, before, strict=True):
        assert texts(cell) == texts(old), "run scripts/build tour"
    assert not any(output.output_type in ("stream", "error") for cell in cells for output in cell.outputs)


def texts(cell: Any) -> list[tuple[str, str]]:
    """What a cell shows as text; pictures of plots depend on the version of matplotlib."""
    shown = [pair for output in cell.outputs for pair in output.data.items()]
    return sorted((kind, data if kind.startswith("text/") else "") for kind, data in shown)
