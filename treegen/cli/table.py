"""treegen table: the information that a guess gains, or that all guesses gain."""

from __future__ import annotations

import click

from treegen.cli.common import format_option, print_rows, verb, with_symbol_names
from treegen.cli.options import history_option, takes_game
from treegen.games.game import Game
from treegen.insight import analysis


@verb("treegen table bulls-4x10 0123")
@takes_game
@click.argument("guess", required=False)
@history_option
@format_option
def command(game: Game, guess: str | None, history: str, style: str) -> None:
    """Show the cells of GUESS after a history, with the bits that each feedback gains and leaves.

    The last line shows their sum, and how many bits the guess gains on average.  Without GUESS, show all guesses,
    grouped by the information that they gain.
    """
    if guess is None:
        print_rows(with_symbol_names(analysis.guesses_by_information(game, history), game, style), style, best="-bits")
    else:
        print_rows(with_symbol_names(analysis.table(game, guess, history), game, style), style)
