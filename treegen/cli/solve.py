"""treegen solve: the optimal tree for an objective, with a proof."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from player.errors import BadInput
from treegen.cli.common import (
    DEPTH,
    DURATION,
    SIZE,
    file_name,
    format_option,
    note,
    print_rows,
    takes_game,
    tell_interrupt,
    this_command,
    verb,
)
from treegen.cli.output import progress_line, write_tree
from treegen.games.game import Game
from treegen.optimal.engine import Helper, HelperState, Report
from treegen.optimal.objective import OBJECTIVES, POOLS, show_gap
from treegen.optimal.solver import Interrupted, NotSaved, StoppedEarly, best_first_guesses, solve

__all__ = ["command"]


@verb("treegen solve mastermind-4x6 --objective worst")
@takes_game
@click.option("--objective", type=click.Choice(list(OBJECTIVES)), default="total", show_default=True,
              help="What to minimise.")  # fmt: skip
@click.option("--price", metavar="1,2,3,...", help="Prices of the depths, instead of --objective.")
@click.option("--max-depth", type=DEPTH, default="none", metavar="N|none", help="Forbid deeper trees.")
@click.option("--guesses", type=click.Choice(POOLS), default="all", show_default=True, help="The guesses allowed.")
@click.option("--first", metavar="GUESS", help="Force the first guess.")
@click.option("--each-first", type=click.IntRange(min=1), metavar="N",
              help="Print the N best first guesses with their proved costs, and write no tree.")  # fmt: skip
@click.option("-j", "threads", type=click.IntRange(1, 1024), help="Threads  [default: the CPUs available]")
@click.option("--memory", type=SIZE, metavar="SIZE", help="Memory of the search and its tables  [default: 512M]")
@click.option("--time", "time_limit", type=DURATION, metavar="LIMIT", help="Stop after, for example, 90s, 10m or 2h.")
@click.option("--checkpoint", metavar="FILE", help="Save proved sets in FILE, and continue from those it contains.")
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Search on a Dask cluster: tcp://host:port, tls://, local:N, a scheduler file, or auto.",
)
@click.option("--wait", type=DURATION, metavar="LIMIT",
              help="End after so long without any worker of the cluster  [default: 60s]")  # fmt: skip
@click.option("--paranoid", is_flag=True, help="Trust neither checkpoint nor cluster: search again without them.")
# Had an effect when a sample of what others claim was checked; commands that give it go on working.
@click.option("--sample-seed", type=click.IntRange(min=0), hidden=True, expose_value=False)
@click.option("--certificate", metavar="FILE", help="Write a certificate of the result, which others can check.")
@click.option(
    "-o", "path", metavar="FILE", help="Where to write, - for standard output  [default: GAME.OBJECTIVE.tree]"
)
@format_option
def command(
    game: Game, objective: str, price: str | None, max_depth: int | str, memory: int | None, cluster: str | None,
    wait: float | None, path: str | None, each_first: int | None, style: str, **options: Any,
) -> int:  # fmt: skip
    """Find the optimal tree of GAME, prove that it is optimal, and print the path of the file.

    With --each-first, print a table of the best first guesses (of equivalent ones only the first), in the --format.

    The exit code is 1 if it is proved that there is no such tree, and 3 if the time ran out (the best tree so far is
    written).  Ctrl-C ends the search, and -o FILE then gets the best tree so far; a second one ends it at once.
    """
    if wait is not None and cluster is None:
        raise BadInput("--wait is how long to wait for a worker of a cluster: give --cluster, too")
    default = f"{file_name(game)}.{objective if price is None else 'price'}.tree"
    limit = options["time_limit"]
    try:
        with progress_line(lines=cluster is not None) as show:

            def progress(state: Report) -> None:
                if show is not None:
                    show(lambda seconds: describe(state, game.guesses, seconds, limit))

            options |= {
                "prices": None if price is None else read_prices(price),
                "max_depth": None if max_depth == "none" else int(max_depth),
                "memory": memory,
                "progress": None if show is None else progress,
                "cluster": None if cluster is None else find_cluster(cluster, wait),
                "tell": tell,
            }  # the rest is named as solve() names it
            if each_first is not None:
                firsts = find_first_guesses(game, each_first, objective, path, options)
            else:
                tree = solve(game, objective, **options)
    except NotSaved as lost:
        write_tree(lost.tree, path, default)
        raise
    except StoppedEarly as early:
        note(str(early))
        if early.tree is not None:
            write_tree(early.tree, path, default)
        return early.exit_code
    except KeyboardInterrupt as interrupt:
        tell_what_is_kept(game, interrupt, path, options["checkpoint"])
        raise click.Abort from None
    if each_first is not None:
        what = "total" if price is None and objective == "total" else "cost"
        rows = [
            {"place": place, "first_guess": guess, what: cost, "average": round(cost / game.weight, 4)}
            for place, (guess, cost) in enumerate(firsts, 1)
        ]
        print_rows(rows, style, best=what)
    else:
        if limit is not None:
            note(f"proved in time: no tree costs less than {tree.cost}")
        write_tree(tree, path, default)
    return 0


def tell(line: str) -> None:
    """Print a line; the one that says what a result rests on comes last."""
    if line.startswith("rests on "):
        click.get_current_context().call_on_close(lambda: note(line))
    else:
        note(line)


def tell_what_is_kept(game: Game, interrupt: KeyboardInterrupt, path: str | None, checkpoint: str | None) -> None:
    """Write the best tree of an interrupted search, if a file for it is named, and say what is kept and how to go on.

    Nothing is written to standard output: what reads from it is interrupted, too.
    """
    found = interrupt if isinstance(interrupt, Interrupted) else None
    text = "interrupted" if found is None else str(found)
    if found is not None and found.tree is not None:
        is_file = path is not None and path != "-"
        text += "; the best tree so far, unproved, is " + ("written" if is_file else "not written: name a file with -o")
        if is_file:
            write_tree(found.tree, path, "")
    tell_interrupt(text)
    if checkpoint is None:
        file = f"{file_name(game)}.checkpoint"
        note(f"nothing that was proved is kept; to be able to go on, use: {this_command('--checkpoint', file)}")
    elif found is None or found.unsaved is None:
        note(f"what was proved is kept in {checkpoint}; this goes on: {this_command()}")


def find_first_guesses(
    game: Game, count: int, objective: str, path: str | None, options: dict[str, Any]
) -> list[tuple[str, int]]:
    """Return the best first guesses with their costs; BadInput for options that only a tree has a use for."""
    for option, given in (("--first", options.pop("first")), ("-o", path), ("--paranoid", options.pop("paranoid")),
                          ("--certificate", options.pop("certificate"))):  # fmt: skip
        if given:
            raise BadInput(f"--each-first compares first guesses and writes no tree: leave {option} out")
    return best_first_guesses(game, count, objective, **options)


def find_cluster(address: str, wait: float | None) -> Helper:
    """Return the cluster at an address; BadInput if it cannot be used."""
    from treegen.optimal.cluster import Cluster

    try:
        return Cluster(address, tell=note, **({} if wait is None else {"wait": wait}))
    except ModuleNotFoundError as error:
        raise BadInput(f'--cluster needs {error.name}: pip install "guesstree[cluster]"') from None


def read_prices(text: str) -> list[int]:
    """Parse a price list; BadInput names the part that is not a whole number."""
    prices = []
    for part in text.split(","):
        digits = part.strip()
        if not (digits.isascii() and digits.removeprefix("-").isdigit() and len(digits) < 20):
            raise BadInput(f"{part.strip()[:30]!r} is not a price; write whole numbers with commas, as in 1,2,3,4,5")
        prices.append(int(digits))
    return prices


def describe_cluster(state: HelperState) -> list[str]:
    """Describe what a cluster does: its workers and their tasks."""
    parts = [f"{state['workers']} workers, {state['tasks']} tasks open, {state['tasks_per_second']:.1f} a second"]
    if state["dashboard"]:
        parts.append(state["dashboard"])
    return parts


def _in_words(seconds: float) -> str:
    """A rough time."""
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
