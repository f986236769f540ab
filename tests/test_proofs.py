"""The optima proved again with each speed-up off in turn: scripts/check_proofs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.needs_core
@pytest.mark.parametrize(
    "options",
    [[], pytest.param(["--long"], marks=pytest.mark.long), pytest.param(["--sanitize"], marks=pytest.mark.long)],
    ids=str,
)
def test_no_speed_up_changes_an_answer(options: list[str]) -> None:
    result = subprocess.run(
        [sys.executable, "-P", ROOT / "scripts" / "check_proofs", *options],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT / "tests",
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert " 0 failures" in result.stdout
