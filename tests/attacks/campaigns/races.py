"""Searches by several threads, looked at and stopped at any moment, that go on and must then prove the known optimum.

`tests/tools/sanitize.py thread` runs this under ThreadSanitizer.
"""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import treegen as tg
from campaigns import Fault, campaign
from treegen.search.core import make_search
from treegen.search.problem import linear

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


@campaign
def attack(draw: Random, number: int, folder: Path) -> str:
    """Disturb a search three times, then let it end."""
    name, pool, depth, least = OPTIMA[number % len(OPTIMA)]
    game, threads = tg.game(name), draw.choice((2, 4))
    search = make_search(game, pool, linear(depth), draw.choice((1 << 16, 64 << 20)))
    stopped = sum(_disturbed(draw, search, threads) for _ in range(3))
    cost = search.run(threads=threads)["cost"]
    columns = search.tree() if cost == least else None
    nodes = 0 if columns is None else len(columns[0])
    if cost != least or nodes < len(game.secrets):
        raise Fault(f"{name} -j {threads} costs {cost}, not {least}, {nodes} nodes")
    return f"proved after {stopped} stops"


def _disturbed(draw: Random, search: Search, threads: int) -> bool:
    """Run, look at it and stop it after a while; whether it was stopped before its end."""
    box: list[RunResult] = []
    worker = threading.Thread(target=lambda: box.append(search.run(threads=threads)))
    patience = draw.uniform(0, 0.3)
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
