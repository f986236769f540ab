"""Plays decision trees with people and judges. player help VERB describes a verb."""

from __future__ import annotations

import os
import sys

from player.errors import GuesstreeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
    return guard(_run, sys.argv[1:] if words is None else words)


def guard(
    run: Callable[[Sequence[str]], int], words: Sequence[str], advice: str = "raise the limit (ulimit -v)",
    is_limited: bool = False,
) -> int:  # fmt: skip
    """Run a command; every error is one line, and the exit code says of which kind.

    Where memory is limited, modules that cannot be imported lack it; the `advice` says how to need less.
    """
    is_debugging = "--debug" in words[: words.index("--") if "--" in words else None]
    try:
        if sys.stdout is None:
            raise OSError("it is closed")
        code = run(words)
        write("")
    except BrokenPipeError:
        _abandon_output()
        return 0
    except KeyboardInterrupt:
        if is_debugging:
            raise
        return 130
    except (GuesstreeError, OSError, MemoryError, ImportError) as error:
        is_import = isinstance(error, ImportError) and not is_limited and "failed to map" not in str(error)
        if is_debugging or is_import:
            raise
        from player.cli.show import complain

        if isinstance(error, GuesstreeError):
            complain(str(error))
            return error.exit_code
        if not isinstance(error, OSError):
            complain(f"out of memory; {advice}")
            return 2
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
