"""Options that several verbs have: the game and its options, a history, and those of a search."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from player.errors import BadInput
from player.rules.numbers import is_decimal, read_whole
from player.rules.titles import is_called
from player.rules.variants import read_boards
from treegen.cli.common import note

if TYPE_CHECKING:
    from treegen.games.game import Game

Command = TypeVar("Command", bound=Callable[..., Any])

_MAX_SECONDS = 10**9  # the system's timers do not take much more
_MOST_VALUES = 1000  # of a series of games
_SERIES = re.compile(r"[^:=]*[-x.]N")  # what its name begins with
_SECONDS = {"s": 1, "m": 60, "h": 3600}


class Parsed(click.ParamType):  # type: ignore[type-arg]  # click before 8.4 knows no [Any]
    """A parameter type whose values `parse` makes of a text; its ValueError says what is wrong with the text."""

    def __init__(self, name: str, parse: Callable[[str], Any]) -> None:
        self.name, self._parse = name, parse

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse the text; a default is a value already."""
        try:
            return self._parse(value) if isinstance(value, str) else value
        except ValueError as error:
            return self.fail(str(error), param, ctx)


def _number_or(word: str, what: str) -> Callable[[str], int | str]:
    """Read a number of at least 1, or this word."""

    def parse(text: str) -> int | str:
        number = text if text == word else read_whole(text, 1, 10**6)
        if number is None:
            raise ValueError(f"{text[:40]!r} is not a {what}; write a number of at least 1, or {word}")
        return number

    return parse


def _parse_size(text: str) -> int:
    from treegen.games.memory import read_size

    return read_size(text)


def _parse_duration(text: str) -> float:
    number, unit = (text[:-1], text[-1]) if text[-1:] in _SECONDS else (text, "s")
    seconds = float(number) * _SECONDS[unit] if is_decimal(number) else 0
    if not 0 < seconds <= _MAX_SECONDS:
        raise ValueError(f"{text[:40]!r} is not a time; write one as 90s, 10m or 2h")
    return seconds


def _parse_values(text: str) -> tuple[int, ...]:
    ends = [read_whole(part, 1, 10**6) or 0 for part in text.split(".." if ".." in text else ",")]
    values = tuple(range(ends[0], ends[-1] + 1)) if ".." in text else tuple(ends)
    if 0 in ends or text.count("..") > 1 or not 0 < len(values) <= _MOST_VALUES:
        raise ValueError(f"{text[:40]!r} is not a list of at most {_MOST_VALUES} numbers; write 2..16 or 2,4,8")
    return values


COUNT = Parsed("N|all", _number_or("all", "number of guesses"))
DEPTH = Parsed("N|none", _number_or("none", "depth"))
DURATION = Parsed("LIMIT", _parse_duration)
SIZE = Parsed("SIZE", _parse_size)
VALUES = Parsed("A..B", _parse_values)


symbols_option = click.option(
    "--symbols", metavar="SYMBOLS", help="Other symbols for a game of codes: RGBYOW, red,green,blue,... or emoji."
)
weights_option = click.option(
    "--weights", metavar="FILE", help="How often each secret counts: one SECRET WEIGHT per line."
)


_HISTORY: dict[str, Any] = {
    "multiple": True, "metavar": "H",
    "help": "The game so far, as in 0123:01,4561:02 or crane:bbgyb; given again, it goes on.",
}  # fmt: skip
histories_option = click.option("--history", **_HISTORY)
history_option = click.option("--history", callback=lambda _, __, steps: ";".join(steps), **_HISTORY)
verbose_option = click.option("-v", "is_verbose", is_flag=True, help="Say why the search does not use symmetries.")
boards_option = click.option(
    "--boards", type=int, metavar="N", help="So many boards at once, also GAME*N; --history is then given for each."
)
name_option = click.option("--name", "called", metavar="NAME", help="What to call a game that is read from files.")


class SearchOptions(NamedTuple):
    """The options of a search, as a verb gets them."""

    threads: int | None = None
    memory: int | None = None  # bytes
    time_limit: float | None = None  # seconds
    checkpoint: str | None = None
    certificate: str | None = None


