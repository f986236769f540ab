"""treegen value: guesses that are needed on average against the worst distribution of secrets."""

from __future__ import annotations

import json
from typing import Any

import click

from player.errors import GaveUp
from treegen.cli.common import format_option, note, print_fields, print_rows, verb
from treegen.cli.options import SearchOptions, search_options, takes_game
from treegen.cli.output import write_output
from treegen.exchange.export.text import to_json
from treegen.games.game import Game
from treegen.lab.value import GameValue, value


@verb("treegen value mastermind-4x6")
@takes_game
@search_options("threads", "time_limit")
@click.option("-o", "path", metavar="FILE.json", help="Write what both sides draw, the trees included.")
@format_option
def command(game: Game, options: SearchOptions, path: str | None, style: str) -> int:
    """Show what a codemaker who draws the secret, and a codebreaker who draws a tree, can assure at GAME.

    The table has the chance of each class of equivalent secrets, and of each tree.  The codebreaker draws a symmetry of
    the game, too: the names of symbols and places.  The exit code is 3 if the time ran out before both sides met.
    """
    found = value(game, threads=options.threads, time_limit=options.time_limit)
    rows: list[dict[str, Any]] = [
        {"side": "codemaker", "draws": words[0], "secrets": len(words), "chance": str(chance), "tally": None}
        for words, chance in zip(found.classes, found.keeper, strict=True)
    ] + [
        {"side": "codebreaker", "draws": tree.guesses[0], "secrets": None, "chance": str(chance), "tally": tree.tally}
        for tree, chance in zip(found.trees, found.mixture, strict=True)
    ]
    if path is not None:
        write_output((json.dumps(_whole(game, found), ensure_ascii=False) + "\n").encode(), path)
    if style == "json":
        print_fields(_head(game, found) | {"draws": rows}, style)
    elif path != "-":
        if style == "table":
            sides = sorted({found.lower, found.upper})
            decimals = " to ".join(f"{float(side):.5f}" for side in sides)
            click.echo(f"{game.brief}: {' to '.join(map(str, sides))} = {decimals}, guesses\n")
        print_rows(rows, style)
    if found.value is None:
        note("the time ran out before both sides met")
        return GaveUp.exit_code
    return 0


def _head(game: Game, found: GameValue) -> dict[str, Any]:
    return {
        "game": game.name,
        "value": None if found.value is None else str(found.value),
        "lower": str(found.lower),
        "upper": str(found.upper),
    }


def _whole(game: Game, found: GameValue) -> dict[str, Any]:
    """What FILE.json holds: the chance of each class with its secrets, and of each tree."""
    return _head(game, found) | {
        "codemaker": [{"chance": str(c), "secrets": w} for w, c in zip(found.classes, found.keeper, strict=True)],
        "codebreaker": [
            {"chance": str(chance), "tree": json.loads(to_json(tree))}
            for tree, chance in zip(found.trees, found.mixture, strict=True)
        ],
    }  # fmt: skip
