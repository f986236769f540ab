"""Shows the cells of GUESS after a history, with the bits that each feedback gains and leaves.

The last line shows their sum, and how many bits the guess gains on average. Without GUESS, shows all guesses, grouped
by the information that they gain.
"""

from __future__ import annotations

from player.cli.command import Namespace, Parser
from treegen.cli.common import print_rows, with_symbol_names
from treegen.cli.options import game_of, options
from treegen.insight import analysis

PARSER = Parser(__doc__, "treegen table bulls-4x10 0123", options("game", "history", "format"))
PARSER.add_argument("guess", metavar="GUESS", nargs="?")


def run(args: Namespace) -> None:
    game, history = game_of(args), ";".join(args.history)
    if args.guess is None:
        rows = with_symbol_names(analysis.guesses_by_information(game, history), game, args.style)
        print_rows(rows, args.style, best="-bits")
    else:
        print_rows(with_symbol_names(analysis.table(game, args.guess, history), game, args.style), args.style)
