"""treegen compare: several strategies on one game."""

from __future__ import annotations

from typing import Any

import click

from player.cli.show import csv_lines, printable
from player.tree import Tree
from treegen.cli.common import format_option, note, print_rows, verb
from treegen.cli.options import DEPTH, takes_game
from treegen.cli.output import write_output
from treegen.games.game import Game
from treegen.greedy.strategy import STRATEGIES
from treegen.insight.compare import DEFAULT, compare
from treegen.insight.rows import games_of


@verb("treegen compare bulls-3x9 entropy minimax knuth")
@takes_game
@click.argument("strategies", metavar="[STRATEGY...]", nargs=-1)
@click.option("--max-depth", type=DEPTH, default="none", metavar="N|none", help="Repair each tree to that depth.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    help="The limit of guesses for the column over limit  [default: the game's own]",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random strategy.")
@click.option("--plot", metavar="FILE", help="Plot the histograms to an .svg, .png or .pdf file.")
@click.option("--log", metavar="FILE", help="Write every game as a line of CSV, and a summary.")
@format_option
def command(
    game: Game, strategies: tuple[str, ...], max_depth: int | str, plot: str | None, log: str | None, style: str,
    **options: Any,
) -> None:  # fmt: skip
    """Play every secret of GAME with each STRATEGY, and show the totals and histograms.

    The columns 1st, 2nd, ... count the secrets that are found at that guess.  The gap to the optimum is the total less
    the least total, if a shipped tree proves it.

    Without --max-depth, the strategies are used as they are, without a guaranteed depth.  A STRATEGY is a name, a
    composition (see treegen strategies) or a tree.
    """
    lines = [["strategy", "secret", "guesses", "history"]]
    summary: list[str] = []
    histograms: list[tuple[str, tuple[int, ...]]] = []

    def report(name: str, tree: Tree, seconds: float) -> None:
        histograms.append((name, tuple(tree.histogram)))
        if log is None:
            return
        lines.extend([name, secret, str(history.count(":")), history] for secret, history in games_of(tree))
        found = " ".join(map(str, tree.histogram))
        summary.append(
            f"# {printable(name)}: average {tree.average:.4f}, maximum {tree.depth}, {seconds:.3f} s, "
            f"histogram {found}\n"
        )

    depth = None if max_depth == "none" else int(max_depth)
    rows = compare(game, strategies or DEFAULT, max_depth=depth, report=report, **options)
    if log is not None:
        write_output((csv_lines(lines) + "".join(summary)).encode(), log)
    if plot is not None:
        from treegen.render.plots import save_histograms

        save_histograms(histograms, plot)
    print_rows(rows, style, best="total")
    for name in strategies:
        known = STRATEGIES.get(name)
        if known is not None and known.is_alias and known.strategy.name in strategies:
            note(f"{name} is another name of {known.strategy.name}")
