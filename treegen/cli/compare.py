"""treegen compare: several strategies on one game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from player.cli.show import csv_lines, printable
from player.cli.tables import NOT_AVAILABLE
from player.errors import BadInput
from player.tree import Tree
from treegen.cli.common import format_option, note, print_rows, print_text, verb
from treegen.cli.options import DEPTH, VALUES, boards_option, takes_large_game
from treegen.cli.output import write_output
from treegen.games.game import Game
from treegen.greedy.strategy import STRATEGIES
from treegen.insight.bounds import describe_average
from treegen.insight.compare import DEFAULT, SERIES, compare, compare_series
from treegen.insight.rows import Rows, games_of
from treegen.lab.boards import Boards

if TYPE_CHECKING:
    from collections.abc import Sequence

_CELLS = ("total", "average", "depth", "at_depth")  # that are n/a where there is no tree


@verb("treegen compare bulls-3x9 entropy minimax knuth")
@takes_large_game
@click.argument("strategies", metavar="[STRATEGY...]", nargs=-1)
@click.option("--max-depth", type=DEPTH, default="none", metavar="N|none", help="Repair each tree to that depth.")
@click.option("--limit", type=click.IntRange(min=1), help="Count secrets over this limit  [default: the game's own]")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random strategy.")
@click.option("--seeds", type=click.IntRange(1, 1000), default=1, help="Take the mean of N seeds, from --seed on.")
@click.option("--n", "values", type=VALUES, metavar="A..B", help="Compare a series: the values of N in GAME.")
@boards_option
@click.option("--games", type=click.IntRange(1, 10**6), help="How many games on several boards are drawn from --seed.")
@click.option("--plot", metavar="FILE", help="Plot the histograms, or the series, to an .svg, .png or .pdf file.")
@click.option("--log", metavar="FILE", help="Write every game as a line of CSV, and a summary.")
@format_option
def command(
    game: Game | str, strategies: tuple[str, ...], max_depth: int | str, plot: str | None, log: str | None, style: str,
    values: tuple[int, ...] | None, boards: int, games: int | None, **options: Any,
) -> None:  # fmt: skip
    """Play every secret of GAME with each STRATEGY, and show the totals and histograms.

    The columns 1st, 2nd, ... count the secrets that are found at that guess, by weight as all figures.  The gap to the
    optimum is the total less the least total, if a shipped tree proves it.

    Without --max-depth, the strategies are used as they are, without a guaranteed depth.  A STRATEGY is a name, a
    composition (see treegen strategies), a tree, or "optimal".

    With --n, GAME is a series such as number-1..N or bulls-3xN, and the table has the average of each STRATEGY in each
    game, beside two lower bounds.

    With several --boards, so many --games are played (100 by default) whose secrets are drawn, with the guesses of
    treegen next.
    """
    depth = None if max_depth == "none" else int(max_depth)
    if isinstance(game, str):
        if log is not None:
            raise BadInput("--log is for one game, not for a series")
        _compare_series(game, values or (), strategies or SERIES, plot, style, max_depth=depth, **options)
        return
    if values is not None:
        raise BadInput("--n is for a series: N must stand for its values in GAME, as in number-1..N or bulls-3xN")
    if boards > 1 or games is not None:
        if boards == 1 or strategies or log or plot:
            raise BadInput("--games is for several boards; add --boards N, and leave STRATEGY, --plot and --log out")
        _print_boards(game, boards, games or 100, options["seed"], options["limit"], style)
        return
    lines = [["strategy", "secret", "guesses", "history"]]
    summary: list[str] = []

    def report(name: str, tree: Tree, seconds: float) -> None:
        if log is None:
            return
        lines.extend([name, secret, str(history.count(":")), history] for secret, history in games_of(tree))
        found = " ".join(map(str, tree.histogram))
        summary.append(
            f"# {printable(name)}: average {tree.average:.4f}, maximum {tree.depth}, {seconds:.3f} s, "
            f"histogram {found}\n"
        )

    rows = compare(game, strategies or DEFAULT, max_depth=depth, report=report, **options)
    if log is not None:
        write_output((csv_lines(lines) + "".join(summary)).encode(), log)
    if plot is not None:
        from treegen.render.plots import histograms, save

        drawn: list[dict[str, Any]] = [dict(row) for row in rows if row["depth"]]
        found = [(row["strategy"], [row[f"h{k}"] for k in range(1, row["depth"] + 1)]) for row in drawn]
        unit = "secrets" if game.weights is None else "weight"
        save(lambda: histograms(found, game=game.title, unit=unit), plot)
    _print(rows, style, best="total")
    if style in ("table", "md"):
        click.echo()
        print_text(describe_average(game), style)
    _note_aliases(strategies)


def _note_aliases(strategies: Sequence[str]) -> None:
    for name in strategies:
        known = STRATEGIES.get(name)
        if known is not None and known.is_alias and known.strategy.name in strategies:
            note(f"{name} is another name of {known.strategy.name}")


def _print_boards(game: Game, boards: int, games: int, seed: int, limit: int | None, style: str) -> None:
    made = Boards(game).games(boards, games, seed)
    row: dict[str, Any] = {"boards": boards, "games": games, "average": sum(made) / games, "depth": max(made)}
    row |= {f"h{guesses}": made.count(guesses) for guesses in range(min(made), max(made) + 1)}
    print_rows([row | {"over_limit": None if limit is None else sum(one > limit for one in made)}], style)


def _compare_series(
    name: str, values: Sequence[int], strategies: Sequence[str], plot: str | None, style: str, **options: Any
) -> None:
    rows = compare_series(name, values, strategies, **options)
    if plot is not None:
        from treegen.render.plots import save, series

        save(lambda: series(rows, name), plot)
    _print(rows, style)


def _print(rows: Rows[Any], style: str, best: str = "") -> None:
    """Print rows, for people with a word in place of figures that there are not, and say why."""
    shown: list[dict[str, Any]] = [dict(row) for row in rows]
    for row in shown if style in ("table", "md") else ():
        row |= {key: NOT_AVAILABLE for key in row if row[key] is None and (key in _CELLS or "n" in row)}
    print_rows(shown, style, best=best)
    for line in rows.notes:
        note(line)
