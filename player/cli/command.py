"""Command lines of `player` and `treegen`: argparse without its traps, and one line about each error.

A verb is a module, imported when the verb runs, whose docstring is its help: PARSER has its options, and `run(args)`
does what they say and returns the exit code, or None for 0.
"""

from __future__ import annotations

import os
from argparse import SUPPRESS, Action, ArgumentParser, HelpFormatter, Namespace
from importlib import import_module
from importlib.util import find_spec
from keyword import iskeyword

from player import __version__
from player.cli import write
from player.cli.show import STYLES
from player.cli.terminal import PALETTES, fold
from player.errors import BadInput, require, shorten
from player.rules.misspelt import suggest
from player.rules.numbers import is_decimal, read_whole
from player.rules.titles import command_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, NoReturn, TypeAlias

    # An option or argument that several verbs have: its group, how help shows it, what it does, settings of argparse.
    Option: TypeAlias = tuple[str, str, str, dict[str, Any]]

__all__ = ["Namespace", "Parser", "load", "read_command", "verbs_of", "whole"]

_MAX_SECONDS = 10**9  # the timers of systems do not accept much more
_SECONDS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "": 1}
_COMMON = ("-h", "--help", "--version", "-q", "--quiet", "--debug")
# Options and words of other verbs and programs, and their names here.
_ALSO_CALLED = {
    "--limit": "--max-depth", "--max-guesses": "--max-depth", "--depth": "--max-depth", "c++": "cpp", "cxx": "cpp",
    "py": "python", "js": "javascript", "ts": "typescript", "c#": "csharp", "kt": "kotlin", "rb": "ruby",
}  # fmt: skip


