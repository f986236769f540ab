"""treegen build: the greedy tree of a strategy."""

from __future__ import annotations

import click

from treegen.cli.common import note, notes_how_to_restart, verb
from treegen.cli.options import DEPTH, SearchOptions, file_name, search_options, takes_large_game
from treegen.cli.output import progress_line, write_tree
from treegen.games.game import Game
from treegen.optimal.build import DEFAULT_EFFORT, DEFAULT_LIMITS, build


@verb("treegen build bulls-4x10 --max-depth 7 -o my.tree")
@takes_large_game
@click.option(
    "--strategy", "--score", "strategy",
    default="entropy",
    show_default=True,
    help="How guesses are ranked: SCORE or SCORE+PART+...; see treegen strategies. SCORE may be FILE.py:FUNCTION.",
)  # fmt: skip
@click.option("--guesses", metavar="POOL", help="all, candidates or hard  [default: the strategy's own]")
@click.option(
    "--max-depth", type=DEPTH, metavar="N|none", help="Guarantee at most N guesses  [default: the game's own]"
)
@click.option("--first", metavar="GUESS", help="Force the first guess.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random strategy.")
@click.option(
    "--effort", type=click.IntRange(min=1), default=DEFAULT_EFFORT, show_default=True, help="Positions to examine."
)
@click.option(
    "--exact-below", type=click.IntRange(min=0), default=0, metavar="N", help="Solve cells of up to N exactly."
)
@search_options("time_limit", "threads", time_limit={"help": "Give up after, for example, 90s, 10m or 2h."})
@click.option("-o", "path", metavar="FILE", help="Where to write, - for standard output  [default: GAME.STRATEGY.tree]")
def command(
    game: Game, strategy: str, guesses: str | None, max_depth: int | str | None, first: str | None, seed: int,
    effort: int, exact_below: int, options: SearchOptions, path: str | None,
) -> None:  # fmt: skip
    """Build the greedy tree of a strategy for GAME, and print the path of the file.

    In every position, the tree asks the strategy's best guess among those whose cells can all be finished within the
    guaranteed depth.  The exit code is 1 if it is proved that no tree has that depth, and 3 if the --effort or the
    --time ran out first.
    """
    limit = DEFAULT_LIMITS.get(game.name, "none") if max_depth is None else max_depth

    def repaired(depth: int, over: int) -> None:
        note(
            f"{strategy} alone needs {depth} guesses for {over} secret{'s' * (over > 1)}; "
            f"repaired to {limit} (--max-depth none for the plain rule)"
        )

    with progress_line() as show, notes_how_to_restart():
        tree = build(
            game,
            strategy,
            guesses=guesses,
            max_depth=None if limit == "none" else int(limit),
            first=first,
            seed=seed,
            effort=effort,
            exact_below=exact_below,
            threads=options.threads,
            time_limit=options.time_limit,
            progress=lambda done, secrets: show(lambda _: f"{done} of {secrets} secrets placed"),
            examined=lambda positions: show(
                lambda passed: f"{passed:.0f} s, repair to depth {limit}, {positions} positions examined"
            ),
            repaired=repaired,
        )
    write_tree(tree, path, f"{file_name(game)}.{strategy.rpartition(':')[2]}.tree")
