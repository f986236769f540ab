"""The tree of questions for a prepared graph, built by the ordinary greedy builder."""

from __future__ import annotations

from dataclasses import replace

from player.errors import GaveUp
from player.tree import Tree
from treegen.differentiate.game import Plan, make
from treegen.optimal.building import build

__all__ = ["build_tree", "tell_file"]

_EFFORT = 5000  # positions to examine for a tree; two per vertex are enough if nothing has to be repaired


def build_tree(plan: Plan) -> Tree:
    """Return a tree that identifies every vertex with at most as many questions as question vertices, and a report.

    Other vertices are asked, too, if that saves questions on average.
    """
    game = make(plan)
    try:
        return build(game, max_depth=len(plan.asked) + 1, effort=_EFFORT)
    except GaveUp:
        # With only the question vertices as questions, a tree exists: each is asked at most once.
        rows = sorted([*range(len(game.secrets)), *(game.find_guess(str(vertex + 1)) for vertex in plan.asked)])
        guesses = tuple(game.guesses[row] for row in rows)
        return build(replace(game, guesses=guesses, table=game.table[rows]), max_depth=len(plan.asked) + 1)


def tell_file(tree: Tree, plan: Plan, changes: int) -> None:
    """Let a tree of `build_tree` say which file its graph was read from, and how many changes were allowed.

    Nothing is changed where the file is not known.
    """
    if plan.graph.files:
        tree.files = plan.graph.files
        tree.method, tree.changes = "differentiate", changes
        tree.strategy = tree.pool = tree.first_guess = ""
        tree.max_depth = tree.seed = None
        tree.exact_below = 0
