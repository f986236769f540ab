"""Handouts: what they say is true, in every format, and for games of all kinds."""

from __future__ import annotations

import re
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

import treegen as tg
from treegen.insight.lesson import lesson
from treegen.insight.rows import games_of
from treegen.render.handout import to_bytes, to_html, to_markdown, to_scene
from treegen.render.scene import Text, text_width

Run = Callable[..., subprocess.CompletedProcess[str]]
GAMES = ["bulls-3x4", "mastermind-4x6", "bulls-4x10", "number-0..20", "mastermind-3x3=red,green,blue", "marks-3x4"]


def test_the_answers_are_true() -> None:
    made = lesson("bulls-3x4")
    answers = [answer for _, answer in made.questions]
    assert len(made.questions) == 5
    game = tg.game("bulls-3x4")
    left = game.candidates([("123", "02")])
    assert answers[1].startswith(f"02: it leaves {len(left)} of 24")
    assert "at most 18 secrets" in answers[3]
    secret = re.findall(r"The secret is (\d+)", made.questions[4][0])[0]
    asked = answers[4].partition(".")[0].split(", ")
    known = dict(games_of(made.tree))
    assert asked == [guess for guess, _ in game.read_history(known[secret])]
    assert len(asked) == made.tree.depth


@pytest.mark.parametrize("name", GAMES)
def test_the_sheet_holds_everything_within_its_borders(name: str) -> None:
    made = lesson(name)
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
    assert all(text in to_markdown(made) for pair in made.questions for text in pair)


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
