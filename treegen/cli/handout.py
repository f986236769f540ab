"""treegen handout: a page for a lesson."""

from __future__ import annotations

import os

import click

from player.errors import BadInput
from treegen.cli.common import verb
from treegen.cli.options import file_name, takes_game
from treegen.cli.output import write_output
from treegen.games.game import Game


@verb("treegen handout bulls-3x4 -o handout.pdf")
@takes_game
@click.option("-o", "path", metavar="FILE", help="A .pdf, .png, .svg, .html or .md file  [default: GAME.pdf]")
def command(game: Game, path: str | None) -> None:
    """Write a handout about GAME: its rules, what the first guess tells, bounds by depth, and the drawing of a tree.

    Six questions follow, with answers under a line to fold.  PDF and PNG are one sheet, and need Graphviz.
    """
    from treegen.insight.lesson import lesson
    from treegen.render.handout import FORMATS, to_bytes

    path = path or f"{file_name(game)}.pdf"
    form = os.path.splitext(path)[1].lower().removeprefix(".")
    if form not in FORMATS:
        raise BadInput(f"{path!r}: the file name must end in one of: {', '.join(f'.{name}' for name in FORMATS)}")
    write_output(to_bytes(lesson(game), form), path)
    click.echo(path)
