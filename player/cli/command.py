"""Command lines of `player` and `treegen`: argparse without its traps, and one line about whatever is wrong.

A verb is a module, imported when the verb runs, whose docstring is its help: PARSER has its options, and `run(args)`
does what they say and returns the exit code, or None for 0.
"""

from __future__ import annotations

from argparse import Action, ArgumentParser, HelpFormatter, Namespace
from importlib import import_module
from keyword import iskeyword

from player.cli import write
from player.cli.show import STYLES
from player.cli.terminal import fold
from player.errors import BadInput
from player.rules.misspelt import suggest
from player.rules.numbers import is_decimal, read_whole, shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, NoReturn

__all__ = ["Namespace", "Parser", "adder", "load", "main_parser", "read_command", "verbs_of", "whole"]

MOST_JOBS = 1024
_COMMON = ("-h", "--help", "--version", "-q", "--quiet", "--debug")
_TAKES_A_COMMAND = {"player": "referee", "treegen": "differentiate"}
# Options and words of other verbs and programs, and what they are called here.
_ALSO_CALLED = {
    "--limit": "--max-depth", "--max-guesses": "--max-depth", "--depth": "--max-depth", "c++": "cpp", "cxx": "cpp",
    "py": "python", "js": "javascript", "ts": "typescript", "c#": "csharp", "kt": "kotlin", "rb": "ruby",
}  # fmt: skip


