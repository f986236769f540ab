"""What all verbs share: what is said beside results, and output in the requested format."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from player.cli import show
from player.cli.tables import fields, left_out, table
from player.cli.terminal import colour_marks, fold, for_output, show_colours, show_marks, terminal_width, wants_colour
from player.errors import BadInput
from player.rules.cells import broken_hint
from player.tree import writer
from treegen.cli.columns import EXACT, column_of

if TYPE_CHECKING:
    from treegen.games.game import Game

# Characters that a terminal would obey, but for the ends of lines, as it gets them.
_CONTROL = dict.fromkeys([*range(10), *range(11, 32), *range(127, 160)], "?")


class Run:
    """What holds for the whole run of a command; `start` begins another one."""

    is_quiet, has_colour = False, True
    parquet: str | None = None  # the file of --parquet
    began = 0.0  # time.monotonic()
    clear_line: Callable[[], None] | None = None  # removes the progress line
    last: list[str] = []  # noqa: RUF012  # remarks for the end


def aside(text: str) -> None:
    """Print on standard error, unless that is gone, as a terminal may be that was closed."""
    with suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()


def note(text: str) -> None:
    """Print a remark on standard error, unless --quiet was given."""
    if not Run.is_quiet:
        clear_line()
        show.complain(text)


def note_broken_hints(steps: Sequence[tuple[str, str]], start: int = 0) -> None:
    """Say which guesses of a game, from a round on, hard mode does not allow, and why."""
    for number, (guess, _) in enumerate(steps[start:], start + 1):
        if broken := broken_hint(guess, steps[: number - 1]):
            note(f"round {number}: hard mode does not allow {guess}: {broken}")


def clear_line() -> None:
    """Remove the progress line, if there is one, before something else is printed."""
    if Run.clear_line is not None:
        Run.clear_line()


@contextmanager
def notes_how_to_restart() -> Iterator[None]:
    """After Ctrl-C, print the command that restarts the work."""
    try:
        yield
    except KeyboardInterrupt:
        note_interrupt(f"interrupted: nothing is kept; this starts again: {this_command()}")
        raise


def clear_interrupt() -> None:
    """Remove the ^C that a terminal shows after Ctrl-C."""
    if sys.stderr.isatty() and not Run.is_quiet:
        aside("\r\033[K")


def note_interrupt(text: str) -> None:
    """Print a remark after Ctrl-C, in place of the ^C that a terminal shows."""
    clear_interrupt()
    note(text)


def this_command(*more: str) -> str:
    """Return the command that is running, and more arguments, as one types it."""
    return shlex.join(["treegen", *sys.argv[1:], *more])


def print_rows(rows: Sequence[Mapping[str, Any]], style: str, *, best: str = "") -> None:
    """Print rows in one of the formats of --format.

    A table is as wide as the terminal at most, and marks the rows with the least `best` (see `player.cli.tables`).
    """
    if style not in ("json", "parquet"):
        rows = [{key: value for key, value in row.items() if key not in EXACT} for row in rows]
    if style == "parquet":
        _write_parquet(rows)
    elif style != "table" or not rows:
        print(for_output(show.render(rows, style)).translate(_CONTROL), end="")
    else:
        _print_table(*table(rows, column_of, width=terminal_width(), best=best, is_bold=is_coloured()))


def print_fields(row: dict[str, Any], style: str) -> None:
    """Print one row alone in one of the formats of --format, for people with a line for each field."""
    if style == "parquet":
        _write_parquet([row])
    elif style != "table":
        print(for_output(show.render_fields(row, style)).translate(_CONTROL), end="")
    else:
        _print_table(*fields(row, column_of, width=terminal_width()))


def _write_parquet(rows: Sequence[Mapping[str, Any]]) -> None:
    try:
        from pyarrow import BufferOutputStream, Table, parquet

        parquet.write_table(Table.from_pylist(list(rows)), data := BufferOutputStream())
    except ImportError:
        raise BadInput("--parquet needs pyarrow: pip install 'guesstree[parquet]', or pip install pyarrow") from None
    except (TypeError, ValueError, OverflowError) as error:  # texts and numbers in one column
        raise BadInput(f"--parquet: {error}; --json and --csv take these rows") from error
    writer.write_file(str(Run.parquet), data.getvalue().to_pybytes())


def _print_table(text: str, dropped: list[str]) -> None:
    """Print a table, and say which columns it had no room for, if any, and how they are shown."""
    print(colour_marks(text) if is_coloured() else text, end="")
    width = terminal_width()
    if dropped and width is not None:
        for line in fold(left_out(dropped, width), width):
            note(line)


def print_text(text: str, style: str) -> None:
    """Print lines of prose beside a table of this --format, wrapped at blanks where the terminal is narrower."""
    width = terminal_width()
    lines = map(show.markdown, text.split("\n")) if style == "md" else text.split("\n")
    text = "\n".join(part for line in lines for part in fold(line, width))
    print(colour_marks(text) if style != "md" and is_coloured() else text)


def is_coloured() -> bool:
    """Whether tables and prose are printed in colours and bold type."""
    return wants_colour() and Run.has_colour


def with_symbol_names(rows: Sequence[Mapping[str, Any]], game: Game, style: str) -> list[Mapping[str, Any]]:
    """The rows for print_rows(): for people with the names of the game's symbols, and squares for marks of words."""
    from player.rules.symbols import show_word

    if style not in ("table", "md") or game.rules is None:
        return list(rows)
    show = show_colours if style == "table" and is_coloured() else show_word
    keys, labels = ("guess", "best_guess", "first_guess", "example"), set(game.labels)
    shown: dict[str, Callable[[str], str]] = dict.fromkeys(keys, lambda word: show(game.rules, word))
    if game.rules.family == "words":
        shown["feedback"] = lambda text: show_marks(text) if text in labels else text  # the last row is the sum
    return [{k: shown[k](v) if k in shown and isinstance(v, str) else v for k, v in row.items()} for row in rows]
