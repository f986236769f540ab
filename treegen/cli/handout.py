"""Writes a handout about GAME: its rules, the first guess, bounds by depth, questions, and a tree.

Answers stand under a line to fold, and the drawing below them. PDF and PNG need Graphviz.
"""

from __future__ import annotations

import os

from player.cli.command import Namespace, Parser, whole
from player.errors import BadInput, require
from treegen.cli.options import file_name, game_of, options, read_integer
from treegen.cli.output import write_output

_SOON = 5.0  # The search for static questions takes at most this many seconds.

PARSER = Parser(__doc__, "treegen handout bulls-3x4 -o handout.pdf", *options("game"))
PARSER.add("--tree TREE", "a tree or a strategy (default: the best known tree)", default="")
PARSER.add("--seed N", "draw the secret that is asked for (default: one that needs most guesses)", type=read_integer)
PARSER.add("--questions N", "how many questions, up to 40 (default: 6)", type=whole(1, 40), default=6)
PARSER.add("--static", "also ask for questions to be asked all at once")
PARSER.add("--blank", "leave out the guesses of the tree, to be filled in")
PARSER.add("--key FILE", "write the answers to FILE, and not on the sheet")
PARSER.add("-o FILE", "a .pdf, .png, .svg, .html or .md file (default: GAME.pdf)", dest="path")


def run(args: Namespace) -> None:
    from treegen.insight.lesson import lesson
    from treegen.lab.static import static
    from treegen.render.dot import DotMissing
    from treegen.render.handout import FORMATS, to_bytes

    game = game_of(args)
    names = [args.path or f"{file_name(game)}.pdf", *([args.key] if args.key else [])]
    forms = [os.path.splitext(name)[1].lower().removeprefix(".") for name in names]
    for name, form in zip(names, forms, strict=True):
        if form not in FORMATS:
            raise BadInput(f"{name!r}: the file name must end in one of: {', '.join(f'.{one}' for one in FORMATS)}")
    require(names[1:] != names[:1], f"--key {args.key}: the answers need another file than the sheet")
    found = static(game, time_limit=_SOON) if args.static else None
    sheet = lesson(
        game, tree=args.tree, seed=args.seed, questions=args.questions, is_blank=args.blank,
        static_questions=None if found is None else (found.questions, found.bound),
    )  # fmt: skip
    try:
        texts = list(map(to_bytes, sheet.apart() if args.key else [sheet], forms))
    except DotMissing as error:
        raise BadInput(f"{error}; .html, .svg and .md do not need it") from None
    for name, text in zip(names, texts, strict=True):
        write_output(text, name)
        print(name)
