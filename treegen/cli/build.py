"""Builds the greedy tree of a strategy for GAME, and prints the path of the file.

In every position, the tree asks the strategy's best guess among those whose cells can all be finished within the
guaranteed depth. The exit code is 1 if it is proved that no tree has that depth, and 3 if the --effort or the --time
ran out first.
"""

from __future__ import annotations

from player.cli.command import Namespace, Parser, whole
from treegen.cli.common import note, notes_how_to_restart
from treegen.cli.options import file_name, game_of, options, read_depth, read_integer
from treegen.cli.output import progress_line, write_tree
from treegen.optimal.build import DEFAULT_EFFORT, DEFAULT_LIMITS, build

PARSER = Parser(__doc__, "treegen build bulls-4x10 --max-depth 7 -o my.tree", *options("game", "threads", "time"))
add = PARSER.add
add("--strategy --score STRATEGY", "how guesses are ranked (default: entropy): SCORE or SCORE+PART+...; see "
    "treegen strategies. SCORE may be FILE.py:FUNCTION", default="entropy")  # fmt: skip
add("--guesses POOL", "all, candidates or hard (default: the strategy's own)")
add("--max-depth N|none", "guarantee at most N guesses (default: the game's own)", type=read_depth)
add("--first GUESS", "force the first guess")
add("--seed N", "seed of the random strategy (default: 0)", type=read_integer, default=0)
add("--effort N", f"positions to examine (default: {DEFAULT_EFFORT})", type=whole(1, 10**18), default=DEFAULT_EFFORT)
add("--exact-below N", "solve cells of up to N exactly (default: 0)", type=whole(0, 10**18), default=0)
add("-o FILE", "where to write, - for standard output (default: GAME.STRATEGY.tree)", dest="path")


def run(args: Namespace) -> None:
    game, strategy = game_of(args, needs_table=False), args.strategy
    limit = DEFAULT_LIMITS.get(game.name, 0) if args.max_depth is None else args.max_depth

    def repaired(depth: int, over: int) -> None:
        note(
            f"{strategy} alone needs {depth} guesses for {over} secret{'s' * (over > 1)}; "
            f"repaired to {limit} (--max-depth none for the plain rule)"
        )

    names = "guesses", "first", "seed", "effort", "exact_below", "threads", "time_limit"
    how = {name: getattr(args, name) for name in names}
    with progress_line() as show, notes_how_to_restart():
        tree = build(
            game,
            strategy,
            max_depth=limit or None,
            **how,
            progress=lambda done, secrets: show(lambda _: f"{done} of {secrets} secrets placed"),
            examined=lambda positions: show(
                lambda passed: f"{passed:.0f} s, repair to depth {limit}, {positions} positions examined"
            ),
            repaired=repaired,
        )
    write_tree(tree, args.path, f"{file_name(game)}.{strategy.rpartition(':')[2]}.tree")
