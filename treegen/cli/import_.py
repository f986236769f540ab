"""Reads a tree that another program wrote, checks that it finds every secret, and writes it as a tree file.

json is nested {"guess", "children"} (or "map", "next", "branches"), where a last guess may be a text; text has a line
for each secret with its history; selby is the form of Selby's trees of Wordle, crane BBBBB1 moist GGGGG2. Letters may
stand for the game's symbols: A for the first, B for the second, and so on.
"""

from __future__ import annotations

from player.cli.command import Namespace, Parser
from player.rules.lists import read_text
from treegen.cli.common import note
from treegen.cli.options import file_name, game_of, options
from treegen.cli.output import write_tree
from treegen.exchange.importing import FORMATS, guess_format, read_tree

PARSER = Parser(
    __doc__, "treegen import theirs.json --game bulls-4x10 -o theirs.tree", *options("symbols", "weights", "name")
)
PARSER.add("FILE")
PARSER.add("--from", "the notation of the file (default: detected)", dest="form", choices=list(FORMATS))
PARSER.add("--game GAME", "the game that the tree plays", required=True)
PARSER.add("-o FILE", "where to write, - for standard output (default: GAME.imported.tree)", dest="path")


def run(args: Namespace) -> None:
    text = read_text(args.file)
    game = game_of(args, needs_table=False)
    where = "standard input" if args.file == "-" else args.file
    tree, dead = read_tree(text, args.form or guess_format(text), game, where)
    if dead:
        note(f"{where}: left out {dead} branch{'es' * (dead > 1)} that no secret takes")
    write_tree(tree, args.path, f"{file_name(game)}.imported.tree")
