"""Every named attack on checkpoints ends as its table says, and no file is missing in the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from campaigns import named

ATTACKS = Path(__file__).parents[2] / "attacks"
pytestmark = pytest.mark.needs_core


LARGE = {"path-of-50-megabytes.sql"}  # takes a minute
CHECKPOINTS = [
    pytest.param(*row, marks=[pytest.mark.long] if row[0] in LARGE else [])
    for row in named.read_expected(ATTACKS / "checkpoints")
]


@pytest.mark.parametrize(("name", "outcome"), CHECKPOINTS)
def test_checkpoint(name: str, outcome: str, tmp_path: Path) -> None:
    assert outcome in named.run_checkpoint(ATTACKS / "checkpoints" / name, tmp_path)


def test_the_table_is_whole() -> None:
    named_there = sorted(name for name, _ in named.read_expected(ATTACKS / "checkpoints"))
    assert named_there == sorted(file.name for file in (ATTACKS / "checkpoints").glob("*.sql"))
