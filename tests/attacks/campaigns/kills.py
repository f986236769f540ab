"""SIGKILL of a solve with a checkpoint, at any moment.

Whenever it was killed, and however often: the same command, run again, gives the same bytes.
"""

from __future__ import annotations

import random
import subprocess
import time
from pathlib import Path

from campaigns import Report
from campaigns.checkpoints import true_tree
from campaigns.commands import SOLVE
from treegen.native import core

__all__ = ["attack"]

_SERIES = 10  # kills of one solve before it is let through


def attack(budget: int, seed: int, folder: Path) -> Report:
    """Kill so many solves."""
    report = Report()
    if core is None:
        report.add("left out: no native core")
        return report
    for first in range(0, budget, _SERIES):
        place = folder / str(first)
        place.mkdir()
        fault = kill_solves(place, min(_SERIES, budget - first), random.Random(f"{seed}/{first}"))
        if fault:
            report.fail(f"series of seed {seed}/{first}: {fault}")
        else:
            report.outcomes["killed, and the same bytes"] += min(_SERIES, budget - first)
    return report


def kill_solves(folder: Path, kills: int, draw: random.Random) -> str:
    """Kill one solve so often, then let it end; the fault."""
    name, threads = draw.choice(("bulls-4x9", "bulls-4x10", "mastermind-4x7")), str(draw.choice((1, 2)))
    words = [*SOLVE, name, "-j", threads, "--checkpoint", str(folder / "x.ck"), "-o", str(folder / "x.tree")]
    for _ in range(kills):
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(draw.uniform(0.2, 2.0))
            process.kill()
    return finish(words, folder, name)


def finish(words: list[str], folder: Path, name: str) -> str:
    """Run the command to its end; the fault if it does not give the true tree."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode != 0 or "Traceback" in done.stderr:
        return f"{name}: exit {done.returncode}: {done.stderr[-300:]!r}"
    return "" if (folder / "x.tree").read_bytes() == true_tree(name) else f"{name}: other bytes"
