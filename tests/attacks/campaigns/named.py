"""Named attacks on checkpoints: one small text file each, with what must become of it.

`tests/attacks/checkpoints/NAME.sql` is what is done to a checkpoint of true proved sets of bulls-4x8; where its first
line is `-- seal`, the rows get the right checksum afterwards.  `expected.txt` beside them has a line for each: the file
and what solve says, or `true tree`.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from campaigns import checkpoints

__all__ = ["read_expected", "run_checkpoint"]

GAME = "bulls-4x8"


def read_expected(folder: Path) -> list[tuple[str, str]]:
    """The lines of an expected.txt: file and outcome."""
    lines = (folder / "expected.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split(None, 1) for line in lines if line and not line.startswith("#")]
    return [(name, outcome.strip()) for name, outcome in pairs]


def run_checkpoint(attack: Path, folder: Path) -> str:
    """What solve says of the changed checkpoint; `true tree` where it finds that, `another tree` where not."""
    path = folder / "named.ck"
    checkpoints.write(path, GAME, [list(row) for row in checkpoints.true_lemmas(GAME)])
    script = attack.read_text(encoding="utf-8")
    database = sqlite3.connect(path)
    database.executescript(script)
    if script.startswith("-- seal"):
        rows = database.execute("SELECT high, depth, cost, guess, path FROM proved").fetchall()
        database.close()
        for file in folder.glob("named.ck*"):
            file.unlink()
        checkpoints.write(path, GAME, [list(row) for row in rows])
    else:
        database.close()
    return _outcome(checkpoints.solve(GAME, path))


def _outcome(found: bytes | str) -> str:
    if isinstance(found, str):
        return found
    return "true tree" if found == checkpoints.true_tree(GAME) else "another tree"
