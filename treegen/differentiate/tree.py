"""The tree of questions for a prepared graph, by the ordinary builder."""

from __future__ import annotations

from dataclasses import replace

from player.errors import GaveUp
from player.tree import Tree
from treegen.differentiate.game import Plan, make
from treegen.optimal.building import build

__all__ = ["build_tree"]

_EFFORT = 5000  # positions to look at for a tree: two to a vertex are enough where nothing has to be repaired


def build_tree(plan: Plan) -> Tree:
    """The tree that tells every vertex, with no more questions than there are question vertices, and then the report.

    Other vertices are asked, too, where that saves questions on average.
    """
    game = make(plan)
    try:
        return build(game, max_depth=len(plan.asked) + 1, effort=_EFFORT)
    except GaveUp:
        # With the question vertices alone nothing can go wrong: each is asked once at most.
        rows = sorted([*range(len(game.secrets)), *(game.find_guess(str(vertex + 1)) for vertex in plan.asked)])
        guesses = tuple(game.guesses[row] for row in rows)
        return build(replace(game, guesses=guesses, table=game.table[rows]), max_depth=len(plan.asked) + 1)
