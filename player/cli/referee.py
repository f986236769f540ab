"""Plays every secret against a tree, or against COMMAND (after --) over pipes, and reports each loss and its cause.

COMMAND is started again for every game; with --rounds N, one run of it plays N games. With TREE~K, as in bulls-3x4~1,
up to K answers are false.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from time import monotonic

from player.cli import judge, show, write
from player.cli.command import FORMAT, JUDGE, TREE, Namespace, Parser, read_count, read_jobs, read_seed, read_time
from player.cli.tables import bars
from player.cli.terminal import aside, complain, takes_updates, terminal_width
from player.errors import BadInput, require
from player.judge import referee
from player.judge.choose import choose_game
from player.judge.match import Outcome
from player.judge.wording import Wording
from player.judge.wrong_tree import find_worded
from player.people.hints import Sceptic
from player.rules.history import show_history
from player.rules.names import AnyRules, parse
from player.rules.spelling import name_secret
from player.rules.table_files import find_table
from player.rules.titles import command_line
from player.tree import Tree

MAX_SHOWN = 20  # the most losses, guesses of a loss, and secrets of a sample that a report shows

PARSER = Parser(__doc__, "player referee bulls-3x9.total --limit 6", TREE, *JUDGE, *FORMAT)
PARSER.set_defaults(command=[])
add = PARSER.add
add("--time-limit T", "for each move, such as 500ms or 1.5s (default: 2s)", "the games", type=read_time)
add("--secret S", "only these secrets", "the games", nargs="+", action="extend")
add("--games N", "play only N secrets, drawn at random", "the games", type=read_count)
add("--seed N", "what --games draws from (default: 0)", "the games", type=read_seed)
add("--adaptive", "one game, or one for each of --rounds: keep open every secret that agrees with the answers; the "
    "report shows the questions of the last one and the secret it ended on", "the games")  # fmt: skip
add("-j N", "programs at a time (default: the CPUs available)", "the games", dest="jobs", type=read_jobs)
add("--log FILE", "one line of CSV for every game", "the games")


def run(args: Namespace) -> int:
    wording, tree = _choose_game(args)
    rules, lies = wording.rules, tree.lies if isinstance(tree, Sceptic) else 0
    if args.games and (args.secret or args.adaptive):
        raise BadInput("--games draws the secrets to play one by one; leave --secret and --adaptive out, or --games")
    secrets, drawn = choose_secrets(rules, [name_secret(rules, text) for text in args.secret or []], args)
    if drawn and not args.quiet:
        complain(drawn)
    limit = args.limit or wording.dialect.limit or rules.secret_count << lies
    games = referee.codemakers(wording, secrets, limit, args.adaptive, lies)
    if args.command:
        cpus = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        outcomes = referee.play_command(args.command, games, args.jobs or cpus, args.time_limit or 2.0)
    else:
        assert tree is not None
        outcomes = referee.play_tree(tree, games)
    count = (wording.dialect.rounds or 1) if args.adaptive else len(secrets)
    summary = referee.Summary(None if isinstance(tree, Sceptic) or args.adaptive else tree)
    if summary.weights and wording.rules.family == "table":
        summary.weights = dict(getattr(wording.rules, "weights", {}))
    is_interrupted, is_shown = False, not args.quiet and takes_updates()
    start = printed = monotonic()
    log = None if args.log in (None, "-") else open(args.log, "w", encoding="utf-8", newline="", buffering=1)  # noqa: SIM115
    try:
        for outcome in outcomes:
            summary.add(outcome)
            if args.log:
                text = show.render([outcome.row()], "csv")
                (log or sys.stdout).write(text if summary.games == 1 else text.partition("\n")[2])
            if is_shown and monotonic() - printed > 0.1:
                printed, lost = monotonic(), len(summary.losses)
                aside(f"\r{summary.games}/{count} games, {lost} lost, {summary.games / (printed - start):.0f}/s ")
    except KeyboardInterrupt:
        if not summary.games:
            raise
        is_interrupted = True
    finally:
        outcomes.close()  # now, not when it is collected: it ends the programs
        if log is not None:
            log.close()
        aside("\r\x1b[K" * is_shown)
    if is_interrupted and not args.quiet:
        complain(f"interrupted after {summary.games} of {count} games")
    _report(summary, monotonic() - start, args, wording, lies)
    return 130 if is_interrupted else 1 if summary.losses else 0


def _choose_game(args: Namespace) -> tuple[Wording, Tree | Sceptic | None]:
    """Choose the game and the tree; a COMMAND without TREE plays the dialect's own game and needs no tree."""
    dialect = find_worded(args.dialect, judge.words_of(args))
    if args.command and args.tree is None and dialect.game:
        return Wording(dialect, parse(dialect.game)), None
    wording, tree = choose_game(Tree, args.tree, args.dialect, judge.words_of(args))
    if isinstance(tree, Sceptic):
        is_fixed = args.adaptive and args.secret
        require(not is_fixed, "with lies --adaptive keeps every secret open; leave --secret out")
        return wording, tree
    return with_table(wording, tree), tree


