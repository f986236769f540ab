"""The offline builder of guesstree: games as tables, greedy and optimal decision trees, and their analysis.

`game` makes a game from its name.  `build` makes a greedy tree, `solve` an optimal one with a proof, and `verify`
checks a tree file.  `table`, `next_guesses`, `guesses_by_information`, `review` and `compare` analyse guesses, games
and strategies; `to_networkx` converts a tree for networkx.  Everything is imported when it is first used.

>>> import treegen as tg
>>> tree = tg.build(tg.game("bulls-3x9"))
>>> tree.tally, tree.guesses[0]
('2364:6:49', '123')
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from player import Player, Tree, __version__, open_tree, shipped_trees
    from treegen.analysis import guesses_by_information, next_guesses, table
    from treegen.build import build
    from treegen.compare import compare
    from treegen.errors import BadInput, GaveUp, GuesstreeError, ImpossibleFeedback, NoSuchTree, TreeFormatError
    from treegen.game import Game, game
    from treegen.render.network import to_networkx
    from treegen.review import review
    from treegen.solve import StoppedEarly, solve
    from treegen.strategy import STRATEGIES
    from treegen.verify import verify

_HOMES = {
    "BadInput": "treegen.errors",
    "GaveUp": "treegen.errors",
    "Game": "treegen.game",
    "GuesstreeError": "treegen.errors",
    "ImpossibleFeedback": "treegen.errors",
    "NoSuchTree": "treegen.errors",
    "Player": "player",
    "STRATEGIES": "treegen.strategy",
    "Tree": "player",
    "StoppedEarly": "treegen.solve",
    "TreeFormatError": "treegen.errors",
    "__version__": "player",
    "build": "treegen.build",
    "compare": "treegen.compare",
    "game": "treegen.game",
    "guesses_by_information": "treegen.analysis",
    "next_guesses": "treegen.analysis",
    "open_tree": "player",
    "review": "treegen.review",
    "shipped_trees": "player",
    "solve": "treegen.solve",
    "table": "treegen.analysis",
    "to_networkx": "treegen.render.network",
    "verify": "treegen.verify",
}

__all__ = [
    "STRATEGIES",
    "BadInput",
    "Game",
    "GaveUp",
    "GuesstreeError",
    "ImpossibleFeedback",
    "NoSuchTree",
    "Player",
    "StoppedEarly",
    "Tree",
    "TreeFormatError",
    "__version__",
    "build",
    "compare",
    "game",
    "guesses_by_information",
    "next_guesses",
    "open_tree",
    "review",
    "shipped_trees",
    "solve",
    "table",
    "to_networkx",
    "verify",
]


class _Package(ModuleType):
    """Keeps `treegen.build` the function: importing the module of that name would put itself in its place."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'treegen' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
