"""Searches by several threads, looked at and stopped at any moment, that go on and must then prove the known optimum.

`scripts/sanitize thread` runs this under ThreadSanitizer.
"""

from __future__ import annotations

import faulthandler
import threading
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import treegen as tg
from campaigns import Report
from treegen.native import core
from treegen.optimal.native_search import make_search
from treegen.optimal.objective import linear

if TYPE_CHECKING:
    from treegen.native._core import Search
    from treegen.native.interface import RunResult

__all__ = ["attack"]

# The game, the pool of guesses, the limit of depth, and the least cost.
OPTIMA = (
    ("bulls-4x8", "all", 6, 7817),
    ("mastermind-4x6", "all", None, 5625),
    ("mastermind-4x6", "all", 5, 5626),
    ("bulls-3x9", "all", None, 2337),
    ("marks-4x6", "hard", None, 4409),
)
HANGS = 600.0  # seconds


def attack(budget: int, seed: int, folder: Path) -> Report:
    """Make so many searches."""
    report = Report()
    if core is None:
        return report
    for number in range(budget):
        random = Random(f"{seed} {number}")
        faulthandler.dump_traceback_later(HANGS, exit=True)
        try:
            name, pool, depth, least = OPTIMA[number % len(OPTIMA)]
            game, threads = tg.game(name), random.choice((2, 4))
            search = make_search(game, pool, linear(depth), random.choice((1 << 16, 64 << 20)))
            stopped = sum(_disturbed(random, search, threads) for _ in range(3))
            cost = search.run(threads=threads)["cost"]
            columns = search.tree() if cost == least else None
            nodes = 0 if columns is None else len(columns[0])
            if cost != least or nodes < len(game.secrets):
                report.fail(
                    f"seed {seed}, input {number}: {name} -j {threads} costs {cost}, not {least}, {nodes} nodes"
                )
            else:
                report.add(f"proved after {stopped} stops")
        except Exception as error:  # noqa: BLE001  whatever it is, it must not come
            report.fail(f"seed {seed}, input {number}: {type(error).__name__}: {error}")
        finally:
            faulthandler.cancel_dump_traceback_later()
    return report


def _disturbed(random: Random, search: Search, threads: int) -> bool:
    """Run, look at it and stop it after a while; whether it was stopped before its end."""
    box: list[RunResult] = []
    worker = threading.Thread(target=lambda: box.append(search.run(threads=threads)))
    patience = random.uniform(0, 0.3)
    done = threading.Event()

    def meddle() -> None:
        while not done.wait(0.001):
            search.progress()
            search.drain_proved()
            search.frontier()

    meddler = threading.Thread(target=meddle)
    meddler.start()
    worker.start()
    worker.join(patience)
    search.stop()
    worker.join()
    done.set()
    meddler.join()
    search.go_on()
    return box[0]["outcome"] == "stopped"
