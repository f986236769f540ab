"""Signatures: a set of question vertices for each other vertex, no two the same, by the fewest changed edges.

A signature is an integer whose bit b says that the vertex has an edge to question vertex b.  Giving n vertices
different signatures is an assignment problem: vertex v, which has signature E, pays popcount(E xor K) for K.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["assign"]

Vector = npt.NDArray[np.int64]


def assign(present: npt.ArrayLike, bits: int, limit: int | None = None) -> Vector | None:
    """Different signatures of `bits` bits for vertices that now have those in `present`, by the fewest flipped bits.

    `present` is int [vertices]; so is the result, which is None where more than `limit` flips are needed.  Where
    there are more vertices than signatures, it is None, too.  The Hungarian method (Kuhn 1955) for costs that are
    small integers: all vertices still free raise their offer by one at a time, and between two rises the matching of
    equal offers is completed (Hopcroft and Karp 1973 without the layers).  The offers less the prices are a lower
    bound all the while, which ends hopeless cases early.

    >>> assign([0, 0, 0], 2).tolist()
    [0, 1, 2]
    """
    rows = np.asarray(present, dtype=np.int64)
    if len(rows) > 1 << bits:
        return None
    search = _Assignment(rows, bits)
    while search.grow():
        search.rise()
        if limit is not None and search.bound > limit:
            return None
    return search.taken


class _Assignment:
    """The state: `offer` of each vertex and `price` of each signature, feasible and, on the matching, equal to cost."""

    def __init__(self, present: Vector, bits: int) -> None:
        self.present, self.bits = present, bits
        self.masks, self.weights, self.ends = _balls(bits)
        self.offer = np.zeros(len(present), dtype=np.int64)
        self.price = np.zeros(1 << bits, dtype=np.int64)
        self.taken = np.full(len(present), -1, dtype=np.int64)
        self.owner = np.full(1 << bits, -1, dtype=np.int64)
        self.bound = 0
        self._seen = np.zeros(1 << bits, dtype=bool)
        self._reached: list[int] = []

    def grow(self) -> bool:
        """Match as many vertices as equal offers allow; whether some are left."""
        while True:
            free = np.flatnonzero(self.taken < 0).tolist()
            self._seen[:] = False
            self._reached = []
            found = 0
            for vertex in free:
                found += self._augment(vertex)
            if not found or found == len(free):
                return found < len(free)

    def rise(self) -> None:
        """Raise the offers of all vertices that free ones lead to, and the prices of the signatures between."""
        self.offer[self._reached] += 1
        self.price[self._seen] += 1
        self.bound = int(self.offer.sum() - self.price.sum())

    def _augment(self, start: int) -> bool:
        """Look for an alternating path from a free vertex to a free signature, and flip it."""
        came_from: dict[int, int] = {}
        stack = [start]
        while stack:
            vertex = stack.pop()
            self._reached.append(vertex)
            end = self.ends[min(int(self.offer[vertex]), self.bits)]
            columns = self.present[vertex] ^ self.masks[:end]
            tight = columns[(self.price[columns] + self.weights[:end] == self.offer[vertex]) & ~self._seen[columns]]
            owners = self.owner[tight]
            open_ = tight[owners < 0]
            if len(open_):
                self._seen[open_[0]] = True
                self._flip(int(open_[0]), vertex, came_from)
                return True
            self._seen[tight] = True
            for owner in owners.tolist():
                came_from[owner] = vertex
            stack.extend(owners.tolist())
        return False

    def _flip(self, column: int, vertex: int, came_from: dict[int, int]) -> None:
        while True:
            before = int(self.taken[vertex])
            self.taken[vertex], self.owner[column] = column, vertex
            if before < 0:
                return
            column, vertex = before, came_from[vertex]


@lru_cache(maxsize=4)
def _balls(bits: int) -> tuple[Vector, Vector, list[int]]:
    """All masks by rising weight, their weights, and for each radius where the ball of that radius ends."""
    masks: npt.NDArray[Any] = np.arange(1 << bits, dtype=np.int64)
    weights = np.zeros(1 << bits, dtype=np.int64)
    for bit in range(bits):
        weights += masks >> bit & 1
    order = np.argsort(weights, kind="stable")
    return masks[order], weights[order], np.cumsum(np.bincount(weights, minlength=bits + 1)).tolist()