class _Help(HelpFormatter):
    """Help whose lines are wrapped at blanks only, and whose texts may have paragraphs."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return fold(" ".join(text.split()), width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = [fold(" ".join(part.split()), width - len(indent)) for part in text.split("\n\n")]
        return "\n\n".join("\n".join(indent + line for line in lines) for lines in paragraphs)


class Parser(ArgumentParser):
    """The options and arguments of a verb, with those that all verbs have."""

    def __init__(self, about: str | None, example: str, *parents: ArgumentParser, **settings: Any) -> None:
        super().__init__(
            description=about, epilog=f"Example: {example}", parents=parents, allow_abbrev=False, add_help=False,
            formatter_class=_Help, **settings,
        )  # fmt: skip
        add = adder(self, "common")
        add("-h --help", "show this help and exit", action="help")
        add("--version", "show the version and exit", action=_Version, nargs=0)
        add("-q --quiet", "print only results")
        add("--debug", "show tracebacks")

    def read(self, words: Sequence[str]) -> Namespace:
        """What the words say; BadInput, in one line, for what makes no sense.

        Options and their values come first and are joined, so that a value may begin with a hyphen, and arguments may
        stand anywhere.  What follows `--` are arguments, or the command line of a program if the verb takes one.
        """
        rest, command, after = list(words), None, list[str]()
        program, _, verb = self.prog.partition(" ")
        takes_command = verb == _TAKES_A_COMMAND[program]
        no_command = f"only {_TAKES_A_COMMAND[program]} takes a COMMAND after --; leave -- out"
        if "--" in rest:
            at = rest.index("--")
            rest, after = rest[:at], rest[at + 1 :]
            if takes_command:
                command, after = after, []
                if not command:
                    raise BadInput(f"name a COMMAND after --, as in: {self.prog} -- ./program")
            elif program == "player":  # whose TREE never begins with a hyphen
                raise BadInput(no_command)
        options: list[str] = []
        arguments: list[str] = []
        while rest:
            word = rest.pop(0)
            if word.startswith("-") and word != "-":
                options += self._take_option(word, rest)
            else:
                arguments.append(word)
        arguments += after
        found, others = self.parse_known_args([*options, *(["--", *arguments] if arguments else [])])
        for word in others:
            if after and word in after:
                raise BadInput(no_command)
            if word != "--":
                self._refuse(word, found, "; a COMMAND stands after --" * (takes_command and command is None))
        found.command = command or []
        return found

    def _take_option(self, word: str, rest: list[str]) -> list[str]:
        """An option and its values as argparse takes them in any case; they are removed from `rest`."""
        is_long = word.startswith("--")
        name, equals, value = word.partition("=") if is_long else (word[:2], word[2:], word[2:])
        action = self._option_string_actions.get(name)
        if action is None:
            near = suggest(_ALSO_CALLED.get(name, name), self._option_string_actions)
            raise BadInput(f"{shorten(name)!r}: no such option of {self.prog.rpartition(' ')[2]}; {near}")
        if action.nargs == 0:
            if is_long and equals:
                raise BadInput(f"{name} takes no value; leave {shorten(equals + value)!r} out")
            rest[:0] = [f"-{value}"] * bool(value)  # -qv is -q -v
            return [name]
        if equals:
            return [word]
        values: list[str] = []
        # A word after an option with many values is one of them unless it is a TREE: that has a point, a hyphen or /.
        while rest and (not values if action.nargs is None else not any(mark in rest[0] for mark in "-./")):
            values.append(rest.pop(0))
        if not values:
            raise BadInput(f"{name} takes {'a value' if action.nargs is None else 'at least one value'}")
        if not is_long and not values[0].startswith("-"):
            return [name, values[0]]
        return [f"{name}{'=' * is_long}{value}" for value in values]

    def _refuse(self, word: str, found: Namespace, hint: str) -> NoReturn:
        last = next((one for one in self._actions[::-1] if not one.option_strings), None)
        if last is None:
            raise BadInput(f"{shorten(word)!r}: {self.prog} takes only options; leave it out")
        hint *= self.prog.rpartition(" ")[2] in _TAKES_A_COMMAND.values()
        there = shorten(str(getattr(found, last.dest)))
        raise BadInput(f"{shorten(word)!r}: one {last.metavar} is enough, and {there!r} is there already{hint}")

    def error(self, message: str) -> NoReturn:
        """Raise BadInput in place of printing the usage."""
        raise BadInput(f"{self.prog}: {message}")

    def _get_value(self, action: Action, arg_string: str) -> Any:
        try:
            return action.type(arg_string) if callable(action.type) else arg_string
        except ValueError as error:
            told = str(error)
            word = "" if told.startswith("'") else f" {shorten(arg_string)!r}"  # else it names the word itself
            raise BadInput(f"{_name(action)}{word}: {told}") from None

    def _check_value(self, action: Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            near = suggest(_ALSO_CALLED.get(value.lower(), value), action.choices)
            raise BadInput(f"{_name(action)} {shorten(value)!r}: {near}")


def _name(action: Action) -> str:
    return action.option_strings[0] if action.option_strings else str(action.metavar)


def read_command(program: str, words: Sequence[str]) -> tuple[Any, Namespace] | None:
    """The module of the verb that the words name, and what the other words say; None where a text was printed instead.

    The package `cli` of the program has VERBS, what each verb does, in groups.
    """
    words = [*words[1:2], "--help"] if list(words[:1]) == ["help"] else words
    known = verbs_of(program)
    at = next((at for at, word in enumerate(words) if word not in _COMMON), None)
    if at is None:
        parser, module = main_parser(program), None
    else:
        verb, words = words[at], [*words[:at], *words[at + 1 :]]
        if verb.startswith("-"):
            raise BadInput(f"{shorten(verb)}: options other than {' '.join(_COMMON)} stand after the verb")
        if verb not in known:
            raise BadInput(f"{shorten(verb)!r}: no such verb; {suggest(verb, known)}")
        parser, module = load(program, verb)
    try:
        found = parser.read(words)
    except SystemExit:  # after --help or --version
        return None
    if module is None:
        parser.print_help()
    return None if module is None else (module, found)


def verbs_of(program: str) -> dict[str, str]:
    """What each verb of a program does."""
    return {verb: told for group in import_module(f"{program}.cli").VERBS.values() for verb, told in group.items()}


def main_parser(program: str) -> Parser:
    """What reads a command line without a verb, and prints the first page of help."""
    package = import_module(f"{program}.cli")
    parser = Parser(package.__doc__, package.EXAMPLE, prog=program, usage=f"{program} VERB ...")
    for title, verbs in package.VERBS.items():
        section = parser.add_argument_group(title)
        for verb, told in verbs.items():
            section.add_argument(verb, nargs="?", help=told)
    return parser


def load(program: str, verb: str) -> tuple[Parser, Any]:
    """The parser and the module of a verb."""
    module = import_module(f"{program}.cli.{verb}{'_' * iskeyword(verb)}")
    parser: Parser = module.PARSER
    parser.prog = f"{program} {verb}"
    return parser, module


class _Version(Action):
    def __call__(self, parser: ArgumentParser, *_: object) -> None:
        write(import_module(f"{parser.prog.split()[0]}.cli").describe_version() + "\n")
        parser.exit()


def whole(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers from `least` to `most`, which its message names where they are bounds.

    >>> whole(1, 9)("7")
    7
    """

    def read(text: str) -> int:
        number = read_whole(text, least, most)
        if number is None:
            bounds = f" from {least} on" * (least >= 0) + f", up to {most}" * (most <= 10**6)
            raise ValueError(f"it takes a whole number{bounds}")
        return number

    return read


