"""Every named attack on checkpoints ends as its table says, and no file is missing in the table.

`tests/attacks/checkpoints/NAME.sql` is what is done to a checkpoint of true proved sets of bulls-4x8.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from campaigns.checkpoints import run_named

FOLDER = Path(__file__).parents[2] / "attacks" / "checkpoints"
LINES = [line.split(None, 1) for line in (FOLDER / "expected.txt").read_text(encoding="utf-8").splitlines()]
EXPECTED = {line[0]: line[1] for line in LINES if line and line[0] != "#"}
LARGE = {"path-of-50-megabytes.sql"}  # takes a minute


@pytest.mark.needs_core
@pytest.mark.parametrize("name", [pytest.param(x, marks=[pytest.mark.long] if x in LARGE else []) for x in EXPECTED])
def test_checkpoint(name: str, tmp_path: Path) -> None:
    assert EXPECTED[name] in run_named((FOLDER / name).read_text(encoding="utf-8"), tmp_path)


def test_the_table_is_whole() -> None:
    assert sorted(EXPECTED) == sorted(file.name for file in FOLDER.glob("*.sql"))
