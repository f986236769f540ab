"""Slow, obvious twins for differentiating games: the token game played out, and the published way to prepare."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from treegen.differentiate.graph import Graph


class TokenGame:
    """Win, Lose or Draw of any tokens on any graph, by retrograde analysis of the product graph."""

    def __init__(self, vertices: int, edges: Iterable[Sequence[int]]) -> None:
        self.vertices = vertices
        self.after: list[set[int]] = [set() for _ in range(vertices)]
        for start, end in edges:
            self.after[start].add(end)
        self._solved: dict[int, dict[tuple[int, ...], str]] = {}

    def outcome(self, tokens: Iterable[int]) -> str:
        """For the player to move with the tokens on these vertices."""
        position = tuple(sorted(tokens))
        if len(position) not in self._solved:
            self._solved[len(position)] = self._solve(len(position))
        return self._solved[len(position)][position]

    def _solve(self, tokens: int) -> dict[tuple[int, ...], str]:
        positions = {tuple(sorted(at)) for at in product(range(self.vertices), repeat=tokens)}
        moves = {
            at: {tuple(sorted((*at[:i], end, *at[i + 1 :]))) for i, start in enumerate(at) for end in self.after[start]}
            for at in positions
        }
        decided: dict[tuple[int, ...], str] = {}
        while True:
            before = len(decided)
            for at in positions - decided.keys():
                ends = [decided.get(end) for end in moves[at]]
                if "Lose" in ends:
                    decided[at] = "Win"
                elif all(end == "Win" for end in ends):
                    decided[at] = "Lose"
            if len(decided) == before:
                return {at: decided.get(at, "Draw") for at in positions}


@cache
def subsets(count: int, most: int) -> list[frozenset[int]]:
    return [frozenset(chosen) for size in range(most + 1) for chosen in combinations(range(count), size)]


def published_changes(graph: Graph, count: int = 20) -> int | None:
    """Changes of the published way: the first `count` vertices in reverse topological order, a loop for every other,
    then the first unused set of edges within three flips; None where one finds none."""
    matrix = graph.matrix()
    asked = graph.ends_first[:count]
    changes = sum(not matrix[asked[high], asked[low]] for high in range(len(asked)) for low in range(high))
    used: set[frozenset[int]] = set()
    for vertex in graph.ends_first[count:]:
        present = frozenset(bit for bit, end in enumerate(asked) if matrix[vertex, end])
        flips = next((flips for flips in subsets(len(asked), 3) if present ^ flips not in used), None)
        if flips is None:
            return None
        used.add(present ^ flips)
        changes += 1 + len(flips)
    return changes
