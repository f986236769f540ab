"""The atlas: what its page says, its trees, and that small solves give the same again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import RunCommand

ROOT = Path(__file__).resolve().parents[1]
ROWS = json.loads((ROOT / "trees" / "atlas.json").read_text())


@pytest.mark.needs_core
@pytest.mark.parametrize("limit", ["0.004", pytest.param("30", marks=pytest.mark.long)])
def test_it_is_made_again(run_script: RunCommand, limit: str) -> None:
    some = sorted({row["game"] for row in ROWS})[:: 5 if float(limit) < 1 else 1]
    result = run_script("build_trees", "--atlas", "--check", "--limit", limit, *some)
    assert (result.returncode, result.stderr) == (0, "")


def test_every_row_says_what_it_knows() -> None:
    assert len({(row["game"], row["objective"]) for row in ROWS}) == len(ROWS) >= 500
    for row in ROWS:
        lower, upper = row["lower"], row["upper"]
        assert (row["status"] == "proved") == (lower == upper is not None), row
        assert lower is None or upper is None or lower <= upper, row
        if row["status"] == "proved":
            # A tree that is not shipped, and takes an hour, has no checksum before it is made again.
            assert len(row["sha256"]) == 64 or row["cpu_s"] > 1000, row
            assert (row["depth"], row["at_depth"]) == (len(row["histogram"]), row["histogram"][-1]), row
    by_game: dict[str, dict[str, int]] = {}
    for row in ROWS:
        if row["status"] == "proved":
            by_game.setdefault(row["game"], {})[row["objective"]] = row["upper"]
    for known in by_game.values():
        # To ask only what may be the secret, or to keep a depth, can cost more but never less.
        assert known.get("total", 0) <= min(known.get("worst", 10**9), known.get("candidates", 10**9))


def test_it_agrees_with_the_golden_figures() -> None:
    values = {(row["game"], row["objective"]): row["upper"] for row in ROWS}
    for line in (ROOT / "tests" / "golden" / "solve.txt").read_text().splitlines():
        words = line.split()
        if line.startswith("#") or words[1:4] != ["all", words[2], "none"] or words[2] not in ("total", "worst"):
            continue
        assert values[words[0], words[2]] == int(words[4])


def test_the_schema_describes_every_row() -> None:
    schema = json.loads((ROOT / "trees" / "atlas.schema.json").read_text())
    kinds: dict[str, tuple[type, ...]] = {
        "string": (str,), "integer": (int,), "number": (int, float), "array": (list,), "object": (dict,),
        "null": (type(None),),
    }  # fmt: skip
    item = schema["items"]
    assert len(schema["version"].split(".")) == 3
    for row in ROWS:
        assert set(row) == set(item["required"]) == set(item["properties"])
        for key, rule in item["properties"].items():
            if "enum" in rule:
                assert row[key] in rule["enum"]
            else:
                named = [rule["type"]] if isinstance(rule["type"], str) else rule["type"]
                assert any(isinstance(row[key], kinds[name]) for name in named), (row["game"], key)


def test_every_known_tree_bounds_the_depth() -> None:
    depths = {row["game"]: row for row in ROWS if row["objective"] == "depth"}
    for row in ROWS:
        assert row["depth"] is None or depths[row["game"]]["upper"] <= row["depth"], row
        assert row["depth"] is None or depths[row["game"]]["lower"], row
