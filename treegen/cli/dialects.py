"""Lists the dialects. For any other judge, use --ask, --reply, --win, --final, --rounds and --limit."""

from __future__ import annotations

from player.cli.command import Namespace, Parser
from player.judge.dialects import DIALECTS
from treegen.cli.common import print_rows
from treegen.cli.options import options

PARSER = Parser(__doc__, "treegen dialects", *options("format"))


def run(args: Namespace) -> None:
    rows = [
        {
            "dialect": row.name,
            "game": row.game or "any",
            "tree": row.tree,
            "limit": row.limit or None,
            "rounds": row.rounds or "first-line",
            "ask": row.ask,
            "reply": row.reply,
            "end": f"{row.final}, not counted" if row.final else row.win or "the winning reply",
            "about": row.about,
        }
        for row in DIALECTS.values()
    ]
    print_rows(rows, args.style)
