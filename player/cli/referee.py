"""`player referee`: every secret against a tree, or against a program over pipes."""

from __future__ import annotations

import os
import sys
from collections import Counter
from time import monotonic

from player.cli import FLAG, MANY, TEXT, judge, show, write
from player.cli.judge import words_of
from player.cli.tables import bars
from player.cli.terminal import terminal_width
from player.errors import BadInput
from player.judge import referee
from player.judge.choose import choose, find_worded
from player.judge.wording import Wording
from player.rules.names import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from typing import TextIO

    from player.cli import Arguments, Options
    from player.judge.referee import Outcome, Summary
    from player.tree import Tree

__all__ = ["OPTIONS", "run"]

OPTIONS: Options = {
    **judge.OPTIONS, "--time-limit": "duration", "--secret": MANY, "--adaptive": FLAG, "-j": "jobs", "--log": TEXT,
    "--format": show.STYLES, "--json": FLAG,
}  # fmt: skip
DEFAULT_TIME_LIMIT = 2.0
MAX_LOSSES_SHOWN = 20
FIRST_STEPS, LAST_STEPS = 10, 5  # of a lost game that are shown


def run(arguments: Arguments) -> int:
    """Play the games, show how far they are, and print what they come to."""
    wording, tree = _choose_game(arguments)
    secrets = _read_secrets(arguments["--secret"], wording)
    limit = arguments["--limit"] or wording.dialect.limit or wording.rules.secret_count
    games = referee.codemakers(wording, secrets, limit, bool(arguments["--adaptive"]))
    if arguments.command:
        jobs, time_limit = arguments["-j"] or _cpus(), arguments["--time-limit"] or DEFAULT_TIME_LIMIT
        outcomes = referee.play_command(arguments.command, games, jobs, time_limit)
    else:
        assert tree is not None
        outcomes = referee.play_tree(tree, games)
    count = 1 if arguments["--adaptive"] else len(secrets)
    start = monotonic()
    summary = referee.summarise(_watched(outcomes, count, arguments))
    _report(summary, monotonic() - start, arguments, wording)
    return 1 if summary.losses else 0


def _cpus() -> int:
    """How many CPUs this process may use, where the system tells; else how many there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _choose_game(arguments: Arguments) -> tuple[Wording, Tree | None]:
    """What is played: with a COMMAND and no TREE the dialect's own game, for which no tree need be there."""
    dialect = find_worded(arguments["--dialect"], words_of(arguments))
    if arguments.command and arguments.tree is None and dialect.game:
        return Wording(dialect, parse(dialect.game)), None
    return choose(arguments["--dialect"], arguments.tree, words_of(arguments))


def _read_secrets(given: list[str] | None, wording: Wording) -> list[str]:
    rules = wording.rules
    for secret in given or []:
        if not rules.is_secret(secret):
            raise BadInput(f"{secret!r} is not a secret of {rules.brief}: it takes {rules.describe_secret()}")
    return list(dict.fromkeys(given)) if given else rules.secrets()


def _watched(outcomes: Generator[Outcome, None, None], count: int, arguments: Arguments) -> Iterator[Outcome]:
    """Let the games pass, showing how far they are and writing the log."""
    is_shown = sys.stderr is not None and sys.stderr.isatty() and not arguments["--quiet"]
    log = _open_log(arguments["--log"])
    lost, shown, start = 0, 0.0, monotonic()
    try:
        for number, outcome in enumerate(outcomes, 1):
            if log is not None:
                text = show.render([outcome.row()], "csv")
                _append(log, text if number == 1 else text.partition("\n")[2], arguments["--log"])
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
            try:
                log.close()
            except OSError:
                pass  # every line was flushed: what fails now has failed, and been told, before


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


def _report(summary: Summary, seconds: float, arguments: Arguments, wording: Wording) -> None:
    style = "json" if arguments["--json"] else arguments["--format"] or "table"
    name = wording.rules.brief if style in ("table", "md") else wording.rules.name
    row = {"game": name, "dialect": wording.dialect.name, **summary.row(), "seconds": round(seconds, 2)}
    row["limit"] = arguments["--limit"] or wording.dialect.limit or None
    if arguments["--adaptive"] and summary.last is not None:
        last = summary.last
        row |= {"history": last.history, "secret": last.secret, "candidates_left": last.left}
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
    if style == "table":
        del row["histogram"]  # it is drawn instead
        if summary.losses:
            row = {f"{key}_of_won_games" if key in ("tally", "average") else key: row[key] for key in row}
    write(show.render_fields(row | {"losses": losses} if style == "json" else row, style))
    if style == "table" and sum(summary.histogram) > 1:
        write("\n" + bars(summary.histogram, what="games won" if summary.losses else "games", width=terminal_width()))
    if style == "json" or not losses:
        return
    if style != "table":
        write("\n" + show.render(losses, style))
        return
    write("\n")
    for loss in losses[:MAX_LOSSES_SHOWN]:
        write(f"{loss['secret']}  {loss['how']}: {loss['detail']}\n")
        write(f"      after {_shorten(loss['history'])}\n" if loss["history"] else "")
        write(f"      again: {loss['replay']}\n")
    if len(losses) > MAX_LOSSES_SHOWN:
        write(f"and {len(losses) - MAX_LOSSES_SHOWN} more (--log FILE and --json have all)\n")
    counts = Counter(outcome.how for outcome in summary.losses)
    kinds = [{"lost by": how, "games": games, "meaning": referee.LOSSES[how]} for how, games in counts.items()]
    write("\n" + show.render(kinds, "table"))


def _shorten(history: str) -> str:
    """A history for people: of many steps only the first and the last ones, and how many are between."""
    steps = history.split(",")
    hidden = len(steps) - FIRST_STEPS - LAST_STEPS
    if hidden <= 1:
        return history
    first, last = ",".join(steps[:FIRST_STEPS]), ",".join(steps[-LAST_STEPS:])
    return f"{first} ... {hidden} more (--log FILE and --json have all) ... {last}"


def _replay_line(outcome: Outcome, arguments: Arguments) -> str:
    """The command that plays one game again."""
    import shlex

    words = ["player", "referee", *([arguments.tree] if arguments.tree else [])]
    for name in judge.OPTIONS:
        value = "first-line" if (name, arguments[name]) == ("--rounds", 0) else arguments[name]
        words += [name, str(value)] if value is not None else []
    words += ["--time-limit", f"{arguments['--time-limit']:g}s"] if arguments["--time-limit"] else []
    if arguments["--adaptive"]:
        words += ["--adaptive", *(["--secret", *arguments["--secret"]] if arguments["--secret"] else [])]
    else:
        words += ["--secret", *outcome.before, outcome.secret]
    return shlex.join([*words, *(["--", *arguments.command] if arguments.command else [])])
