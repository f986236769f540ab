"""The atlas: what its page says, its trees, and that small solves give the same again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import player
import treegen
from player.rules.names import parse

if TYPE_CHECKING:
    from tests.conftest import RunCommand

ROOT = Path(__file__).resolve().parents[1]
ROWS = json.loads((ROOT / "trees" / "atlas.json").read_text())


@pytest.mark.needs_core
@pytest.mark.parametrize("limit", ["0.004", pytest.param("30", marks=pytest.mark.long)])
def test_it_is_made_again(run_script: RunCommand, limit: str) -> None:
    some = sorted({row["game"] for row in ROWS})[:: 5 if float(limit) < 1 else 1]
    result = run_script("scripts/build", "atlas", "--check", "--limit", limit, *some)
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


def test_its_trees_are_those_of_its_rows() -> None:
    rows = {(row["game"], row["objective"]): row for row in ROWS}
    paths = sorted((ROOT / "trees" / "atlas").glob("*.tree"))
    assert len(paths) > 400
    for i, path in enumerate(paths):
        name, kind, _ = path.name.split(".")
        tree, row = player.open_tree(path), rows[name, kind]
        assert (tree.sha256, list(tree.histogram)) == (row["sha256"], row["histogram"]), path
        assert path.stat().st_size <= 64 << 10, path
        assert i % 20 or not treegen.verify(str(path)).faults, path
    assert sum(path.stat().st_size for path in paths) <= 3_000_000


def test_what_is_in_print_can_be_what_was_proved() -> None:
    """A printed figure, the last word of a source, is a total or an average, rounded or cut off."""
    printed = [row for row in ROWS if row["source"]]
    assert len(printed) > 60
    for row in printed:
        text = row["source"].rpartition(" ")[2]
        count = parse(row["game"]).secret_count if "average" in row["source"] else 1
        unit = 10.0 ** -len(text.partition(".")[2])
        assert row["lower"] / count - unit < float(text) < row["upper"] / count + unit, row
