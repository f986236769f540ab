"""scripts/scale: what it makes of tasks whose answer is known."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

pytest.importorskip("distributed", reason="it needs the extra cluster")


def scale(tasks: list[dict[str, object]], folder: Path) -> list[list[str]]:
    """The last lines: workers, seconds, efficiency."""
    run = {"game": "bulls-2x3", "tally": "13:3:2", "wall": 9.0, "client_cpu": 0.0, "tasks": tasks}
    (folder / "run").write_text(json.dumps(run))
    result = subprocess.run(
        [sys.executable, "-P", ROOT / "scripts" / "scale", "bulls-2x3", "--tasks", folder / "run", "--workers", "1,4"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    return [line.split() for line in result.stdout.splitlines()[-2:]]


def task(asked: float, answered: float, cell: int) -> dict[str, object]:
    return {
        "size": 9, "seconds": 1.0, "asked": asked, "sent": answered - 1, "answered": answered,
        "guesses": [0], "feedbacks": [cell], "only": 0,
    }  # fmt: skip


def test_what_does_not_wait_goes_side_by_side(tmp_path: Path) -> None:
    assert scale([task(0, number + 1, number) for number in range(8)], tmp_path) == [
        ["1", "8.0", "1.00"], ["4", "2.0", "1.00"],
    ]  # fmt: skip


def test_a_chain_takes_as_long_with_many(tmp_path: Path) -> None:
    """Each is asked for after the answer to the one before, in the same branch."""
    tasks = [task(number + 0.5 if number else 0, number + 1.4, 0) for number in range(8)]
    assert scale(tasks, tmp_path) == [["1", "8.0", "1.00"], ["4", "8.0", "0.25"]]