read_count = whole(1, 10**9 - 1)
read_jobs = whole(1, MOST_JOBS)  # how many at a time
read_seed = whole(0, 10**19 - 1)


def read_rounds(text: str) -> int:
    """A number of rounds, or 0 for `first-line`."""
    try:
        return 0 if text == "first-line" else read_count(text)
    except ValueError as error:
        raise ValueError(f"{error}, or first-line") from None


def read_duration(text: str) -> float:
    """Seconds from `2s`, `500ms` or `1.5`.

    >>> read_duration("2s"), read_duration("500ms"), read_duration("1.5")
    (2.0, 0.5, 1.5)
    """
    number, scale = (text[:-2], 0.001) if text.endswith("ms") else (text.removesuffix("s"), 1.0)
    if not is_decimal(number) or not 0 < float(number) * scale <= 86400:
        raise ValueError("it takes a time, as in 2s, 500ms or 1.5")
    return float(number) * scale


def adder(where: ArgumentParser, title: str = "") -> Callable[..., None]:
    """A function that adds options to a parser or a group of it; each is written as its help shows it.

    What takes no value, as --json, is a flag; `--limit N` takes one, and further settings are those of argparse.
    """
    container = where.add_argument_group(title) if title else where

    def add(shown: str, told: str, **settings: Any) -> None:
        names = [word for word in shown.split() if word.startswith("-")]
        if taken := shown.removeprefix(" ".join(names)).strip():
            settings["metavar"] = taken
        elif not settings.keys() & {"action", "choices"}:
            settings["action"] = "store_true"
        container.add_argument(*names, help=told, **settings)

    return add


def tree_argument() -> ArgumentParser:
    """The argument TREE, for parents of a parser."""
    parent = ArgumentParser(add_help=False)
    told = """a file (with a / in it, or ending in .tree), the name of a shipped tree (bulls-4x10.entropy) or of a game,
    or - for standard input"""
    parent.add_argument("tree", nargs="?", metavar="TREE", help=told)
    return parent


def judge_options() -> ArgumentParser:
    """The options that word a judge's protocol, for parents of a parser."""
    parent = ArgumentParser(add_help=False)
    add = adder(parent, "the judge's protocol")
    add("--dialect D", "how guesses and replies are worded (codeforces-753); see treegen dialects")
    add("--ask LINE", 'the line of a guess, as in "? {guess}"; {spaced} has blanks between symbols')
    add("--reply LINE", 'the reply, as in "{bulls} {cows}"; also {matches} {marks} {signs} {letters} {feedback}')
    add("--letters BC", "letters for right, elsewhere (and neither), as in BBC or GYX, of {letters}")
    add("--win LINE", 'the reply to the secret where it is worded in its own way, as in "OK"')
    add("--final LINE", 'the line that names the secret, as in "! {guess}"')
    add("--rounds N", "secrets one after the other, or first-line where the judge says how many", type=read_rounds)
    add("--limit N", "guesses granted (default: the dialect's)", type=read_count)
    return parent


def format_options() -> ArgumentParser:
    """The options --format, --json and --csv, for parents of a parser; their value is `style`."""
    parent = ArgumentParser(add_help=False)
    add = adder(parent, "output")
    add("--format", "how rows are written (default: table, for people)", dest="style", choices=STYLES, default="table")
    for style in ("json", "csv"):
        add(f"--{style}", f"the same as --format {style}", dest="style", action="store_const", const=style)
    return parent
