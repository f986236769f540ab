"""Finds the optimal tree of GAME, proves that it is optimal, and prints the path of the file.

With --each-first, prints a table of the best first guesses (of equivalent ones only the first), in the --format. With
--each-first all, each is a job with one thread, and -o is the file of their results (see treegen jobs).

The exit code is 1 if it is proved that there is no such tree, and 3 if the time ran out (the best tree so far is
written). Ctrl-C ends the search, and the best tree so far is then written to -o FILE, by default to GAME.partial.tree;
a second one ends it at once.
"""

from __future__ import annotations

import math
import os
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from player.cli.command import Namespace, Parser, whole
from player.errors import BadInput, NoSuchTree, require
from player.rules.numbers import read_whole
from player.tree import Tree
from treegen.cli.common import Run, note, print_rows, this_command
from treegen.cli.options import file_name, game_of, options, read_depth
from treegen.cli.output import progress_line, write_tree
from treegen.optimal.best import Report
from treegen.optimal.goal import OBJECTIVES, Goal, read_goal, show_gap
from treegen.optimal.outcomes import Interrupted, NotSaved, StoppedEarly
from treegen.optimal.solve import find_openers, find_tree
from treegen.search.problem import Limits

_UNITS = ((86400, "days"), (3600, "h"), (60, "min"))  # The time that is left is shown in these units, or in seconds.

PARSER = Parser(
    __doc__,
    "treegen solve mastermind-4x6 --objective worst",
    *options("game", "guesses", "threads", "memory", "time", "checkpoint", "cluster", "certificate", "format"),
)
goals = list(OBJECTIVES)
PARSER.add("--objective GOAL", f"what to minimise (default: total): {', '.join(goals)}", choices=goals, default="total")
PARSER.add("--price 1,2,3,...", "prices of the depths, instead of --objective")
PARSER.add("--max-depth N|none", "forbid deeper trees", type=read_depth)
PARSER.add("--first GUESS", "force the first guess")
about = "print the N best first guesses with their proved costs, and write no tree"
PARSER.add("--each-first N|all", about, type=whole(1, 10**6, "all"))  # 0 for all
PARSER.add("--pareto", "print the least total for each worst case, and write no tree")
PARSER.add("-o FILE", "where to write, - for standard output (default: GAME.OBJECTIVE.tree)", dest="path")


def run(args: Namespace) -> int:
    game, objective, path, limit = game_of(args), args.objective, args.path, args.time_limit
    each, is_table = args.each_first, args.each_first is not None or args.pareto
    if args.address is not None and each != 0:
        raise BadInput("--cluster is for many searches: give --each-first all, or use treegen jobs; -j has threads")
    default = f"{file_name(game)}.{objective if args.price is None else 'price'}.tree"
    prices = None if args.price is None else read_prices(args.price)
    if is_table:
        check_table(args)
    goal = read_goal(game, objective, prices, args.max_depth or None, args.guesses, args.first)
    if each == 0:
        return print_all_openers(goal, args)
    try:
        with progress_line() as show:
            limits = Limits(
                math.inf if limit is None else Run.began + limit, args.threads, args.memory, args.checkpoint,
                lambda state: show(lambda seconds: describe(state, seconds, limit)),
                # The remark about the checkpoint on which the result rests is printed last.
                lambda line: (Run.last.append if line.startswith("rests on ") else note)(line),
            )  # fmt: skip
            found = table_rows(goal, each, limits) if is_table else find_tree(goal, limits, args.certificate)
    except NotSaved as lost:
        write_tree(lost.tree, path, default)
        raise
    except StoppedEarly as early:
        note(str(early))
        if early.tree is not None:
            write_tree(early.tree, path, default)
        return early.exit_code
    except KeyboardInterrupt as interrupt:
        note_what_is_kept(interrupt, path, args.checkpoint, file_name(game))
        raise
    if not isinstance(found, Tree):
        print_rows(found, args.style, best=goal.cost_name)
        return 0
    if limit is not None:
        note(f"proved in time: {found.costs() or f'no tree costs less than {found.cost}'}")
    write_tree(found, path, default)
    return 0


