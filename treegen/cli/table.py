"""Shows the cells of GUESS after a history, with the bits that each feedback gains and leaves.

The last line shows their sum, and how many bits the guess gains on average. Without GUESS, shows all guesses, grouped
by the information that they gain.
"""

from __future__ import annotations

from player.cli.command import Namespace, Parser
from treegen.cli.common import print_rows
from treegen.cli.options import game_of, options
from treegen.insight import analysis

PARSER = Parser(__doc__, "treegen table bulls-4x10 0123", *options("game", "history", "format"))
PARSER.add("GUESS", nargs="?")


def run(args: Namespace) -> None:
    game, history = game_of(args), ";".join(args.history)
    if args.guess is None:
        print_rows(analysis.guesses_by_information(game, history), args.style, best="-bits", game=game)
    else:
        print_rows(analysis.table(game, args.guess, history), args.style, game=game)
