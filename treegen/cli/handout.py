"""treegen handout: a page for a lesson."""

from __future__ import annotations

import os
from typing import Any

import click

from player.errors import BadInput
from treegen.cli.common import verb
from treegen.cli.options import file_name, takes_game
from treegen.cli.output import write_output
from treegen.games.game import Game

_SOON = 5.0  # seconds in which questions to be asked at once are sought


@verb("treegen handout bulls-3x4 -o handout.pdf")
@takes_game
@click.option("--tree", default="", metavar="TREE", help="A tree or a strategy  [default: the best known tree]")
@click.option("--seed", type=int, help="Draw the secret that is asked for  [default: one that needs most guesses]")
@click.option("--questions", type=click.IntRange(1, 40), default=6, help="How many questions  [default: 6]")
@click.option("--static", "has_static", is_flag=True, help="Also ask for questions to be asked all at once.")
@click.option("--blank", "is_blank", is_flag=True, help="Leave out the guesses of the tree, to be filled in.")
@click.option("--key", metavar="FILE", help="Write the answers to FILE, and not on the sheet.")
@click.option("-o", "path", metavar="FILE", help="A .pdf, .png, .svg, .html or .md file  [default: GAME.pdf]")
def command(game: Game, path: str | None, key: str | None, has_static: bool, **options: Any) -> None:
    """Write a handout about GAME: its rules, what the first guess tells, bounds by depth, questions, and a tree.

    Answers stand under a line to fold, and the drawing below them.  PDF and PNG need Graphviz.
    """
    from treegen.insight.lesson import lesson
    from treegen.lab.static import static
    from treegen.render.dot import DotMissing
    from treegen.render.handout import FORMATS, to_bytes

    names = [path or f"{file_name(game)}.pdf", *([key] if key else [])]
    forms = [os.path.splitext(name)[1].lower().removeprefix(".") for name in names]
    for name, form in zip(names, forms, strict=True):
        if form not in FORMATS:
            raise BadInput(f"{name!r}: the file name must end in one of: {', '.join(f'.{one}' for one in FORMATS)}")
    if names[1:] == names[:1]:
        raise BadInput(f"--key {key}: the answers need another file than the sheet")
    found = static(game, time_limit=_SOON) if has_static else None
    questions = None if found is None else (found.questions, found.bound)
    sheet = lesson(game, static_questions=questions, **options)
    try:
        texts = list(map(to_bytes, sheet.apart() if key else [sheet], forms))
    except DotMissing as error:
        raise BadInput(f"{error}; .html, .svg and .md do not need it") from None
    for name, text in zip(names, texts, strict=True):
        write_output(text, name)
        click.echo(name)