def with_table(wording: Wording, tree: Tree) -> Wording:
    """Return a wording with all feedbacks of the table of a tree, or as it is for other trees and without the table."""
    if not tree.game.startswith("table:"):
        return wording
    table = find_table(tree.game, tree.files, os.path.dirname(tree.path))
    return wording if table is None else Wording(wording.dialect, table)


def choose_secrets(rules: AnyRules, named: Sequence[str], args: Namespace) -> tuple[list[str], str]:
    """Return the secrets to play, by default all, and a line that names those that --games has drawn."""
    require(args.seed is None or args.games, "--seed draws the secrets of --games; add --games N, or leave --seed out")
    secrets = list(dict.fromkeys(named)) or rules.secrets()
    if not args.games or args.games >= len(secrets):
        return secrets, ""
    drawn = sorted(Random(args.seed or 0).sample(secrets, args.games))
    return drawn, f"{args.games} of {len(secrets)} secrets, drawn with --seed {args.seed or 0}: {_some(drawn, ' ')}"


def _some(words: Sequence[str], separator: str) -> str:
    """Return the first words, and how many more there are."""
    more = f" ... and {len(words) - MAX_SHOWN} more" * (len(words) > MAX_SHOWN)
    return separator.join(words[:MAX_SHOWN]) + more


def _report(summary: referee.Summary, seconds: float, args: Namespace, wording: Wording, lies: int) -> None:
    style = args.style
    name = (wording.rules.brief if style in ("table", "md") else wording.rules.name) + f"~{lies}" * bool(lies)
    row = {"game": name, "dialect": wording.dialect.name, **summary.row(), "seconds": round(seconds, 2)}
    row["limit"] = args.limit or wording.dialect.limit or None
    if args.adaptive and (last := summary.last) is not None:
        row |= {"history": show_history(last.steps), "secret": last.secret, "candidates_left": last.left}
    if args.games:
        row |= {"secrets": wording.rules.secret_count, "seed": args.seed or 0}
    losses = [
        {"secret": one.secret, "how": one.how, "detail": one.detail, "history": show_history(one.steps),
         "replay": _replay_line(one, args)} for one in summary.losses
    ]  # fmt: skip
    if style == "table":
        del row["histogram"]  # it is drawn instead
        if summary.losses:
            row = {f"{key}_of_won_games" if key in ("tally", "average") else key: row[key] for key in row}
    write(show.render(row | {"losses": losses} if style == "json" else row, style))
    if style == "table" and sum(summary.histogram) > 1:
        what = "weight" if summary.weights else "games won" if summary.losses else "games"
        write("\n" + bars(summary.histogram, what=what, width=terminal_width()))
    if style == "json" or not losses:
        return
    if style != "table":
        write("\n" + show.render(losses, style))
        return
    for loss in losses[:MAX_SHOWN]:
        after = f"      after {_some(loss['history'].split(','), ',')}\n" if loss["history"] else ""
        lead = "\n" if loss is losses[0] else ""
        write(f"{lead}{loss['secret']}  {loss['how']}: {loss['detail']}\n{after}      again: {loss['replay']}\n")
    if len(losses) > MAX_SHOWN:
        write(f"and {len(losses) - MAX_SHOWN} more (--json has all)\n")
    kinds = [{"lost by": how, "games": games} for how, games in Counter(one.how for one in summary.losses).items()]
    write("\n" + show.render(kinds, "table"))


def _replay_line(outcome: Outcome, args: Namespace) -> str:
    words = ["player", "referee", *([args.tree] if args.tree else [])]
    for name in ("dialect", *judge.WORDS):
        if (value := getattr(args, name)) is not None:
            words += [f"--{name}", "first-line" if value == 0 else str(value)]
    words += ["--time-limit", f"{args.time_limit:g}s"] if args.time_limit else []
    secrets = args.secret if args.adaptive else [*outcome.before, outcome.secret]
    words += ["--adaptive"] * args.adaptive + (["--secret", *secrets] if secrets else [])
    return command_line([*words, *(["--", *args.command] if args.command else [])])
