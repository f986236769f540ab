"""Tables that treegen solve prints in place of a tree: of first guesses, and of worst cases."""

from __future__ import annotations

from argparse import Namespace
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from player.errors import NoSuchTree
from treegen.cli.common import print_rows
from treegen.cli.options import file_name
from treegen.optimal.goal import Goal
from treegen.optimal.solve import find_openers, find_tree
from treegen.search.problem import Limits


def cost_name(goal: Goal) -> str:
    """Return the name of the cost."""
    return "total" if goal.objective == "total" else "cost"


def table_rows(goal: Goal, openers: int | None, limits: Limits) -> list[dict[str, Any]]:
    """Return the `openers` best first guesses, from one search, or (None) the least total for each worst case.

    In the latter, the deepest tree comes first, and each next one costs more.  Raises NoSuchTree if there is none.
    """
    if openers is not None:
        return [
            {"place": place, "first_guess": guess, cost_name(goal): cost, "average": round(cost / goal.game.weight, 4)}
            for place, (guess, cost) in enumerate(find_openers(goal, openers, limits), 1)
        ]
    trees = [find_tree(goal, limits)]
    with suppress(NoSuchTree):
        while trees[-1].depth > 1:
            trees.append(find_tree(replace(goal, max_depth=trees[-1].depth - 1), limits))
    return [
        {
            "depth": tree.depth, "total": tree.total, "average": round(tree.average, 4),
            "at_depth": tree.histogram[-1], "first_guess": tree.guesses[0], "tally": tree.tally,
        }
        for tree in trees
    ]  # fmt: skip


def print_all_openers(goal: Goal, args: Namespace) -> int:
    """Search each first guess (of equivalent ones, only the first), and print a table, the least cost first."""
    from treegen.cli.jobs import run_into
    from treegen.optimal.jobs import Job

    game = goal.game
    own = range(len(game.guesses)) if game.symmetry is None else game.symmetry.representatives(()).tolist()
    settings = {"objective": goal.objective, "prices": goal.prices, "max_depth": goal.max_depth, "guesses": goal.pool}
    text = {"game": game.name} | {key: value for key, value in settings.items() if value not in (None, "total", "all")}
    guesses = [guess for guess in own if goal.pool != "candidates" or game.wins_against[guess] >= 0]
    jobs = [
        Job(replace(goal, first=game.guesses[guess]), args.time_limit, {**text, "first": game.guesses[guess]})
        for guess in guesses
    ]
    path = args.path or f"{file_name(game)}.openers.db"
    results = run_into(path, jobs, args.address or args.threads, args.memory)
    worsts = [None if result.tally is None else int(result.tally.split(":")[1]) for result in results]

    def place(at: int) -> tuple[Any, ...]:
        cost, guess = results[at].cost, guesses[at]
        cells = len(np.unique(game.row(guess, slice(None))))
        return cost is None, cost, worsts[at], -cells, game.wins_against[guess] < 0, guess

    rows = []
    for rank, at in enumerate(sorted(range(len(jobs)), key=place), 1):
        job, result, worst = jobs[at], results[at], worsts[at]
        average = None if result.cost is None else round(result.cost / game.weight, 4)
        row = {"word": job.goal.first, cost_name(goal): result.cost, "average": average, "worst": worst, "rank": rank}
        rows.append({**row, "bound": result.bound, "state": result.state, "tally": result.tally})
    print_rows(rows, args.style, best=cost_name(goal))
    return int(any(result.state == "failed" for result in results))
