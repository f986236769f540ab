"""treegen next: the best guesses in the middle of a game."""

from __future__ import annotations

from typing import Any

import click

from player.cli import show
from player.people.phrases import count
from player.rules.symbols import show_word
from treegen.cli.common import format_option, in_names, print_rows, takes_game, verb
from treegen.games.game import Game
from treegen.insight import analysis

__all__ = ["command"]


@verb("treegen next bulls-4x10 --history 0123:11,0145:02")
@takes_game
@click.option("--history", default="", metavar="H", help="The game so far, as in 0123:01,4561:02.")
@click.option("--top", type=click.IntRange(min=1), default=10, show_default=True, help="How many guesses to show.")
@click.option(
    "--by", type=click.Choice(analysis.ORDERS), default="expected", show_default=True, help="What to rank by."
)
@click.option("--candidates", is_flag=True, help="Also list the candidates that are left.")
@format_option
def command(game: Game, history: str, top: int, by: str, candidates: bool, style: str) -> None:
    """Rank the next guesses after a history, whether or not a tree would have led there.

    expected_guesses is the average number of guesses still needed, including this one.  It is exact if the position is
    small enough to be solved; otherwise the entropy strategy continues after the guess.  Of equivalent guesses only
    one is shown.
    """
    left, _ = analysis.position(game, history)
    rows: list[dict[str, Any]] = in_names(analysis.next_guesses(game, history, top, by), game, style)
    words = [game.secrets[index] for index in left]
    if style == "json":
        rows.append({"candidates_left": len(words), **({"candidates": words} if candidates else {})})
    print_rows(rows, style)
    if style == "csv":
        click.echo(show.csv_lines([["candidates_left", str(len(words)), *(words if candidates else [])]]), nl=False)
    elif style != "json":
        listed = f": {' '.join(show_word(game.rules, word) for word in words)}" if candidates else ""
        click.echo(f"\n{count(len(words), 'candidate')} left{listed}")
