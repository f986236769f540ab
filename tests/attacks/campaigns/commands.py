"""Our own commands as processes, under the limits of a shell."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from campaigns import Fault

__all__ = ["check", "run", "start"]

PATIENCE = 300.0  # seconds until a command counts as endless
Done = subprocess.CompletedProcess[bytes]


def start(program: str, *words: str | int | Path) -> list[str]:
    """The words that start the command `treegen` or `player`."""
    code = f"import sys; sys.argv[0] = {program!r}; from {program}.cli import main; sys.exit(main())"
    return [sys.executable, "-P", "-c", code, *map(str, words)]


def run(command: Sequence[str], folder: Path, data: bytes = b"", before: str = "true", after: str = "") -> Done:
    """Run a command in a shell, in `folder`, after what a shell does first (`ulimit -f 38`), with redirections."""
    script = f"{before}; exec {shlex.join(command)} {after}"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    try:
        return subprocess.run(
            ["bash", "-c", script], cwd=folder, input=data, capture_output=True, check=False, env=env, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        raise Fault(f"it does not end within {PATIENCE:g} s: {script}") from None


def check(done: Done, codes: Sequence[int] = (0, 2), most_lines: int = 4) -> None:
    """A command ends with one of these codes and no traceback, and says in a few lines why it refuses."""
    lines = len(done.stderr.splitlines())
    if done.returncode not in codes or b"Traceback" in done.stderr:
        raise Fault(f"exit code {done.returncode}, not one of {codes}: {done.stderr[-300:]!r}")
    if lines > most_lines or (done.returncode == 2 and not lines):
        raise Fault(f"exit code {done.returncode} with {lines} lines: {done.stderr[:300]!r}")
