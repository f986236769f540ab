"""Prints the completion script of a shell, to be loaded from the shell's startup file."""

from __future__ import annotations

import os
import sys

from player.cli import write
from player.cli.command import Namespace, Parser

SHELLS = ("bash", "zsh", "fish")

PARSER = Parser(__doc__, 'eval "$(%(prog)s bash)"')
PARSER.add("SHELL", ", ".join(SHELLS), choices=SHELLS)


def run(args: Namespace) -> None:
    program = PARSER.prog.split()[0]  # of the two that have this verb
    folder = os.path.dirname(sys.modules[program].__file__ or "")
    with open(os.path.join(folder, "man", f"{program}.{args.shell}"), encoding="utf-8") as script:
        write(script.read())
