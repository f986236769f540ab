"""The shipped trees: what the manifest says, and that their commands make the same bytes again."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import player

if TYPE_CHECKING:
    from tests.conftest import RunCommand

ROOT = Path(__file__).resolve().parents[1]


def test_the_manifest_tells_the_truth() -> None:
    manifest = json.loads((ROOT / "trees" / "manifest.json").read_text())
    assert list(manifest) == player.shipped_trees()
    for name, entry in manifest.items():
        tree = player.open_tree(name)
        size = (ROOT / "trees" / f"{name}.tree").stat().st_size
        assert (tree.tally, tree.sha256, tree.proved, size) == (
            entry["tally"],
            entry["sha256"],
            entry["proved"],
            entry["bytes"],
        )


def test_no_tree_has_changed() -> None:
    lines = (ROOT / "tests" / "golden" / "trees.txt").read_text().splitlines()[1:]
    files = [*(ROOT / "trees").glob("*.tree"), *(ROOT / "trees" / "atlas").glob("*.tree")]
    found = {path.relative_to(ROOT / "trees").as_posix(): sha256(path.read_bytes()).hexdigest() for path in files}
    assert found == dict(line.split() for line in lines)


SLOW = "bulls-4x10-nozero.total"  # less symmetry: its proof takes longer than the others together
SUBMISSIONS = [path.name for path in (ROOT / "trees" / "submissions").iterdir() if path.suffix != ".md"]


def named(how: str) -> list[str]:
    return [name for name in player.shipped_trees() if name.endswith(f".{how}") and name != SLOW]


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(named("entropy"), id="entropy"),
        *(pytest.param(named(how), marks=pytest.mark.needs_core, id=how) for how in ("total", "worst")),
        *(pytest.param(names, marks=[pytest.mark.needs_core, pytest.mark.long], id=names[0])
          for names in (named("fewest-at-max"), [SLOW])),
        pytest.param(SUBMISSIONS, id="submissions"),
    ],
)  # fmt: skip
def test_their_commands_make_the_same_bytes_again(run_script: RunCommand, names: list[str]) -> None:
    result = run_script("scripts/build", "trees", "--check", *names)
    assert (result.returncode, result.stderr) == (0, "")


def test_the_judges_tree_fits_its_page() -> None:
    """36 KB is what the project promises for the tree that is pasted, sent and opened most."""
    for name in ("bulls-4x10.entropy", "bulls-4x10-any.entropy"):
        assert (ROOT / "trees" / f"{name}.tree").stat().st_size <= 36_000
