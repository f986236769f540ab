"""The command `player`: one module per verb, loaded when it runs, each with its help, options and `run`."""

from __future__ import annotations

import os
import sys

from player.errors import GuesstreeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeAlias

    # What an option takes: FLAG, MANY, TEXT, a name in `player.cli.options.READERS`, or the words to choose from.
    Options: TypeAlias = Mapping[str, str | tuple[str, ...]]

VERBS = ("play", "judge", "referee", "web", "completion")
FLAG, MANY, TEXT = "flag", "many", "text"


class Arguments(dict[str, "Any"]):
    """What a command line says: the value of each option, the verb, the TREE, and the command after `--`."""

    def __init__(self) -> None:
        self.verb = ""
        self.tree: str | None = None
        self.command: list[str] = []

    def __missing__(self, option: str) -> None:
        return None


def main(words: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, by default the process's own, and return its exit code."""
    words = sys.argv[1:] if words is None else words
    is_debugging = "--debug" in words[: words.index("--") if "--" in words else None]
    try:
        if sys.stdout is None:
            raise OSError("it is closed")
        return _run(words)
    except BrokenPipeError:
        _abandon_output()
        return 0
    except KeyboardInterrupt:
        if is_debugging:
            raise
        return 130
    except (MemoryError, ImportError) as error:
        if is_debugging or (isinstance(error, ImportError) and "failed to map" not in str(error)):
            raise
        write("out of memory; raise the limit (ulimit -v)\n", is_aside=True)
        return 2
    except (GuesstreeError, OSError) as error:
        if is_debugging:
            raise
        from player.cli.show import complain

        if isinstance(error, GuesstreeError):
            complain(str(error))
            return error.exit_code
        complain(f"{error.filename or 'standard output'}: {(error.strerror or str(error)).lower()}")
        _abandon_output()
        return 2


def options_of(verb: str) -> Options:
    """The options of a verb, and what each takes."""
    options: Options = _module(verb).OPTIONS
    return options


def _module(verb: str) -> Any:
    from importlib import import_module

    return import_module(f"player.cli.{verb}")


def _run(words: Sequence[str]) -> int:
    arguments, code = _parse(words), 0
    if arguments["--version"] and not arguments["--help"]:
        from player import __version__

        write(f"player {__version__}\n")
    elif arguments["--help"] or not arguments.verb:
        from player.cli.help import help_of

        write(help_of(arguments.verb))
    else:
        code = _module(arguments.verb).run(arguments)
    write("")
    return code


def _parse(words: Sequence[str]) -> Arguments:
    arguments, rest = Arguments(), list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-") or word == "-":
            if word in VERBS and not arguments.verb:
                arguments.verb = word
            elif word == "help" and not arguments.verb:
                arguments["--help"] = True
            elif arguments.verb and arguments.tree is None:
                arguments.tree = word
            else:
                from player.cli.options import refuse

                refuse(arguments, word)
        else:
            from player.cli.options import take_command, take_option

            if word == "--":
                take_command(arguments, rest)
                break
            take_option(arguments, word, rest)
    return arguments


def write(text: str, is_aside: bool = False) -> None:
    """Write to standard output, or standard error, at once."""
    out = sys.stderr if is_aside else sys.stdout
    if out is not None:
        out.write(text)
        out.flush()


def _abandon_output() -> None:
    """Keep the interpreter from complaining, at its end, about output that cannot be delivered."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.close(sink)
