"""treegen export: a tree in another form."""

from __future__ import annotations

import click

from player.tree import read_tree
from treegen.cli.common import verb
from treegen.cli.output import write_output
from treegen.export.text import to_json, to_text

__all__ = ["command"]

TARGETS = {"json": to_json, "text": to_text}


@verb()
@click.argument("source", metavar="TREE")
@click.option("--to", "target", type=click.Choice(list(TARGETS)), required=True, help="The form to write.")
@click.option("-o", "path", metavar="FILE", help="Where to write  [default: standard output]")
def command(source: str, target: str, path: str | None) -> None:
    """Write TREE in another form: nested JSON, or text with one line per secret."""
    write_output(TARGETS[target](read_tree(source)).encode(), path)
