"""What all verbs share: their common options, remarks, and output in the requested format."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from player.cli import show
from player.cli.tables import fields, left_out, table
from player.cli.terminal import colour_marks, fold, for_output, show_colours, show_marks, terminal_width, wants_colour
from player.errors import BadInput
from player.rules.cells import broken_hint
from player.rules.misspelt import nearest
from player.rules.numbers import read_whole
from player.tree import writer
from treegen.cli.columns import EXACT, column_of
from treegen.cli.help import HelpPage

if TYPE_CHECKING:
    from treegen.games.game import Game

Command = TypeVar("Command", bound=Callable[..., Any])

HELP_NAMES = {"help_option_names": ["-h", "--help"]}
_LAST = ("symbols", "called", "weights", "memory", "debug", "is_verbose", "quiet")  # in a verb's help
_MAX_WHOLE = 10**18  # larger than any useful value of an option
_ALSO_CALLED = {
    "c++": "cpp", "cxx": "cpp", "py": "python", "js": "javascript", "ts": "typescript", "c#": "csharp", "kt": "kotlin",
    "rb": "ruby",
}  # fmt: skip


def verb(example: str, **settings: Any) -> Callable[[Command], click.Command]:
    """Make a function a verb, with the common options after its own, and an example at the end of its help.

    The common options are not passed to the function: see `is_quiet` and `treegen.cli.main`.
    """

    def decorate(function: Command) -> click.Command:
        function = common_options(is_version_hidden=True)(function)
        make: Callable[[Command], click.Command] = click.command(
            context_settings=HELP_NAMES, epilog=example, **{"cls": HelpPage, **settings}
        )
        command = make(function)
        command.params.sort(key=lambda option: _LAST.index(option.name) if option.name in _LAST else -1)
        for option in command.params:
            kind = option.type
            if isinstance(kind, click.types.IntParamType):
                option.type = _StrictRange(kind.min, kind.max) if isinstance(kind, click.IntRange) else _Strict()
                option.metavar = option.metavar or "N"
            elif isinstance(kind, click.Choice):
                option.type = _NearChoice(kind.choices, kind.case_sensitive)
        return command

    return decorate


def common_options(*, is_version_hidden: bool) -> Callable[[Command], Command]:
    """The options of every verb, and of treegen itself."""
    flag: dict[str, Any] = {"is_flag": True, "expose_value": False}

    def decorate(function: Command) -> Command:
        function = click.option("--debug", help="Show tracebacks.", **flag)(function)
        function = click.option("-q", "--quiet", callback=_set_quiet, help="Print only results.", **flag)(function)
        return click.option("--version", is_eager=True, callback=_show_version, hidden=is_version_hidden,
                            help="Print the version and which core is in use.", **flag)(function)  # fmt: skip

    return decorate


def _set_quiet(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    ctx.meta["quiet"] = value or ctx.meta.get("quiet", False)


def _show_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        click.echo(describe_version())
        ctx.exit()


def describe_version() -> str:
    """Return the version and which core is in use, as one line."""
    from player import __version__
    from treegen.native import core

    has_core = core is not None
    return f"treegen {__version__} ({'native core' if has_core else 'numpy, no native core'})"


def is_quiet() -> bool:
    """Whether --quiet was given."""
    return bool(click.get_current_context().meta.get("quiet"))


def aside(text: str) -> None:
    """Print on standard error, unless that is gone, as a terminal may be that was closed."""
    with suppress(OSError):
        click.echo(text, nl=False, err=True)


def note(text: str) -> None:
    """Print a remark on standard error, unless --quiet was given."""
    if not is_quiet():
        clear_line()
        aside(show.printable(text) + "\n")


def note_broken_hints(steps: Sequence[tuple[str, str]], start: int = 0) -> None:
    """Say which guesses of a game, from a round on, hard mode does not allow, and why."""
    for number, (guess, _) in enumerate(steps[start:], start + 1):
        if broken := broken_hint(guess, steps[: number - 1]):
            note(f"round {number}: hard mode does not allow {guess}: {broken}")


def clear_line() -> None:
    """Remove the progress line, if there is one, before something else is printed."""
    context = click.get_current_context(silent=True)
    if context is not None and "clear_line" in context.meta:
        context.meta["clear_line"]()


@contextmanager
def notes_how_to_restart() -> Iterator[None]:
    """After Ctrl-C, print the command that restarts the work."""
    try:
        yield
    except KeyboardInterrupt:
        note_interrupt(f"interrupted: nothing is kept; this starts again: {this_command()}")
        raise click.Abort from None  # for which click prints no blank line


def clear_interrupt() -> None:
    """Remove the ^C that a terminal shows after Ctrl-C."""
    if sys.stderr.isatty() and not is_quiet():
        aside("\r\033[K")


def note_interrupt(text: str) -> None:
    """Print a remark after Ctrl-C, in place of the ^C that a terminal shows."""
    clear_interrupt()
    note(text)


@contextmanager
def needs_dask() -> Iterator[None]:
    """BadInput where a cluster is wanted, and Dask is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise BadInput(f'--cluster needs {error.name}: pip install "guesstree[cluster]"') from None


