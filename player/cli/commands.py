"""The command `player`: its verbs play, judge, referee and web."""

from __future__ import annotations

import os
import sys

from player import __version__
from player.cli import options
from player.cli.options import FLAG, MANY, one_of, read_count, read_duration, read_jobs, read_rounds, read_seed
from player.cli.show import STYLES
from player.errors import BadInput, GuesstreeError
from player.judge.dialects import choose, find_worded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from typing import Any, TextIO

    from player.cli.options import Arguments, Reader
    from player.judge.dialects import Wording
    from player.judge.referee import Outcome, Summary
    from player.tree import Tree

__all__ = ["main"]

DEFAULT_TREE = "bulls-4x10"  # for play: its .total tree, or .entropy while that is not shipped
DEFAULT_TIME_LIMIT = 2.0
MAX_LINE = 1000  # characters of a line that a person types
MAX_LOSSES_SHOWN = 20

HELP = """\
usage: player VERB [TREE] [options]

  player play [TREE] [--role keeper|guesser|duel]
                                          you keep a secret, or guess the program's, or both in turn
  player judge [TREE] [--dialect D]       guess a judge's secret on standard input and output
  player referee [TREE] [options] [-- COMMAND...]
                                          play every secret against a tree, or against a program
  player web [TREE]                       open the page to play and explore in a browser
"""
COMMON_HELP = """
TREE     a file (with a / in it, or ending in .tree), a shipped tree's name (bulls-4x10.entropy), a game's name,
         or - for standard input
options  -h --help   --version   -q --quiet   --debug (tracebacks)
"""
WORDING_HELP = """\
  --ask LINE        the line of a guess, as in "? {guess}", or {spaced} for blanks between its symbols
  --reply LINE      the reply, as in "{bulls} {cows}"; also {matches} {marks} {signs} {feedback}
  --final LINE      the line that names the secret, as in "! {guess}"
  --rounds N        secrets one after the other, or first-line where the judge says how many
  --limit N         guesses granted (the dialect's)
"""
VERB_HELP = {
    "play": """\
usage: player play [TREE] [--role keeper|guesser|duel] [--level honest|evasive] [--secret S] [--seed N]

Played line by line, on a terminal or through pipes; help lists what is understood.  A finished game names the command
that reviews it.

  --role keeper     you keep a secret; the program guesses it down the tree, and you answer with bulls and cows
                    (01, 0 1, 0,1 or 0A1B), undo, restart, or lost ("my number is not here").  The default.
  --role guesser    the program keeps a secret, and you guess it; hint, left, list, undo, restart and give up help.
                    TREE may be any game's name, then: a tree, where one is shipped, gives the hints
  --role duel       both in turn: whoever needs fewer rounds wins
  --level honest    the program's secret is drawn at the start (the default)
  --level evasive   it stays open as long as it can: the program answers what leaves most candidates
  --secret S        the program's secret
  --seed N          draw the same secrets each time
""",
    "judge": """\
usage: player judge [TREE] [--dialect D]

Plays the guesser's side of a judge's protocol on standard input and output.

  --dialect D       how the judge words its replies (codeforces-753); treegen dialects lists them
"""
    + WORDING_HELP,
    "referee": """\
usage: player referee [TREE] [options] [-- COMMAND...]

Plays every secret against a tree, or against COMMAND over pipes, and tells what was lost and how.

  --dialect D       how questions and replies are worded (codeforces-753); treegen dialects lists them
"""
    + WORDING_HELP
    + """\
  --time-limit T    for each move: 2s, 500ms, 1.5 (2s)
  --secret S ...    only these secrets
  --adaptive        one game: keep open every secret that agrees with the answers
  -j N              programs at a time (the CPUs available)
  --log FILE        one line of CSV for every game
  --format F        table, csv, json or md; --json is --format json
""",
    "web": """\
usage: player web [TREE] [-o FILE] [--no-open]

Writes the page to play and explore, one file with the tree in it, opens it in a browser and prints where it lies.

  -o FILE           where to write the page (a temporary file); - is standard output
  --no-open         write it, open nothing
""",
}
WORDING_OPTIONS: dict[str, tuple[str, Reader | str]] = {
    "--dialect": ("dialect", str),
    "--ask": ("ask", str),
    "--reply": ("reply", str),
    "--final": ("final", str),
    "--rounds": ("rounds", read_rounds),
    "--limit": ("limit", read_count),
}
VERBS: dict[str, dict[str, tuple[str, Reader | str]]] = {
    "play": {
        "--role": ("role", one_of(("keeper", "guesser", "duel"))),
        "--level": ("level", one_of(("honest", "evasive"))),
        "--secret": ("secret", str),
        "--seed": ("seed", read_seed),
    },
    "judge": WORDING_OPTIONS,
    "referee": {
        **WORDING_OPTIONS,
        "--time-limit": ("time_limit", read_duration),
        "--secret": ("secrets", MANY),
        "--adaptive": ("adaptive", FLAG),
        "-j": ("jobs", read_jobs),
        "--log": ("log", str),
        "--format": ("format", one_of(STYLES)),
        "--json": ("json", FLAG),
    },
    "web": {"-o": ("path", str), "--no-open": ("no-open", FLAG)},
}


