"""Every named attack on checkpoints and workers ends as its table says, and no file is missing in the tables."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="it needs the extra cluster")

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


@pytest.mark.parametrize(("name", "outcome"), named.read_expected(ATTACKS / "workers"))
def test_worker(name: str, outcome: str) -> None:
    ended = named.run_worker(ATTACKS / "workers" / name)
    assert any(part in ended for part in outcome.split(" | ")), ended


@pytest.mark.parametrize(("kind", "ending"), [("checkpoints", "sql"), ("workers", "json")])
def test_the_table_is_whole(kind: str, ending: str) -> None:
    named_there = sorted(name for name, _ in named.read_expected(ATTACKS / kind))
    assert named_there == sorted(file.name for file in (ATTACKS / kind).glob(f"*.{ending}"))
