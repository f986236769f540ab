"""treegen static: the fewest questions that, asked all at once, tell every secret apart."""

from __future__ import annotations

import click

from player.errors import GaveUp
from treegen.cli.common import format_option, note, notes_how_to_restart, print_fields, print_rows, verb
from treegen.cli.options import SearchOptions, search_options, takes_game
from treegen.cli.output import progress_line
from treegen.games.game import Game
from treegen.lab.static import StaticQuestions, static


@verb("treegen static mastermind-3x4")
@takes_game
@click.option("--win", "has_win", is_flag=True, help="Count a last guess, which names the secret.")
@search_options("time_limit", time_limit={"default": 600.0, "help": "Stop after so long  [default: 10m]"})
@format_option
def command(game: Game, has_win: bool, options: SearchOptions, style: str) -> int:
    """Show the fewest questions about GAME that, asked all at once, tell every secret apart.

    Their number is the metric dimension.  Each row has the cells into which the answers divide the secrets so far, and
    how many secrets are left on average.  The exit code is 3 if the time ran out before a proof.
    """
    with progress_line() as show, notes_how_to_restart():
        found = static(
            game, time_limit=options.time_limit,
            progress=lambda tried, known, left: show(
                lambda _: f"{tried} questions tried, best {known}, gap {known - tried}"
                + f", {left:.0f} s left" * (left < float("inf"))
            ),
        )  # fmt: skip
    told = zip(found.questions, found.cells, found.left, strict=True)
    rows = [{"question": question, "cells": cells, "expected_left": left} for question, cells, left in told]
    if style == "json":
        guesses = {"guesses": len(rows) + 1} if has_win else {}
        whole = {"game": game.name, "questions": list(found.questions), **guesses, "bound": found.bound}
        print_fields(whole | {"proved": found.proved, "rows": rows}, style)
    else:
        if style == "table":
            click.echo(f"{game.brief}: {_told(game, found, has_win)}\n")
        print_rows(rows, style)
    if not found.proved:
        note("the time ran out before the proof")
        return GaveUp.exit_code
    return 0


def _told(game: Game, found: StaticQuestions, has_win: bool) -> str:
    n, asked = len(game.secrets), len(found.questions)
    least = f"{found.bound} at least are needed, a gap of {asked - found.bound}"
    text = f"{asked} question{'s' * (asked != 1)} can tell all {n} secrets apart; "
    text += f"{'no fewer can' if found.proved else least}, as is proved"
    if has_win:
        named = sum(secret in found.questions for secret in game.secrets)
        text += f"; with a last guess, {asked + 1} guesses name {n} secrets, and {named} of them sooner"
    return text
