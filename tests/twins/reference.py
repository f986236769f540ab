"""The exact search in plain Python, on one page: the oracle in tests.

The order of guesses is a function of the set of candidates alone. At a set, guess g makes `cells` non-empty cells (the
winning one included), and `win` is 1 if it wins for one of the candidates. Guesses are tried by

    (-(cells + win), not win, index)

and the tree takes at every node the first guess in this order that attains the least cost of that set at that depth. A
guess is allowed if no candidate answers it with a losing feedback and it makes two cells or more, or wins for the only
candidate; with ``guesses="candidates"`` it must win for one of them. So the tree is unique.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import treegen as tg
from treegen.games.game import Game
from treegen.games.subtree import Subtree
from treegen.optimal import exact, native_search
from treegen.optimal.objective import Prices
from treegen.optimal.query import Outcome, Query

# A node: (guess, whether a candidate wins with it, its children as (feedback, node), by rising feedback).
Node = tuple[int, bool, list[tuple[int, Any]]]


class Reference:
    """Stands in for GeneralSearch."""

    def __init__(self, game: Game, pool: str, prices: Prices, *_: object) -> None:
        self.game, self.pool, self.prices = game, pool, prices

    def run(self, query: Query, _: object) -> Outcome:
        game, values, first = self.game, self.prices.values, query.only[0] if query.only else None
        found = solve(game.table.tolist(), game.winning, game.losing, values, self.pool, first, query.limit)
        return Outcome(query.limit) if found is None else Outcome(found[0], found[0], tree=columns(found[1]))


def solved(game: Game, **options: object) -> bytes | str:
    """The tree's bytes, or what was said instead."""
    try:
        return tg.solve(game, **options).to_bytes()  # type: ignore[arg-type]
    except (tg.NoSuchTree, tg.BadInput) as error:
        return str(error)


def in_numpy(game: Game, **options: object) -> bytes | str:
    """The same without the core."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native_search, "core", None)
        return solved(game, **options)


def by_reference(game: Game, **options: object) -> bytes | str:
    """The same by the reference, which the search that needs no core must equal."""
    general = in_numpy(game, **options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact, "GeneralSearch", Reference)
        assert in_numpy(game, **options) == general
    return general


def columns(root: Node) -> Subtree:
    rows, pending = [], [(root, -1, -1)]
    for node, ((guess, wins, children), parent, feedback) in enumerate(pending):
        rows.append((guess, wins, parent, feedback))
        pending += [(child, node, label) for label, child in children]
    return Subtree.from_rows(rows)


def solve(  # noqa: C901 (the whole search on one page is its point)
    table: Sequence[Sequence[int]],
    winning: int,
    losing: Sequence[int] = (),
    prices: Sequence[int] | None = None,
    guesses: str = "all",
    first: int | None = None,
    upper: int | None = None,
    candidates: Sequence[int] | None = None,
    depth: int = 0,
) -> tuple[int, Node] | None:
    """The least cost and its tree, or None if no tree (or none cheaper than `upper`) exists.

    ``table[guess][secret]`` is a feedback. ``prices[k - 1]`` is paid for a secret found with guess k and a depth
    without a price is forbidden; None stands for 1, 2, 3, ... without end. `first` forces the first guess;
    `candidates` and `depth` solve a part: these secrets, with so many guesses made before.
    """
    rows = [bytes(row) if isinstance(row, (bytes, bytearray)) else [int(f) for f in row] for row in table]
    barred = frozenset(losing)
    memo: dict[tuple[tuple[int, ...], int], tuple[int, int] | None] = {}

    def price(k: int) -> int | None:
        return k if prices is None else int(prices[k - 1]) if k <= len(prices) else None

    def split(guess: int, some: tuple[int, ...]) -> dict[int, list[int]]:
        cells: dict[int, list[int]] = {}
        row = rows[guess]
        for secret in some:
            cells.setdefault(row[secret], []).append(secret)
        return cells

    def order(some: tuple[int, ...]) -> list[tuple[int, bool, int]]:
        keys = []
        for guess in range(len(rows)):
            cells = split(guess, some)
            win = winning in cells
            if barred.isdisjoint(cells) and (len(cells) > 1 or (win and len(some) == 1)) and (win or guesses == "all"):
                keys.append((-(len(cells) + win), not win, guess))
        return sorted(keys)

    def best(some: tuple[int, ...], k: int, only: int | None = None) -> tuple[int, int] | None:
        """Least cost of these candidates with k guesses made, and the first guess that attains it."""
        if (some, k) in memo and only is None:
            return memo[some, k]
        found: tuple[int, int] | None = None
        here = price(k + 1)
        if here is not None:
            for _, _, guess in order(some):
                if only is not None and guess != only:
                    continue
                cost = 0
                for feedback, cell in split(guess, some).items():
                    part = (here, guess) if feedback == winning else best(tuple(cell), k + 1)
                    if part is None:
                        break
                    cost += part[0]
                    if found is not None and cost >= found[0]:
                        break
                else:
                    if found is None or cost < found[0]:
                        found = (cost, guess)
        if only is None:
            memo[some, k] = found
        return found

    def node(some: tuple[int, ...], k: int, guess: int) -> Node:
        cells = split(guess, some)
        wins = cells.pop(winning, None) is not None
        children = []
        for feedback in sorted(cells):
            cell = tuple(cells[feedback])
            below = best(cell, k + 1)
            assert below is not None
            children.append((feedback, node(cell, k + 1, below[1])))
        return guess, wins, children

    secrets = len(rows[0]) if rows else 0
    root = tuple(range(secrets)) if candidates is None else tuple(sorted(int(s) for s in candidates))
    answer = best(root, depth, first)
    if answer is None or (upper is not None and answer[0] >= upper):
        return None
    return answer[0], node(root, depth, answer[1])
