"""Plays the guesser's side of a judge's protocol on standard input and output.

With TREE~K, as in bulls-3x4~1, up to K answers may be false.
"""

from __future__ import annotations

from player.cli.command import JUDGE, TREE, Namespace, Parser
from player.cli.guess import play

PARSER = Parser(__doc__, "printf '4 0\\n' | player judge", TREE, *JUDGE)
WORDS = ("ask", "reply", "win", "final", "rounds", "limit", "letters")


def run(args: Namespace) -> int:
    return play(args.tree, args.dialect, words_of(args))


def words_of(args: Namespace) -> dict[str, object]:
    """Return the options that describe the wording of a judge without a dialect."""
    return {name: getattr(args, name) for name in WORDS}
