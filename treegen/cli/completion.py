"""Prints the completion script of a shell, to be loaded from the shell's startup file."""

from __future__ import annotations

from argparse import Namespace

from player.cli import completion
from player.cli.command import Parser


def make_parser() -> Parser:
    return completion.make_parser("treegen")


def run(args: Namespace) -> int:
    return completion.run(args, "treegen")
