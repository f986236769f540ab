"""Find the winner of the token game on any finite graph: nim-values of games with cycles.

The algorithm is that of Smith (1966), in the order of Fraenkel and Perl (1975).  For m = 0, 1, 2, ..., a vertex gets
the value m if none of its followers has it and every follower without a value can be answered by a move to m.  Vertices
that never get a value are infinite.  The module is independent of how graphs are changed and questions are chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import xor
from typing import NamedTuple

import numpy as np


class Value(NamedTuple):
    """The nim-value of a vertex: finite, or infinite with the finite values that it has edges to."""

    nim: int | None
    reaches: frozenset[int] = frozenset()


def nim_values(vertices: int, edges: Iterable[Sequence[int]]) -> list[Value]:
    """Return the nim-values of the vertices 0, 1, ... of a graph, which may have cycles, loops and repeated edges.

    >>> nim_values(3, [(1, 0), (2, 2), (2, 0)])
    [Value(nim=0, reaches=frozenset()), Value(nim=1, reaches=frozenset()), Value(nim=None, reaches=frozenset({0}))]
    """
    starts, ends = np.array([*edges], dtype=np.int64).reshape(-1, 2).T
    before = np.zeros((vertices, vertices), dtype=bool)  # whether the first vertex has an edge from the second one
    before[ends, starts] = True
    found = np.full(vertices, -1)
    # The vertices that can still get a value.  All others lack an edge to a smaller value, which cannot change.
    able = np.ones(vertices, dtype=bool)
    for value in range(vertices):
        waiting = found < 0  # the vertices without a value that have no edge to one with this value
        # This is retrograde analysis, as lost positions are found.
        while (equal := able & waiting & ~before[waiting].any(axis=0)).any():
            found[equal] = value
            waiting &= ~(equal | before[equal].any(axis=0))
        able &= (found != value) & before[found == value].any(axis=0)
    reached = (frozenset(found[ends & (found >= 0)].tolist()) for ends in before.T)
    return [Value(nim) if nim >= 0 else Value(None, own) for nim, own in zip(found.tolist(), reached, strict=True)]


def outcome(values: Iterable[Value]) -> str:
    """Return Win, Lose or Draw for the player to move in the sum of vertices with these values.

    >>> outcome([Value(1), Value(2), Value(3)]), outcome([Value(None, frozenset({1})), Value(1)])
    ('Lose', 'Win')
    """
    summed = list(values)
    total = reduce(xor, (value.nim for value in summed if value.nim is not None), 0)
    infinite = [value for value in summed if value.nim is None]
    if not infinite:
        return "Win" if total else "Lose"
    return "Win" if len(infinite) == 1 and total in infinite[0].reaches else "Draw"
