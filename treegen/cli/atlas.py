"""treegen atlas: what is proved about a game."""

from __future__ import annotations

import click

from treegen.cli.common import format_option, print_rows, verb
from treegen.insight.atlas import atlas


@verb("treegen atlas bulls-4x10")
@click.argument("name", metavar="[GAME]", required=False)
@format_option
def command(name: str | None, style: str) -> None:
    """Show the least cost of GAME by objective, as the atlas has it: proved, or between two bounds (a–b).

    Without GAME, show the whole atlas, smallest tables first. The objective "candidates" is the least total if
    every guess may be the secret.
    """
    rows = atlas(name)
    if style != "table":
        print_rows(rows, style)
        return
    hidden = ("lower", "upper", "sha256", *(("game", "secrets") if name else ()))
    print_rows([{key: value for key, value in row.items() if key not in hidden} for row in rows], style)
