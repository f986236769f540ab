"""Word lists: damaged ones and good ones of any script; what is taken must make a tree that verifies."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import treegen as tg
from campaigns import Report
from campaigns.drawn import call, check_command, damage, token, write
from player.rules.lists import read_words
from treegen.insight.verify import verify_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMANDS = 50  # one in so many is tried on the command line, too
_LETTERS = ("abc", "abcdefghijklmnopqrstuvwxyz", "абвгд", "αβγ", "\u0e01\u0e02\u0e03", "漢字語", "0123", "?!'\"\\%{}$")


def attack(budget: int, seed: int, folder: Path) -> Report:
    """Read hostile lists, alone or as secrets and guesses."""
    report = Report()
    for number, lists in enumerate(_lists(budget, seed)):
        what = f"seed {seed}, list {number}, {[data[:80] for data in lists]!r}"
        paths = ",".join(write(folder, f"list{i}", data) for i, data in enumerate(lists))
        call(report, what, partial(_read, report, what, paths))
        if number % _COMMANDS == 0:
            check_command(report, "treegen", ["build", f"words:{paths}", "-o", str(folder / "a.tree")])
    return report


def _lists(budget: int, seed: int) -> Iterator[list[bytes]]:
    rng = random.Random(seed)
    for _ in range(budget):
        letters, size = rng.choice(_LETTERS), rng.choice((1, 2, 3, 5, 5, 6))
        lists = []
        for _ in range(rng.choice((1, 1, 2))):
            words = {"".join(rng.choice(letters) for _ in range(size)) for _ in range(rng.choice((1, 2, 8, 20)))}
            data = rng.choice(("\n", "\r\n")).join(sorted(words)).encode()
            kind = rng.randrange(4)
            if kind == 0:
                data = damage(rng, data)
            elif kind == 1:
                at = rng.randrange(len(data) + 1)
                data = data[:at] + token(rng) + data[at:]
            lists.append(data)
        yield lists


def _read(report: Report, what: str, paths: str) -> None:
    rules = read_words(paths)
    for word in {*rules.secrets(), *rules.guesses()}:
        if not word.isprintable() or len(word) != rules.positions or set(word) & set(" ,:#"):
            report.fail(f"{what}: the word {word!r} was taken")
    game = tg.game(f"words:{paths}")
    verdict = verify_bytes(tg.build(game, max_depth=None).to_bytes(), game=game)
    if verdict.faults or verdict.secrets != rules.secret_count:
        report.fail(f"{what}: its tree does not verify: {verdict.faults[:3]}")
