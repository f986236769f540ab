"""The optima proved again with each speed-up off in turn, and the core under sanitizers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.needs_core
@pytest.mark.parametrize("options", [[], pytest.param(["--long"], marks=pytest.mark.long)], ids=str)
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


@pytest.mark.needs_core
@pytest.mark.long
@pytest.mark.parametrize("kind", ["address", "thread"])
def test_no_sanitizer_has_anything_to_report(kind: str) -> None:
    words: list[str | Path] = [sys.executable, "-P", ROOT / "scripts" / "sanitize", kind]
    result = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT / "tests")
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.endswith(": clean\n")


def test_the_script_says_what_it_takes() -> None:
    command: list[str | Path] = [sys.executable, "-P", ROOT / "scripts" / "sanitize", "memory"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT / "tests")
    assert result.returncode == 2
    assert "'memory' is not a valid sanitizer; choose from: address, thread" in result.stderr
    assert "Traceback" not in result.stderr
