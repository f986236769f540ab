"""treegen import: a tree that another program wrote."""

from __future__ import annotations

import click

from player.rules.lists import read_text
from treegen.cli.common import note, verb
from treegen.cli.options import file_name, name_option, read_game, symbols_option, weights_option
from treegen.cli.output import write_tree
from treegen.exchange.importing import FORMATS, guess_format, read_tree


@verb("treegen import theirs.json --game bulls-4x10 -o theirs.tree")
@click.argument("source", metavar="FILE")
@click.option("--from", "form", type=click.Choice(list(FORMATS)), help="The notation of the file  [default: detected]")
@click.option("--game", "name", metavar="GAME", required=True, help="The game that the tree plays.")
@symbols_option
@weights_option
@name_option
@click.option("-o", "path", metavar="FILE", help="Where to write, - for standard output  [default: GAME.imported.tree]")
def command(
    source: str, form: str | None, name: str, symbols: str | None, weights: str | None, called: str | None,
    path: str | None,
) -> None:  # fmt: skip
    """Read a tree that another program wrote, check that it finds every secret, and write it as a tree file.

    json is nested {"guess", "children"} (or "map", "next", "branches"), where a last guess may be a text; text has a
    line for each secret with its history; selby is the form of Selby's trees of Wordle, crane BBBBB1 moist GGGGG2.
    Letters may stand for the game's symbols: A for the first, B for the second, and so on.
    """
    text = read_text(source)
    game = read_game(name, symbols, weights, called=called)
    where = "standard input" if source == "-" else source
    tree, dead = read_tree(text, form or guess_format(text), game, where)
    if dead:
        note(f"{where}: left out {dead} branch{'es' * (dead > 1)} that no secret takes")
    write_tree(tree, path, f"{file_name(game)}.imported.tree")
