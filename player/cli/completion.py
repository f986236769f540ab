"""Prints the completion script of a shell, to be loaded from the shell's startup file."""

from __future__ import annotations

import sys
from pathlib import Path

from player.cli import write
from player.cli.command import Namespace, Parser

SHELLS = ("bash", "zsh", "fish")

PARSER = Parser(__doc__, 'eval "$(%(prog)s bash)"')
PARSER.add("SHELL", ", ".join(SHELLS), choices=SHELLS)


def run(args: Namespace) -> None:
    program = PARSER.prog.split()[0]  # player or treegen: both have this verb
    folder = Path(str(sys.modules[program].__file__)).parent
    write((folder / "man" / f"{program}.{args.shell}").read_text(encoding="utf-8"))
