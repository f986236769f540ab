"""Output of the verbs: to a file, which is replaced atomically, or to standard output; and the progress line."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unicodedata import east_asian_width

from player.cli.terminal import aside, printable, takes_updates
from player.tree import Tree, writer
from treegen.cli.common import Run, clear_line, note

Show = Callable[[Callable[[float], str]], None]  # it takes what makes the text from the seconds since the start

_WAIT, _EVERY = 0.5, 0.2  # seconds until progress is first shown, and between two updates
_FIRST_LINE, _LINES = 2.0, 60.0  # seconds until the first line without a terminal, and between two others
_COLUMNS = 80  # width of a terminal that does not report it


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
        aside(f"{tree.tally}: {tree.secrets} secrets, average {tree.average:.4f}, {size} bytes\n")


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
    """Return whether standard error is a terminal and --quiet was not given."""
    return sys.stderr is not None and sys.stderr.isatty() and not Run.is_quiet


def fit(text: str, width: int) -> str:
    """Return as many of the comma-separated parts of a text as fit into `width` columns.

    A part is never cut, since half a number is another number, unless the first one alone is too long.

    >>> fit("12 s, bound 7817, best 7820", 20)
    '12 s, bound 7817'
    """
    text, used = printable(text), 0
    for place, symbol in enumerate(text):
        used += 2 if east_asian_width(symbol) in "WF" else 1
        if used > width:
            part = text[:place]
            return part if text.startswith(", ", place) else part.rpartition(", ")[0] or part
    return text


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or _COLUMNS
    except (OSError, ValueError):
        return _COLUMNS


@contextmanager
def progress_line() -> Iterator[Show]:
    """Yield a function that shows progress on standard error.

    The function takes another one, which makes the text from the seconds since the start; what is most important comes
    first in it (see `fit`), so that the line, which is written again and again, is never wider than the terminal. It is
    removed at the end, and by `clear_line`, which everything that prints calls.  The first update waits, so that quick
    commands show nothing.  Without a terminal, there is a line after two seconds, and then one a minute.
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
