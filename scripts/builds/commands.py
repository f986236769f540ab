"""Manual pages, completion scripts and the second part of docs/commands.md, from the parsers of the commands.

They are made with Python 3.11, as the help of argparse differs a little from version to version.
"""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import shtab
from argparse_manpage.manpage import Manpage

from player.cli.command import load, verbs_of
from player.cli.completion import SHELLS
from player.tree import shipped_trees

ROOT = Path(__file__).resolve().parents[2]
MADE = "<!-- made by scripts/build commands -->\n"


def build(_: Any) -> Iterator[tuple[Path, bytes]]:
    """All that is made."""
    os.environ["COLUMNS"] = "102"
    commands = ROOT / "docs" / "commands.md"
    text = commands.read_text(encoding="utf-8").partition(MADE)[0] + MADE
    for program in ("treegen", "player"):
        folder = ROOT / program / "man"
        page = re.sub(r"^\.TH .*", f'.TH {program.upper()} "1"', str(Manpage(whole(program))), count=1)
        yield folder / f"{program}.1", page.encode()
        for shell in SHELLS:
            yield folder / f"{program}.{shell}", shtab.complete(whole(program), shell).encode()
        text += f"\n## {program}\n```text\n{load(program)[0].format_help()}```\n"
        for verb in verbs_of(program):
            text += f"\n### {program} {verb}\n```text\n{load(program, verb)[0].format_help()}```\n"
    yield commands, text.encode()


def whole(program: str) -> ArgumentParser:
    """Return the parser of a program with all its verbs; shells complete files, and the names of shipped trees."""
    parser = ArgumentParser(program, description="Decision trees for guessing games.", allow_abbrev=False)
    verbs = parser.add_subparsers(metavar="VERB")
    for verb, title in verbs_of(program).items():
        own = deepcopy(load(program, verb)[0])
        for action in own._actions:
            if action.metavar == "TREE":
                action.choices = shipped_trees()
            elif str(action.metavar).startswith("FILE"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
        texts = {"description": own.description, "epilog": own.epilog}
        verbs.add_parser(verb, help=title, parents=[own], add_help=False, **texts)  # type: ignore[arg-type]
    return parser
