"""Plays decision trees with people and judges. player help VERB describes a verb."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from player.errors import GuesstreeError, reason

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


def guard(run: Callable[[Sequence[str]], int], words: Sequence[str], hint: str = "raise the limit (ulimit -v)") -> int:
    """Run a command; every error is one line, and the exit code says of which kind.

    The `hint` says how to need less memory.
    """
    try:
        if sys.stdout is None:
            raise OSError("it is closed")
        code = run(words)
        write("")
    except BrokenPipeError:
        _abandon_output()
        return 0
    except (KeyboardInterrupt, GuesstreeError, OSError, MemoryError, ImportError) as error:
        if isinstance(error, ImportError) and "failed to map" not in str(error):
            raise
        if "--debug" in words:
            from traceback import format_exc

            write(format_exc(), is_aside=True)
        if isinstance(error, KeyboardInterrupt):
            return 130
        from player.cli.terminal import complain

        if isinstance(error, OSError):
            complain(f"{error.filename or 'standard output'}: {reason(error)}")
            _abandon_output()
            return 2
        complain(str(error) if isinstance(error, GuesstreeError) else f"out of memory; {hint}")
        return getattr(error, "exit_code", 2)
    return code


def _run(words: Sequence[str]) -> int:
    if words[:1] == ["judge"] and len(words) < 3 and not any(word.startswith("-") for word in words):
        from player.cli.guess import play  # without a parser, whose start takes as long as all else

        return play(words[1] if words[1:] else None)
    from player.cli.command import read_command

    found = read_command("player", words)
    return found[0].run(found[1]) or 0 if found else 0


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
