"""Values of small sets that workers tell each other, so that none searches what another has searched.

Most of the work of a search is done at sets too small to be tasks.  Threads of one process find their values in its
transposition table; workers send the most laborious ones along with their answers, and the client passes them on
with the next tasks.  Their number is limited, so that many workers do not choke the client.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["LEAST_WORK", "SharedValues", "Told", "most_laborious"]

LEAST_WORK = 9  # bits of the effort of a value that is worth telling: a tenth of a millisecond, or so
_RATE = 500_000  # values a second that the client passes on, at 29 bytes each
_MOST = 2000  # values of an answer: few enough for it to come at once, without asking the worker for it
_KEPT = 500_000  # values for workers that come later


class Told(NamedTuple):
    """Values as columns, as `Search.drain_told` and `learn` of the core have them."""

    high: npt.NDArray[np.uint64]
    low: npt.NDArray[np.uint64]
    cost: npt.NDArray[np.int64]
    guess: npt.NDArray[np.int32]
    work: npt.NDArray[np.uint8]


def most_laborious(told: Told, most: int) -> Told | None:
    """As many of them as that, those that took most work; None if there are none."""
    if len(told.work) > most:
        chosen = np.sort(np.argsort(told.work, kind="stable")[len(told.work) - most :])
        told = Told(told.high[chosen], told.low[chosen], told.cost[chosen], told.guess[chosen], told.work[chosen])
    return told if len(told.work) else None


class SharedValues:
    """What each worker has told, and which of it the others have had."""

    def __init__(self) -> None:
        self._blocks: deque[tuple[int, str, Told]] = deque()  # number, worker, values
        self._numbers = 0
        self._kept = 0
        self._had: dict[str, int] = {}  # by worker: the number of the next block

    @staticmethod
    def allowance(workers: int, seconds: float) -> int:
        """How many values a task of so many seconds may bring, if each goes to all other workers."""
        return min(_MOST, int(_RATE * seconds / (workers * (workers - 1)))) if workers > 1 else 0

    def add(self, worker: str, told: Told | None) -> None:
        """Take what a worker has told."""
        if told is None:
            return
        self._blocks.append((self._numbers, worker, told))
        self._numbers += 1
        self._kept += len(told.work)
        while self._kept > _KEPT:
            self._kept -= len(self._blocks.popleft()[2].work)

    def news(self, worker: str) -> Told | None:
        """What others have told since the last call for this worker."""
        since = self._had.get(worker, 0)
        self._had[worker] = self._numbers
        fresh: list[Told] = []
        for number, who, told in reversed(self._blocks):  # those that are news are the last
            if number < since:
                break
            if who != worker:
                fresh.append(told)
        fresh.reverse()
        return Told(*(np.concatenate(columns) for columns in zip(*fresh, strict=True))) if fresh else None

    def forget(self, worker: str) -> None:
        """Tell this worker everything again, as it has lost what it knew."""
        self._had.pop(worker, None)
