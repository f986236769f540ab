"""The shipped trees and the atlas: what they claim, that their commands make the same again, and their sources."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from twins import Call

import player
import treegen
from player.rules.names import parse

ROOT = Path(__file__).resolve().parents[1]
ROWS = json.loads((ROOT / "trees" / "atlas.json").read_text())


@pytest.mark.needs_core
@pytest.mark.parametrize("limit", ["0.004", pytest.param("30", marks=pytest.mark.long)])
def test_it_is_made_again(run_script: Call, limit: str) -> None:
    some = sorted({row["game"] for row in ROWS})[:: 30 if float(limit) < 1 else 1]
    result = run_script("scripts/build", "atlas", "--check", "--limit", limit, *some)
    assert (result.returncode, result.stderr) == (0, "")


def test_every_row_says_what_it_knows() -> None:
    schema = json.loads((ROOT / "trees" / "atlas.schema.json").read_text())["items"]
    assert len({(row["game"], row["objective"]) for row in ROWS}) == len(ROWS) >= 500
    for row in ROWS:
        assert set(row) == set(schema["required"]) == set(schema["properties"])
        assert all(row[key] in rule["enum"] for key, rule in schema["properties"].items() if "enum" in rule), row
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
    for costs in by_game.values():
        # To ask only what may be the secret, or to keep a depth, can cost more but never less.
        assert costs.get("total", 0) <= min(costs.get("worst", 10**9), costs.get("candidates", 10**9))
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


def test_no_tree_has_changed_and_the_manifest_is_true() -> None:
    manifest = json.loads((ROOT / "trees" / "manifest.json").read_text())
    assert list(manifest) == player.shipped_trees()
    for name, entry in manifest.items():
        tree, size = player.open_tree(name), (ROOT / "trees" / f"{name}.tree").stat().st_size
        figures = {"tally": tree.tally, "sha256": tree.sha256, "proved": tree.proved, "bytes": size}
        assert entry == {**entry, **figures}
    for name in ("bulls-4x10.entropy", "bulls-4x10-any.entropy"):
        assert manifest[name]["bytes"] <= 36_000
    lines = (ROOT / "tests" / "golden" / "trees.txt").read_text().splitlines()[1:]
    files = [*(ROOT / "trees").glob("*.tree"), *(ROOT / "trees" / "atlas").glob("*.tree")]
    found = {path.relative_to(ROOT / "trees").as_posix(): sha256(path.read_bytes()).hexdigest() for path in files}
    assert found == dict(line.split() for line in lines)


SUBMISSIONS = [path.name for path in (ROOT / "trees" / "submissions").iterdir() if path.suffix != ".md"]
QUICK = ["bulls-3x9.total", "mastermind-4x6.worst", "codeforces-1442f.py"]
OTHERS = {name for name in [*player.shipped_trees(), *SUBMISSIONS] if name not in QUICK}


@pytest.mark.needs_core
@pytest.mark.parametrize("names", [QUICK, *(pytest.param([name], marks=pytest.mark.long) for name in sorted(OTHERS))])
def test_their_commands_make_the_same_bytes_again(run_script: Call, names: list[str]) -> None:
    result = run_script("scripts/build", "trees", "--check", *names)
    assert (result.returncode, result.stderr) == (0, "")
