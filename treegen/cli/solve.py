"""treegen solve: the optimal tree for an objective, with a proof."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from player.errors import BadInput
from treegen.cli.common import DEPTH, DURATION, SIZE, file_name, format_option, note, print_rows, takes_game, verb
from treegen.cli.output import is_watched, progress_line, write_tree
from treegen.games.game import Game
from treegen.optimal.engine import Helper, HelperState, Report
from treegen.optimal.objective import OBJECTIVES, POOLS
from treegen.optimal.solver import NotSaved, StoppedEarly, best_first_guesses, solve

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
@click.option("--paranoid", is_flag=True, help="Trust neither checkpoint nor cluster: search again without them.")
@click.option("--sample-seed", type=click.IntRange(min=0), metavar="N",
              help="Seed of the sample of their results that is solved again  [default: random]")  # fmt: skip
@click.option("--certificate", metavar="FILE", help="Write a certificate of the result, which others can check.")
@click.option(
    "-o", "path", metavar="FILE", help="Where to write, - for standard output  [default: GAME.OBJECTIVE.tree]"
)
@format_option
def command(
    game: Game, objective: str, price: str | None, max_depth: int | str, memory: int | None, cluster: str | None,
    path: str | None, each_first: int | None, style: str, **options: Any,
) -> int:  # fmt: skip
    """Find the optimal tree of GAME, prove that it is optimal, and print the path of the file.

    With --each-first, print a table of the best first guesses (of equivalent ones only the first), in the --format.

    The exit code is 1 if it is proved that there is no such tree, and 3 if the time ran out (the best tree so far is
    written).
    """
    default = f"{file_name(game)}.{objective if price is None else 'price'}.tree"
    with progress_line(lines=cluster is not None) as show:

        def progress(state: Report) -> None:
            if show is not None:
                show(lambda seconds: f"{seconds:.0f} s, {describe(state, game.guesses)}")

        def report(text: str) -> None:
            note(f"\r{text}\033[K" if is_watched() else text)

        options |= {
            "prices": None if price is None else read_prices(price),
            "max_depth": None if max_depth == "none" else int(max_depth),
            "memory": memory,
            "progress": None if show is None else progress,
            "cluster": None if cluster is None else find_cluster(cluster),
            "tell": report,
        }  # the rest is named as solve() names it
        try:
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
    if each_first is not None:
        what = "total" if price is None and objective == "total" else "cost"
        rows = [
            {"place": place, "first_guess": guess, what: cost, "average": round(cost / game.weight, 4)}
            for place, (guess, cost) in enumerate(firsts, 1)
        ]
        print_rows(rows, style, best=what)
    else:
        write_tree(tree, path, default)
    return 0


def find_first_guesses(
    game: Game, count: int, objective: str, path: str | None, options: dict[str, Any]
) -> list[tuple[str, int]]:
    """Return the best first guesses with their costs; BadInput for options that only a tree has a use for."""
    for option, given in (("--first", options.pop("first")), ("-o", path), ("--paranoid", options.pop("paranoid")),
                          ("--certificate", options.pop("certificate"))):  # fmt: skip
        if given:
            raise BadInput(f"--each-first compares first guesses and writes no tree: leave {option} out")
    return best_first_guesses(game, count, objective, **options)


def find_cluster(address: str) -> Helper:
    """Return the cluster at an address; BadInput if it cannot be used."""
    from treegen.optimal.cluster import Cluster

    try:
        return Cluster(address, tell=note)
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
    """Describe what a cluster does: its workers, their tasks, and a rough range of the time that is left."""
    least, most = (_in_words(seconds) for seconds in state["seconds_left"])
    parts = [
        f"{state['workers']} workers, {state['tasks']} tasks open, {state['tasks_per_second']:.1f} a second",
        f"some {least} to {most} left, as far as is known",
    ]
    if state["failing"]:
        parts.append(f"failing: {' '.join(state['failing'][:3])}")
    if state["dashboard"]:
        parts.append(state["dashboard"])
    return parts


def _in_words(seconds: float) -> str:
    """A rough time."""
    for size, unit in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def describe(state: Report, guesses: Sequence[str]) -> str:
    """Describe the state of a search: depth limit, bound, best cost, and the first guesses with their open cells."""
    limit = state["prices"].limit
    parts = ["any depth" if limit is None else f"depth at most {limit}", f"{state['positions']} positions"]
    best = "none yet" if state["cost"] is None else state["cost"]
    parts.append(f"bound {state['bound']}, best {best}")
    if (cluster := state["cluster"]) is not None:
        parts += describe_cluster(cluster)
    for branch in state["guesses"][:2]:
        cells = branch["cells"]
        if cells:
            done = sum(bool(cell["done"]) for cell in cells)
            parts.append(f"{guesses[branch['guess']]}: {done} of {len(cells)} cells, at least {branch['bound']}")
    return ", ".join(parts)
