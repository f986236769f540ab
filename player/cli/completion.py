"""Prints the completion script of a shell, to be loaded from the shell's startup file."""

from __future__ import annotations

import os
import sys

from player.cli import write
from player.cli.command import Namespace, Parser

SHELLS = ("bash", "zsh", "fish")


def make_parser(program: str) -> Parser:
    """The parser of this verb of a program."""
    parser = Parser(__doc__, f'eval "$({program} completion bash)"')
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
    return parser


PARSER = make_parser("player")


def run(args: Namespace, program: str = "player") -> int:
    folder = os.path.dirname(sys.modules[program].__file__ or "")
    with open(os.path.join(folder, "man", f"{program}.{args.shell}"), encoding="utf-8") as script:
        write(script.read())
    return 0
