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
from treegen.lab.value import value

PARSER = Parser(__doc__, "treegen value mastermind-4x6", *options("game", "threads", "time", "format"))
PARSER.add("-o FILE.json", "write what both sides draw, the trees included", dest="path")


def run(args: Namespace) -> int:
    game = game_of(args)
    found = value(game, threads=args.threads, time_limit=args.time_limit)
    is_proved = found.value is not None
    classes = [*zip(found.classes, map(str, found.keeper), strict=True)]
    trees = [*zip(found.trees, map(str, found.mixture), strict=True)]
    head = {"game": game.name, "value": str(found.value) if is_proved else None}
    head |= {"lower": str(found.lower), "upper": str(found.upper)}
    if args.path is not None:
        whole = head | {
            "codemaker": [{"chance": chance, "secrets": words} for words, chance in classes],
            "codebreaker": [{"chance": chance, "tree": json.loads(to_json(tree))} for tree, chance in trees],
        }
        if args.path == "-":
            return print_answer(whole, "", (), "json", is_proved)
        write_output((json.dumps(whole, ensure_ascii=False) + "\n").encode(), args.path)
    rows: list[dict[str, Any]] = [
        {"side": "codemaker", "draws": words[0], "secrets": len(words), "chance": chance, "tally": None}
        for words, chance in classes
    ] + [
        {"side": "codebreaker", "draws": tree.guesses[0], "secrets": None, "chance": chance, "tally": tree.tally}
        for tree, chance in trees
    ]
    sides = sorted({found.lower, found.upper})
    decimals = " to ".join(f"{float(side):.5f}" for side in sides)
    answer = f"{game.brief}: {' to '.join(map(str, sides))} = {decimals}, guesses"
    return print_answer(head | {"draws": rows}, answer, rows, args.style, is_proved)
