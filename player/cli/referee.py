"""Plays every secret against a tree, or against COMMAND (after --) over pipes, and reports each loss and its cause.

COMMAND is started again for every game; with --rounds N, one run of it plays N games. With TREE~K, as in bulls-3x4~1,
up to K answers are false.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from time import monotonic

from player.cli import command, judge, show, write
from player.cli.command import Namespace, Parser
from player.cli.guess import choose_sceptic
from player.cli.judge import words_of
from player.cli.tables import bars
from player.cli.terminal import terminal_width
from player.errors import BadInput
from player.judge import referee
from player.judge.choose import choose, find_worded
from player.judge.match import LOSSES, Outcome
from player.judge.wording import Wording
from player.people.sceptic import Sceptic
from player.rules.names import parse
from player.rules.spelling import name_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import TextIO

    from player.tree import Tree

DEFAULT_TIME_LIMIT = 2.0
MAX_LOSSES_SHOWN = 20
FIRST_STEPS, LAST_STEPS = 10, 5  # of a lost game that are shown
MOST_ALIKE = 20  # games lost alike from the first one on, after which the others would be, too
_UNDERSTOOD = ("too many guesses", "wrong answer")  # losses of programs that speak the protocol

PARSER = Parser(
    __doc__,
    "player referee bulls-3x9.total --limit 6",
    command.tree_argument(),
    command.judge_options(),
    command.format_options(),
)
add = command.adder(PARSER, "the games")
add("--time-limit T", "for each move, such as 500ms or 1.5s (default: 2s)", type=command.read_duration)
add("--secret S", "only these secrets", nargs="+", action="extend")
add("--games N", "play only N secrets, drawn at random", type=command.read_count)
add("--seed N", "what --games draws from (default: 0)", type=command.read_seed)
add("--adaptive", "one game, or one for each of --rounds: keep open every secret that agrees with the answers; the "
    "report shows the questions of the last one and the secret it ended on")  # fmt: skip
add("-j N", "programs at a time (default: the CPUs available)", dest="jobs", type=command.read_jobs)
add("--log FILE", "one line of CSV for every game")


def run(args: Namespace) -> int:
    wording, tree = _choose_game(args)
    secrets = _choose_secrets(args, wording)
    rules, lies = wording.rules, tree.lies if isinstance(tree, Sceptic) else 0
    limit = args.limit or wording.dialect.limit or rules.secret_count << lies
    games = referee.codemakers(wording, secrets, limit, args.adaptive, lies)
    if args.command:
        jobs, time_limit = args.jobs or _cpus(), args.time_limit or DEFAULT_TIME_LIMIT
        outcomes = referee.play_command(args.command, games, jobs, time_limit)
    else:
        assert tree is not None
        outcomes = referee.play_tree(tree, games)
    count = (wording.dialect.rounds or 1) if args.adaptive else len(secrets)
    weighed = None if isinstance(tree, Sceptic) or args.adaptive else tree
    start, summary, is_interrupted = monotonic(), referee.Summary(weighed), False
    is_whole = args.command and not args.secret and not args.games
    watched = _watched(outcomes, count, args)
    try:
        for outcome in watched:
            summary.add(outcome)
            if is_whole and summary.games < count and _is_hopeless(summary):
                watched.close()
                _remark(f"stopped: the first {summary.games} games were all lost alike; --games N plays more", args)
                break
    except KeyboardInterrupt:
        if not summary.games:
            raise
        is_interrupted = True
        _remark(f"interrupted after {summary.games} of {count} games", args)
    _report(summary, monotonic() - start, args, wording, lies)
    return 130 if is_interrupted else 1 if summary.losses else 0


def _cpus() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _choose_game(args: Namespace) -> tuple[Wording, Tree | Sceptic | None]:
    """What is played: with a COMMAND and no TREE the dialect's own game, for which no tree need be there."""
    dialect = find_worded(args.dialect, words_of(args))
    if args.command and args.tree is None and dialect.game:
        return Wording(dialect, parse(dialect.game)), None
    from player.tree import Tree

    if found := choose_sceptic(args.tree, args.dialect, words_of(args)):
        if args.adaptive and args.secret:
            raise BadInput("with lies --adaptive keeps every secret open; leave --secret out")
        return found
    return choose(Tree, args.dialect, args.tree, words_of(args))


