"""The offline builder of guesstree: games as tables, greedy and optimal decision trees, and their analysis.

`game` makes a game from its name.  `build` makes a greedy tree, `solve` an optimal one with a proof, and `verify`
checks a tree file.  `table`, `next_guesses`, `guesses_by_information`, `review` and `compare` analyse guesses, games
and strategies; `to_svg` and `to_dot` draw a tree, and `to_networkx` converts it to a networkx graph.  All of them take
a game or its name, and a tree or its name, path or bytes.  Each name is imported when it is first used.

>>> import treegen as tg
>>> tree = tg.build("bulls-3x9")
>>> tree.tally, tree.guesses[0]
('2364:6:49', '123')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from player import Player, Tree, __version__, open_tree, shipped_trees
    from player.errors import BadInput, GaveUp, GuesstreeError, ImpossibleFeedback, NoSuchTree, TreeFormatError
    from treegen.certificates.certify import certify, check_certificate
    from treegen.games.game import Game
    from treegen.games.lookup import game
    from treegen.greedy.strategy import STRATEGIES
    from treegen.insight.analysis import guesses_by_information, next_guesses, table
    from treegen.insight.atlas import atlas
    from treegen.insight.bounds import average_bounds, bounds
    from treegen.insight.compare import compare, compare_series
    from treegen.insight.review import review
    from treegen.insight.rows import Rows
    from treegen.insight.verify import Verdict, verify
    from treegen.lab.lies import lies
    from treegen.lab.static import static
    from treegen.lab.value import value
    from treegen.optimal.build import build
    from treegen.optimal.outcomes import Interrupted, StoppedEarly
    from treegen.optimal.solve import best_first_guesses, solve
    from treegen.render import plots
    from treegen.render.network import to_networkx
    from treegen.render.picture import to_dot, to_svg

# The modules of the public names.
_HOMES = {
    name: home
    for home, names in {
        "player": "Player Tree __version__ open_tree shipped_trees",
        "player.errors": "BadInput GaveUp GuesstreeError ImpossibleFeedback NoSuchTree TreeFormatError",
        "treegen.certificates.certify": "certify check_certificate",
        "treegen.games.game": "Game",
        "treegen.games.lookup": "game",
        "treegen.greedy.strategy": "STRATEGIES",
        "treegen.insight.analysis": "guesses_by_information next_guesses table",
        "treegen.insight.atlas": "atlas",
        "treegen.insight.bounds": "average_bounds bounds",
        "treegen.insight.compare": "compare compare_series",
        "treegen.insight.review": "review",
        "treegen.insight.rows": "Rows",
        "treegen.insight.verify": "Verdict verify",
        "treegen.lab.lies": "lies",
        "treegen.lab.static": "static",
        "treegen.lab.value": "value",
        "treegen.optimal.build": "build",
        "treegen.optimal.outcomes": "Interrupted StoppedEarly",
        "treegen.optimal.solve": "best_first_guesses solve",
        "treegen.render.network": "to_networkx",
        "treegen.render.picture": "to_dot to_svg",
        "treegen.render.plots": "plots",
    }.items()
    for name in names.split()
}

__all__ = [
    "STRATEGIES", "BadInput", "Game", "GaveUp", "GuesstreeError", "ImpossibleFeedback", "Interrupted", "NoSuchTree",
    "Player", "Rows", "StoppedEarly", "Tree", "TreeFormatError", "Verdict", "__version__", "atlas", "average_bounds",
    "best_first_guesses", "bounds", "build", "certify", "check_certificate", "compare", "compare_series", "game",
    "guesses_by_information", "lies", "next_guesses", "open_tree", "plots", "review", "shipped_trees", "solve",
    "static", "table", "to_dot", "to_networkx", "to_svg", "value", "verify",
]  # fmt: skip


if not TYPE_CHECKING:  # type checkers know the names, and find those that do not exist

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module 'treegen' has no attribute {name!r}")
        home = import_module(_HOMES[name])
        value = getattr(home, name, home)  # plots is a module itself
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
