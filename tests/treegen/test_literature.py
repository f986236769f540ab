"""docs/literature.md: the command of each row prints the figure that stands there as ours."""

from __future__ import annotations

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
ROW = re.compile(r"^\| [^|]*\| [^|]*\| [^|]*\| ([^|]*) \| ([^|]*) \| `((?:[^`])*)` \| ([\d.]+) \|$", re.MULTILINE)
ROWS = [
    (ours, equal, command.replace("\\|", "|"), float(seconds)) for ours, equal, command, seconds in ROW.findall(TEXT)
]


def test_every_row_is_read() -> None:
    assert len(ROWS) == TEXT.count("| `treegen") >= 30
    assert {equal for _, equal, _, _ in ROWS} == {"yes", "**no**"}


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
    assert " ".join(ours.split()) in " ".join(printed.split())
