"""A slow, obvious twin for differentiating games: the token game played out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product


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
