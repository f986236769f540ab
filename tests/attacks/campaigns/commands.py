"""Our own commands as processes, under the limits of a shell."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

__all__ = ["SOLVE", "check_messages", "in_shell"]

SOLVE = [sys.executable, "-P", "-c", "from treegen.cli import main; main()", "solve"]


def in_shell(before: str, command: list[str], folder: Path, after: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a shell, in `folder`, after what a shell does first (`ulimit -f 38`), with redirections."""
    script = f"{before}; exec {shlex.join(command)} {after}"
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, capture_output=True, text=True, errors="replace", timeout=300, check=False
    )


def check_messages(done: subprocess.CompletedProcess[str], codes: tuple[int, ...]) -> str:
    """What is wrong with how a command ended: its exit code, a traceback, or many lines; empty when nothing is."""
    if done.returncode not in codes:
        return f"exit {done.returncode}, not one of {codes}: {done.stderr[-300:]!r}"
    if "Traceback" in done.stderr or len(done.stderr.splitlines()) > 4:
        return f"more than a line on standard error: {done.stderr[-300:]!r}"
    if done.returncode != 0 and not done.stderr.strip():
        return f"exit {done.returncode} without a word"
    return ""
