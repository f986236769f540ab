"""`player play`: a person keeps the secret, guesses one, or both in turn, line by line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import TextIOWrapper

from player.cli import TEXT, Arguments, write
from player.cli.show import DEFAULT_TREE
from player.errors import BadInput
from player.people.roles import open_play

OPTIONS = {
    "--role": ("keeper", "guesser", "duel"), "--level": ("honest", "evasive"), "--secret": TEXT, "--seed": "seed",
}  # fmt: skip
MAX_LINE = 1000  # characters of a line that a person types


def run(arguments: Arguments) -> int:
    """Print what the conversation says, and give it each line that is typed."""
    if arguments.tree == "-":
        raise BadInput("- cannot be both the tree and the person; name a tree file")
    given = {option[2:]: arguments[option] for option in OPTIONS}
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # what a terminal of an older encoding cannot show
    is_terminal = sys.stdin is not None and sys.stdin.isatty()
    play = open_play(arguments.tree or DEFAULT_TREE, **given, asks_again=is_terminal)
    write(play.start())
    for line in _lines():
        write(play.reply(line))
        if play.is_over:
            return 0
    write(play.end())
    return 0


def _lines() -> Iterator[str]:
    """What a person types, line by line, as text whatever its bytes are; what is too long is cut."""
    if sys.stdin is None:
        return
    source = sys.stdin.buffer
    while line := source.readline(MAX_LINE):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(MAX_LINE)
        yield line.decode("utf-8", "replace").replace("\ufffd", "?")
