"""treegen stats: the figures of a tree."""

from __future__ import annotations

from typing import Any

import click

from player.cli.tables import bars
from player.cli.terminal import terminal_width
from player.rules.titles import brief, show_files
from player.tree import Tree, read_tree
from treegen.cli.common import format_option, print_fields, verb


def statistics(tree: Tree) -> dict[str, Any]:
    """Return the figures of a tree, in the order in which they are printed."""
    names = (
        "game", "made", "objective", "cost", "bound", "proved", "secrets", *["weight"] * bool(tree.weights), "nodes",
        "total", "depth", "at_depth", "average", "histogram", "tally", "sha256", "title", "files",
    )  # fmt: skip
    return {name: getattr(tree, name) for name in names} | {"objective": tree.objective or None}


def _file_lines(files: tuple[str, ...]) -> dict[str, str]:
    shown = [show_files(files[at : at + 2]) for at in range(0, len(files), 2)]
    return {"file" if number == 1 else f"file {number}": text for number, text in enumerate(shown, 1)}


@verb("treegen stats bulls-4x10.total")
@click.argument("source", metavar="TREE")
@format_option
def command(source: str, style: str) -> None:
    """Show what TREE is and how good it is: its figures, and how many secrets are found at each guess."""
    tree = read_tree(source)
    figures = statistics(tree)
    if style in ("table", "md"):
        title, files = figures.pop("title"), figures.pop("files")
        figures = {"game": brief(figures.pop("game")), "title": title, **_file_lines(files), **figures}
    if style != "table":
        print_fields(figures, style)
        return
    print_fields({key: value for key, value in figures.items() if key != "histogram"}, style)
    counted = "weight" if tree.weights else "secrets"
    click.echo("\n" + bars(tree.histogram, what=counted, width=terminal_width()), nl=False)
