"""Where verbs put what they make: a file that is replaced whole, or standard output."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from player import format as tree_format
from player.tree import Tree
from treegen.cli.common import is_quiet

__all__ = ["write_output", "write_tree"]


def write_tree(tree: Tree, path: str | None, default: str) -> None:
    """Write the tree and print the path; "-" is standard output, None the default name in the working folder."""
    if path == "-":
        write_output(tree.to_bytes(), None)
        return
    path = path or default
    tree.write(path)
    click.echo(path)
    if sys.stderr.isatty() and not is_quiet():
        size = len(tree.to_bytes())
        click.echo(f"{tree.tally}: {tree.secrets} secrets, average {tree.average:.4f}, {size} bytes", err=True)


def write_output(data: bytes, path: str | None) -> None:
    """Write bytes to a file, replacing it whole, or to standard output where `path` is None or "-"."""
    if path is None or path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        tree_format.write_file(str(Path(path)), data)
