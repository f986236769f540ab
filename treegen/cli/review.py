"""Shows what each guess lost compared with the best play, and what luck gave, in guesses.

expected_before is the number of guesses that the best play still needs on average; lost is how much more it is with the
guess that was made, and luck how much less is needed after the feedback than was expected (luck_bits: in bits). If
feedbacks contradict each other, shows a smallest set that cannot all be true, and the single changes that would resolve
the contradiction (exit code 1). With --answer, each feedback that you give is compared with it (exit code 2).

In games of words, the squares that others copied may stand behind the guesses, with any text around them; of
several boards, each is reviewed. With --shares, the exit code is 1 if a share in the file is damaged.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from player.cli.command import Namespace, Parser
from player.cli.tables import bars
from player.cli.terminal import show_marks, terminal_width
from player.errors import require, shorten
from player.rules.lists import read_text
from player.rules.titles import count, show_word
from treegen.cli.common import note, note_broken_hints, print_rows, print_text
from treegen.cli.options import game_of, options
from treegen.cli.output import progress_line
from treegen.cli.shares import count_shares, read_shares
from treegen.cli.steps import note_outside, steps_of
from treegen.games.game import Game
from treegen.insight.review import Conflict, find_conflict, review, word_notes, word_sentences

# The columns of a table, and of a table for a word game; csv and json show all columns.
_SHOWN = (
    "round", "guess", "feedback", "before", "after", "expected_before", "lost", "luck", "luck_bits", "best_guess",
    "verdict", "is_candidate",
)  # fmt: skip
_SHOWN_OF_WORDS = (*_SHOWN[:7], "guess_skill", "guess_luck", "best_guess", "best_leaves", "best_left", "verdict")

PARSER = Parser(
    __doc__,
    "treegen review bulls-4x10 --history 0123:01,4561:02",
    *options("game", "steps", "guesses", "time", "format", time="10s"),
)
PARSER.add("--shares FILE", "count the shares in a text, - for standard input: games, streaks, and a plot")


def run(args: Namespace) -> int:
    game, style = game_of(args), args.style
    if args.shares is not None:
        return _count_shares(game, args)
    game, history, boards = steps_of(args, game)
    if style == "table" and args.answer is not None and (args.history or any(":" in step for step in args.steps)):
        note(f"all feedbacks are those of {shorten(args.answer)}")
    rows: list[dict[str, Any]] = []
    is_possible = True
    for number, one in enumerate(boards or [history], 1):
        if boards and style in ("table", "md"):
            print_text(f"{chr(10) * (number > 1)}board {number}", style)
        found, conflict = _review(game, one, args, args.time_limit / max(1, len(boards)))
        rows += [{"board": number, **row} for row in found] if boards else found
        is_possible &= conflict is None
    if style in ("json", "csv"):
        print_rows(rows, style, game=game)
    return 0 if is_possible else 1


def _review(game: Game, history: str, args: Namespace, seconds: float) -> tuple[list[dict[str, Any]], Conflict | None]:
    """Review one board, print that in the formats for people, and return the rows and the contradiction."""
    style = args.style
    note_outside(game, history)
    with progress_line() as show:
        found = review(
            game,
            history,
            guesses=args.guesses,
            seconds=seconds,
            progress=lambda state: show(lambda passed: f"{passed:.0f} s, {state['positions']} positions"),
        )
    has_words = game.rules is not None and game.rules.family == "words"
    notes = word_notes(game, found) if has_words else [{}] * len(found)
    rows: list[dict[str, Any]] = [{**row, **note} for row, note in zip(found, notes, strict=True)]
    if args.guesses == "hard":
        note_broken_hints([(row["guess"], row["feedback"]) for row in found])
    conflict = find_conflict(game, history)
    described = "" if conflict is None else describe(conflict, found, game, partial(show_marks, game.rules))
    if style in ("table", "md"):
        columns = _SHOWN_OF_WORDS if has_words else _SHOWN
        print_rows([{key: row[key] for key in columns} for row in rows] if style == "table" else rows, style, game=game)
        if has_words:
            print_text("\n" + "\n".join(word_sentences(rows)), style)
        described = described or summarise(rows, game) * (style == "table")
        if described:
            print_text(described.removesuffix("\n"), style)
    elif style == "csv":
        sys.stderr.write(described)
    elif conflict is not None:
        mends = [{"round": number, "could_be": dict(could)} for number, could in conflict.corrections]
        rows.append({"cannot_all_be_true": list(conflict.rounds), "mends": mends})
    return rows, conflict


def _count_shares(game: Game, args: Namespace) -> int:
    """Print the figures and a plot of the shares in a file, those of equally many boards together."""
    require(game.rules and game.rules.family == "words", f"--shares is for games of words, and {game.brief} is not one")
    require(not (args.steps or args.history or args.answer), "--shares counts games; leave the steps of a game out")
    shares, problems = read_shares(read_text(args.shares), len(game.labels[0]))
    for problem in problems:
        note(f"{shorten(args.shares)}: {problem}")
    require(shares, f"{shorten(args.shares)}: no share that can be counted; one has a row of squares for each guess")
    sizes = sorted({share.boards for share in shares})
    rows = [count_shares([share for share in shares if share.boards == boards]) for boards in sizes]
    print_rows(rows, args.style)
    for row in rows if args.style == "table" else ():
        print("\n" + bars(row["distribution"], what="games", width=terminal_width()), end="")
    return int(bool(problems))


def summarise(rows: Sequence[Mapping[str, Any]], game: Game) -> str:
    """Return a sentence about the skill and the luck of the whole game, or "" if they could not be computed."""
    rated = [row for row in rows if row["skill"] is not None]
    if not rated:
        return ""
    first, last = rated[0], rated[-1]
    lost, luck = (sum(row[key] for row in rated) for key in ("lost", "luck"))
    unit = f" {game.unit}" * (game.costs is not None)
    rest = "" if last["expected_after"] == 0 else f" and {last['expected_after']:.2f}{unit} to go"
    used = count(len(rated), "guess", "guesses")
    if game.names_at_the_end:
        ends = [game.labels[index] for index in (game.winning, *game.losing)]
        used = count(sum(row["feedback"] not in ends for row in rated), "question")
    lines = [
        f"{used}{rest}; the best play needs {first['expected_before']:.2f}{unit} on average.",
        f"Skill {last['skill']} of 99 ({lost:.2f} {game.unit} lost).",
        f"Luck {last['luck_score']} of 99 ({luck:+.2f} {game.unit}).",
    ]
    open_rounds = [str(row["round"]) for row in rated if not row["exact"]]
    if open_rounds:
        lines.append(
            f"Not proved in time: the figures of round {', '.join(open_rounds)}. They are those of good play; "
            f"a longer --time makes them exact."
        )
    return "\n" + "\n".join(lines) + "\n"


def describe(conflict: Conflict, rows: Sequence[Mapping[str, Any]], game: Game, show: Callable[[str], str]) -> str:
    """Return a line about the contradiction, and a line for each single change that would resolve it."""
    steps = {row["round"]: f"{show_word(game.rules, row['guess'])}:{show(row['feedback'])}" for row in rows}
    if len(conflict.rounds) == 1:
        lines = [f"Round {conflict.rounds[0]}, {steps[conflict.rounds[0]]}, cannot be true."]
    else:
        together = ", ".join(f"round {number} ({steps[number]})" for number in conflict.rounds)
        lines = [f"These cannot all be true: {together}."]
    for number, could in conflict.corrections:
        answers = ", ".join(f"{show(label)} ({count(secrets, 'candidate')})" for label, secrets in could)
        lines.append(f"Changing round {number}, {steps[number]}, to any of these resolves it: {answers}.")
    if not conflict.corrections:
        lines.append("No change of a single feedback resolves it.")
    return "\n" + "\n".join(lines) + "\n"
