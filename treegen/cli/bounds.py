"""treegen bounds: why so many guesses suffice, and why fewer do not."""

from __future__ import annotations

import click

from treegen.cli.common import DURATION, format_option, print_rows, say, takes_game, verb
from treegen.games.game import Game
from treegen.insight.bounds import bounds, explain

__all__ = ["command"]


@verb("treegen bounds bulls-4x10")
@takes_game
@click.option(
    "--time", "time_limit", type=DURATION, metavar="LIMIT",
    help="Search so long for what the atlas does not have  [default: 5s for a small game, else no search]",
)  # fmt: skip
@format_option
def command(game: Game, time_limit: float | None, style: str) -> None:
    """Show for each depth how many secrets its trees can find at most, what the best known tree finds, and why.

    The columns information, counting and caps are upper bounds: as many secrets as there are sequences of answers; as a
    full tree has nodes that can win; and as such a tree has if its nodes have no more children than a guess makes cells
    of what a first guess leaves. "search" stands for a proof in the atlas or by a search. No tree finds more than the
    number in the column most possible, which is the least of all bounds.
    """
    rows = bounds(game, time_limit=time_limit)
    print_rows(rows, style)
    if style in ("table", "md"):
        click.echo()
        say(explain(game, rows), style)
