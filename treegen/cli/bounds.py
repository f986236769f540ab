"""Shows for each depth how many secrets its trees can find at most, what the best known tree finds, and why.

The columns information, counting and caps are upper bounds: as many secrets as there are sequences of answers; as a
full tree has nodes that can win; and as such a tree has if its nodes have no more children than a guess makes cells of
what a first guess leaves. "search" stands for a proof in the atlas or by a search. No tree finds more than the number
in the column most possible, which is the least of all bounds. For a table with costs, a row has instead the least cost
on average or in the worst case.
"""

from __future__ import annotations

from player.cli.command import Namespace, Parser, read_time
from treegen.cli.common import print_rows, print_text
from treegen.cli.options import game_of, options
from treegen.insight.bounds import bounds, explain

PARSER = Parser(__doc__, "treegen bounds bulls-4x10", *options("game", "format"))
about = "limit of the search for values that the atlas lacks (default: 5s for a small game, else no search)"
PARSER.add("--time LIMIT", about, type=read_time)


def run(args: Namespace) -> None:
    game = game_of(args)
    rows = bounds(game, time_limit=args.time)
    print_rows(rows, args.style)
    if args.style in ("table", "md"):
        print()
        print_text(explain(game, rows), args.style)