def main(words: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, by default the process's own, and return its exit code."""
    words = sys.argv[1:] if words is None else words
    is_debugging = "--debug" in words[: words.index("--") if "--" in words else None]
    try:
        return _run(words)
    except BrokenPipeError:
        _abandon_output()
        return 0
    except KeyboardInterrupt:
        if is_debugging:
            raise
        return 130
    except GuesstreeError as error:
        if is_debugging:
            raise
        _complain(str(error))
        return error.exit_code
    except OSError as error:
        if is_debugging:
            raise
        _complain(f"{error.filename or 'standard output'}: {(error.strerror or str(error)).lower()}")
        _abandon_output()
        return 2


def _run(words: Sequence[str]) -> int:
    arguments = options.parse(words, VERBS)
    if arguments["help"]:
        return _write(VERB_HELP.get(arguments.verb, HELP) + COMMON_HELP, flush=True)
    if arguments["version"]:
        return _write(f"player {__version__}\n", flush=True)
    if not arguments.verb:
        raise BadInput(f"name a verb: {', '.join(VERBS)}; see player --help")
    run: dict[str, Callable[[Arguments], int]] = {"play": _play, "judge": _judge, "referee": _referee, "web": _web}
    code = run[arguments.verb](arguments)
    _write("", flush=True)
    return code


def _judge(arguments: Arguments) -> int:
    """One write a guess, straight to the descriptor, and no byte read beyond what a turn needs."""
    from player.judge.session import ASK, Codebreaker

    if arguments.tree == "-":
        raise BadInput("- cannot be both the tree and the judge; name a tree file")
    wording, tree = choose(arguments["dialect"], arguments.tree, _words(arguments))
    guesser = Codebreaker(wording, tree)
    while not guesser.is_over:
        if guesser.state == ASK:
            _write_all(guesser.ask().encode())
            continue
        while guesser.read() is None:
            guesser.receive(_read_some())
    return 0


def _words(arguments: Arguments) -> dict[str, Any]:
    """The options that word a judge which no dialect describes."""
    return {key: arguments[key] for key in ("ask", "reply", "final", "rounds", "limit")}


def _read_some() -> bytes:
    try:
        return os.read(0, 4096)
    except OSError:
        return b""  # closed by whoever started us: nothing will come


def _write_all(data: bytes) -> None:
    while data:
        try:
            data = data[os.write(1, data) :]
        except OSError as error:
            import errno

            if error.errno == errno.EBADF:  # closed by whoever started us: nobody listens
                raise BrokenPipeError from None
            raise


def _play(arguments: Arguments) -> int:
    from player.people.roles import open_play

    if arguments.tree == "-":
        raise BadInput("- cannot be both the tree and the person; name a tree file")
    keys = ("role", "level", "secret", "seed")
    is_terminal = sys.stdin is not None and sys.stdin.isatty()
    play = open_play(arguments.tree or DEFAULT_TREE, **{key: arguments[key] for key in keys}, asks_again=is_terminal)
    _write(play.start(), flush=True)
    for line in _lines():
        _write(play.reply(line), flush=True)
        if play.is_over:
            return 0
    _write(play.end(), flush=True)
    return 0


def _lines() -> Iterator[str]:
    """What a person types, line by line, as text whatever its bytes are; what is too long is cut."""
    if sys.stdin is None:
        return
    source = sys.stdin.buffer
    while line := source.readline(MAX_LINE):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(MAX_LINE)
        yield line.decode("ascii", "replace").replace("\ufffd", "?")


def _referee(arguments: Arguments) -> int:
    from time import monotonic

    from player.judge import referee

    wording, tree = _choose_game(arguments)
    secrets = _read_secrets(arguments["secrets"], wording)
    limit = arguments["limit"] or wording.dialect.limit or wording.rules.secret_count
    games = referee.codemakers(wording, secrets, limit, bool(arguments["adaptive"]))
    if wording.dialect.rounds > 1:
        raise BadInput(f"--rounds {wording.dialect.rounds}: the referee plays one secret a game; take first-line, or 1")
    if arguments.command:
        jobs, time_limit = arguments["jobs"] or _cpus(), arguments["time_limit"] or DEFAULT_TIME_LIMIT
        outcomes = referee.play_command(arguments.command, games, jobs, time_limit)
    else:
        assert tree is not None
        outcomes = referee.play_tree(tree, games)
    count = 1 if arguments["adaptive"] else len(secrets)
    start = monotonic()
    summary = referee.summarise(_watched(outcomes, count, arguments))
    _report(summary, monotonic() - start, arguments, wording)
    return 1 if summary.losses else 0


def _cpus() -> int:
    """How many CPUs this process may use, where the system tells; else how many there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _choose_game(arguments: Arguments) -> tuple[Wording, Tree | None]:
    """What is played: with a COMMAND and no TREE the dialect's own game, for which no tree need be there."""
    from player import rules
    from player.judge.dialects import Wording

    dialect = find_worded(arguments["dialect"], _words(arguments))
    if arguments.command and arguments.tree is None and dialect.game:
        return Wording(dialect, rules.parse(dialect.game)), None
    return choose(arguments["dialect"], arguments.tree, _words(arguments))


def _web(arguments: Arguments) -> int:
    from player import web
    from player.tree import read_tree

    tree = read_tree(arguments.tree or DEFAULT_TREE)
    name = web.name_of(tree)
    page = web.make_page([(name, tree)])
    if arguments["path"] == "-":
        return _write(page)
    path, is_shown = web.show_page(page, arguments["path"], name, is_opened=not arguments["no-open"])
    _write(f"{path}\n", flush=True)
    if not is_shown and not arguments["no-open"] and not arguments["quiet"]:
        _complain("no browser could be started; open this file in one")
    return 0


def _read_secrets(given: list[str] | None, wording: Wording) -> list[str]:
    rules = wording.rules
    for secret in given or []:
        if not rules.is_secret(secret):
            raise BadInput(f"{secret!r} is not a secret of {rules.name}: it takes {rules.describe_secret()}")
    return list(dict.fromkeys(given)) if given else rules.secrets()


def _watched(outcomes: Generator[Outcome, None, None], count: int, arguments: Arguments) -> Iterator[Outcome]:
    """Let the games pass, showing how far they are and writing the log."""
    from time import monotonic

    from player.cli import show

    is_shown = sys.stderr is not None and sys.stderr.isatty() and not arguments["quiet"]
    log = _open_log(arguments["log"])
    lost, shown, start = 0, 0.0, monotonic()
    try:
        for number, outcome in enumerate(outcomes, 1):
            if log is not None:
                text = show.render([outcome.row()], "csv")
                _append(log, text if number == 1 else text.partition("\n")[2], arguments["log"])
            lost += not outcome.is_won
            now = monotonic()
            if is_shown and now - shown > 0.1:
                shown = now
                sys.stderr.write(f"\r{number}/{count} games, {lost} lost, {number / (now - start):.0f}/s ")
                sys.stderr.flush()
            yield outcome
    finally:
        outcomes.close()  # now, not when it is collected: it ends the programs
        if is_shown:
            sys.stderr.write("\r\x1b[K")
        if log is not None and log is not sys.stdout:
            _close(log)


def _open_log(path: str | None) -> TextIO | None:
    if path is None or path == "-":
        return sys.stdout if path else None
    try:
        return open(path, "w", encoding="utf-8", newline="", buffering=1)
    except OSError as error:
        raise BadInput(f"{path}: {(error.strerror or str(error)).lower()}; name a file to write for --log") from None


def _append(log: TextIO, text: str, path: str) -> None:
    try:
        log.write(text)
    except OSError as error:
        if log is sys.stdout:
            raise
        raise BadInput(f"{path}: {(error.strerror or str(error)).lower()}; the log cannot be written") from None


def _close(log: TextIO) -> None:
    try:
        log.close()
    except OSError:
        pass  # every line was flushed: what fails now has failed, and been told, before


def _report(summary: Summary, seconds: float, arguments: Arguments, wording: Wording) -> None:
    from player.cli import show
    from player.judge.referee import LOSSES

    style = "json" if arguments["json"] else arguments["format"] or "table"
    row = {"game": wording.rules.name, "dialect": wording.dialect.name, **summary.row(), "seconds": round(seconds, 2)}
    losses = [
        {
            "secret": outcome.secret,
            "how": outcome.how,
            "detail": outcome.detail,
            "history": outcome.history,
            "replay": _replay_line(outcome, arguments),
        }
        for outcome in summary.losses
    ]
    if style == "json":
        _write(show.render_fields(row | {"losses": losses}, style))
        return
    _write(show.render_fields(row, style))
    if not losses:
        return
    if style != "table":
        _write("\n" + show.render(losses, style))
        return
    _write("\n")
    for loss in losses[:MAX_LOSSES_SHOWN]:
        _write(f"{loss['secret']}  {loss['how']}: {loss['detail']}\n")
        _write(f"      after {loss['history']}\n" if loss["history"] else "")
        _write(f"      again: {loss['replay']}\n")
    if len(losses) > MAX_LOSSES_SHOWN:
        _write(f"and {len(losses) - MAX_LOSSES_SHOWN} more (--log FILE and --json have all)\n")
    counts: dict[str, int] = {}
    for outcome in summary.losses:
        counts[outcome.how] = counts.get(outcome.how, 0) + 1
    kinds = [{"lost by": how, "games": games, "meaning": LOSSES[how]} for how, games in counts.items()]
    _write("\n" + show.render(kinds, "table"))


def _replay_line(outcome: Outcome, arguments: Arguments) -> str:
    """The command that plays one game again."""
    import shlex

    words = ["player", "referee", *([arguments.tree] if arguments.tree else [])]
    for name, (key, _) in WORDING_OPTIONS.items():
        value = "first-line" if (key, arguments[key]) == ("rounds", 0) else arguments[key]
        words += [name, str(value)] if value is not None else []
    words += ["--time-limit", f"{arguments['time_limit']:g}s"] if arguments["time_limit"] else []
    if arguments["adaptive"]:
        words += ["--adaptive", *(["--secret", *arguments["secrets"]] if arguments["secrets"] else [])]
    else:
        words += ["--secret", outcome.secret]
    return shlex.join([*words, *(["--", *arguments.command] if arguments.command else [])])


def _write(text: str, flush: bool = False) -> int:
    if sys.stdout is not None:
        sys.stdout.write(text)
        if flush:
            sys.stdout.flush()
    return 0


def _complain(message: str) -> None:
    """One line on standard error, whatever the message holds."""
    from player.cli.show import printable

    if sys.stderr is not None:
        try:
            sys.stderr.write(printable(message) + "\n")
            sys.stderr.flush()
        except OSError:
            pass  # nobody reads it; the exit code still tells


def _abandon_output() -> None:
    """Keep the interpreter from complaining, at its end, about output that cannot be delivered."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.close(sink)
