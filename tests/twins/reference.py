"""Solving without the core, by the search in numpy and by brute force in its place: oracles of the native search."""

from __future__ import annotations

import brute
import pytest

import treegen as tg
from treegen.games.game import Game
from treegen.games.subtree import Subtree
from treegen.search import core, search
from treegen.search.problem import Prices, Problem, Result


class Reference:
    """Stands in for PlainSearch."""

    def __init__(self, game: Game, pool: str, prices: Prices, *_: object) -> None:
        self.brute, self.prices = brute.of_game(game, pool), prices.values

    def run(self, problem: Problem, _: object) -> Result:
        first = problem.first[0] if problem.first else None
        position = self.brute.everything, self.brute.any_guess, self.prices, 0, first
        found = self.brute.best(*position)
        if found is None or found[0] >= problem.below:
            return Result(problem.below)
        return Result(found[0], found[0], tree=columns(self.brute.tree(*position)))


def solved(game: Game, **options: object) -> bytes | str:
    """The tree's bytes, or what was said instead."""
    try:
        return tg.solve(game, **options).to_bytes()  # type: ignore[arg-type]
    except (tg.NoSuchTree, tg.BadInput) as error:
        return str(error)


def in_numpy(game: Game, **options: object) -> bytes | str:
    """The same without the core."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core, "core", None)
        return solved(game, **options)


def by_reference(game: Game, **options: object) -> bytes | str:
    """The same by the reference, which the search that needs no core must equal."""
    general = in_numpy(game, **options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "PlainSearch", Reference)
        assert in_numpy(game, **options) == general
    return general


def columns(root: brute.Tree) -> Subtree:
    rows, pending = [], [(root, -1, -1)]
    for node, ((guess, wins, children), parent, feedback) in enumerate(pending):
        rows.append((guess, wins, parent, feedback))
        pending += [(child, node, label) for label, child in children.items()]
    return Subtree.from_rows(rows)
