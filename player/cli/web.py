"""`player web`: the page to play and explore."""

from __future__ import annotations

from player import web
from player.cli import FLAG, TEXT, Arguments, write
from player.cli.show import DEFAULT_TREE, complain
from player.tree.tree import read_tree

OPTIONS = {"-o": TEXT, "--no-open": FLAG}


def run(arguments: Arguments) -> int:
    """Write the page with the tree in it, open it and print where it lies."""
    tree = read_tree(arguments.tree or DEFAULT_TREE)
    name = web.name_of(tree)
    page = web.make_page([(name, tree)])
    if arguments["-o"] == "-":
        write(page)
        return 0
    path, is_shown = web.show_page(page, arguments["-o"], name, is_opened=not arguments["--no-open"])
    write(f"{path}\n")
    if not is_shown and not arguments["--no-open"] and not arguments["--quiet"]:
        complain("no browser could be started; open this file in one")
    return 0
