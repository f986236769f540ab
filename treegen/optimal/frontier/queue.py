"""The guesses that are open at a set, each worker at its own part of them."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np
import numpy.typing as npt

__all__ = ["NO_ROWS", "GuessQueue", "Rows"]

Rows = npt.NDArray[np.int64]  # of guesses: place in the order, guess, lower bound

NO_ROWS: Rows = np.zeros((0, 3), np.int64)
_NO_TURNS: npt.NDArray[np.int32] = np.zeros(0, np.int32)


class GuessQueue:
    """Open guesses, so that those that are alike are tried by the same worker.

    The sets below guesses that split a set alike are often the same, or images of each other.  A worker finds those
    that it has searched in its own table, and those of others only later or never.  So guesses that are alike are
    neighbours here, each worker goes on behind the guesses it had last, and one that has none takes the second half of
    the longest part that is left of any.  (At 463 candidates of bulls-5x8, eight workers that take turns at one queue
    search 1.9 times as many sets as one worker, and 1.2 times as many this way.)

    `turns` are the guesses' turns in this order, by guess.
    """

    def __init__(self, turns: npt.NDArray[np.int32] = _NO_TURNS, rows: Rows = NO_ROWS) -> None:
        self._turns = turns
        self._marks: dict[str, int] = {}  # by worker: the turn of the last guess that it took
        self.rows = rows
        self.put(NO_ROWS)

    def __len__(self) -> int:
        return len(self.rows)

    def put(self, rows: Rows, worker: str = "") -> None:
        """Add guesses, which this worker has given back."""
        both = np.concatenate([self.rows, rows])
        self.rows = both[np.argsort(self._turns[both[:, 1]], kind="stable")]
        if worker in self._marks and len(rows):
            self._marks[worker] = int(self._turns[rows[:, 1]].min()) - 1

    def close(self, limits: npt.NDArray[np.int64]) -> None:
        """Leave out the guesses whose bound has reached their limit."""
        self.rows = self.rows[self.rows[:, 2] < limits]

    def take(self, worker: str, most: int) -> Rows:
        """The next guesses for a worker."""
        turns = self._turns[self.rows[:, 1]]
        begin, end = self._part(worker, turns)
        end = min(end, begin + most)
        some = self.rows[begin:end]
        self.rows = np.concatenate([self.rows[:begin], self.rows[end:]])
        self._marks[worker] = int(turns[end - 1])
        return some

    def leave(self, worker: str) -> None:
        """A worker goes elsewhere: the others may have its part."""
        self._marks.pop(worker, None)

    def _part(self, worker: str, turns: npt.NDArray[np.int32]) -> tuple[int, int]:
        """The part of a worker: where it begins and ends."""
        marks = sorted(mark for who, mark in self._marks.items() if who != worker)
        ends = [*np.searchsorted(turns, marks, "right").tolist(), len(turns)]
        own = self._marks.get(worker)
        if own is not None:
            begin, end = int(np.searchsorted(turns, own, "right")), ends[bisect_right(marks, own)]
            if begin < end:
                return begin, end
        begins = [0, *ends[:-1]]
        longest = max(range(len(ends)), key=lambda part: ends[part] - begins[part])
        begin, end = begins[longest], ends[longest]
        return begin if longest == 0 else begin + (end - begin) // 2, end  # nobody is at the first part
