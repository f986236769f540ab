"""The command `treegen`.  Each verb has its own module, which is imported when the verb runs."""

from __future__ import annotations

import os
import shlex
import signal
import sys
import time
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword
from typing import NoReturn

import click

from player.cli.show import printable
from player.errors import BadInput, GuesstreeError
from player.rules.misspelt import suggest
from treegen.cli.common import HELP_NAMES, aside, common_options
from treegen.cli.help import HelpPage
from treegen.games.memory import address_space

# No verb multiplies matrices: without this, the idle threads of numpy's BLAS spin for a tenth of a CPU second.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

VERBS = {
    "build": "Build the greedy tree of a strategy, with a guaranteed depth.",
    "solve": "Find the optimal tree for an objective, and prove it.",
    "jobs": "Do many searches, and keep their results in a file.",
    "certify": "Write the proof that a tree is optimal, for others to check.",
    "verify": "Check that everything a tree file claims is true.",
    "stats": "Show what a tree is and how good it is.",
    "export": "Write a tree in another form.",
    "render": "Draw a tree, or write it as a graph, or plot trees.",
    "compare": "Play all secrets with several strategies and compare the results.",
    "table": "Show the information that a guess gains, or that all guesses gain.",
    "bounds": "Show why so many guesses suffice, and why fewer do not.",
    "value": "Show what is needed against the worst distribution of secrets.",
    "static": "Find the fewest questions that, asked all at once, tell every secret apart.",
    "lies": "Show how many guesses are needed where some answers may be false.",
    "atlas": "Show what is proved about a game.",
    "handout": "Write a page for a lesson: a game, its table, its tree, questions and answers.",
    "next": "Rank the next guesses in the middle of a game.",
    "review": "Review a game: show what each guess was worth.",
    "import": "Read a tree that another program wrote.",
    "differentiate": "Make every vertex of a game graph identifiable, and identify them.",
    "games": "List the games.",
    "words": "List the word games that have names, or add some.",
    "strategies": "List the strategies.",
    "dialects": "List the judges' protocols.",
    "completion": "Print the completion script of a shell.",
}


# Options of other verbs and programs, and what they are called here.
_ALSO_CALLED = {"--limit": "--max-depth", "--max-guesses": "--max-depth", "--depth": "--max-depth"}
_LEAST_MEMORY = 160 << 20  # bytes that a process needs beside what it has when it starts
_TOGETHER = 0.1  # seconds in which interrupts are one


class _Verbs(HelpPage, click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        module = cmd_name + "_" * iskeyword(cmd_name)
        command: click.Command = import_module(f"treegen.cli.{module}").command
        return command

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))
        super().format_options(ctx, formatter)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        ctx.meta["began"] = time.monotonic()  # from which --time counts in treegen solve
        if args and args[0] == "play":
            raise click.UsageError("to play, use the other command: player " + shlex.join(args))
        if args and args[0] not in VERBS:
            raise click.UsageError(f"{args[0]!r} is not a verb of treegen; {suggest(args[0], VERBS)}")
        return super().resolve_command(ctx, args)


@click.group(cls=_Verbs, context_settings=HELP_NAMES, invoke_without_command=True, epilog="treegen solve bulls-3x9",
             subcommand_metavar="VERB ...")  # fmt: skip
@common_options(is_version_hidden=False)
@click.pass_context
def group(ctx: click.Context) -> None:
    """Build, check and export decision trees for guessing games.

    treegen help VERB describes a verb.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


class _Interrupts:
    """Handles Ctrl-C, SIGTERM and SIGHUP: the first ends the command cleanly, another one at once.

    Those that come with the first are one: a shell and a parent process may both pass it on.  What the parent process
    has us ignore (nohup) stays ignored.
    """

    def __init__(self) -> None:
        self.code = 0  # with which the command ends, once one has come
        self._first: float | None = None
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)  # Windows has no SIGHUP
            if number and signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL):
                signal.signal(number, self)

    def __call__(self, number: int, _: object) -> None:
        now = time.monotonic()
        if self._first is None:
            self._first, self.code = now, 128 + number
            raise KeyboardInterrupt
        if now - self._first > _TOGETHER:
            os._exit(128 + number)


def main() -> NoReturn:
    """Run the command line and exit with its exit code."""
    code, interrupts, is_closed = 0, _Interrupts(), sys.stdout is None
    _reopen()
    # Every verb takes --debug, too.  It is read here so that it applies even to errors in the verb's arguments.
    debug = "--debug" in sys.argv[1:]
    if sys.argv[1:2] == ["help"]:
        sys.argv[1:] = [*sys.argv[2:3], "--help"]
    try:
        if is_closed:
            raise BadInput("standard output is closed; give it a file, or /dev/null")
        if address_space() < _LEAST_MEMORY:  # some libraries end the process where they lack memory
            raise MemoryError
        result = group.main(prog_name="treegen", standalone_mode=False)
        code = result if isinstance(result, int) else 0
        sys.stdout.flush()
    except (GuesstreeError, click.ClickException) as error:
        code = _report(error, debug)
    except (KeyboardInterrupt, click.Abort):
        if debug:
            raise
        # Another interrupt while Python shuts down would otherwise kill the process.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        code = interrupts.code or 130
    except (OSError, MemoryError, ImportError) as error:
        code = interrupts.code  # it came first: the terminal is gone
        if isinstance(error, BrokenPipeError) or code:
            # The reader closed the pipe.  This keeps Python's own flush at exit from failing as well.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        else:
            code = _report(error, debug)
    sys.exit(code)


def _reopen() -> None:
    """Open standard files that the parent process has closed as the null device, so that they can be used."""
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


def _report(error: Exception, debug: bool) -> int:
    is_limited = address_space() < 1 << 62
    if debug or (isinstance(error, ImportError) and not is_limited):
        raise error
    if isinstance(error, click.ClickException):
        if isinstance(error, click.NoSuchOption) and error.ctx is not None:
            other = _ALSO_CALLED.get(error.option_name)
            if other and any(other in option.opts for option in error.ctx.command.params):
                error = click.UsageError(f"No such option {error.option_name!r}. Did you mean {other!r}?", error.ctx)
        text, code = error.format_message(), 2
        if isinstance(error, click.UsageError) and error.ctx is not None and error.ctx.info_name:
            text = f"{error.ctx.command_path}: {text}"
    elif isinstance(error, GuesstreeError):
        text, code = str(error), error.exit_code
    elif isinstance(error, (MemoryError, ImportError)):
        less = "raise the limit (ulimit -v)" if is_limited else "use fewer threads (-j), a smaller --memory"
        text, code = f"out of memory; {less} or take a smaller game", 2
    else:
        text, code = f"{getattr(error, 'filename', None) or 'treegen'}: {getattr(error, 'strerror', None) or error}", 2
    aside(printable(" ".join(text.split())) + "\n")
    return code
