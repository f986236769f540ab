"""What is known of a game without a search: the least depth of a tree that is proved, and shipped trees."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from player.errors import BadInput
from player.tree import Tree, open_tree
from player.tree.atlas import atlas_folder

__all__ = ["how_to_keep", "least_depth"]

_SHIPPED = ("total", "worst", "fewest-at-max", "entropy")  # kinds of shipped trees, the best to use first


def least_depth(tree: Tree) -> int:
    """The depth that every tree of the game of this tree has at least, as far as it is proved.

    By counting, since a node has at most one child for each feedback; and by the atlas of proved games.

    >>> least_depth(open_tree("bulls-4x10.entropy"))
    7
    """
    secrets, branching = sum(byte.bit_count() for byte in tree.wins), len(tree.labels) - 1 - len(tree.losing)
    depth = nodes = 1
    while nodes < secrets and branching:
        depth, nodes = depth + 1, 1 + nodes * branching
    try:
        rows = json.loads(Path(atlas_folder() or "", "atlas.json").read_text(encoding="utf-8"))
    except OSError:
        rows = []
    proved = [row["lower"] for row in rows if (row["game"], row["objective"]) == (tree.game, "depth") and row["lower"]]
    return max(depth, *proved) if proved else depth


def how_to_keep(tree: Tree, depth: int) -> str:
    """What to use in place of a tree that is deeper than allowed: what is shipped, or a command that may find it.

    >>> how_to_keep(open_tree("bulls-4x10.entropy"), 6)
    'no tree of depth 6 exists (proved)'
    """
    if depth < least_depth(tree):
        return f"no tree of depth {depth} exists (proved)"
    for kind in _SHIPPED if ":" not in tree.game else ():
        try:
            shipped = open_tree(f"{tree.game}.{kind}")
        except BadInput:
            continue
        if shipped.depth <= depth:
            return f"use {tree.game}.{kind}"
    game = "GAME" if ":" in tree.game else shlex.quote(tree.game)
    return f"this looks for one that keeps to it: treegen solve {game} --max-depth {depth} --time 10m"