# The flags of these options, and that of a cluster, with the settings of click.
_SEARCH: dict[str, tuple[str, dict[str, Any]]] = {
    "threads": ("-j", {"type": click.IntRange(1, 1024), "help": "Threads  [default: the CPUs available]"}),
    "memory": ("--memory", {"type": SIZE, "help": "Memory of the search and its tables  [default: 512M]"}),
    "time_limit": ("--time", {"type": DURATION, "help": "Stop after, for example, 90s, 10m or 2h."}),
    "checkpoint": ("--checkpoint", {
        "metavar": "FILE", "help": "Save proved sets in FILE, and continue from those it contains."}),
    "address": ("--cluster", {
        "metavar": "ADDRESS",
        "help": "Workers of a Dask cluster: tcp://host:port, tls://, local:N, a scheduler file, or auto."}),
    "wait": ("--wait", {"type": DURATION, "help": "How long to wait for the cluster  [default: 60s]"}),
    "certificate": ("--certificate", {
        "metavar": "FILE", "help": "Write a certificate of the result, which others can check."}),
}  # fmt: skip


def search_options(*names: str, **changes: dict[str, Any]) -> Callable[[Command], Command]:
    """Add options of a search; the verb gets fields of SearchOptions as one argument, `options`, and others by name.

    `changes` are settings of click by the name of the option, where a verb has a text or a default of its own.
    """

    def decorate(function: Command) -> Command:
        @wraps(function)
        def run(*arguments: Any, **given: Any) -> Any:
            options = SearchOptions(**{name: given.pop(name) for name in names if name in SearchOptions._fields})
            return function(*arguments, options=options, **given)

        decorated: Any = run
        for name in reversed(names):
            flag, own = _SEARCH[name]
            decorated = click.option(flag, name, **own | changes.get(name, {}))(decorated)
        return decorated  # type: ignore[no-any-return]

    return decorate


def takes_large_game(function: Command) -> Command:
    """`takes_game`, also for games that are too large for a table."""
    return takes_game(function, needs_table=False)


def takes_game(function: Command, *, needs_table: bool = True) -> Command:
    """Add the argument GAME and its options; the verb gets a Game as the argument `game`.

    A verb with its own option --memory keeps it; the bound of the table is then half of the available memory.  A verb
    with an option `values` gets the name of a series of games, as it is, where its values are given.  Unless it
    `needs_table`, games are not refused because their table would be too large.
    """
    has_memory = any(option.name == "memory" for option in getattr(function, "__click_params__", ()))

    @wraps(function)
    def run(name: str, symbols: str | None, weights: str | None, called: str | None, **options: Any) -> Any:
        memory, is_verbose = None if has_memory else options.pop("memory"), options.pop("is_verbose")
        if "values" in options and _SERIES.match(name):
            if options["values"] is None:
                raise BadInput(f"{name} is a series of games; give the values of N, as in --n 3..8")
            if symbols or weights or called:
                raise BadInput("--symbols, --weights and --name are for one game, not for a series")
            return function(game=name, **options)
        if "boards" in options:
            name, options["boards"] = read_boards(name, options["boards"])
        if needs_table:
            from treegen.games.memory import half_of_memory

            memory = memory or half_of_memory()
        game = read_game(name, symbols, weights, memory, called, is_verbose)
        return function(game=game, **options)

    if not has_memory:
        bound = "Bound for the table  [default: half of what is free]"
        run = click.option("--memory", type=SIZE, metavar="SIZE", help=bound)(run)
    for option in (verbose_option, name_option, symbols_option, weights_option, click.argument("name", metavar="GAME")):
        run = option(run)
    return run  # type: ignore[return-value]


def read_game(
    name: str, symbols: str | None, weights: str | None, memory: int | None = None, called: str | None = None,
    is_verbose: bool = False,
) -> Game:  # fmt: skip
    """Return the game that the arguments name; BadInput if there is none."""
    from player.rules.names import parse
    from treegen.games.lookup import game
    from treegen.games.weights import read_weights

    if symbols is not None:
        name = parse(f"{parse(name).name.partition('=')[0]}={symbols}").name
    known = game(name, memory=memory)
    if known.rules is not None and known.rules.note:
        note(known.rules.note)
    if called is not None:
        if ":" not in known.name or not is_called(called):
            raise BadInput(f"--name {called[:40]!r}: it takes letters, digits and - for a game that is read from files")
        known = replace(known, called=called)
    weighed = known if weights is None else read_weights(known, weights)
    if is_verbose and weighed.symmetry is not known.symmetry:
        note("weights are not constant on classes: symmetry off")
    return weighed


def file_name(game: Game) -> str:
    """Return the game's name for use in file names; the hash of a game that is read from files is shortened."""
    return game.called or game.brief.replace(":", "-")
