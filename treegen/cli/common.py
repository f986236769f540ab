"""What several verbs share: common options, parameter types, and output in the requested format."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar

import click

from player.cli import show
from player.rules.whole import is_decimal, read_whole

if TYPE_CHECKING:
    from treegen.games.game import Game

__all__ = [
    "DEPTH", "DURATION", "SIZE", "common", "file_name", "format_option", "is_quiet", "note", "print_rows", "read_game",
    "takes_game", "verb",
]  # fmt: skip

Command = TypeVar("Command", bound=Callable[..., Any])


def verb(**settings: Any) -> Callable[[Command], click.Command]:
    """Make a function a verb, with the common options after its own, and an example at the end of its help."""

    def decorate(function: Command) -> click.Command:
        from treegen.cli import EXAMPLES, HELP_NAMES

        example = EXAMPLES[function.__module__.rpartition(".")[2].rstrip("_")]
        settings.setdefault("epilog", f"\b\nExample:\n  {example}")
        make: Callable[[Command], click.Command] = click.command(context_settings=HELP_NAMES, **settings)
        command = make(common(function))
        command.params.sort(key=lambda option: (f"--{option.name}" in _SHARED, f"--{option.name}" in _COMMON))
        for option in command.params:
            kind = option.type
            if isinstance(kind, click.IntRange):
                option.type = _StrictRange(kind.min, kind.max)
            elif isinstance(kind, click.types.IntParamType):
                option.type = _Strict()
        return command

    return decorate


def common(function: Command) -> Command:
    """Add --quiet, --debug and --version.  They are not passed to the function: see `is_quiet` and `main`."""
    flag: dict[str, Any] = {"is_flag": True, "expose_value": False}
    function = click.option("-q", "--quiet", callback=_set_quiet, help="Print only results.", **flag)(function)
    function = click.option("--debug", help="Show tracebacks.", **flag)(function)
    return click.option("--version", is_eager=True, callback=_show_version, hidden=True, **flag)(function)


def _set_quiet(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    ctx.meta["quiet"] = value or ctx.meta.get("quiet", False)


def _show_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        from treegen.cli import describe_version

        click.echo(describe_version())
        ctx.exit()


def is_quiet() -> bool:
    """Whether --quiet was given."""
    return bool(click.get_current_context().meta.get("quiet"))


def note(text: str) -> None:
    """Print a remark on standard error, unless --quiet was given."""
    if not is_quiet():
        click.echo(show.printable(text), err=True)


class _Strict(click.types.IntParamType):
    """A whole number as `read_whole` reads it, which is stricter than int()."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str):
            text, value = value, read_whole(value, -_FAR, _FAR)
            if value is None:
                self.fail(f"{text[:40]!r} is not a valid {self.name}.", param, ctx)
        return super().convert(value, param, ctx)


class _StrictRange(_Strict, click.IntRange):
    """The same within a range."""


_FAR = 10**18  # larger than any useful value of an option


class _Depth(click.ParamType[Any]):
    name = "N|none"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "none" or isinstance(value, int):
            return value
        depth = read_whole(value, 1, 10**6)
        if depth is not None:
            return depth
        return self.fail(f"{value[:40]!r} is not a depth; write a number of at least 1, or none", param, ctx)


class _Size(click.ParamType[Any]):
    name = "SIZE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from player.errors import BadInput
        from treegen.games.memory import read_size

        try:
            return value if isinstance(value, int) else read_size(value)
        except BadInput as error:
            return self.fail(str(error), param, ctx)


class _Duration(click.ParamType[Any]):
    name = "LIMIT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, float):
            return value
        number, unit = (value[:-1], value[-1]) if value[-1:] in _SECONDS else (value, "s")
        seconds = float(number) * _SECONDS[unit] if is_decimal(number) else 0
        if 0 < seconds <= _FOREVER:
            return seconds
        return self.fail(f"{value[:40]!r} is not a time; write one as 90s, 10m or 2h", param, ctx)


_FOREVER = 10**9  # seconds: the system's timers do not take much more
_SECONDS = {"s": 1, "m": 60, "h": 3600}
DEPTH = _Depth()
DURATION = _Duration()
SIZE = _Size()


def takes_game(function: Command) -> Command:
    """Add the argument GAME and its options; the verb gets a Game as the argument `game`.

    A verb with its own option --memory keeps it; the bound of the table is then half of the available memory.
    """
    own = {option for option in _GAME_OPTIONS if option[2:] in signature(function).parameters}

    @wraps(function)
    def run(name: str, symbols: str | None, weights: str | None, *arguments: Any, **options: Any) -> Any:
        memory = None if "--memory" in own else options.pop("memory")
        return function(*arguments, game=read_game(name, symbols, weights, memory), **options)

    named: Any = click.argument("name", metavar="GAME")(run)
    for option, settings in _GAME_OPTIONS.items():
        if option not in own:
            named = click.option(option, **settings)(named)
    return named  # type: ignore[no-any-return]


_COMMON = {"--quiet", "--debug", "--version"}
_GAME_OPTIONS: dict[str, dict[str, Any]] = {
    "--memory": {"type": SIZE, "metavar": "SIZE", "help": "Bound for the table  [default: half of what is free]"},
    "--weights": {"metavar": "FILE", "help": "How often each secret counts: one SECRET WEIGHT per line."},
    "--symbols": {"metavar": "SYMBOLS", "help": "Other symbols for a game of codes, such as RGBYOW."},
}
_SHARED = _COMMON | {"--memory", "--weights", "--symbols"}  # options that come after a verb's own in its help


def read_game(name: str, symbols: str | None, weights: str | None, memory: int | None = None) -> Game:
    """Return the game that the arguments name; BadInput if there is none."""
    from player.rules.names import parse
    from treegen.games.lookup import game
    from treegen.games.weights import read_weights

    if symbols is not None:
        name = parse(f"{parse(name).name.partition('=')[0]}={symbols}").name
    known = game(name, memory=memory)
    return known if weights is None else read_weights(known, weights)


def file_name(game: Game) -> str:
    """Return the game's name for use in file names; the hash of a game that is read from files is shortened."""
    family, colon, digest = game.name.partition(":")
    return f"{family}-{digest[:8]}" if colon else game.name


def format_option(function: Command) -> Command:
    """Add --format and --json, which are passed as `style` and `as_json`."""
    function = click.option("--json", "as_json", is_flag=True, help="The same as --format json.")(function)
    styles = click.Choice(list(show.STYLES))
    option = click.option("--format", "style", type=styles, default="table", show_default=True, help="Output format.")
    return option(function)


def print_rows(rows: list[dict[str, Any]], style: str, as_json: bool) -> None:
    """Print rows in the requested format."""
    click.echo(show.render(rows, "json" if as_json else style), nl=False)