def this_command(*more: str) -> str:
    """Return the command that is running, and more arguments, as one types it."""
    return shlex.join(["treegen", *sys.argv[1:], *more])


class _Strict(click.types.IntParamType):
    """A whole number as `read_whole` reads it, which is stricter than int()."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str):
            text, value = value, read_whole(value, -_MAX_WHOLE, _MAX_WHOLE)
            if value is None:
                self.fail(f"{text[:40]!r} is not a whole number.", param, ctx)
        return super().convert(value, param, ctx)


class _StrictRange(_Strict, click.IntRange):
    """The same within a range."""


class _NearChoice(click.Choice):  # type: ignore[type-arg]  # click before 8.2 knows no [Any]
    """Words to choose from; the message about another one names the nearest."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            near = nearest(_ALSO_CALLED.get(str(value).lower(), str(value)), map(str, self.choices))
            text = f"{error.message.rstrip('.')}; did you mean {near}?" if near else error.message
            return self.fail(text, param, ctx)


def format_option(function: Command) -> Command:
    """Add --format, --json, --csv, --parquet and --no-color; the verb gets the format as the argument `style`."""

    @wraps(function)
    def run(style: str, as_json: bool, as_csv: bool, **options: Any) -> Any:
        style = "json" if as_json else "csv" if as_csv else style
        return function(style="parquet" if click.get_current_context().meta["parquet"] else style, **options)

    run = click.option("--no-color", is_flag=True, expose_value=False,
                       callback=lambda ctx, _, value: ctx.meta.update(no_color=value),
                       help="No bold type in tables.")(run)  # fmt: skip
    run = click.option("--parquet", metavar="FILE", expose_value=False,
                       callback=lambda ctx, _, path: ctx.meta.update(parquet=path),
                       help="Write the rows to FILE, as Apache Parquet.")(run)  # fmt: skip
    run = click.option("--csv", "as_csv", is_flag=True, help="The same as --format csv.")(run)
    run = click.option("--json", "as_json", is_flag=True, help="The same as --format json.")(run)
    return click.option("--format", "style", type=click.Choice(list(show.STYLES)), default="table", show_default=True,
                        help="Output format.")(run)  # type: ignore[return-value]  # fmt: skip


def print_rows(rows: Sequence[Mapping[str, Any]], style: str, *, best: str = "") -> None:
    """Print rows in one of the formats of --format.

    A table is as wide as the terminal at most, and marks the rows with the least `best` (see `player.cli.tables`).
    """
    if style not in ("json", "parquet"):
        rows = [{key: value for key, value in row.items() if key not in EXACT} for row in rows]
    if style == "parquet":
        _write_parquet(rows)
    elif style != "table" or not rows:
        click.echo(for_output(show.render(rows, style)), nl=False)
    else:
        _print_table(*table(rows, column_of, width=terminal_width(), best=best, is_bold=is_coloured()))


def print_fields(row: dict[str, Any], style: str) -> None:
    """Print one row alone in one of the formats of --format, for people with a line for each field."""
    if style == "parquet":
        _write_parquet([row])
    elif style != "table":
        click.echo(for_output(show.render_fields(row, style)), nl=False)
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
    writer.write_file(click.get_current_context().meta["parquet"], data.getvalue().to_pybytes())


def _print_table(text: str, dropped: list[str]) -> None:
    """Print a table, and say which columns it had no room for, if any, and how they are shown."""
    click.echo(colour_marks(text) if is_coloured() else text, nl=False)
    width = terminal_width()
    if dropped and width is not None:
        for line in fold(left_out(dropped, width), width):
            note(line)


def print_text(text: str, style: str) -> None:
    """Print lines of prose beside a table of this --format, wrapped at blanks where the terminal is narrower."""
    width = terminal_width()
    lines = map(show.markdown, text.split("\n")) if style == "md" else text.split("\n")
    text = "\n".join(part for line in lines for part in fold(line, width))
    click.echo(colour_marks(text) if style != "md" and is_coloured() else text)


def is_coloured() -> bool:
    """Whether tables and prose are printed in colours and bold type."""
    return wants_colour() and not click.get_current_context().meta.get("no_color")


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
