"""Shows what each guess lost compared with the best play, and what luck gave, in guesses.

expected_before is the number of guesses that the best play still needs on average; lost is how much more it is with the
guess that was made, and luck how much less is needed after the feedback than was expected (luck_bits: in bits). If
feedbacks contradict each other, shows a smallest set that cannot all be true, and the single changes that would resolve
the contradiction (exit code 1).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from player.cli.command import Namespace, Parser
from player.cli.terminal import show_marks
from player.rules.titles import count
from treegen.cli.common import note_broken_hints, print_rows, print_text
from treegen.cli.options import game_of, options
from treegen.cli.output import progress_line
from treegen.cli.steps import note_outside, steps_of
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


def run(args: Namespace) -> int:
    game, history, _ = steps_of(args, game_of(args))
    style = args.style
    note_outside(game, history)
    with progress_line() as show:
        found = review(
            game,
            history,
            guesses=args.guesses,
            seconds=args.time_limit,
            progress=lambda state: show(lambda passed: f"{passed:.0f} s, {state['positions']} positions"),
        )
    has_words = game.rules is not None and game.rules.family == "words"
    notes = word_notes(game, found) if has_words else [{}] * len(found)
    rows: list[dict[str, Any]] = [{**row, **note} for row, note in zip(found, notes, strict=True)]
    columns = _SHOWN_OF_WORDS if has_words else _SHOWN
    if args.guesses == "hard":
        note_broken_hints([(row["guess"], row["feedback"]) for row in found])
    conflict = find_conflict(game, history)
    if conflict is not None and style == "json":
        mends = [{"round": number, "could_be": dict(could)} for number, could in conflict.corrections]
        rows.append({"cannot_all_be_true": list(conflict.rounds), "mends": mends})
    print_rows([{key: row[key] for key in columns} for row in rows] if style == "table" else rows, style, game=game)
    if has_words and style in ("table", "md"):
        print_text("\n" + "\n".join(word_sentences(rows)), style)
    if style == "table" and conflict is None:
        print_text(summarise(rows).removesuffix("\n"), style)
    if conflict is not None and style != "json":
        if style == "csv":
            sys.stderr.write(describe(conflict, found))
        else:
            print_text(describe(conflict, found, show_marks if has_words else str).removesuffix("\n"), style)
    return 0 if conflict is None else 1


def summarise(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return a sentence about the skill and the luck of the whole game, or "" if they could not be computed."""
    rated = [row for row in rows if row["skill"] is not None]
    if not rated:
        return ""
    first, last = rated[0], rated[-1]
    lost, luck = (sum(row[key] for row in rated) for key in ("lost", "luck"))
    rest = "" if last["expected_after"] == 0 else f" and {last['expected_after']:.2f} to go"
    used = count(len(rated), "guess", "guesses")
    lines = [
        f"{used}{rest}; the best play needs {first['expected_before']:.2f} on average.",
        f"Skill {last['skill']} of 99 ({lost:.2f} guesses lost).",
        f"Luck {last['luck_score']} of 99 ({luck:+.2f} guesses).",
    ]
    open_rounds = [str(row["round"]) for row in rated if not row["exact"]]
    if open_rounds:
        lines.append(
            f"Not proved in time: the figures of round {', '.join(open_rounds)}. They are those of good play; "
            f"a longer --time makes them exact."
        )
    return "\n" + "\n".join(lines) + "\n"


def describe(conflict: Conflict, rows: Sequence[Mapping[str, Any]], translate: Callable[[str], str] = str) -> str:
    """Return a line about the contradiction, and a line for each single change that would resolve it."""
    steps = {row["round"]: f"{row['guess']}:{translate(row['feedback'])}" for row in rows}
    if len(conflict.rounds) == 1:
        lines = [f"Round {conflict.rounds[0]}, {steps[conflict.rounds[0]]}, cannot be true."]
    else:
        together = ", ".join(f"round {number} ({steps[number]})" for number in conflict.rounds)
        lines = [f"These cannot all be true: {together}."]
    for number, could in conflict.corrections:
        answers = ", ".join(f"{translate(label)} ({count(secrets, 'candidate')})" for label, secrets in could)
        lines.append(f"Changing round {number}, {steps[number]}, to any of these resolves it: {answers}.")
    if not conflict.corrections:
        lines.append("No change of a single feedback resolves it.")
    return "\n" + "\n".join(lines) + "\n"
