"""treegen stats: the figures of a tree."""

from __future__ import annotations

from typing import Any

import click

from player.cli import show
from player.tree import Tree, read_tree
from treegen.cli.common import format_option, verb

__all__ = ["command", "statistics"]


def statistics(tree: Tree) -> dict[str, Any]:
    """Return the figures of a tree, in the order in which they are printed."""
    return {
        "game": tree.game,
        "made": tree.made,
        "objective": tree.objective or None,
        "cost": tree.cost,
        "bound": tree.bound,
        "proved": tree.proved,
        "secrets": tree.secrets,
        "nodes": tree.nodes,
        "total": tree.total,
        "depth": tree.depth,
        "at_depth": tree.at_depth,
        "average": tree.average,
        "histogram": list(tree.histogram),
        "tally": tree.tally,
        "sha256": tree.sha256,
    }


@verb()
@click.argument("source", metavar="TREE")
@format_option
def command(source: str, style: str, as_json: bool) -> None:
    """Show what TREE is and how good it is."""
    click.echo(show.render_fields(statistics(read_tree(source)), "json" if as_json else style), nl=False)
