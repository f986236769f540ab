"""Games as feedback tables.  The families of games each have a module, which fills the table."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from treegen.games.game import Game

# Families that packages above this one read from files: what makes the game of a path; filled by treegen/__init__.py.
LOADERS: dict[str, Callable[[str], "Game"]] = {}
