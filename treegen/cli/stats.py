"""treegen stats: the figures of a tree."""

from __future__ import annotations

from typing import Any

import click

from player.cli import show
from player.rules.titles import brief
from player.tree import Tree, read_tree
from treegen.cli.common import format_option, verb

__all__ = ["command", "statistics"]


def statistics(tree: Tree) -> dict[str, Any]:
    """Return the figures of a tree, in the order in which they are printed."""
    names = (
        "game", "made", "objective", "cost", "bound", "proved", "secrets", "nodes", "total", "depth",
        "at_depth", "average", "histogram", "tally", "sha256", "title",
    )  # fmt: skip
    return {name: getattr(tree, name) for name in names} | {"objective": tree.objective or None}


@verb("treegen stats bulls-4x10.total --json")
@click.argument("source", metavar="TREE")
@format_option
def command(source: str, style: str) -> None:
    """Show what TREE is and how good it is."""
    figures = statistics(read_tree(source))
    if style in ("table", "md"):
        title = figures.pop("title")
        figures = {"game": brief(figures.pop("game")), "title": title, **figures}
    click.echo(show.render_fields(figures, style), nl=False)
