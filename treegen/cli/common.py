"""Output of all verbs: results in the requested format, and remarks beside them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from player.cli import show
from player.cli.tables import fields, table
from player.cli.terminal import complain, fold, for_output, show_marks, terminal_width, wants_colour
from player.errors import GaveUp
from player.rules.cells import broken_hint
from player.rules.titles import command_line, show_word
from treegen.cli.columns import EXACT, look_of

if TYPE_CHECKING:
    from player.rules.names import AnyRules
    from treegen.games.game import Game

# Characters that a terminal would obey, but for the ends of lines, as it gets them.
_CONTROL = dict.fromkeys([*range(10), *range(11, 32), *range(127, 160)], "?")


class Run:
    """The state of the command that is running."""

    is_quiet = False
    began = 0.0  # the time.monotonic() at the start
    clear_line: Callable[[], None] | None = None  # the function that removes the progress line
    last: list[str] = []  # noqa: RUF012  # the remarks to print at the end


def note(text: str) -> None:
    """Print a remark on standard error, except with --quiet."""
    if not Run.is_quiet:
        clear_line()
        complain(text)


def note_broken_hints(steps: Sequence[tuple[str, str]], start: int = 0) -> None:
    """Print a remark about each guess of a game, beginning with a round, that hard mode does not allow."""
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
        note(f"interrupted: nothing is kept; this starts again: {this_command()}")
        raise


def this_command(*more: str) -> str:
    """Return the text of the command that is running, with more arguments."""
    return command_line(["treegen", *sys.argv[1:], *more])


def print_rows(rows: Sequence[Mapping[str, Any]], style: str, *, best: str = "", game: Game | None = None) -> None:
    """Print rows in one of the formats of --format; tables have guesses and feedbacks in their usual notation.

    A table is at most as wide as the terminal, and marks the rows with the least `best` (see `player.cli.tables`).
    """
    rules = None if game is None else game.rules
    if style != "json":
        rows = [{key: value for key, value in row.items() if key not in EXACT} for row in rows]
    if style in ("table", "md") and rules is not None:
        rows = [{key: _for_people(rules, key, value) for key, value in row.items()} for row in rows]
    if style != "table" or not rows:
        print(for_output(show.render(rows, style)).translate(_CONTROL), end="")
    else:
        _print_table(*table(rows, look_of, width=terminal_width(), best=best, is_bold=wants_colour()))


def _for_people(rules: AnyRules, key: str, value: Any) -> Any:
    """Return a value of a row with the names of the game's symbols, and squares for its marks."""
    if key in ("guess", "best_guess", "first_guess", "example") and isinstance(value, str):
        return show_word(rules, value)
    return show_marks(rules, value) if key == "feedback" and isinstance(value, str) else value


def print_fields(row: dict[str, Any], style: str) -> None:
    """Print a single row in one of the formats of --format; a table has a line for each field."""
    if style != "table":
        print(for_output(show.render(row, style)).translate(_CONTROL), end="")
    else:
        _print_table(*fields(row, look_of, width=terminal_width()))


def print_answer(whole: dict[str, Any], text: str, rows: Sequence[Mapping[str, Any]], style: str, proved: bool) -> int:
    """Print the result of a verb, the whole as JSON, or a sentence and rows, and return the exit code."""
    if style == "json":
        print_fields(whole, style)
    else:
        print(f"{text}\n\n" * (style == "table"), end="")
        print_rows(rows, style)
    if not proved:
        note("the time ran out before the proof")
    return 0 if proved else GaveUp.exit_code


def _print_table(text: str, dropped: list[str]) -> None:
    """Print a table, and a remark about the columns that are left out, if there are any."""
    print(show.colour_marks(text) if wants_colour() else text, end="")
    if dropped and (width := terminal_width()) is not None:
        text = f"Left out, as the terminal has only {width} columns: {', '.join(dropped)}."
        for line in fold(f"{text} --format csv and --json show everything.", width):
            note(line)


def print_text(text: str, style: str) -> None:
    """Print lines of prose beside a table of this --format, wrapped at blanks to the width of the terminal."""
    width = terminal_width()
    lines = map(show.markdown, text.split("\n")) if style == "md" else text.split("\n")
    text = "\n".join(part for line in lines for part in fold(line, width))
    print(show.colour_marks(text) if style != "md" and wants_colour() else text)