def note_what_is_kept(
    interrupt: KeyboardInterrupt, path: str | None, checkpoint: str | os.PathLike[str] | None, name: str
) -> None:
    """Write the best tree of an interrupted search, and print its path and the command that goes on.

    Nothing is written to standard output, since its reader is interrupted, too.  The default path begins with `name`.
    """
    found = interrupt if isinstance(interrupt, Interrupted) else None
    text = "interrupted" if found is None else str(found)
    if found is not None and found.tree is not None:
        partial = f"{name}.partial.tree"
        text += "; the best tree so far, unproved, is "
        text += "not written: name a file with -o" if path == "-" else "written" if path else f"written to {partial}"
        if path != "-":
            write_tree(found.tree, path, partial)
    note(text)
    if checkpoint is None:
        again = this_command("--checkpoint", f"{name}.checkpoint")
        note(f"nothing that was proved is kept; to be able to go on, use: {again}")
    elif found is None or found.unsaved is None:
        note(f"what was proved is kept in {checkpoint}; this goes on: {this_command()}")


def check_table(args: Namespace) -> None:
    """Raise BadInput for options that apply only to a tree."""
    is_each = args.each_first == 0
    flags = {
        "--first": args.first, "-o": not is_each and args.path, "--certificate": args.certificate,
        "--price": args.pareto and args.price, "--objective": args.pareto and args.objective != "total",
        "--each-first": args.pareto and args.each_first is not None, "--checkpoint": is_each and args.checkpoint,
    }  # fmt: skip
    for option, value in flags.items():
        require(not value, f"a table is printed here, and no tree is written: leave {option} out")
    if args.objective == "identify":
        raise BadInput("first guesses are compared by what it costs to name the secret: identify is not for them")


def read_prices(text: str) -> list[int]:
    """Return a list of prices.  Raises BadInput, which names the part that is not a whole number."""
    prices = []
    for part in text.split(","):
        price = read_whole(part.strip(), 1 - 10**18, 10**19 - 1)
        if price is None:
            raise BadInput(f"{part.strip()[:30]!r} is not a price; write whole numbers with commas, as in 1,2,3,4,5")
        prices.append(price)
    return prices


def describe(state: Report, seconds: float, time_limit: float | None = None) -> str:
    """Return a text about the state of a search, the most important first: the cost so far, then the progress."""
    limit, bound, cost, tree = state["prices"].limit, state["bound"], state["cost"], state["tree"]
    best = "no tree yet" if tree is None else f"best tree {tree.tally}"
    parts = [f"{seconds:.0f} s", best if cost is None else f"best {cost}"]
    if bound is not None:
        parts.append(f"bound {bound}")
        if cost is not None and bound > 0:
            parts.append(f"gap {show_gap(cost, bound)}")
    if time_limit is not None:
        left = max(0, time_limit - seconds)
        size, unit = next((each for each in _UNITS if left >= 2 * each[0]), (1, "s"))
        parts.append(f"at most {left / size:.0f} {unit} left")
    parts += ["any depth" if limit is None else f"depth at most {limit}", f"{state['positions']} positions"]
    return ", ".join(parts)


def table_rows(goal: Goal, openers: int | None, limits: Limits) -> list[dict[str, Any]]:
    """Return the `openers` best first guesses, from one search, or (None) the least total for each worst case.

    In the latter, the deepest tree comes first, and each next one costs more.  Raises NoSuchTree if there is none.
    """
    if openers is not None:
        return [
            {"place": place, "first_guess": guess, goal.cost_name: cost, "average": goal.game.mean(cost)}
            for place, (guess, cost) in enumerate(find_openers(goal, openers, limits), 1)
        ]
    require(goal.game.costs is None, f"{goal.game.brief}: it has costs, so no depth is best; leave --pareto out")
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
        average = None if result.cost is None else game.mean(result.cost)
        row = {"word": job.goal.first, goal.cost_name: result.cost, "average": average, "worst": worst, "rank": rank}
        rows.append({**row, "bound": result.bound, "state": result.state, "tally": result.tally})
    print_rows(rows, args.style, best=goal.cost_name)
    return int(any(result.state == "failed" for result in results))
