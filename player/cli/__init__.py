"""Plays decision trees with people and judges. player help VERB describes a verb."""

from __future__ import annotations

import os
import sys

from player.errors import GuesstreeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

VERBS = {
    "Verbs": {
        "play": "you keep a secret, or guess the program's",
        "judge": "guess a judge's secret on standard input and output",
        "referee": "play every secret against a tree, or against a program",
        "web": "open the page to play and explore in a browser",
        "completion": "print the completion script of a shell",
    }
}
EXAMPLE = "player play --role guesser"


def main(words: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, by default the process's own, and return its exit code."""
    words = sys.argv[1:] if words is None else words
    is_debugging = "--debug" in words[: words.index("--") if "--" in words else None]
    try:
        if sys.stdout is None:
            raise OSError("it is closed")
        code = _run(words)
        write("")
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
    return code


def _run(words: Sequence[str]) -> int:
    if words[:1] == ["judge"] and len(words) < 3 and not any(word.startswith("-") for word in words):
        from player.cli.guess import play  # without a parser, whose start takes as long as all else

        return play(words[1] if words[1:] else None)
    from player.cli.command import read_command

    found = read_command("player", words)
    return found[0].run(found[1]) or 0 if found else 0


def describe_version() -> str:
    """The name of the command and its version."""
    from player import __version__

    return f"player {__version__}"


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
