"""The options on a command line and what their values mean; ValueError of a reader says what is taken instead."""

from __future__ import annotations

from functools import partial

from player.cli import FLAG, MANY, TEXT, VERBS, Arguments, options_of
from player.errors import BadInput
from player.judge.wording import printable
from player.rules.misspelt import suggest
from player.rules.numbers import is_decimal, read_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn


MOST_JOBS = 1024
COMMON = ("-h", "--help", "--version", "-q", "--quiet", "--debug")
_SHORT = {"-h": "--help", "-q": "--quiet"}


def take_option(arguments: Arguments, word: str, rest: list[str]) -> None:
    """Take an option and its values; BadInput, in one line, where it makes no sense."""
    name, equals, value = word.partition("=")
    if not word.startswith("--"):
        name, value = word[:2], word[2:]
        equals = value
    known = {**dict.fromkeys(COMMON, FLAG), **(options_of(arguments.verb) if arguments.verb else {})}
    if name not in known:
        if not arguments.verb and any(name in options_of(verb) for verb in VERBS):
            raise BadInput(f"{name}: options other than {' '.join(COMMON)} stand after the verb")
        near = suggest(name, known)
        raise BadInput(f"{show(name)!r}: no such option{f' of {arguments.verb}' * bool(arguments.verb)}; {near}")
    kind, key = known[name], _SHORT.get(name, name)
    if kind == FLAG:
        if equals:
            raise BadInput(f"{name} takes no value; leave {show(word[len(name) :])!r} out")
        arguments[key] = True
    elif kind == MANY:
        values = [value] if equals else []
        # A word after an option with many values is one of them unless it is a TREE: that has a point, a hyphen or /.
        while rest and not equals and not any(mark in rest[0] for mark in "-./"):
            values.append(rest.pop(0))
        if not values:
            raise BadInput(f"{name} takes at least one value")
        arguments[key] = (arguments[key] or []) + values
    else:
        if not equals:
            if not rest or rest[0] == "--":
                raise BadInput(f"{name} takes a value")
            value = rest.pop(0)
        arguments[key] = value if kind == TEXT else _read(name, value, kind)


def _read(name: str, value: str, kind: str | tuple[str, ...]) -> Any:
    try:
        if isinstance(kind, str):
            return READERS[kind](value)
        if value not in kind:
            raise ValueError(suggest(value, kind))
    except ValueError as error:
        raise BadInput(f"{name} {show(value)!r}: {error}") from None
    return value


def take_command(arguments: Arguments, rest: list[str]) -> None:
    """Take the words after `--`."""
    if arguments.verb != "referee":
        raise BadInput("only referee takes a COMMAND after --; leave -- out")
    if not rest:
        raise BadInput("name a COMMAND after --, as in: player referee -- player judge")
    arguments.command = rest


def refuse(arguments: Arguments, word: str) -> NoReturn:
    """Raise BadInput for a word that is neither verb nor TREE."""
    if not arguments.verb:
        raise BadInput(f"{show(word)!r}: no such verb; {suggest(word, VERBS)}")
    hint = "; a COMMAND stands after --" if arguments.verb == "referee" else ""
    raise BadInput(f"{show(word)!r}: one TREE is enough, and {show(str(arguments.tree))!r} is there already{hint}")


def show(word: str) -> str:
    """A word of the command line for a message."""
    return printable(word.encode("utf-8", "surrogateescape"), 60)


def _read_number(least: int, most: int, kind: str, text: str) -> int:
    number = read_whole(text, least, most)
    if number is None:
        raise ValueError(f"it takes a whole number from {kind}")
    return number


read_count = partial(_read_number, 1, 10**9 - 1, "1 on")
read_jobs = partial(_read_number, 1, MOST_JOBS, f"1 on, up to {MOST_JOBS}")  # how many at a time
read_seed = partial(_read_number, 0, 10**19 - 1, "0 on")


def read_rounds(text: str) -> int:
    """A number of rounds, or 0 for `first-line`."""
    if text == "first-line":
        return 0
    try:
        return read_count(text)
    except ValueError:
        raise ValueError("it takes a whole number from 1 on, or first-line") from None


def read_duration(text: str) -> float:
    """Seconds from `2s`, `500ms` or `1.5`.

    >>> read_duration("2s"), read_duration("500ms"), read_duration("1.5")
    (2.0, 0.5, 1.5)
    """
    number, scale = (text[:-2], 0.001) if text.endswith("ms") else (text.removesuffix("s"), 1.0)
    if not is_decimal(number) or not 0 < float(number) * scale <= 86400:
        raise ValueError("it takes a time, as in 2s, 500ms or 1.5")
    return float(number) * scale


READERS: dict[str, Callable[[str], object]] = {
    "count": read_count, "jobs": read_jobs, "seed": read_seed, "rounds": read_rounds, "duration": read_duration,
}  # fmt: skip
