"""treegen solve: the optimal tree for an objective, with a proof."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from player.errors import BadInput
from player.tree import Tree
from treegen.cli.common import (
    clear_interrupt,
    format_option,
    needs_dask,
    note,
    note_interrupt,
    print_rows,
    this_command,
    verb,
)
from treegen.cli.openers import cost_name, print_all_openers, table_rows
from treegen.cli.options import COUNT, DEPTH, file_name, search_options, takes_game
from treegen.cli.output import progress_line, write_tree
from treegen.games.game import Game
from treegen.optimal.goal import read_goal
from treegen.optimal.objective import OBJECTIVES, POOLS, show_gap
from treegen.optimal.options import Report, SearchOptions
from treegen.optimal.outcomes import Interrupted, NotSaved, StoppedEarly
from treegen.optimal.query import ClusterState
from treegen.optimal.solver import find_tree

if TYPE_CHECKING:
    from treegen.optimal.cluster import Cluster


@verb("treegen solve mastermind-4x6 --objective worst")
@takes_game
@click.option("--objective", type=click.Choice(list(OBJECTIVES)), default="total", show_default=True,
              help="What to minimise.")  # fmt: skip
@click.option("--price", metavar="1,2,3,...", help="Prices of the depths, instead of --objective.")
@click.option("--max-depth", type=DEPTH, default="none", metavar="N|none", help="Forbid deeper trees.")
@click.option("--guesses", type=click.Choice(POOLS), default="all", show_default=True, help="The guesses allowed.")
@click.option("--first", metavar="GUESS", help="Force the first guess.")
@click.option("--each-first", type=COUNT, metavar="N|all",
              help="Print the N best first guesses with their proved costs, and write no tree.")  # fmt: skip
@click.option("--pareto", is_flag=True, help="Print the least total for each worst case, and write no tree.")
@search_options("threads", "memory", "time_limit", "checkpoint", "address", "wait", "paranoid", "certificate")
# Had an effect when a sample of what others claim was checked; commands that give it go on working.
@click.option("--sample-seed", type=click.IntRange(min=0), hidden=True, expose_value=False)
@click.option(
    "-o", "path", metavar="FILE", help="Where to write, - for standard output  [default: GAME.OBJECTIVE.tree]"
)
@format_option
def command(
    game: Game, objective: str, price: str | None, max_depth: int | str, guesses: str, first: str | None,
    each_first: int | str | None, pareto: bool, options: SearchOptions, address: str | None, wait: float | None,
    path: str | None, style: str,
) -> int:  # fmt: skip
    """Find the optimal tree of GAME, prove that it is optimal, and print the path of the file.

    With --each-first, print a table of the best first guesses (of equivalent ones only the first), in the --format.
    With --each-first all, each is a job with one thread, and -o is the file of their results (see treegen jobs).

    The exit code is 1 if it is proved that there is no such tree, and 3 if the time ran out (the best tree so far is
    written).  Ctrl-C ends the search, and the best tree so far is then written to -o FILE, by default to
    GAME.partial.tree; a second one ends it at once.
    """
    if wait is not None and address is None:
        raise BadInput("--wait is how long to wait for a worker of a cluster: give --cluster, too")
    default = f"{file_name(game)}.{objective if price is None else 'price'}.tree"
    prices, limit = None if price is None else read_prices(price), options.time_limit
    is_table = each_first is not None or pareto
    if is_table:
        check_table(objective, options, {
            "--first": first, "-o": path if each_first != "all" else None, "--price": price if pareto else None,
            "--each-first": each_first if pareto else None, "--objective": pareto and objective != "total",
            "--checkpoint": options.checkpoint if each_first == "all" else None,
            "--wait": wait if each_first == "all" else None,
        })  # fmt: skip
    goal = read_goal(game, objective, prices, None if max_depth == "none" else int(max_depth), guesses, first)
    if each_first == "all":
        return print_all_openers(goal, options, address, path or f"{file_name(game)}.openers.db", style)
    try:
        with progress_line(lines=address is not None) as show:
            options = replace(
                options,
                cluster=None if address is None else find_cluster(address, wait, limit),
                progress=lambda state: show(lambda seconds: describe(state, game.guesses, seconds, limit)),
                tell=note_sources_last,
                began=None if is_table else click.get_current_context().meta.get("began"),
            )
            found = find_tree(goal, options) if not is_table else table_rows(goal, each_first, options)
    except NotSaved as lost:
        write_tree(lost.tree, path, default)
        raise
    except StoppedEarly as early:
        note(str(early))
        if early.tree is not None:
            write_tree(early.tree, path, default)
        return early.exit_code
    except KeyboardInterrupt as interrupt:
        note_what_is_kept(interrupt, path, options.checkpoint, file_name(game))
        raise click.Abort from None
    if not isinstance(found, Tree):
        print_rows(found, style, best=cost_name(goal))
        return 0
    if limit is not None:
        note(f"proved in time: no tree costs less than {found.cost}")
    write_tree(found, path, default)
    return 0


def note_sources_last(line: str) -> None:
    """Print a line; the one that says what a result rests on comes last."""
    if line.startswith("rests on "):
        click.get_current_context().call_on_close(lambda: note(line))
    else:
        note(line)


def note_what_is_kept(
    interrupt: KeyboardInterrupt, path: str | None, checkpoint: str | os.PathLike[str] | None, name: str
) -> None:
    """Write the best tree of an interrupted search, and say where, what is kept and how to go on.

    Nothing is written to standard output: what reads from it is interrupted, too.  Defaults begin with the `name`.
    """
    found = interrupt if isinstance(interrupt, Interrupted) else None
    text = "interrupted" if found is None else str(found)
    if found is not None and found.tree is not None:
        partial = f"{name}.partial.tree"
        text += "; the best tree so far, unproved, is "
        text += "not written: name a file with -o" if path == "-" else "written" if path else f"written to {partial}"
        if path != "-":
            clear_interrupt()
            write_tree(found.tree, path, partial)
    note_interrupt(text)
    if checkpoint is None:
        again = this_command("--checkpoint", f"{name}.checkpoint")
        note(f"nothing that was proved is kept; to be able to go on, use: {again}")
    elif found is None or found.unsaved is None:
        note(f"what was proved is kept in {checkpoint}; this goes on: {this_command()}")


def check_table(objective: str, options: SearchOptions, others: dict[str, Any]) -> None:
    """Raise BadInput for options that only a tree has a use for."""
    given = {**others, "--paranoid": options.paranoid, "--certificate": options.certificate}
    for option, value in given.items():
        if value:
            raise BadInput(f"a table is printed here, and no tree is written: leave {option} out")
    if objective == "identify":
        raise BadInput("first guesses are compared by what it costs to name the secret: identify is not for them")


def find_cluster(address: str, wait: float | None, limit: float | None) -> Cluster:
    """Return the cluster at an address; BadInput if it cannot be used, or does not answer in `wait` or the limit."""
    with needs_dask():
        from treegen.optimal.cluster import WAIT, Cluster

        return Cluster(address, tell=note, wait=min(WAIT if wait is None else wait, limit or WAIT))


def read_prices(text: str) -> list[int]:
    """Parse a price list; BadInput names the part that is not a whole number."""
    prices = []
    for part in text.split(","):
        digits = part.strip()
        if not (digits.isascii() and digits.removeprefix("-").isdigit() and len(digits) < 20):
            raise BadInput(f"{part.strip()[:30]!r} is not a price; write whole numbers with commas, as in 1,2,3,4,5")
        prices.append(int(digits))
    return prices


def describe_cluster(state: ClusterState) -> list[str]:
    """Describe what a cluster does: its workers and their tasks."""
    parts = [f"{state['workers']} workers, {state['tasks']} tasks open, {state['tasks_per_second']:.1f} a second"]
    if state["dashboard"]:
        parts.append(state["dashboard"])
    return parts


def _in_words(seconds: float) -> str:
    for size, unit in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def describe(state: Report, guesses: Sequence[str], seconds: float, time_limit: float | None = None) -> str:
    """Describe the state of a search, the most important first: what is known of the cost, then what is searched."""
    limit, bound, cost, tree = state["prices"].limit, state["bound"], state["cost"], state["tree"]
    parts = [f"{seconds:.0f} s"]
    if cost is not None:
        parts.append(f"best {cost}")
    elif tree is not None:
        parts.append(f"best tree {tree.tally}")
    else:
        parts.append("no tree yet")
    if bound is not None:
        parts.append(f"bound {bound}")
        if cost is not None and bound > 0:
            parts.append(f"gap {show_gap(cost, bound)}")
    if time_limit is not None:
        parts.append(f"at most {_in_words(max(0, time_limit - seconds))} left")
    parts += ["any depth" if limit is None else f"depth at most {limit}", f"{state['positions']} positions"]
    if (cluster := state["cluster"]) is not None:
        parts += describe_cluster(cluster)
    for branch in state["guesses"][:2]:
        cells = branch["cells"]
        if cells:
            done = sum(bool(cell["done"]) for cell in cells)
            parts.append(f"{guesses[branch['guess']]}: {done} of {len(cells)} cells, at least {branch['bound']}")
    return ", ".join(parts)
