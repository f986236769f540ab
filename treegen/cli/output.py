"""Output of the verbs: to a file, which is replaced atomically, or to standard output; and the progress line."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from player.cli.terminal import aside, printable, takes_updates, width_of
from player.tree import Tree, writer
from treegen.cli.common import Run, clear_line, note

Show = Callable[[Callable[[float], str]], None]  # The argument is a function from the seconds so far to a text.

_WAIT, _EVERY = 0.5, 0.2  # Progress is shown after 0.5 seconds, and then every 0.2 seconds.
_FIRST_LINE, _LINES = 2.0, 60.0  # Without a terminal, lines are printed after 2 seconds, and then each minute.
_COLUMNS = 80  # A terminal that does not report its width is taken to have this number of columns.


def write_tree(tree: Tree, path: str | None, default: str) -> None:
    """Write the tree and print its path.  "-" is standard output; None is the default name in the working folder."""
    if path == "-":
        write_output(tree.to_bytes(), path)
        return
    path = path or default
    tree.write(path)
    clear_line()
    print(path, flush=True)
    if is_watched():
        size = len(tree.to_bytes())
        aside(f"{tree.tally}: {tree.secrets} secrets, {tree.costs() or f'average {tree.average:.4f}'}, {size} bytes\n")


def write_output(data: bytes, path: str | None) -> None:
    """Write bytes to a file, which is replaced atomically, or to standard output if `path` is None or "-"."""
    clear_line()
    if path is not None and path != "-":
        writer.write_file(str(Path(path)), data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def is_watched() -> bool:
    """Return whether standard error is a terminal, without --quiet."""
    return sys.stderr is not None and sys.stderr.isatty() and not Run.is_quiet


def fit(text: str, width: int) -> str:
    """Return as many of the comma-separated parts of a text as fit into `width` columns.

    A part is never cut, since half a number is another number, unless the first one alone is too long.

    >>> fit("12 s, bound 7817, best 7820", 20)
    '12 s, bound 7817'
    """
    text = printable(text)
    end = max(end for end in range(len(text) + 1) if width_of(text[:end]) <= width)
    is_whole = end == len(text) or text.startswith(", ", end)
    return text[:end] if is_whole else text[:end].rpartition(", ")[0] or text[:end]


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or _COLUMNS
    except (OSError, ValueError):
        return _COLUMNS


@contextmanager
def progress_line() -> Iterator[Show]:
    """Yield a function that shows progress on standard error.

    Its argument is a function that makes a text from the seconds since the start.  The text begins with what matters
    most, because it is cut to the width of the terminal (see `fit`), where one line is written again and again.  The
    line is removed at the end, and by `clear_line`, which all functions that print call.  The first update comes after
    a pause, so that quick commands show nothing.  Without a terminal, a line is printed after two seconds, and then
    each minute.
    """
    is_terminal, is_there, started = is_watched() and takes_updates(), False, time.monotonic()
    printed, processor = started, time.process_time()

    def show_line(describe: Callable[[float], str]) -> None:
        nonlocal printed, is_there
        now = time.monotonic()
        # A command that is slow only because the machine is busy says nothing.
        is_first = printed == started and min(now - started, time.process_time() - processor) > _FIRST_LINE
        if not is_terminal and (is_first or now - printed > _LINES):
            note(describe(now - started))
        elif is_terminal and now - started > _WAIT and now - printed > _EVERY:
            is_there = True
            aside(f"\r{fit(describe(now - started), _columns() - 1)}\033[K")
        else:
            return
        printed = now

    def clear() -> None:
        nonlocal is_there
        if is_there:
            aside("\r\033[K")
        is_there = False

    Run.clear_line = clear
    try:
        yield show_line
    finally:
        Run.clear_line = None
        clear()
