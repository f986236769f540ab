"""The shipped trees and their manifest, and the submissions: files to paste into a judge."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from player.errors import BadInput
from player.tree import Tree

TREES = Path(__file__).resolve().parents[2] / "trees"
MANIFEST = TREES / "manifest.json"

# The name of each shipped tree, and the command that makes it: an entry with a new name makes a new one.
COMMANDS: dict[str, str] = {name: entry["command"] for name, entry in json.loads(MANIFEST.read_text()).items()}

# The files to paste into a judge, and the command that writes each.
SUBMISSIONS = {
    "codeforces-753.cpp": "treegen export --dialect codeforces-753 --to cpp",
    "codeforces-753.java": "treegen export --dialect codeforces-753 --to java",
    "codeforces-753.py": "treegen export --dialect codeforces-753 --to python",
    "codeforces-1442f.cpp": "treegen differentiate --to cpp",
    "codeforces-1442f.py": "treegen differentiate --to python",
}


def build(options: Any) -> Iterator[tuple[Path, bytes]]:
    """Yield the trees, the manifest, and the submissions of trees that are there by then."""
    names = chosen(options.names, [*COMMANDS, *SUBMISSIONS])
    manifest = json.loads(MANIFEST.read_text())
    with tempfile.TemporaryDirectory() as folder:
        for name in (name for name in names if name in COMMANDS):
            path = Path(folder, f"{name}.tree")
            run(f"{COMMANDS[name]} -q -o {shlex.quote(str(path))}")
            run(f"treegen verify {shlex.quote(str(path))}")
            tree, data = Tree.from_bytes(path.read_bytes()), path.read_bytes()
            manifest[name] = {
                "command": COMMANDS[name], "tally": tree.tally, "secrets": tree.secrets, "proved": tree.proved,
                "bytes": len(data), "sha256": tree.sha256,
            }  # fmt: skip
            yield TREES / path.name, data
    yield MANIFEST, as_json(manifest)
    for name in (name for name in names if name in SUBMISSIONS):
        yield TREES / "submissions" / name, run(SUBMISSIONS[name])


def chosen(names: list[str], every: Iterable[str]) -> list[str]:
    """Return the requested names, all by default.  Raises BadInput for an unknown one."""
    every = list(every)
    if unknown := [name for name in names if name not in every]:
        raise BadInput(f"{unknown[0][:60]!r} is not made here; choose from: {', '.join(every)}")
    return names or every


def run(command: str) -> bytes:
    """Return the standard output of a command of treegen, run by the same Python."""
    return subprocess.run([sys.executable, "-m", *shlex.split(command)], check=True, stdout=subprocess.PIPE).stdout


def as_json(entries: dict[str, Any]) -> bytes:
    """Return the entries of a manifest as a file."""
    return (json.dumps(dict(sorted(entries.items())), indent=2) + "\n").encode()
