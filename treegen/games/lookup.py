"""The game that a name means."""

from __future__ import annotations

from importlib import import_module

from player import rules
from player.rules.lists import ListRules
from treegen.games import codes, lists
from treegen.games.game import Game
from treegen.games.memory import half_of_memory

__all__ = ["game"]

# Families whose games are read from a file by a room that lies above this one, and its function of the path.
_LOADERS = {"differentiating": ("treegen.differentiate.game", "load")}


def game(name: str, *, memory: int | None = None) -> Game:
    """The game of that name, its table filled; BadInput for a bad name, or a table of more than `memory` bytes.

    `memory` is half of what is available unless it is given.

    >>> import treegen as tg
    >>> tg.game("mm").name
    'mastermind-4x6'
    """
    family, _, path = name.partition(":")
    if family in _LOADERS and path:
        home, load = _LOADERS[family]
        loaded: Game = getattr(import_module(home), load)(path)
        return loaded
    room = half_of_memory() if memory is None else memory
    known = rules.read_game(name)
    return lists.make(known, room) if isinstance(known, ListRules) else codes.make(known, room)
