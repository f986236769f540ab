"""Builds, checks and exports decision trees for guessing games. treegen help VERB describes a verb."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from io import TextIOWrapper
from typing import NoReturn

from player.cli import guard
from player.cli.command import read_command
from player.errors import require
from treegen.cli.common import Run, note
from treegen.games.memory import address_space

# No verb multiplies matrices: without this, the idle threads of numpy's BLAS spin for a tenth of a CPU second.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

VERBS = {
    "Verbs": {
        "solve": "find the optimal tree for an objective, and prove it",
        "build": "build the greedy tree of a strategy, with a guaranteed depth",
        "next": "rank the next guesses in the middle of a game",
        "review": "review a game: show what each guess was worth",
        "stats": "show what a tree is and how good it is",
        "verify": "check that everything a tree file claims is true",
        "compare": "play all secrets with several strategies and compare the results",
        "render": "draw a tree, or write it as a graph, or plot trees",
        "export": "write a tree in another form",
        "games": "list the games",
    },
    "More": {
        "table": "show the information that a guess gains, or that all guesses gain",
        "bounds": "show the least possible number of guesses and its proof",
        "atlas": "show what is proved about a game",
        "value": "show what is needed against the worst distribution of secrets",
        "static": "find the fewest questions that, asked all at once, tell every secret apart",
        "lies": "show how many guesses are needed where some answers may be false",
        "jobs": "do many searches, and keep their results in a file",
        "certify": "write the proof that a tree is optimal, for others to check",
        "import": "read a tree that another program wrote",
        "handout": "write a page for a lesson: a game, its table, its tree, questions and answers",
        "differentiate": "make every vertex of a game graph identifiable, and identify them",
        "words": "list the word games that have names, or add some",
        "strategies": "list the strategies",
        "dialects": "list the judges' protocols",
        "completion": "print the completion script of a shell",
    },
}
EXAMPLE = "treegen solve bulls-3x9"

_LEAST_MEMORY = 160 << 20  # The process needs this many bytes more than it has at its start.
_TOGETHER = 0.1  # Interrupts within this many seconds count as one.


def describe_core() -> str:
    """Return the name of the core in use, for --version."""
    from treegen.native import core

    return " (native core)" if bool(core) else " (numpy, no native core)"


class _Interrupts:
    """Handles Ctrl-C, SIGTERM and SIGHUP: the first ends the command cleanly, a second one ends it at once.

    Signals that come together count as one, because a shell and a parent process may both pass it on.  Signals that the
    parent process has set to be ignored (nohup) stay ignored.
    """

    def __init__(self) -> None:
        self.code = 0  # the exit code of the command, once a signal has come
        self._first: float | None = None
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)  # Windows has no SIGHUP
            if number and signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL):
                signal.signal(number, self)

    def __call__(self, number: int, _: object) -> None:
        now = time.monotonic()
        if self._first is None:
            self._first, self.code = now, 128 + number
            if os.isatty(2) and not Run.is_quiet:
                os.write(2, b"\r\033[K")  # the ^C that a terminal shows
            raise KeyboardInterrupt
        if now - self._first > _TOGETHER:
            os._exit(128 + number)


def main() -> NoReturn:
    """Run the command line and exit with its exit code."""
    interrupts, is_limited, is_closed = _Interrupts(), address_space() < 1 << 62, sys.stdout is None
    _reopen()
    less = "raise the limit (ulimit -v)" if is_limited else "use fewer threads (-j), a smaller --memory"

    def run(words: Sequence[str]) -> int:
        require(not is_closed, "standard output is closed; give it a file, or /dev/null")
        if address_space() < _LEAST_MEMORY:  # some libraries end the process if memory is short
            raise MemoryError
        try:
            return _run(words)
        except ImportError:
            if not is_limited:
                raise
            raise MemoryError from None  # the import failed for lack of memory

    code = guard(run, sys.argv[1:], f"{less} or take a smaller game")
    if interrupts.code:  # another interrupt while Python shuts down would otherwise kill the process
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(interrupts.code or code)


def _run(words: Sequence[str]) -> int:
    Run.began, Run.last, Run.is_quiet = time.monotonic(), [], False
    found = read_command("treegen", words)
    if found is None:
        return 0
    module, args = found
    Run.is_quiet = args.quiet
    try:
        return module.run(args) or 0
    finally:
        for line in Run.last:
            note(line)


def _reopen() -> None:
    """Open the null device in place of standard files that the parent process has closed."""
    for descriptor, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != descriptor:
                os.dup2(opened, descriptor)
                os.close(opened)
            setattr(sys, name, os.fdopen(descriptor, mode, encoding="utf-8", closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not stream.encoding.lower().startswith("utf"):
            stream.reconfigure(errors="replace")  # symbols that a terminal of an older encoding cannot show
