"""Optimal subtrees of small cells, for greedy builds that are exact below a size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from treegen.games.game import Game
from treegen.games.partition import Indices
from treegen.greedy.builder import Cell
from treegen.native import core
from treegen.optimal import reference
from treegen.optimal.engine import DEFAULT_MEMORY, make_search
from treegen.optimal.objective import linear

if TYPE_CHECKING:
    from treegen.native._core import Search

__all__ = ["CellSolver"]


class CellSolver:
    """Least-total trees of cells, one after the other, for builds that are exact below a size; total without ties."""

    def __init__(self, game: Game, pool: str, limit: int | None) -> None:
        self._game, self._pool, self._limit = game, pool, limit
        self._searches: dict[bool, Search] = {}

    def solve(self, candidates: Indices, history: tuple[int, ...], left: int | None) -> Cell | None:
        """The tree of these candidates with `left` guesses (None: any number), None where there is none.

        The guesses `history` must leave exactly these candidates, for some feedbacks: their symmetries are used.

        As columns guess, wins, parent, feedback of its nodes, parents first.
        """
        if core is None:
            values = None if left is None else list(range(1, left + 1))
            table, game = self._game.table.tolist(), self._game
            some = candidates.tolist()
            found = reference.solve(table, game.winning, game.losing, values, self._pool, candidates=some)
            return None if found is None else _flat(found[1])
        limited = left is not None
        if limited not in self._searches:
            prices = linear(self._limit if limited else None)
            self._searches[limited] = make_search(self._game, self._pool, prices, DEFAULT_MEMORY // 8)
        search = self._searches[limited]
        depth = 0 if left is None or self._limit is None else self._limit - left
        outcome = search.run(candidates=candidates.tolist(), depth=depth, asked=list(history))
        if outcome["outcome"] != "proved":
            return None
        columns = search.tree()
        return None if columns is None else tuple(column.tolist() for column in columns)


def _flat(root: Any) -> Cell:
    columns: Cell = ([], [], [], [])
    stack = [(root, -1, 0)]
    while stack:
        (guess, wins, children), parent, way = stack.pop()
        for column, value in zip(columns, (guess, wins, parent, way), strict=True):
            column.append(value)
        stack += [(child, len(columns[0]) - 1, feedback) for feedback, child in children]
    return columns
