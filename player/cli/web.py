"""Writes the page to play and explore, one file with the tree in it, opens it in a browser and prints its path."""

from __future__ import annotations

from player import web
from player.cli import terminal, write
from player.cli.command import TREE, Namespace, Parser
from player.cli.show import DEFAULT_TREE
from player.tree.tree import open_tree

PARSER = Parser(__doc__, "player web bulls-4x10.total -o page.html --no-open", TREE)
PARSER.add("-o FILE", "where to write the page (default: a file in the cache); - is standard output", dest="path")
PARSER.add("--no-open", "write it, open nothing")


def run(args: Namespace) -> int:
    tree = open_tree(args.tree or DEFAULT_TREE)
    page = web.make_page([(web.name_of(tree), tree)])
    if args.path == "-":
        write(page)
        return 0
    path, is_shown = web.show_page(page, args.path, web.name_of(tree), is_opened=not args.no_open)
    write(f"{path}\n")
    if not is_shown and not args.no_open and not args.quiet:
        terminal.complain("no browser could be started; open this file in one")
    return 0
