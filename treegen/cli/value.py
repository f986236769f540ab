"""Shows what a codemaker who draws the secret, and a codebreaker who draws a tree, can assure at GAME.

The table has the chance of each class of equivalent secrets, and of each tree. The codebreaker draws a symmetry of the
game, too: the names of symbols and places. The exit code is 3 if the time ran out before both sides met.
"""

from __future__ import annotations

import json
from typing import Any

from player.cli.command import Namespace, Parser
from treegen.cli.common import print_answer
from treegen.cli.options import game_of, options
from treegen.cli.output import write_output
from treegen.exchange.importing import to_json
from treegen.games.game import Game
from treegen.lab.value import GameValue, value

PARSER = Parser(__doc__, "treegen value mastermind-4x6", *options("game", "threads", "time", "format"))
PARSER.add("-o FILE.json", "write what both sides draw, the trees included", dest="path")


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
    if args.path == "-":
        return print_answer(_whole(game, found), "", (), "json", found.value is not None)
    if args.path is not None:
        write_output((json.dumps(_whole(game, found), ensure_ascii=False) + "\n").encode(), args.path)
    sides = sorted({found.lower, found.upper})
    decimals = " to ".join(f"{float(side):.5f}" for side in sides)
    told = f"{game.brief}: {' to '.join(map(str, sides))} = {decimals}, guesses"
    return print_answer(_head(game, found) | {"draws": rows}, told, rows, args.style, found.value is not None)


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
