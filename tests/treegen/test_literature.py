"""docs/literature.md: the command of each row prints the figure that stands there as ours."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.treegen.conftest import Call

TEXT = (Path(__file__).parents[2] / "docs" / "literature.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\|[^|]*\|([^|]*)\|[^|]*\|([^|]*)\|([^|]*)\|`([^`]*)`\|([\d.]+)\|$", re.MULTILINE)
# A command with PxC stands for one command for each of the sizes that the row names, with a figure for each.
ROWS = [
    (figure, equal, command.replace("\\|", "|").replace("PxC", size), float(seconds))
    for game, ours, equal, command, seconds in ROW.findall(TEXT)
    for size, figure in (
        zip(re.findall(r"\b\dx\d+\b", game), ours.split(", "), strict=True) if "PxC" in command else [("", ours)]
    )
]


def test_every_row_is_read() -> None:
    assert len(ROW.findall(TEXT)) == TEXT.count("|`treegen") >= 20
    assert len(ROWS) >= 40
    assert {equal.partition(" for ")[0] for _, equal, _, _ in ROWS} == {"yes", "**no**"}


def spaced(text: str) -> str:
    """The words of a text, with a blank on both sides of each."""
    return " ".join(["", *re.split(r"[,;:]?\s+", text.strip()), ""])


@pytest.mark.needs_core
@pytest.mark.parametrize(
    ("ours", "command"),
    [
        pytest.param(ours, command, marks=[pytest.mark.long] * (seconds >= 1))
        for ours, _, command, seconds in ROWS
        if seconds < 10
    ],
)
def test_a_row_is_what_the_command_prints(ours: str, command: str, call_treegen: Call) -> None:
    if "|" in command:
        beside = {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
        done = subprocess.run(["bash", "-c", command], env={**os.environ, **beside}, capture_output=True, check=True)
        printed = done.stdout.decode()
    else:
        printed = call_treegen(*command.split()[1:]).stdout
    assert spaced(ours) in spaced(printed)


def cell(text: str, family: str, colours: int) -> str:
    """The cell of a table that has a row for a family, as `bulls-3xC` or 3, and a column for each number of colours."""
    (row,) = re.findall(rf"^\|{re.escape(family)}\|(.*)\|$", text, re.MULTILINE)
    return str(row.split("|")[colours - 2].strip())


def answer(guess: tuple[int, ...], secret: tuple[int, ...], has_whites: bool) -> tuple[int, int]:
    black = sum(a == b for a, b in zip(guess, secret, strict=True))
    both = sum(min(guess.count(colour), secret.count(colour)) for colour in set(guess))
    return black, both - black if has_whites else 0


def codes(family: str, places: int, colours: int) -> list[tuple[int, ...]]:
    every = itertools.product(range(colours), repeat=places)
    return [code for code in every if family != "bulls" or len(set(code)) == places]


@pytest.mark.parametrize(
    ("family", "places", "colours"),
    [("mastermind", 2, 2), ("mastermind", 2, 3), ("mastermind", 3, 2), ("mastermind", 4, 2), ("mastermind", 3, 3),
     ("bulls", 3, 3), ("bulls", 3, 4), ("bulls", 4, 4), ("match", 2, 2), ("match", 2, 3), ("match", 3, 2)],
)  # fmt: skip
def test_questions_asked_at_once_are_as_few_as_all_choices_of_them_show(family: str, places: int, colours: int) -> None:
    secrets = codes(family, places, colours)
    told = [tuple(answer(guess, secret, family != "match") for secret in secrets) for guess in secrets]
    fewest = next(
        count
        for count in itertools.count(1)
        if any(len(set(zip(*some, strict=True))) == len(secrets) for some in itertools.combinations(told, count))
    )
    page = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
    assert cell(page, f"`{family}-{places}xC`", colours) == str(fewest)
