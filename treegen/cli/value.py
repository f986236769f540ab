"""Shows what a codemaker who draws the secret, and a codebreaker who draws a tree, can assure at GAME.

The table has the chance of each class of equivalent secrets, and of each tree. The codebreaker draws a symmetry of the
game, too: the names of symbols and places. The exit code is 3 if the time ran out before both sides met.
"""

from __future__ import annotations

import json
from typing import Any

from player.cli.command import Namespace, Parser, adder
from player.errors import GaveUp
from treegen.cli.common import note, print_fields, print_rows
from treegen.cli.options import game_of, options
from treegen.cli.output import write_output
from treegen.exchange.importing import to_json
from treegen.games.game import Game
from treegen.lab.value import GameValue, value

PARSER = Parser(__doc__, "treegen value mastermind-4x6", options("game", "threads", "time", "format"))
adder(PARSER)("-o FILE.json", "write what both sides draw, the trees included", dest="path")


def run(args: Namespace) -> int:
    game = game_of(args)
    found = value(game, threads=args.threads, time_limit=args.time_limit)
    rows: list[dict[str, Any]] = [
        {"side": "codemaker", "draws": words[0], "secrets": len(words), "chance": str(chance), "tally": None}
        for words, chance in zip(found.classes, found.keeper, strict=True)
    ] + [
        {"side": "codebreaker", "draws": tree.guesses[0], "secrets": None, "chance": str(chance), "tally": tree.tally}
        for tree, chance in zip(found.trees, found.mixture, strict=True)
    ]
    if args.path is not None:
        write_output((json.dumps(_whole(game, found), ensure_ascii=False) + "\n").encode(), args.path)
    if args.style == "json":
        print_fields(_head(game, found) | {"draws": rows}, args.style)
    elif args.path != "-":
        if args.style == "table":
            sides = sorted({found.lower, found.upper})
            decimals = " to ".join(f"{float(side):.5f}" for side in sides)
            print(f"{game.brief}: {' to '.join(map(str, sides))} = {decimals}, guesses\n")
        print_rows(rows, args.style)
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
