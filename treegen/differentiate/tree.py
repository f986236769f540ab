"""The tree of questions for a prepared graph, built by the ordinary greedy builder."""

from __future__ import annotations

from dataclasses import replace

from player.errors import GaveUp
from player.tree import Tree
from treegen.differentiate.game import MAX_CHANGES, Plan, make
from treegen.optimal.building import build

_EFFORT = 5000  # positions to examine for a tree; two per vertex are enough if nothing has to be repaired


def build_tree(plan: Plan, changes: int = MAX_CHANGES) -> Tree:
    """Return a tree that identifies every vertex with at most as many questions as question vertices, and a report.

    Other vertices are asked, too, if that saves questions on average.  The tree says which file the graph was read
    from, if it was, and how many `changes` were allowed.
    """
    game = make(plan)
    try:
        tree = build(game, max_depth=len(plan.asked) + 1, effort=_EFFORT)
    except GaveUp:
        # With only the question vertices as questions, a tree exists: each is asked at most once.
        rows = sorted([*range(len(game.secrets)), *(game.find_guess(str(vertex + 1)) for vertex in plan.asked)])
        guesses = tuple(game.guesses[row] for row in rows)
        tree = build(replace(game, guesses=guesses, table=game.table[rows]), max_depth=len(plan.asked) + 1)
    if plan.graph.files:
        tree.files = plan.graph.files
        tree.method, tree.changes = "differentiate", changes
        tree.strategy = tree.pool = tree.first_guess = ""
        tree.max_depth = tree.seed = None
        tree.exact_below = 0
    return tree
