"""treegen bounds: why so many guesses suffice, and why fewer do not."""

from __future__ import annotations

import click

from treegen.cli.common import format_option, print_rows, print_text, verb
from treegen.cli.options import SearchOptions, search_options, takes_game
from treegen.games.game import Game
from treegen.insight.bounds import bounds, explain


@verb("treegen bounds bulls-4x10")
@takes_game
@search_options("time_limit", time_limit={
    "help": "Search so long for what the atlas does not have  [default: 5s for a small game, else no search]"}
)  # fmt: skip
@format_option
def command(game: Game, options: SearchOptions, style: str) -> None:
    """Show for each depth how many secrets its trees can find at most, what the best known tree finds, and why.

    The columns information, counting and caps are upper bounds: as many secrets as there are sequences of answers; as a
    full tree has nodes that can win; and as such a tree has if its nodes have no more children than a guess makes cells
    of what a first guess leaves. "search" stands for a proof in the atlas or by a search. No tree finds more than the
    number in the column most possible, which is the least of all bounds.
    """
    rows = bounds(game, time_limit=options.time_limit)
    print_rows(rows, style)
    if style in ("table", "md"):
        click.echo()
        print_text(explain(game, rows), style)
