"""The one tree of bulls-1x3, for tests of what a tree file says."""

from __future__ import annotations

from typing import Any

from player import Tree
from player.rules.names import parse

__all__ = ["BUILT", "small_tree"]

BUILT = {"method": "build", "strategy": "entropy", "pool": "all"}


def small_tree(**fields: Any) -> Tree:
    """A tree that asks 1, 2 and 3, so that a secret is at each depth and its total is 6; with other fields."""
    game = parse("bulls-1x3")
    known = {"game": game.name, "labels": game.labels, "winning": game.winning, "losing": game.losing}
    return Tree.from_nodes(("1", True, [(0, ("2", True, [(0, ("3", True, []))]))]), **{**known, **fields})
