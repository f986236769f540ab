"""treegen export: a tree in another form."""

from __future__ import annotations

import click

from player.tree import read_tree
from treegen.cli.common import verb
from treegen.cli.output import write_output
from treegen.errors import BadInput
from treegen.export.html import to_html
from treegen.export.text import to_json, to_text

__all__ = ["command"]

TARGETS = {"json": to_json, "text": to_text}
TARGETS_OF_MANY = {"html": to_html}  # these take several trees


@verb()
@click.argument("sources", metavar="TREE...", nargs=-1, required=True)
@click.option(
    "--to", "target", type=click.Choice([*TARGETS, *TARGETS_OF_MANY]), required=True, help="The form to write."
)
@click.option("-o", "path", metavar="FILE", help="Where to write  [default: standard output]")
def command(sources: tuple[str, ...], target: str, path: str | None) -> None:
    """Write TREE in another form: nested JSON, text with one line per secret, or a page to play and explore.

    The page takes several trees.
    """
    if target in TARGETS_OF_MANY:
        text = TARGETS_OF_MANY[target]([read_tree(source) for source in sources])
    elif len(sources) == 1:
        text = TARGETS[target](read_tree(sources[0]))
    else:
        raise BadInput(f"--to {target} takes one TREE, not {len(sources)}; only --to html takes several")
    write_output(text.encode(), path)