def _choose_secrets(args: Namespace, wording: Wording) -> list[str]:
    rules, given, games, seed = wording.rules, args.secret, args.games, args.seed
    if games and (given or args.adaptive):
        raise BadInput("--games draws the secrets to play one by one; leave --secret and --adaptive out, or --games")
    if seed is not None and not games:
        raise BadInput("--seed draws the secrets of --games; add --games N, or leave --seed out")
    named = [name_secret(rules, text) for text in given or []]
    secrets = list(dict.fromkeys(named)) if named else rules.secrets()
    if not games or games >= len(secrets):
        return secrets
    drawn, message = referee.draw(secrets, games, seed or 0)
    _remark(message, args)
    return drawn


def _is_hopeless(summary: referee.Summary) -> bool:
    """Whether the first MOST_ALIKE games have all been lost alike, by a program that does not come to play at all."""
    kinds = {(outcome.how, outcome.detail) for outcome in summary.losses}
    is_alike = summary.games == len(summary.losses) == MOST_ALIKE and len(kinds) == 1
    return is_alike and summary.losses[0].how not in _UNDERSTOOD


def _remark(text: str, args: Namespace) -> None:
    if not args.quiet:
        show.complain(text)


def _watched(outcomes: Generator[Outcome, None, None], count: int, args: Namespace) -> Generator[Outcome, None, None]:
    """Let the games pass, showing how far they are, and the first loss at once, and writing the log."""
    is_shown = sys.stderr is not None and sys.stderr.isatty() and not args.quiet
    log = _open_log(args.log)
    lost, shown, start = 0, 0.0, monotonic()
    try:
        for number, outcome in enumerate(outcomes, 1):
            if log is not None:
                text = show.render([outcome.row()], "csv")
                _append(log, text if number == 1 else text.partition("\n")[2], args.log)
            lost += not outcome.is_won
            if is_shown and lost == 1 and not outcome.is_won:
                sys.stderr.write("\r\x1b[K")
                show.complain(f"the first loss: {outcome.secret}  {outcome.how}: {outcome.detail}")
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


def _report(summary: referee.Summary, seconds: float, args: Namespace, wording: Wording, lies: int) -> None:
    style = args.style
    name = (wording.rules.brief if style in ("table", "md") else wording.rules.name) + f"~{lies}" * bool(lies)
    row = {"game": name, "dialect": wording.dialect.name, **summary.row(), "seconds": round(seconds, 2)}
    row["limit"] = args.limit or wording.dialect.limit or None
    if args.adaptive and summary.last is not None:
        last = summary.last
        row |= {"history": last.history, "secret": last.secret, "candidates_left": last.left}
    if args.games:
        row |= {"secrets": wording.rules.secret_count, "seed": args.seed or 0}
    keys = ("secret", "how", "detail", "history")
    losses = [
        {key: getattr(outcome, key) for key in keys} | {"replay": _replay_line(outcome, args)}
        for outcome in summary.losses
    ]
    if style == "table":
        del row["histogram"]  # it is drawn instead
        if summary.losses:
            row = {f"{key}_of_won_games" if key in ("tally", "average") else key: row[key] for key in row}
    write(show.render_fields(row | {"losses": losses} if style == "json" else row, style))
    if style == "table" and sum(summary.histogram) > 1:
        what = "weight" if summary.weights else "games won" if summary.losses else "games"
        write("\n" + bars(summary.histogram, what=what, width=terminal_width()))
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
    kinds = [{"lost by": how, "games": games, "meaning": LOSSES[how]} for how, games in counts.items()]
    write("\n" + show.render(kinds, "table"))


def _shorten(history: str) -> str:
    steps = history.split(",")
    hidden = len(steps) - FIRST_STEPS - LAST_STEPS
    if hidden <= 1:
        return history
    first, last = ",".join(steps[:FIRST_STEPS]), ",".join(steps[-LAST_STEPS:])
    return f"{first} ... {hidden} more (--log FILE and --json have all) ... {last}"


def _replay_line(outcome: Outcome, args: Namespace) -> str:
    import shlex

    words = ["player", "referee", *([args.tree] if args.tree else [])]
    for name in ("dialect", *judge.WORDS):
        value = "first-line" if (name, getattr(args, name)) == ("rounds", 0) else getattr(args, name)
        words += [f"--{name}", str(value)] if value is not None else []
    words += ["--time-limit", f"{args.time_limit:g}s"] if args.time_limit else []
    if args.adaptive:
        words += ["--adaptive", *(["--secret", *args.secret] if args.secret else [])]
    else:
        words += ["--secret", *outcome.before, outcome.secret]
    return shlex.join([*words, *(["--", *args.command] if args.command else [])])
