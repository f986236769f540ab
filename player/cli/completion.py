"""Prints the completion script of a shell, to be loaded from the shell's startup file; scripts/build_man makes it."""

from __future__ import annotations

from importlib.resources import files

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
    write(files(program).joinpath("man", f"{program}.{args.shell}").read_text(encoding="utf-8"))
    return 0
