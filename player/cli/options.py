"""Command-line arguments by table: the runtime must start faster than argparse is imported."""

from __future__ import annotations

from player.errors import BadInput
from player.judge.dialects import printable, suggest
from player.rules.whole import is_decimal, read_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    Reader: TypeAlias = Callable[[str], Any]

__all__ = [
    "COMMON", "FLAG", "MANY", "Arguments", "one_of", "parse", "read_count", "read_duration", "read_jobs",
    "read_rounds", "read_seed",
]  # fmt: skip

MOST_JOBS = 1024
FLAG, MANY = "flag", "many"  # kinds of option; any other takes one value and is the function that reads it
COMMON: dict[str, tuple[str, Reader | str]] = {
    "-h": ("help", FLAG),
    "--help": ("help", FLAG),
    "--version": ("version", FLAG),
    "-q": ("quiet", FLAG),
    "--quiet": ("quiet", FLAG),
    "--debug": ("debug", FLAG),
}


class Arguments:
    """What a command line says: the verb, the TREE, the command after `--`, and the options by key."""

    __slots__ = ("_values", "command", "tree", "verb")

    def __init__(self) -> None:
        self.verb = ""
        self.tree: str | None = None
        self.command: list[str] = []
        self._values: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        return self._values.get(key)

    def __setitem__(self, key: str, value: Any) -> None:
        self._values[key] = value


def parse(words: Sequence[str], verbs: Mapping[str, Mapping[str, tuple[str, Reader | str]]]) -> Arguments:
    """Read a command line; `verbs` maps a verb to its options, each to its key and kind.  BadInput, in one line."""
    arguments, rest = Arguments(), list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            _take_command(arguments, rest)
            break
        if word.startswith("-") and word != "-":
            _take_option(arguments, word, rest, verbs)
        elif not arguments.verb:
            if word not in verbs:
                raise BadInput(f"{_show(word)!r}: no such verb; {suggest(word, verbs)}")
            arguments.verb = word
        elif arguments.tree is None:
            arguments.tree = word
        else:
            raise BadInput(f"{_show(word)!r}: one TREE is enough, and {_show(arguments.tree)!r} is there already")
    return arguments


def _take_command(arguments: Arguments, rest: list[str]) -> None:
    if arguments.verb != "referee":
        raise BadInput("only referee takes a COMMAND after --; leave -- out")
    if not rest:
        raise BadInput("name a COMMAND after --, as in: player referee -- player judge")
    arguments.command = rest


def _take_option(
    arguments: Arguments,
    word: str,
    rest: list[str],
    verbs: Mapping[str, Mapping[str, tuple[str, Reader | str]]],
) -> None:
    name, equals, value = word.partition("=")
    if not word.startswith("--"):
        name, value = word[:2], word[2:]
        equals = value
    known = {**COMMON, **verbs.get(arguments.verb, {})}
    if name not in known:
        if not arguments.verb and any(name in options for options in verbs.values()):
            raise BadInput(f"{name}: options other than {' '.join(COMMON)} stand after the verb")
        near = suggest(name, known)
        raise BadInput(f"{_show(name)!r}: no such option{f' of {arguments.verb}' * bool(arguments.verb)}; {near}")
    key, kind = known[name]
    if kind == FLAG:
        if equals:
            raise BadInput(f"{name} takes no value; leave {_show(word[len(name) :])!r} out")
        arguments[key] = True
    elif kind == MANY:
        values = [value] if equals else []
        while rest and not equals and _is_plain(rest[0]):
            values.append(rest.pop(0))
        if not values:
            raise BadInput(f"{name} takes at least one value")
        arguments[key] = (arguments[key] or []) + values
    else:
        if not equals:
            if not rest or rest[0] == "--":
                raise BadInput(f"{name} takes a value")
            value = rest.pop(0)
        assert callable(kind)
        try:
            arguments[key] = kind(value)
        except ValueError as error:
            raise BadInput(f"{name} {_show(value)!r}: {error}") from None


def _is_plain(word: str) -> bool:
    """Whether a word after an option with many values is one of them: a TREE has a point, a hyphen or a slash."""
    return not any(mark in word for mark in "-./")


def read_count(text: str) -> int:
    """A whole number from 1 on."""
    number = read_whole(text, 1, 10**9 - 1)
    if number is None:
        raise ValueError("it takes a whole number from 1 on")
    return number


def read_jobs(text: str) -> int:
    """How many at a time: a whole number from 1 to MOST_JOBS."""
    number = read_whole(text, 1, MOST_JOBS)
    if number is None:
        raise ValueError(f"it takes a whole number from 1 on, up to {MOST_JOBS}")
    return number


def read_seed(text: str) -> int:
    """A whole number from 0 on."""
    number = read_whole(text, 0, 10**19 - 1)
    if number is None:
        raise ValueError("it takes a whole number from 0 on")
    return number


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


def one_of(names: Iterable[str]) -> Reader:
    """A reader of one of the given words."""
    known = list(names)

    def read(text: str) -> str:
        if text not in known:
            raise ValueError(suggest(text, known))
        return text

    return read


def _show(word: str) -> str:
    return printable(word.encode("utf-8", "surrogateescape"), 60)
