"""Output of the verbs: to a file, which is replaced atomically, or to standard output; and the progress line."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from player.errors import BadInput
from player.tree import Tree, writer
from treegen.cli.common import is_quiet

__all__ = ["is_watched", "progress_line", "write_output", "write_tree"]

_WAIT, _EVERY = 0.5, 0.2  # seconds until progress is first shown, and between two updates
_LINES = 60.0  # seconds between two lines where there is no terminal


def write_tree(tree: Tree, path: str | None, default: str) -> None:
    """Write the tree and print its path.  "-" is standard output; None is the default name in the working folder."""
    if path == "-":
        write_output(tree.to_bytes(), None)
        return
    path = path or default
    tree.write(path)
    click.echo(path)
    if is_watched():
        size = len(tree.to_bytes())
        click.echo(f"{tree.tally}: {tree.secrets} secrets, average {tree.average:.4f}, {size} bytes", err=True)


def write_output(data: bytes, path: str | None) -> None:
    """Write bytes to a file, which is replaced atomically, or to standard output if `path` is None or "-"."""
    if path is None or path == "-":
        if sys.stdout is None:
            raise BadInput("standard output is closed; name a file with -o")
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        writer.write_file(str(Path(path)), data)


def is_watched() -> bool:
    """Whether standard error is a terminal and --quiet was not given."""
    return sys.stderr is not None and sys.stderr.isatty() and not is_quiet()


@contextmanager
def progress_line(*, lines: bool = False) -> Iterator[Callable[[Callable[[float], str]], None] | None]:
    """Yield a function that shows progress on standard error, or None if that is not a terminal.

    The function takes another one, which makes the text from the seconds since the start, and calls it only when the
    line is updated.  The line is removed at the end.  With `lines`, there is one a minute where there is no terminal.
    """
    started = shown = time.monotonic()
    wrote = False

    def show_line(describe: Callable[[float], str]) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown > _LINES:
            shown = now
            click.echo(describe(now - started), err=True)

    if not is_watched():
        yield show_line if lines and sys.stderr is not None and not is_quiet() else None
        return

    def show(describe: Callable[[float], str]) -> None:
        nonlocal shown, wrote
        now = time.monotonic()
        if now - started > _WAIT and now - shown > _EVERY:
            shown, wrote = now, True
            click.echo(f"\r{describe(now - started)}\033[K", nl=False, err=True)

    try:
        yield show
    finally:
        if wrote:
            click.echo("\r\033[K", nl=False, err=True)
