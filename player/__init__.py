"""The runtime of guesstree: opens decision trees and walks them, one constant-time step per feedback.

It needs the standard library and msgpack only, so that a judge's program starts quickly.  `open_tree` opens a tree by
name, path or bytes, `Player` walks it, and `shipped_trees` lists the trees that come with guesstree.  `Keeper` keeps
a secret, and `feedback` compares two words.  All exceptions are derived from `GuesstreeError`.

>>> import player
>>> p = player.Player("bulls-4x10.entropy")
>>> p.guess, p.answer("01")
('0123', '1456')
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.errors import BadInput, GaveUp, GuesstreeError, ImpossibleFeedback  # noqa: I001 (fewer lines)
    from player.errors import LocalProtocolError, NoSuchTree, ProtocolError, RemoteProtocolError, TreeFormatError
    from player.people.keeper import Keeper, feedback
    from player.tree import Player, Tree, open_tree, shipped_trees

__version__ = "0.1.0"

__all__ = [
    "BadInput", "GaveUp", "GuesstreeError", "ImpossibleFeedback", "Keeper", "LocalProtocolError", "NoSuchTree",
    "Player", "ProtocolError", "RemoteProtocolError", "Tree", "TreeFormatError", "feedback", "open_tree",
    "shipped_trees",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers know the names, and find those that do not exist

    def __getattr__(name: str) -> object:
        from importlib import import_module

        for part in ("errors", "tree", "people.keeper") if name in __all__ else ():
            if hasattr(module := import_module(f"player.{part}"), name):
                return getattr(module, name)
        raise AttributeError(f"module 'player' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
