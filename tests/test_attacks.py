"""The campaign of scripts/attack with a small budget of each kind; `scripts/test --long` runs the large one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests" / "attacks"))

from campaigns import KINDS  # noqa: E402


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("budget", ["", pytest.param("--long", marks=pytest.mark.long)], ids=["small", "large"])
def test_no_attack_succeeds(kind: str, budget: str) -> None:
    words: list[str | Path] = [sys.executable, "-P", ROOT / "scripts" / "attack", kind, *filter(None, [budget])]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT / "tests")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("\n0 faults\n")
