"""Circumstances: a full disk, a locked or vanishing file, no memory, no threads.

Each is tried with real commands.  A proof that can be finished is written, whatever else fails, and is the true tree;
what fails is said in a line, with exit code 2.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from campaigns import Fault, campaign
from campaigns.checkpoints import true_tree
from campaigns.commands import Done, check, run, start

__all__ = ["attack"]

GAME = "bulls-4x8"
KEPT = ("--checkpoint", "x.ck")


@campaign
def attack(draw: Random, number: int, folder: Path) -> str:
    """The next circumstance."""
    circumstance = CIRCUMSTANCES[number % len(CIRCUMSTANCES)]
    place = folder / str(number)
    place.mkdir()
    try:
        circumstance(place, draw)
    except Fault as fault:
        raise Fault(f"{circumstance.__name__}: {fault}") from None
    return "as it should be"


def solve(*options: str, game: str = GAME, output: str = "x.tree") -> list[str]:
    return start("treegen", "solve", game, "-o", output, *options)


def check_solved(folder: Path, done: Done, codes: tuple[int, ...] = (0,), game: str = GAME) -> None:
    """It ends with one of these codes, and the tree is the true one where there is one, as after success."""
    check(done, codes)
    tree = folder / "x.tree"
    if tree.exists() and tree.read_bytes() != true_tree(game):
        raise Fault("the tree is another one")
    if done.returncode == 0 and not tree.exists():
        raise Fault("no tree was written")


def check_tree_survives(folder: Path, done: Done, game: str = GAME) -> None:
    """Whatever becomes of the checkpoint, there is a tree, unless the command refused before it began."""
    check_solved(folder, done, (0, 2), game)
    if not (folder / "x.tree").exists() and b"no checkpoint can be kept there" not in done.stderr:
        raise Fault("the tree was lost")


def full_disk(folder: Path, draw: Random) -> None:
    """The checkpoint can grow no further than some kilobytes; the tree still fits."""
    check_tree_survives(folder, run(solve(*KEPT), folder, before=f"ulimit -f {draw.choice((16, 24, 38, 64))}"))


def no_room_for_the_tree(folder: Path, draw: Random) -> None:
    """Nothing at all can be written."""
    check_solved(folder, run(solve(), folder, before=f"ulimit -f {draw.choice((0, 1, 4))}"), (2,))


def full_device(folder: Path, _: Random) -> None:
    """The tree goes to a device that is full."""
    check(run(solve(game="bulls-3x6", output="-"), folder, after="> /dev/full"), (2,))


def locked_checkpoint(folder: Path, draw: Random) -> None:
    """Another process writes to the checkpoint all the time, or for a while."""
    check_solved(folder, run(solve(*KEPT), folder))
    (folder / "x.tree").unlink()
    done, seconds = threading.Event(), draw.choice((0.5, 30.0))

    def hold() -> None:
        with sqlite3.connect(folder / "x.ck", isolation_level=None) as database:
            database.execute("BEGIN IMMEDIATE")
            done.wait(seconds)
        database.close()

    holder = threading.Thread(target=hold)
    holder.start()
    time.sleep(0.2)
    try:
        check_tree_survives(folder, run(solve(*KEPT), folder))
    finally:
        done.set()
        holder.join()


def vanishing_checkpoint(folder: Path, draw: Random) -> None:
    """The file, or its folder, is removed while the search runs."""
    words = solve(*KEPT, game="bulls-4x9")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder) as process:
        time.sleep(draw.uniform(0.3, 1.0))
        for file in folder.glob("x.ck*"):
            if draw.random() < 0.7:
                file.unlink(missing_ok=True)
        done = Done(words, process.wait(300), *process.communicate())
    check_tree_survives(folder, done, "bulls-4x9")


def little_memory(folder: Path, draw: Random) -> None:
    """An address space of some hundred megabytes, with many threads asked for."""
    limit, threads = draw.choice((300, 400, 600, 900, 1500)), draw.choice((1, 8, 64, 1000))
    check_solved(folder, run(solve("-j", str(threads)), folder, before=f"ulimit -v {limit}000"), (0, 2))


def few_files(folder: Path, draw: Random) -> None:
    """Hardly a file can be opened."""
    check_solved(folder, run(solve(*KEPT), folder, before=f"ulimit -n {draw.choice((12, 16, 24))}"), (0, 2))


def read_only_place(folder: Path, _: Random) -> None:
    """The checkpoint and the tree are to lie where nothing can be written."""
    check(run(solve("--checkpoint", "/proc/x.ck"), folder), (2,))
    check(run(solve(game="bulls-3x6", output="/proc/x.tree"), folder), (2,))


def interrupted(folder: Path, draw: Random) -> None:
    """Ctrl-C at any moment, once or twice."""
    words = solve(*KEPT, game="bulls-5x8")
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=folder) as process:
        time.sleep(draw.uniform(0.8, 2.5))
        for _ in range(draw.choice((1, 2))):
            process.send_signal(2)
            time.sleep(draw.uniform(0.0, 0.05))
        _, errors = process.communicate(timeout=60)
    expected = ("interrupted", "what was proved is kept in ")
    told = [line for line in errors.splitlines() if line and not line.startswith(expected)]
    if process.returncode != 130 or told:
        raise Fault(f"exit code {process.returncode}: {errors[-300:]!r}")


CIRCUMSTANCES: tuple[Callable[[Path, Random], None], ...] = (
    full_disk, no_room_for_the_tree, few_files, little_memory, vanishing_checkpoint, locked_checkpoint, read_only_place,
    interrupted,
)  # fmt: skip
if sys.platform == "linux":
    CIRCUMSTANCES = (*CIRCUMSTANCES, full_device)
