"""What is known of a game without a search: the least depth of a tree that is proved, and shipped trees."""

from __future__ import annotations

import shlex
from contextlib import suppress
from pathlib import Path

from player.errors import BadInput
from player.rules.named import folders
from player.rules.titles import command_name
from player.tree import Tree, open_tree
from treegen.insight.atlas import load

_SHIPPED = ("total", "worst", "fewest-at-max", "entropy")  # kinds of shipped trees, the best to use first


def find_shipped(game: str, kind: str) -> Tree | None:
    """The shipped tree of a game by its name and of a kind, such as "total"; None if there is none.

    Those of words lie beside their lists; one in the folder of the user is nothing that is believed.
    """
    beside = (str(path) for folder in folders()[1:] for path in Path(folder).glob(f"*.{kind}.tree"))
    for source in beside if ":" in game else [f"{game}.{kind}"]:
        with suppress(BadInput):
            tree = open_tree(source)
            if ":" not in game or tree.game == game:
                return tree
    return None


def least_depth(game: str, secrets: int, branching: int) -> int:
    """The depth that every tree of a game has at least, as far as it is proved.

    `branching` is how many feedbacks do not end the game.

    >>> least_depth("bulls-4x10", 5040, 13)
    7
    """
    depth = nodes = 1
    while nodes < secrets and branching:
        depth, nodes = depth + 1, 1 + nodes * branching
    rows = (row for row in load() if (row["game"], row["objective"]) == (game.partition("=")[0], "depth"))
    proved = [row["lower"] for row in rows if row["lower"]]
    return max(depth, *proved) if proved else depth


def how_to_keep(tree: Tree, depth: int) -> str:
    """What to use in place of a tree that is deeper than allowed: what is shipped, or a command that may find it.

    >>> how_to_keep(open_tree("bulls-4x10.entropy"), 6)
    'no tree of depth 6 exists (proved)'
    """
    secrets = sum(byte.bit_count() for byte in tree.wins)
    if depth < least_depth(tree.game, secrets, len(tree.labels) - 1 - len(tree.losing)):
        return f"no tree of depth {depth} exists (proved)"
    for kind in _SHIPPED:
        shipped = find_shipped(tree.game, kind)
        if shipped is not None and shipped.depth <= depth:
            return f"use {command_name(tree.game, tree.files) if ':' in tree.game else tree.game}.{kind}"
    game = "GAME" if ":" in tree.game else shlex.quote(tree.game)
    return f"this looks for one that keeps to it: treegen solve {game} --max-depth {depth} --time 10m"
