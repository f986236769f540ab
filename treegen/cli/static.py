"""Shows the fewest questions about GAME that, asked all at once, tell every secret apart.

Their number is the metric dimension. Each row has the cells into which the answers divide the secrets so far, and how
many secrets are left on average. The exit code is 3 if the time ran out before a proof.
"""

from __future__ import annotations

from player.cli.command import Namespace, Parser
from player.rules.titles import show_word
from treegen.cli.common import notes_how_to_restart, print_answer
from treegen.cli.options import game_of, options
from treegen.cli.output import progress_line
from treegen.games.game import Game
from treegen.lab.static import StaticQuestions, static

PARSER = Parser(__doc__, "treegen static mastermind-3x4", *options("game", "time", "format", time="10m"))
PARSER.add("--win", "count a last guess, which names the secret")


def run(args: Namespace) -> int:
    game = game_of(args)
    with progress_line() as show, notes_how_to_restart():
        found = static(
            game, time_limit=args.time_limit,
            progress=lambda tried, best, left: show(
                lambda _: f"{tried} questions tried, best {best}, gap {best - tried}"
                + f", {left:.0f} s left" * (left < float("inf"))
            ),
        )  # fmt: skip
    figures = zip(found.questions, found.cells, found.left, strict=True)
    rows = [{"question": question, "cells": cells, "expected_left": left} for question, cells, left in figures]
    guesses = {"guesses": len(rows) + 1} if args.win else {}
    whole = {"game": game.name, "questions": list(found.questions), **guesses, "bound": found.bound}
    whole |= {"proved": found.proved, "rows": rows}
    if args.style in ("table", "md"):
        rows = [row | {"question": show_word(game.rules, str(row["question"]))} for row in rows]
    return print_answer(whole, f"{game.brief}: {_sentence(game, found, args.win)}", rows, args.style, found.proved)


def _sentence(game: Game, found: StaticQuestions, has_win: bool) -> str:
    n, size = len(game.secrets), len(found.questions)
    least = f"{found.bound} at least are needed, a gap of {size - found.bound}"
    text = f"{size} question{'s' * (size != 1)} can tell all {n} secrets apart; "
    text += f"{'no fewer can' if found.proved else least}, as is proved"
    if has_win:
        named = sum(secret in found.questions for secret in game.secrets)
        text += f"; with a last guess, {size + 1} guesses name {n} secrets, and {named} of them sooner"
    return text
