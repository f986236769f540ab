"""Handouts: what they say is true, in every format, and for games of all kinds."""

from __future__ import annotations

import re
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import treegen as tg
from treegen.insight.lesson import lesson
from treegen.render.handout import to_bytes, to_html, to_markdown, to_scene
from treegen.render.scene import Text, text_width

sheet = cache(lesson)
Run = Callable[..., subprocess.CompletedProcess[str]]
GAMES = ["bulls-3x4", "mastermind-4x6", "bulls-4x10", "number-0..20", "mastermind-3x3=red,green,blue", "marks-3x4"]


def test_what_is_said_of_bulls_and_of_numbers() -> None:
    assert "at most 18 secrets" in sheet("bulls-3x4").questions[4][1]
    assert sheet("bulls-2x3").questions[1][1].startswith("01 or 10: it leaves 2 of 6 secrets")
    rules = {name: " ".join(sheet(name).rules) for name in ("bulls-3x4", "mastermind-3x3", "number-0..20")}
    assert "a symbol counts as often as both have it" in rules["mastermind-3x3"]
    assert "as often" not in rules["bulls-3x4"]
    assert "eqN (is it N, asked only when it is certain?), N from 0 to 20" in rules["number-0..20"]
    assert "N from 0 to 19" in rules["number-0..20"]


def test_a_depth_beyond_that_of_a_better_tree_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tree of a sheet is the best that is soon found, and the bounds may know a shorter one."""
    longer = tg.build("number-0..6-free", "first", max_depth=None)
    assert longer.depth > 5
    monkeypatch.setattr("treegen.insight.lesson._tree", lambda _: longer)
    assert lesson("number-0..6-free").questions[4][1].startswith("4 guesses are enough: ")


def test_a_sheet_is_not_longer_than_a4_for_the_usual_games() -> None:
    for name in (name for name in GAMES if "=" not in name):
        assert round(to_scene(sheet(name)).height) == 842, name


@pytest.mark.parametrize("name", GAMES)
def test_the_sheet_holds_everything_within_its_borders(name: str) -> None:
    made = sheet(name)
    page = to_scene(made)
    texts = [mark for mark in page.marks if isinstance(mark, Text)]
    shown = " ".join(mark.text for mark in texts)
    for mark in texts:
        wide = text_width(mark.text, mark.size, bold=mark.bold, mono=mark.mono)
        left = {"start": mark.x, "middle": mark.x - wide / 2, "end": mark.x - wide}[mark.anchor]
        assert left >= 0, mark
        assert left + wide <= page.width, mark
        assert 0 <= mark.y <= page.height, mark
    assert {"Questions", "Answers"} <= {mark.text for mark in texts}
    for question, answer in made.questions:
        assert question.split()[0] in shown
        assert answer.split()[-1] in shown
    ET.fromstring(to_bytes(made, "svg"))
    assert "<script" not in to_html(made)
    shown = to_markdown(made).replace("\\", "")  # which stand before what Markdown would take for markup
    assert all(text in shown for pair in made.questions for text in pair)


def test_the_command(run_treegen: Run, tmp_path: Path) -> None:
    for form, start in (("svg", b"<svg"), ("html", b"<!DOCTYPE html>"), ("md", b"# Bulls and Cows")):
        path = tmp_path / f"handout.{form}"
        assert run_treegen("handout", "bulls-3x4", "-o", str(path)).stdout == f"{path}\n"
        assert path.read_bytes().startswith(start)


@pytest.mark.needs_dot
def test_the_pdf_is_one_sheet_of_a4(run_treegen: Run, tmp_path: Path) -> None:
    result = run_treegen("handout", "bulls-3x4", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (0, "bulls-3x4.pdf\n")
    data = (tmp_path / "bulls-3x4.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    box = re.findall(rb"/MediaBox \[ ?0 0 (\d+)(?:\.\d+)? (\d+)", data)
    assert [tuple(map(int, sides)) for sides in box] in ([(595, 841)], [(595, 842)], [(596, 842)])


@pytest.mark.parametrize("arguments", [("bulls-3x4", "-o", "x.doc"), ("nothing",), ("words:none.txt",)])
def test_what_cannot_be_written_is_one_line(run_treegen: Run, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    result = run_treegen("handout", *arguments, cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert not list(tmp_path.iterdir())
