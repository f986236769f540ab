"""Solving without the core, by the search in numpy: the oracle of the native search (its own is the brute force)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest

import treegen as tg
from treegen.games.game import Game
from treegen.search import core


@contextmanager
def no_core(*modules: ModuleType) -> Iterator[None]:
    """What these modules do is done by numpy meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        for module in modules:
            patch.setattr(module, "core", None)
        yield


def solved(game: Game, function: Callable[..., tg.Tree] = tg.solve, **options: Any) -> bytes | str:
    """The tree's bytes, or what was said instead."""
    try:
        return function(game, **options).to_bytes()
    except (tg.NoSuchTree, tg.BadInput) as error:
        return str(error)


def in_numpy(game: Game, **options: Any) -> bytes | str:
    """The same without the core."""
    with no_core(core):
        return solved(game, **options)
