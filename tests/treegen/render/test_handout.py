"""Handouts: what they say is true, in every format, and for games of all kinds."""

from __future__ import annotations

import re
import subprocess
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from math import log2
from pathlib import Path

import pytest

import treegen as tg
from player.rules.symbols import show_word
from treegen.insight.lesson import lesson
from treegen.render.handout import to_bytes, to_html, to_markdown, to_scene
from treegen.render.scene import Text, text_width

Run = Callable[..., subprocess.CompletedProcess[str]]
GAMES = ["bulls-3x4", "mastermind-4x6", "bulls-4x10", "number-0..20", "mastermind-3x3=red,green,blue", "marks-3x4"]


@pytest.mark.parametrize("name", [*GAMES, "bulls-4x10-any"])
def test_the_answers_are_true(name: str) -> None:
    """Computed again by the plain rules; the sheet itself has what the questions need."""
    made = lesson(name)
    rules = tg.game(name).rules
    assert rules is not None
    secrets, first = rules.secrets(), made.tree.guesses[0]
    answers = [answer for _, answer in made.questions]
    cells = Counter(rules.feedback(first, secret) for secret in secrets)
    widest, bits = max(cells.values()), sum(n / len(secrets) * log2(len(secrets) / n) for n in cells.values())
    assert len(made.questions) == 6
    assert answers[0] == f"{len(secrets):,}."
    assert set(answers[1].partition(":")[0].split(" or ")) == {label for label, n in cells.items() if n == widest}
    assert f"leaves {widest:,} of {len(secrets):,}" in answers[1]
    assert answers[2].startswith(f"{bits:.2f}, ")
    assert made.tables[0][2][-1] == ("sum", f"{len(secrets):,}", "1.0000", "", f"{bits:.4f}")
    shares = [float(row[2]) for row in made.tables[0][2][:-1]]
    assert sum(shares) == pytest.approx(1, abs=0.001)
    secret = made.questions[5][0].removeprefix("The secret is ").partition(".")[0]
    heading, _, asked = made.tables[2]
    assert heading.endswith(f" for {secret}")
    named = dict(zip((show_word(rules, word) for word in secrets), secrets, strict=True))
    left, replies = secrets, []
    for shown, before, blank in asked:
        guess = next(word for word in made.tree.guesses if show_word(rules, word) == shown)
        reply = rules.feedback(guess, named[secret])
        assert (before, blank.strip("_")) == (f"{len(left):,}", "")
        replies.append(f"{shown}: {reply}")
        left = [word for word in left if rules.feedback(guess, word) == reply]
    assert len(asked) == made.tree.depth
    assert answers[5].startswith(", ".join(replies) + ". ")


def test_what_is_said_of_bulls_and_of_numbers() -> None:
    assert "at most 18 secrets" in lesson("bulls-3x4").questions[4][1]
    assert lesson("bulls-2x3").questions[1][1].startswith("01 or 10: it leaves 2 of 6 secrets")
    rules = {name: " ".join(lesson(name).rules) for name in ("bulls-3x4", "mastermind-3x3", "number-0..20")}
    assert "a symbol counts as often as both have it" in rules["mastermind-3x3"]
    assert "as often" not in rules["bulls-3x4"]
    assert "eqN (is it N, asked only when it is certain?), N from 0 to 20" in rules["number-0..20"]
    assert "N from 0 to 19" in rules["number-0..20"]


def test_a_sheet_is_not_longer_than_a4_for_the_usual_games() -> None:
    for name in (name for name in GAMES if "=" not in name):
        assert round(to_scene(lesson(name)).height) == 842, name


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
