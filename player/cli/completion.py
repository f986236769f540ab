"""Prints the completion script of a shell, to be loaded from the shell's startup file; scripts/build_man makes it."""

from __future__ import annotations

import os
import sys

from player.cli import write
from player.cli.command import Parser

SHELLS = ("bash", "zsh", "fish")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace


def make_parser(program: str = "player") -> Parser:
    parser = Parser(__doc__, f'eval "$({program} completion bash)"')
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
    return parser


def run(args: Namespace, program: str = "player") -> int:
    folder = os.path.dirname(sys.modules[program].__file__ or "")
    with open(os.path.join(folder, "man", f"{program}.{args.shell}"), encoding="utf-8") as script:
        write(script.read())
    return 0
