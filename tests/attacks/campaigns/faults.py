"""Circumstances: a full disk, a locked or vanishing file, no memory, no threads, closed streams.

Each is tried with real commands.  A proof that can be finished is written, whatever else fails, and is the true tree;
what fails is said in a line, with exit code 2.
"""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from campaigns import Report
from campaigns.checkpoints import true_tree
from campaigns.commands import SOLVE, check_messages, in_shell

__all__ = ["attack"]

GAME = "bulls-4x8"
Fault = Callable[[Path, random.Random], str]


def attack(budget: int, seed: int, folder: Path) -> Report:
    """Go through all circumstances until so many were tried."""
    report = Report()
    for number in range(budget):
        circumstance = CIRCUMSTANCES[number % len(CIRCUMSTANCES)]
        place = folder / str(number)
        place.mkdir()
        fault = circumstance(place, random.Random(f"{seed}/{number}"))
        if fault:
            report.fail(f"{circumstance.__name__}, seed {seed}/{number}: {fault}")
        else:
            report.add("as it should be")
    return report


def solve(folder: Path, before: str = "true", *options: str, codes: tuple[int, ...] = (0,), after: str = "") -> str:
    """Solve the game; the fault, if it ends otherwise than with these codes, or without the true tree."""
    done = in_shell(before, [*SOLVE, GAME, "-o", "x.tree", *options], folder, after)
    fault = check_messages(done, codes)
    if not fault and (folder / "x.tree").exists() and (folder / "x.tree").read_bytes() != true_tree(GAME):
        fault = "the tree is another one"
    if not fault and done.returncode == 0 and not (folder / "x.tree").exists():
        fault = "no tree was written"
    return fault


def full_disk(folder: Path, draw: random.Random) -> str:
    """The checkpoint can grow no further than some kilobytes; the tree still fits."""
    limit = draw.choice((16, 24, 38, 64))
    done = in_shell(f"ulimit -f {limit}", [*SOLVE, GAME, "-o", "x.tree", "--checkpoint", "x.ck"], folder)
    fault = check_messages(done, (0, 2))
    if fault or "no checkpoint can be kept there" in done.stderr:  # seen before the search
        return fault
    return "" if (folder / "x.tree").read_bytes() == true_tree(GAME) else "the tree is another one"


def no_room_for_the_tree(folder: Path, draw: random.Random) -> str:
    """Nothing at all can be written."""
    return solve(folder, f"ulimit -f {draw.choice((0, 1, 4))}", codes=(2,))


def full_device(folder: Path, _: random.Random) -> str:
    """The tree goes to a device that is full."""
    done = in_shell("true", [*SOLVE, "bulls-3x6", "-o", "-"], folder, "> /dev/full")
    return check_messages(done, (2,))


def locked_checkpoint(folder: Path, draw: random.Random) -> str:
    """Another process writes to the checkpoint all the time, or for a while."""
    path = folder / "x.ck"
    solve(folder, "true", "--checkpoint", "x.ck")
    (folder / "x.tree").unlink()
    done = threading.Event()

    def hold() -> None:
        with sqlite3.connect(path, isolation_level=None) as database:
            database.execute("BEGIN IMMEDIATE")
            done.wait(seconds)
        database.close()

    seconds = draw.choice((0.5, 30.0))
    holder = threading.Thread(target=hold)
    holder.start()
    time.sleep(0.2)
    try:
        fault = solve(folder, "true", "--checkpoint", "x.ck", codes=(0, 2))
        return fault or ("" if (folder / "x.tree").exists() else "the tree was lost")
    finally:
        done.set()
        holder.join()


def vanishing_checkpoint(folder: Path, draw: random.Random) -> str:
    """The file, or its folder, is removed while the search runs."""
    place = folder / "ck"
    place.mkdir()
    words = [*SOLVE, "bulls-4x9", "--checkpoint", str(place / "x.ck"), "-o", str(folder / "y.tree")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(draw.uniform(0.3, 1.0))
        for file in place.glob("x.ck*"):
            if draw.random() < 0.7:
                file.unlink(missing_ok=True)
        output, errors = process.communicate(timeout=300)
    done = subprocess.CompletedProcess(words, process.returncode, output, errors)
    fault = check_messages(done, (0, 2))
    if fault or "no checkpoint can be kept there" in errors:  # it vanished before the search began
        return fault
    tree = folder / "y.tree"
    return "" if tree.exists() and tree.read_bytes() == true_tree("bulls-4x9") else "the tree is lost or another one"


def little_memory(folder: Path, draw: random.Random) -> str:
    """An address space of some hundred megabytes, with many threads asked for."""
    limit, threads = draw.choice((300, 400, 600, 900, 1500)), draw.choice((1, 8, 64, 1000))
    return solve(folder, f"ulimit -v {limit}000", "-j", str(threads), codes=(0, 2))


def hardly_any_memory(folder: Path, draw: random.Random) -> str:
    """Not even enough to begin with; Python itself may not start."""
    done = in_shell(f"ulimit -v {draw.choice((100, 150, 200, 250))}000", [*SOLVE, GAME, "-o", "x.tree"], folder)
    if "Traceback" in done.stderr and "treegen/cli/solve.py" in done.stderr:
        return f"a traceback of ours: {done.stderr[-300:]!r}"
    return "" if done.returncode >= 0 else f"it ended by signal {-done.returncode}"


def few_files(folder: Path, draw: random.Random) -> str:
    """Hardly a file can be opened."""
    return solve(folder, f"ulimit -n {draw.choice((12, 16, 24))}", "--checkpoint", "x.ck", codes=(0, 2))


def closed_streams(folder: Path, draw: random.Random) -> str:
    """Standard input, output or error is closed."""
    stream = draw.choice(("<&-", ">&-", "2>&-"))
    done = in_shell("true", [*SOLVE, GAME, "-o", "x.tree"], folder, stream)
    if done.returncode not in (0, 2) or "Traceback" in done.stderr:
        return f"with {stream}: exit {done.returncode}: {done.stderr[-300:]!r}"
    return ""


def read_only_place(folder: Path, _: random.Random) -> str:
    """The checkpoint and the tree are to lie where nothing can be written."""
    done = in_shell("true", [*SOLVE, GAME, "--checkpoint", "/proc/x.ck", "-o", "x.tree"], folder)
    fault = check_messages(done, (2,))
    done = in_shell("true", [*SOLVE, "bulls-3x6", "-o", "/proc/x.tree"], folder)
    return fault or check_messages(done, (2,))


def interrupted(folder: Path, draw: random.Random) -> str:
    """Ctrl-C at any moment, once or twice."""
    words = [*SOLVE, "bulls-5x8", "--checkpoint", str(folder / "x.ck"), "-o", str(folder / "x.tree")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(draw.uniform(0.8, 2.5))
        for _ in range(draw.choice((1, 2))):
            process.send_signal(2)
            time.sleep(draw.uniform(0.0, 0.05))
        _, errors = process.communicate(timeout=60)
    expected = ("interrupted", "what was proved is kept in ")
    told = [line for line in errors.splitlines() if line and not line.startswith(expected)]
    if process.returncode != 130 or told:
        return f"exit {process.returncode}: {errors[-300:]!r}"
    return ""


CIRCUMSTANCES: tuple[Fault, ...] = (
    full_disk, no_room_for_the_tree, locked_checkpoint, little_memory, vanishing_checkpoint, closed_streams, few_files,
    read_only_place, interrupted, hardly_any_memory,
)  # fmt: skip
if sys.platform == "linux":
    CIRCUMSTANCES = (*CIRCUMSTANCES, full_device)
