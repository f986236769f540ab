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


class Value(NamedTuple):
    """The nim-value of a vertex: finite, or infinite with the finite values that it has edges to."""

    nim: int | None
    reaches: frozenset[int] = frozenset()


def nim_values(vertices: int, edges: Iterable[Sequence[int]]) -> list[Value]:
    """Return the nim-values of the vertices 0, 1, ... of a graph, which may have cycles, loops and repeated edges.

    >>> nim_values(3, [(1, 0), (2, 2), (2, 0)])
    [Value(nim=0, reaches=frozenset()), Value(nim=1, reaches=frozenset()), Value(nim=None, reaches=frozenset({0}))]
    """
    after: list[set[int]] = [set() for _ in range(vertices)]
    before: list[set[int]] = [set() for _ in range(vertices)]
    for start, end in edges:
        after[start].add(end)
        before[end].add(start)
    found: list[int | None] = [None] * vertices
    # The vertices that can still get a value.  All others lack an edge to a smaller value, which cannot change.
    able = set(range(vertices))
    value = 0
    while able:
        equal = _give(value, after, before, found, able)
        able = {vertex for vertex in able - equal if after[vertex] & equal}
        value += 1
    reached = [frozenset(nim for end in ends if (nim := found[end]) is not None) for ends in after]
    return [Value(nim, reaches if nim is None else frozenset()) for nim, reaches in zip(found, reached, strict=True)]


def _give(
    value: int, after: list[set[int]], before: list[set[int]], found: list[int | None], able: set[int]
) -> set[int]:
    """Find the vertices that have `value`, by retrograde analysis, as lost positions are found."""
    unanswered = {vertex: sum(found[end] is None for end in after[vertex]) for vertex in able}
    ready = [vertex for vertex in able if not unanswered[vertex]]
    equal: set[int] = set()
    answerable: set[int] = set()
    while ready:
        vertex = ready.pop()
        if vertex in answerable:
            continue
        found[vertex] = value
        equal.add(vertex)
        for above in before[vertex]:
            if above in answerable or found[above] is not None:
                continue
            answerable.add(above)
            for start in before[above]:
                if start in unanswered:
                    unanswered[start] -= 1
                    if not unanswered[start] and start not in answerable:
                        ready.append(start)
    return equal


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
