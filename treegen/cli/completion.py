"""Prints the completion script of a shell, to be loaded from the shell's startup file."""

from __future__ import annotations

from player.cli import completion
from player.cli.command import Namespace

PARSER = completion.make_parser("treegen")


def run(args: Namespace) -> int:
    return completion.run(args, "treegen")
