"""Plays every secret of GAME with each STRATEGY, and shows the totals and histograms.

The columns 1st, 2nd, ... count the secrets that are found at that guess, by weight as all figures. The gap to the
optimum is the total less the least total, if a shipped tree proves it.

Without --max-depth, the strategies are used as they are, without a guaranteed depth. A STRATEGY is a name, a
composition (see treegen strategies), a tree, or "optimal".

With --n, GAME is a series such as number-1..N or bulls-3xN, and the table has the average of each STRATEGY in each
game, beside two lower bounds. With several --boards, --games are played whose secrets are drawn, with the guesses of
treegen next.
"""

from __future__ import annotations

import re
from typing import Any

from player.cli.command import Namespace, Parser, read_count, whole
from player.cli.tables import NOT_AVAILABLE
from player.errors import BadInput, require
from treegen.cli.common import note, print_rows, print_text
from treegen.cli.options import game_of, options, read_depth, read_integer, read_values
from treegen.games.game import Game
from treegen.insight.bounds import describe_average
from treegen.insight.compare import DEFAULT, SERIES, compare, compare_series
from treegen.insight.rows import Rows
from treegen.lab.boards import Boards

_SERIES = re.compile(r"[^:=]*[-x.]N")  # The name of a series begins like this.
_CELLS = ("total", "average", "depth", "at_depth")  # Tables show these as n/a if there is no tree.

PARSER = Parser(__doc__, "treegen compare bulls-3x9 entropy minimax knuth", *options("game", "boards", "format"))
PARSER.add("STRATEGY", dest="strategies", nargs="*")
PARSER.add("--max-depth N|none", "repair each tree to that depth", type=read_depth)
PARSER.add("--limit N", "count secrets over this limit (default: the game's own)", type=read_count)
PARSER.add("--seed N", "seed of the random strategy (default: 0)", type=read_integer, default=0)
PARSER.add("--seeds N", "take the mean of N seeds, from --seed on", type=whole(1, 1000), default=1)
PARSER.add("--n A..B", "compare a series: the values of N in GAME", dest="values", type=read_values)
about = "how many games on several boards are drawn from --seed (default: 100)"
PARSER.add("--games N", about, type=whole(1, 10**6))
PARSER.add("--plot FILE", "plot the histograms, or the series, to an .svg, .png or .pdf file")


def run(args: Namespace) -> None:
    plot, style = args.plot, args.style
    options: dict[str, Any] = {name: getattr(args, name) for name in ("limit", "seed", "seeds")}
    options["max_depth"] = args.max_depth or None
    if _SERIES.match(args.game):
        require(args.values is not None, f"{args.game} is a series of games; give the values of N, as in --n 3..8")
        is_plain = not (args.symbols or args.weights or args.called)
        require(is_plain, "--symbols, --weights and --name are for one game, not for a series")
        rows = compare_series(args.game, args.values, args.strategies or SERIES, **options)
        if plot is not None:
            from treegen.render.plots import save, series

            save(lambda: series(rows, args.game), plot)
        _print(rows, style)
        return
    game, strategies = game_of(args, needs_table=False), args.strategies
    if args.values is not None:
        raise BadInput("--n is for a series: N must stand for its values in GAME, as in number-1..N or bulls-3xN")
    if args.boards > 1 or args.games is not None:
        if args.boards == 1 or strategies or plot:
            raise BadInput("--games is for several boards; add --boards N, and leave STRATEGY and --plot out")
        _print_boards(game, args)
        return
    played = compare(game, strategies or DEFAULT, **options)
    if plot is not None:
        from treegen.render.plots import histograms, save

        drawn: list[dict[str, Any]] = [dict(row) for row in played if row["depth"]]
        found = [(row["strategy"], [row[f"h{k}"] for k in range(1, row["depth"] + 1)]) for row in drawn]
        unit = "secrets" if game.weights is None else "weight"
        save(lambda: histograms(found, game=game.title, unit=unit), plot)
    _print(played, style, best="total" if game.costs is None else "cost")
    if style in ("table", "md"):
        print()
        print_text(describe_average(game), style)


def _print_boards(game: Game, args: Namespace) -> None:
    boards, games, limit = args.boards, args.games or 100, args.limit
    made = Boards(game).games(boards, games, args.seed)
    row: dict[str, Any] = {"boards": boards, "games": games, "average": sum(made) / games, "depth": max(made)}
    row |= {f"h{guesses}": made.count(guesses) for guesses in range(min(made), max(made) + 1)}
    print_rows([row | {"over_limit": None if limit is None else sum(one > limit for one in made)}], args.style)


def _print(rows: Rows[Any], style: str, best: str = "") -> None:
    """Print rows, with n/a for missing figures in tables, and print the reasons."""
    printed: list[dict[str, Any]] = [dict(row) for row in rows]
    for row in printed if style in ("table", "md") else ():
        row |= {key: NOT_AVAILABLE for key in row if row[key] is None and (key in _CELLS or "n" in row)}
    print_rows(printed, style, best=best)
    for line in rows.notes:
        note(line)
