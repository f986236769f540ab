"""treegen review: a game that was played, looked at again."""

from __future__ import annotations

import json
from typing import Any

import click

from player.cli import show
from player.people.phrases import count
from treegen.cli.common import format_option, takes_game, verb
from treegen.games.game import Game
from treegen.insight.review import Conflict, find_conflict, review

__all__ = ["command"]


@verb()
@takes_game
@click.option("--history", required=True, metavar="H", help="The game, as 0123:01,4561:02.")
@format_option
def command(game: Game, history: str, style: str, as_json: bool) -> int:
    """Show for each guess what it could gain and did, and what a better one would have gained, in bits.

    bits_got above bits_expected is luck; cost is what the guess was worth less than the best one.  Where feedbacks
    contradict each other: the smallest set that cannot all be true, and which single one, changed, would mend it
    (exit code 1).
    """
    rows: list[dict[str, Any]] = list(review(game, history))
    conflict = find_conflict(game, history)
    style = "json" if as_json else style
    if style == "json":
        told: list[dict[str, Any]] = [] if conflict is None else [_as_row(conflict)]
        click.echo(json.dumps([*rows, *told], indent=2, ensure_ascii=False))
    else:
        click.echo(show.render(rows, style), nl=False)
        if conflict is not None:
            click.echo(describe(conflict, rows), err=style == "csv", nl=False)
    return 0 if conflict is None else 1


def _as_row(conflict: Conflict) -> dict[str, Any]:
    return {
        "cannot_all_be_true": list(conflict.rounds),
        "mends": [{"round": number, "could_be": dict(could)} for number, could in conflict.mends],
    }


def describe(conflict: Conflict, rows: list[dict[str, Any]]) -> str:
    """The contradiction in words, a line each for what contradicts and what would mend it."""
    told = {row["round"]: f"{row['guess']}:{row['feedback']}" for row in rows}
    if len(conflict.rounds) == 1:
        lines = [f"Round {conflict.rounds[0]}, {told[conflict.rounds[0]]}, cannot be true."]
    else:
        together = ", ".join(f"round {number} ({told[number]})" for number in conflict.rounds)
        lines = [f"These cannot all be true: {together}."]
    for number, could in conflict.mends:
        answers = ", ".join(f"{label} ({count(secrets, 'candidate')})" for label, secrets in could)
        lines.append(f"Changing round {number}, {told[number]}, to any of these resolves it: {answers}.")
    if not conflict.mends:
        lines.append("No single feedback, changed, would mend it.")
    return "\n" + "\n".join(lines) + "\n"