class _Help(HelpFormatter):
    """Help whose lines are wrapped at blanks only, and whose texts may have paragraphs."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return fold(" ".join(text.split()), width)

    def _fill_text(self, text: str, width: int, _: str) -> str:
        return "\n\n".join("\n".join(self._split_lines(part, width)) for part in text.split("\n\n"))


class Parser(ArgumentParser):
    """The options and arguments of a verb, with those that all verbs have.

    What follows `--` are arguments, or the command line of a program where the default of `command` is a list.
    """

    def __init__(self, about: str | None, example: str, *shared: Option, **settings: Any) -> None:
        super().__init__(
            description=about, epilog=f"Example: {example}", add_help=False, formatter_class=_Help, **settings
        )
        common: list[Option] = [
            ("common", "-h --help", "show this help and exit", {"action": "help"}),
            ("common", "--version", "show the version and exit", {"action": _Version, "nargs": 0}),
            ("common", "-q --quiet", "print only results", {}),
            ("common", "--color", "colours and bold type (default: auto, on a terminal where NO_COLOR is not set)",
             {"choices": ("always", "never", "auto"), "default": "auto"}),
            ("common", "--no-color", SUPPRESS, {"dest": "color", "action": "store_const", "const": "never"}),
            ("common", "--palette", "colours of marks (default: usual, or that of GUESSTREE_PALETTE)",
             {"choices": PALETTES}),
            ("common", "--debug", "show tracebacks", {}),
        ]  # fmt: skip
        for group, usage, about, how in (*shared, *common):
            self.add(usage, about, group, **how)

    def add(self, usage: str, about: str = "", group: str = "", **settings: Any) -> None:
        """Add an argument, such as TREE, or an option as help shows it, to the group with this title.

        An option that takes no value, such as --json, is a flag; `--limit N` takes one.  The settings are argparse's.
        """
        found = [each for each in self._action_groups if each.title == group]
        container = found[0] if found else self.add_argument_group(group) if group else self
        names = [word for word in usage.split() if word.startswith("-")]
        if metavar := usage.removeprefix(" ".join(names)).strip():
            settings["metavar"] = metavar
        elif not settings.keys() & {"action", "choices"}:
            settings["action"] = "store_true"
        container.add_argument(*(names or [settings.pop("dest", usage.lower())]), help=about or None, **settings)

    def read(self, words: Sequence[str]) -> Namespace:
        """Return the options and arguments that these words hold. Raises BadInput, in one line, for an invalid word.

        Options and their values come first and are joined, so that a value may begin with a hyphen, and arguments may
        stand anywhere.
        """
        at = words.index("--") if "--" in words else len(words)
        rest, after, options, arguments = list(words[:at]), list(words[at + 1 :]), list[str](), list[str]()
        while rest:
            word = rest.pop(0)
            if word.startswith("-") and word != "-":
                options += self._take_option(word, rest)
            else:
                arguments.append(word)
        takes_command = self.get_default("command") is not None
        arguments += [] if takes_command else after
        found, others = self.parse_known_args([*options, *(["--", *arguments] if arguments else [])])
        if others := [word for word in others if word != "--"]:
            hint = "; a COMMAND stands after --" * (takes_command and not after)
            raise BadInput(f"{shorten(others[0])!r}: {self.prog} takes no further argument; leave it out{hint}")
        found.command = after
        if found.color != "auto":  # the variables by which people choose for all commands
            os.environ |= {"NO_COLOR": "1" * (found.color == "never"), "CLICOLOR_FORCE": "1" * (found.color != "never")}
        os.environ |= {"GUESSTREE_PALETTE": found.palette} if found.palette else {}
        return found

    def _take_option(self, word: str, rest: list[str]) -> list[str]:
        """Return an option and its values in the form that argparse always accepts; remove the values from `rest`."""
        name = word.partition("=")[0] if word.startswith("--") else word[:2]
        action, joined = self._option_string_actions.get(name), word[len(name) :]
        if action is None:
            near = suggest(_ALSO_CALLED.get(name, name), self._option_string_actions)
            raise BadInput(f"{shorten(name)!r}: no such option of {self.prog.rpartition(' ')[2]}; {near}")
        if action.nargs == 0:
            require(not joined.startswith("="), f"{name} takes no value; leave {shorten(joined)!r} out")
            rest[:0] = [f"-{joined}"] * bool(joined)  # -qv is -q -v
            return [name]
        if joined:
            return [word]
        # A word after an option with many values is one of them unless it is a TREE: that has a point, a hyphen or /.
        many = (at for at, word in enumerate(rest) if any(mark in word for mark in "-./"))
        values = rest[: 1 if action.nargs is None else next(many, len(rest))]
        del rest[: len(values)]
        require(values, f"{name} takes {'a value' if action.nargs is None else 'at least one value'}")
        sign = "=" * name.startswith("--")
        return [f"{name}{sign}{values[0]}"] if values[0].startswith("-") else [name, *values]

    def error(self, message: str) -> NoReturn:
        """Raise BadInput in place of printing the usage."""
        raise BadInput(f"{self.prog}: {message}")

    def _get_value(self, action: Action, arg_string: str) -> Any:
        try:
            return action.type(arg_string) if callable(action.type) else arg_string
        except ValueError as error:
            message = str(error)
            word = "" if message.startswith("'") else f" {shorten(arg_string)!r}"  # else it names the word itself
            raise BadInput(f"{_name(action)}{word}: {message}") from None

    def _check_value(self, action: Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            near = suggest(_ALSO_CALLED.get(value.lower(), value), action.choices)
            raise BadInput(f"{_name(action)} {shorten(value)!r}: {near}")


def _name(action: Action) -> str:
    return action.option_strings[0] if action.option_strings else str(action.metavar)


class _Version(Action):
    def __call__(self, parser: ArgumentParser, *_: object) -> None:
        program = parser.prog.split()[0]
        core = getattr(import_module(f"{program}.cli"), "describe_core", str)()
        write(f"{program} {__version__}{core}\n")
        parser.exit()


def read_command(program: str, words: Sequence[str]) -> tuple[Any, Namespace] | None:
    """Return the module of the verb and the values of the other words, or None if help or the version was printed.

    The package `cli` of the program has VERBS, what each verb does, in groups.
    """
    words = [*words[1:2], "--help"] if list(words[:1]) == ["help"] else words
    at = next((at for at, word in enumerate(words) if word not in _COMMON), len(words))
    verb, verbs = "".join(words[at : at + 1]), verbs_of(program)
    require(verb[:1] != "-", f"{shorten(verb)}: options other than {' '.join(_COMMON)} stand after the verb")
    if at < len(words) and verb not in verbs:
        other = "treegen" if program == "player" else "player"
        if find_spec(other) and verb in verbs_of(other):
            raise BadInput(f"{verb} is a verb of the other command: {command_line([other, *words])}")
        raise BadInput(f"{shorten(verb)!r}: no such verb; {suggest(verb, verbs)}")
    parser, module = load(program, verb)
    try:
        found = parser.read([*words[:at], *words[at + 1 :]])
    except SystemExit:  # after --help or --version
        return None
    if not verb:
        parser.print_help()
    return (module, found) if verb else None


def verbs_of(program: str) -> dict[str, str]:
    """Return a description of each verb of a program."""
    return {verb: about for group in import_module(f"{program}.cli").VERBS.values() for verb, about in group.items()}


def load(program: str, verb: str = "") -> tuple[Parser, Any]:
    """Return the parser and the module of a verb; without a verb, the parser of the first page and the package."""
    module = import_module(f"{program}.cli" + f".{verb}{'_' * iskeyword(verb)}" * bool(verb))
    if verb:
        module.PARSER.prog = f"{program} {verb}"
        return module.PARSER, module
    parser = Parser(module.__doc__, module.EXAMPLE, prog=program, usage=f"{program} VERB ...")
    for title, verbs in module.VERBS.items():
        for name, about in verbs.items():
            parser.add(name, about, title, nargs="?")
    return parser, module


def whole(least: int, most: int, word: str = "") -> Callable[[str], int]:
    """Return a reader of whole numbers from `least` to `most`; its message names these bounds unless they are extreme.

    The `word` may stand in place of a number, and means 0.

    >>> whole(1, 9)("7"), whole(1, 9, "none")("none")
    (7, 0)
    """

    def read(text: str) -> int:
        number = 0 if word and text == word else read_whole(text, least, most)
        if number is None:
            bounds = f" from {least} on" * (least >= 0) + f", up to {most}" * (most <= 10**6)
            raise ValueError(f"it takes a whole number{bounds}{word and ', or '}{word}")
        return number

    return read


read_count = whole(1, 10**9 - 1)
read_jobs = whole(1, 1024)  # the number of jobs at a time
read_seed = whole(0, 10**19 - 1)


def read_time(text: str) -> float:
    """Return the seconds of `500ms`, `1.5`, `90s`, `10m` or `2h`.

    >>> read_time("2s"), read_time("500ms"), read_time("1.5"), read_time("2h")
    (2.0, 0.5, 1.5, 7200.0)
    """
    number = text.rstrip("hms")
    seconds = float(number) * _SECONDS.get(text[len(number) :], 0) if is_decimal(number) else 0
    if not 0 < seconds <= _MAX_SECONDS:
        raise ValueError(f"{text[:40]!r} is not a time; write one as 500ms, 90s, 10m or 2h")
    return seconds


TREE: Option = (
    "", "TREE", """a file (with a / in it, or ending in .tree), the name of a shipped tree (bulls-4x10.entropy) or of a
    game, or - for standard input""", {"nargs": "?"},
)  # fmt: skip
_PROTOCOL = "the judge's protocol"
JUDGE: tuple[Option, ...] = (
    (_PROTOCOL, "--dialect D", "how guesses and replies are worded (codeforces-753); see treegen dialects", {}),
    (_PROTOCOL, "--ask LINE", """the line of a guess, as in "? {guess}"; {spaced} has blanks between symbols, which
    {spaced:1=red|2=blue} writes in words""", {}),
    (_PROTOCOL, "--reply LINE",
     """the reply, as in "{bulls} {cows}"; also {matches} {marks} {signs} {letters} {feedback} {spaced}; in words, as
    in {marks:2=G|1=Y|0=X}""", {}),
    (_PROTOCOL, "--letters BC", "letters for right, elsewhere (and neither), as in BBC or GYX, of {letters}", {}),
    (_PROTOCOL, "--win LINE", 'the reply to the secret if it is worded in its own way, as in "OK"', {}),
    (_PROTOCOL, "--final LINE", 'the line that names the secret, as in "! {guess}"', {}),
    (_PROTOCOL, "--rounds N", "secrets one after the other, or first-line where the judge says how many",
     {"type": whole(1, 10**9 - 1, "first-line")}),
    (_PROTOCOL, "--limit N", "guesses granted (default: the dialect's)", {"type": read_count}),
)  # fmt: skip
FORMAT: tuple[Option, ...] = (
    ("output", "--format", "how rows are written (default: table, for people)",
     {"dest": "style", "choices": STYLES, "default": "table"}),
    *(("output", f"--{style}", f"the same as --format {style}",
       {"dest": "style", "action": "store_const", "const": style}) for style in ("json", "csv")),
)  # fmt: skip
