"""Word lists: damaged ones and good ones of any script; what is taken must make a tree that verifies."""

from __future__ import annotations

from pathlib import Path
from random import Random

import treegen as tg
from campaigns import Fault, campaign
from campaigns.commands import tried
from campaigns.drawn import damage, token, write
from player.rules.lists import read_words
from treegen.insight.verify import verify_bytes

_COMMANDS = 50  # one in so many is tried on the command line, too
_LETTERS = ("abc", "abcdefghijklmnopqrstuvwxyz", "абвгд", "αβγ", "\u0e01\u0e02\u0e03", "漢字語", "0123", "?!'\"\\%{}$")


@campaign
def attack(draw: Random, number: int, folder: Path) -> str:
    """Read a hostile list, alone or as secrets and guesses."""
    letters, size = draw.choice(_LETTERS), draw.choice((1, 2, 3, 5, 5, 6))
    lists = [_list(draw, letters, size) for _ in range(draw.choice((1, 1, 2)))]
    paths = ",".join(write(folder, f"list{i}", data) for i, data in enumerate(lists))
    if number % _COMMANDS == 0:
        tried("treegen", ["build", f"words:{paths}", "-o", folder / "a.tree"], folder)
    rules = read_words(paths)
    for word in {*rules.secrets(), *rules.guesses()}:
        if not word.isprintable() or len(word) != rules.positions or set(word) & set(" ,:#"):
            raise Fault(f"{[data[:80] for data in lists]!r}: the word {word!r} was taken")
    game = tg.game(f"words:{paths}")
    verdict = verify_bytes(tg.build(game, max_depth=None).to_bytes(), game=game)
    if verdict.faults or verdict.secrets != rules.secret_count:
        raise Fault(f"{[data[:80] for data in lists]!r}: its tree does not verify: {verdict.faults[:3]}")
    return "taken"


def _list(draw: Random, letters: str, size: int) -> bytes:
    words = {"".join(draw.choice(letters) for _ in range(size)) for _ in range(draw.choice((1, 2, 8, 20)))}
    data = draw.choice(("\n", "\r\n")).join(sorted(words)).encode()
    kind = draw.randrange(4)
    if kind == 0:
        return damage(draw, data)
    at = draw.randrange(len(data) + 1)
    return data[:at] + token(draw) + data[at:] if kind == 1 else data
