"""Output of all verbs: results in the requested format, and remarks beside them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from player.cli import show
from player.cli.tables import Look, fields, look_of, table
from player.cli.terminal import complain, fold, for_output, show_marks, terminal_width, wants_colour
from player.errors import GaveUp
from player.rules.cells import broken_hint
from player.rules.titles import command_line, show_word

if TYPE_CHECKING:
    from player.rules.names import AnyRules
    from treegen.games.game import Game

# The headings of columns that are not the words of the key.
_HEADINGS = {
    "expected_guesses": "expected",
    "luck_bits": "luck in bits",
    "guess_skill": "skill",
    "guess_luck": "luck",
    "best_left": "would have left",
    "example_is_candidate": "candidate",
    "is_optimal": "total optimal",
    "most": "most possible",
    "is": "alias of",
    "ask": "question",
    "end": "ends with",
    "slowest_ms": "slowest move, ms",
    "average_sd": "±",
}
# The keys with a fixed number of decimal places; all others have up to four.
_DIGITS = {
    1: "best_leaves slowest_ms",
    2: "expected_before lost luck luck_bits",
    3: "seconds",
    4: "expected_guesses lower_bound bits share bits_gained bits_left expected_left average average_sd",
}
# If a terminal is too narrow, the keys with the highest number are left out first; other keys are never left out.
_OPTIONAL = {
    0.2: "lost",
    0.5: "guess_skill guess_luck luck round title",
    1: "reason is_candidate lower_bound best_guess bits_left gap_to_optimum sha256 caps game guesses changes",
    2: "exact expected_before share over_limit counting examples is limit vertices edges",
    3: "best_left equivalent after information source ask reply slowest_ms",
    4: "best_leaves largest_cell luck_bits seconds is_enough",
    5: "cells before most status rounds",
    6: "example_is_candidate best_total is_optimal command end",
    7: "expected_left total_bound lower upper",
    8: "tree",
}
# These keys have exact values for programs, beside rounded figures; only json has them.
EXACT = ("expected_total", "bound_total", "left_total", "candidates", "total_before", "total_with_guess", "total_after")
# Characters that a terminal would obey, but for the ends of lines, as it gets them.
_CONTROL = dict.fromkeys([*range(10), *range(11, 32), *range(127, 160)], "?")


class Run:
    """The state of the command that is running."""

    is_quiet = False
    began = 0.0  # the time.monotonic() at the start
    clear_line: Callable[[], None] | None = None  # the function that removes the progress line
    last: list[str] = []  # noqa: RUF012  # the remarks to print at the end


def note(text: str) -> None:
    """Print a remark on standard error, if there is one, except with --quiet."""
    if text and not Run.is_quiet:
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
def notes_how_to_restart(outcome: str = "nothing is kept; this starts again") -> Iterator[None]:
    """After Ctrl-C, print what is kept of the work, and the command that does it again, or goes on."""
    try:
        yield
    except KeyboardInterrupt:
        note(f"interrupted: {outcome}: {this_command()}")
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
        _print_table(*table(rows, _look_of, width=terminal_width(), best=best, is_bold=wants_colour()))


def _look_of(key: str) -> Look:
    """Return the column of a key; `h3` counts the secrets that are found at the third guess.

    >>> _look_of("h3").heading, _look_of("largest_cell").heading, _look_of("some_new_key").heading
    ('3rd', 'largest cell', 'some new key')
    """
    if key[0] == "h" and key[1:].isdecimal():
        number = int(key[1:])
        ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        return Look(f"{number}{ending}", optional=3)
    heading = _HEADINGS.get(key) or look_of(key).heading
    digits, optional = (
        next((number for number, keys in rows.items() if key in keys.split()), None) for rows in (_DIGITS, _OPTIONAL)
    )
    return Look(heading, digits, optional or 0)


def _for_people(rules: AnyRules, key: str, value: Any) -> Any:
    """Return a value of a row with the names of the game's symbols, and squares for its marks."""
    if key in ("guess", "best_guess", "first_guess", "example") and isinstance(value, str):
        return show_word(rules, value)
    is_marks = key.endswith("feedback") and value in rules.labels  # the last row is the sum
    return show_marks(rules, value) if is_marks else value


def print_fields(row: dict[str, Any], style: str) -> None:
    """Print a single row in one of the formats of --format; a table has a line for each field."""
    if style != "table":
        print(for_output(show.render(row, style)).translate(_CONTROL), end="")
    else:
        _print_table(*fields(row, _look_of, width=terminal_width()))


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
