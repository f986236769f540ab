"""treegen dialects: the judges' protocols."""

from __future__ import annotations

from player.judge.dialects import DIALECTS
from treegen.cli.common import format_option, print_rows, verb


@verb("treegen dialects")
@format_option
def command(style: str) -> None:
    """List the dialects.  For any other judge, use --ask, --reply, --win, --final, --rounds and --limit."""
    rows = [
        {
            "dialect": row.name,
            "game": row.game or "any",
            "tree": row.tree,
            "limit": row.limit or None,
            "rounds": row.rounds or "first-line",
            "ask": row.ask,
            "reply": row.reply,
            "end": f"{row.final}, {'' if row.final_counts else 'not '}counted"
            if row.final
            else row.win or "the winning reply",
            "about": row.about,
        }
        for row in DIALECTS.values()
    ]
    print_rows(rows, style)
