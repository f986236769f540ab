"""treegen review: a review of a game that was played."""

from __future__ import annotations

from typing import Any

import click

from player.people.phrases import count
from treegen.cli.common import format_option, in_names, print_rows, takes_game, verb
from treegen.games.game import Game
from treegen.insight.review import Conflict, find_conflict, review

__all__ = ["command"]


@verb("treegen review bulls-4x10 --history 0123:01,4561:02")
@takes_game
@click.option("--history", required=True, metavar="H", help="The game, as in 0123:01,4561:02.")
@format_option
def command(game: Game, history: str, style: str) -> int:
    """Show how many bits each guess was expected to gain and did gain, and how many the best guess would have.

    bits_got above bits_expected is luck; cost is best_bits less bits_expected.  If feedbacks contradict each other,
    show a smallest set that cannot all be true, and the single changes that would resolve the contradiction (exit
    code 1).
    """
    rows: list[dict[str, Any]] = in_names(review(game, history), game, style)
    conflict = find_conflict(game, history)
    if conflict is not None and style == "json":
        mends = [{"round": number, "could_be": dict(could)} for number, could in conflict.corrections]
        rows.append({"cannot_all_be_true": list(conflict.rounds), "mends": mends})
    print_rows(rows, style)
    if conflict is not None and style != "json":
        click.echo(describe(conflict, rows), err=style == "csv", nl=False)
    return 0 if conflict is None else 1


def describe(conflict: Conflict, rows: list[dict[str, Any]]) -> str:
    """Describe the contradiction in one line, and each single change that would resolve it in another."""
    steps = {row["round"]: f"{row['guess']}:{row['feedback']}" for row in rows}
    if len(conflict.rounds) == 1:
        lines = [f"Round {conflict.rounds[0]}, {steps[conflict.rounds[0]]}, cannot be true."]
    else:
        together = ", ".join(f"round {number} ({steps[number]})" for number in conflict.rounds)
        lines = [f"These cannot all be true: {together}."]
    for number, could in conflict.corrections:
        answers = ", ".join(f"{label} ({count(secrets, 'candidate')})" for label, secrets in could)
        lines.append(f"Changing round {number}, {steps[number]}, to any of these resolves it: {answers}.")
    if not conflict.corrections:
        lines.append("No change of a single feedback resolves it.")
    return "\n" + "\n".join(lines) + "\n"
