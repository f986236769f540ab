"""The tree file, trees and the walk down them; each part is loaded at its first use."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.tree.files import find_tree, read_source, shipped_trees
    from player.tree.player import Player
    from player.tree.tree import NestedNode, Tree, open_tree

__all__ = ["NestedNode", "Player", "Tree", "find_tree", "open_tree", "read_source", "shipped_trees"]


def __getattr__(name: str) -> object:
    from importlib import import_module

    for part in ("files", "player", "tree") if name in __all__ else ():
        if hasattr(module := import_module(f"player.tree.{part}"), name):
            return getattr(module, name)
    raise AttributeError(f"module 'player.tree' has no attribute {name!r}")
