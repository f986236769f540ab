"""SIGKILL of a solve with a checkpoint, at any moment.

Whenever it was killed, and however often: the same command, run again, gives the same bytes.
"""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from random import Random

from campaigns import Fault, campaign
from campaigns.checkpoints import true_tree
from campaigns.commands import check, run, start

__all__ = ["attack"]


@campaign
def attack(draw: Random, number: int, folder: Path) -> str:
    """Kill a solve four times, then let it end."""
    name, tree = draw.choice(("bulls-4x9", "bulls-4x10", "mastermind-4x7")), folder / f"{number}.tree"
    threads, path = draw.choice((1, 2)), folder / f"{number}.ck"
    words = start("treegen", "solve", name, "-j", threads, "--checkpoint", path, "-o", tree)
    for _ in range(4):
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(draw.uniform(0.2, 2.0))
            process.kill()
    check(run(words, folder), (0,), 1 << 30)
    if tree.read_bytes() != true_tree(name):
        raise Fault(f"{name}: other bytes")
    return "the same bytes"
