"""docs/literature.md: the command of each row prints the figure that stands there as ours."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from twins import Call

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
        pytest.param(ours, command, marks=[pytest.mark.long] * (seconds >= 0.5))
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
