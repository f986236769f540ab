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
@click.option("--partial", "count", type=click.IntRange(min=1), metavar="K",
              help="Only K questions: those whose answers divide the secrets into most cells.")  # fmt: skip
@click.option("--rest", "by_rest", is_flag=True, help="With --partial: those that leave fewest secrets on average.")
@search_options("time_limit", time_limit={"default": 600.0, "help": "Stop after so long  [default: 10m]"})
@format_option
def command(game: Game, has_win: bool, count: int | None, by_rest: bool, options: SearchOptions, style: str) -> int:
    """Show the fewest questions about GAME that, asked all at once, tell every secret apart.

    Their number is the metric dimension.  Each row has the cells into which the answers divide the secrets so far, and
    how many secrets are left on average.  The exit code is 3 if the time ran out before a proof.
    """
    if by_rest and count is None:
        raise click.UsageError("--rest is for --partial K, the best K questions")
    with progress_line() as show, notes_how_to_restart():
        found = static(
            game, count=count, by_rest=by_rest, time_limit=options.time_limit,
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
            click.echo(f"{game.brief}: {_told(game, found, count, by_rest, has_win)}\n")
        print_rows(rows, style)
    if not found.proved:
        note("the time ran out before the proof")
        return GaveUp.exit_code
    return 0


def _told(game: Game, found: StaticQuestions, count: int | None, by_rest: bool, has_win: bool) -> str:
    n, asked = len(game.secrets), len(found.questions)
    cells, left = (found.cells[-1], found.left[-1]) if asked else (1, 1.0)
    questions = f"{asked} question{'s' * (asked != 1)}"
    if count is None:
        text, known = f"{questions} can tell all {n} secrets apart", "no fewer can"
        least = f"{found.bound} at least are needed, a gap of {asked - found.bound:.0f}"
    else:
        text = f"{questions} of {n} secrets make {cells} cells and leave {left:.4f} secrets on average"
        known = f"no others are better{' by what is left' * by_rest}"
        least = f"others leave {found.bound:.4f} at least" if by_rest else f"others make {found.bound} cells at most"
    text += f"; {known if found.proved else least}, as is proved"
    if has_win:
        named = sum(secret in found.questions for secret in game.secrets)
        text += f"; with a last guess, {asked + 1} guesses name {cells} secrets, and {named} of them sooner"
    return text
