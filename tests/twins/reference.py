"""Solving without the core, by the search in numpy: the oracle of the native search (its own is the brute force)."""

from __future__ import annotations

import pytest

import treegen as tg
from treegen.games.game import Game
from treegen.search import core


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
