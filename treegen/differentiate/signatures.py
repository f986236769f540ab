"""Signatures: a different set of question vertices for each other vertex, with the fewest changed edges.

A signature is an integer whose bit b says that the vertex has an edge to question vertex b.  Giving n vertices
different signatures is an assignment problem: for a vertex with signature E, the cost of K is popcount(E xor K).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.int64]


def assign(present: npt.ArrayLike, bits: int, limit: int | None = None) -> Vector | None:
    """Replace the signatures `present` by different ones of `bits` bits, with the fewest flipped bits.

    `present` and the result are int [vertices].  The result is None if more than `limit` flips are needed, or if there
    are more vertices than signatures.  The algorithm is the Hungarian method (Kuhn 1955) for small integer costs: all
    free vertices raise their offers by one at a time, and in between the matching of equal offers is completed (as in
    Hopcroft and Karp 1973, without layers).  The sum of the offers less the prices is a lower bound at any time, which
    ends infeasible cases early.

    >>> assign([0, 0, 0], 2).tolist()
    [0, 1, 2]
    """
    rows = np.asarray(present, dtype=np.int64)
    if len(rows) > 1 << bits:
        return None
    search = _Assignment(rows, bits)
    while search.grow():
        bound = search.rise()
        if limit is not None and bound > limit:
            return None
    return search.signature


class _Assignment:
    """The state: dual variables `offer` (of vertices) and `price` (of signatures), which are tight on the matching."""

    def __init__(self, present: Vector, bits: int) -> None:
        self.present, self.bits = present, bits
        masks = np.arange(1 << bits, dtype=np.int64)
        weights: Vector = sum((masks >> bit & 1 for bit in range(bits)), 0 * masks)
        order = np.argsort(weights, kind="stable")
        self.masks, self.weights = masks[order], weights[order]
        self.ends = np.cumsum(np.bincount(weights, minlength=bits + 1)).tolist()
        self.offer = np.zeros(len(present), dtype=np.int64)
        self.price = np.zeros(1 << bits, dtype=np.int64)
        self.signature = np.full(len(present), -1, dtype=np.int64)
        self.owner = np.full(1 << bits, -1, dtype=np.int64)

    def grow(self) -> bool:
        """Match as many vertices as equal offers allow, and return whether some are left."""
        while True:
            free = np.flatnonzero(self.signature < 0).tolist()
            self._seen = np.zeros(len(self.owner), dtype=bool)
            self._reached: list[int] = []
            found = sum(map(self._augment, free))
            if not found or found == len(free):
                return found < len(free)

    def rise(self) -> int:
        """Raise the offers of all vertices reached from free ones, and the prices between; return the lower bound."""
        self.offer[self._reached] += 1
        self.price[self._seen] += 1
        return int(self.offer.sum() - self.price.sum())

    def _augment(self, start: int) -> bool:
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
                column = int(open_[0])
                self._seen[column] = True
                while column >= 0:
                    before = int(self.signature[vertex])
                    self.signature[vertex], self.owner[column] = column, vertex
                    column, vertex = before, came_from.get(vertex, start)
                return True
            self._seen[tight] = True
            for owner in owners.tolist():
                came_from[owner] = vertex
            stack.extend(owners.tolist())
        return False
