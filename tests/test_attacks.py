"""The campaign of tests/tools/attack.py with a small budget of each kind; `scripts/test --long` runs the large one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.append(str(Path(__file__).parent / "attacks"))

from campaigns import KINDS

if TYPE_CHECKING:
    from tests.conftest import RunCommand


@pytest.mark.parametrize(
    "words", [[], *(pytest.param([kind, "--long"], marks=pytest.mark.long) for kind in KINDS)], ids=" ".join
)
def test_no_attack_succeeds(run_script: RunCommand, words: list[str]) -> None:
    done = run_script("tests/tools/attack.py", *words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("\n0 faults\n")
