"""SIGKILL at any moment: of a solve with a checkpoint, and of a cluster's worker, client and scheduler.

Whatever was killed, and however often: the same command, run again, gives the same bytes.
"""

from __future__ import annotations

import random
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

from campaigns import Report
from campaigns.checkpoints import true_tree
from campaigns.commands import SOLVE
from campaigns.local_cluster import scheduler
from treegen.native import core

__all__ = ["attack"]

_SERIES = 10  # kills of one solve before it is let through
_ON_CLUSTER = 20  # kills of parts of a cluster, where the budget allows five times as many others


def attack(budget: int, seed: int, folder: Path) -> Report:
    """Kill so many solves, and with a large budget parts of a cluster, too."""
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
    if budget >= 5 * _ON_CLUSTER:
        for turn in range(_ON_CLUSTER // 4):
            place = folder / f"cluster{turn}"
            place.mkdir()
            fault = kill_cluster(place, random.Random(f"{seed}/cluster/{turn}"))
            if fault:
                report.fail(f"cluster of seed {seed}/cluster/{turn}: {fault}")
            else:
                report.outcomes["part of a cluster killed, and the same bytes"] += 4
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


def kill_cluster(folder: Path, draw: random.Random) -> str:
    """Kill a worker, the client twice and the scheduler under it, then let it end on a new cluster; the fault."""
    name = draw.choice(("bulls-4x9", "bulls-4x10"))
    words = [*SOLVE, name, "--checkpoint", str(folder / "x.ck"), "-o", str(folder / "x.tree"), "--cluster"]
    for victim in ("client", "client", "scheduler", "worker"):
        (folder / "x.tree").unlink(missing_ok=True)
        with ExitStack() as stack:
            here = stack.enter_context(scheduler(folder))
            workers = [stack.enter_context(here.worker()) for _ in range(2)]
            address = here.wait_for(2)
            client = stack.enter_context(
                subprocess.Popen([*words, address], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            )
            time.sleep(draw.uniform(1.0, 4.0))
            for process, is_it in ((client, "client"), (here.process, "scheduler"), (workers[0], "worker")):
                if victim == is_it:
                    process.kill()
            _, errors = client.communicate(timeout=600)
        if victim == "client":
            continue
        if client.returncode not in (0, 3) or "Traceback" in errors:
            return f"{name}: the {victim} killed: exit {client.returncode}: {errors[-300:]!r}"
        if victim == "worker" and client.returncode != 0:
            return f"{name}: one of two workers killed: {errors[-300:]!r}"
    return finish(words[:-1], folder, name)
