"""Shows what TREE is and how good it is: its figures, and how many secrets are found at each guess."""

from __future__ import annotations

from typing import Any

from player.cli.command import Namespace, Parser
from player.cli.tables import bars
from player.cli.terminal import terminal_width
from player.rules.titles import brief
from player.tree import Tree, open_tree
from treegen.cli.common import print_fields
from treegen.cli.options import options
from treegen.games.lookup import show_files

PARSER = Parser(__doc__, "treegen stats bulls-4x10.total", *options("format"))
PARSER.add("TREE")


def run(args: Namespace) -> None:
    tree = open_tree(args.tree)
    figures = statistics(tree)
    if args.style in ("table", "md"):
        title, files = figures.pop("title"), figures.pop("files")
        texts = [show_files(files[at : at + 2]) for at in range(0, len(files), 2)]
        lines = {"file" if number == 1 else f"file {number}": text for number, text in enumerate(texts, 1)}
        figures = {"game": brief(figures.pop("game")), "title": title, **lines, **figures}
    if args.style != "table":
        print_fields(figures, args.style)
        return
    print_fields({key: value for key, value in figures.items() if key != "histogram"}, args.style)
    counted = "weight" if tree.weights else "secrets"
    print("\n" + bars(tree.histogram, what=counted, width=terminal_width()), end="")


def statistics(tree: Tree) -> dict[str, Any]:
    """Return the figures of a tree, in the order in which they are printed."""
    names = (
        "game", "made", "objective", "cost", "bound", "proved", "secrets", *["weight"] * bool(tree.weights), "nodes",
        "total", "depth", "at_depth", "average", "histogram", "tally", "sha256", "title", "files",
    )  # fmt: skip
    costs = {"costs": tree.costs()} if tree.has_costs else {}
    return {name: getattr(tree, name) for name in names} | {"objective": tree.objective or None} | costs
