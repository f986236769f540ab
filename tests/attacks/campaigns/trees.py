"""Damaged and lying tree files: each is refused in one line, or true, or found false by verify and harmless in play."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgpack
import numpy as np

import treegen as tg
from campaigns import Fault, campaign
from player.errors import ImpossibleFeedback, TreeFormatError
from player.rules.names import read_game
from player.tree import Player, Tree
from treegen.games.weights import weigh
from treegen.insight.verify import verify_bytes

__all__ = ["Sample", "attack", "change", "made_samples", "shipped_samples"]

ROOT = Path(__file__).resolve().parents[3]
# Faults that do not show in play.
SILENT = re.compile("^the pool |is not a candidate there$| in hard mode: |^its costs are not those of its table$")
Feedback = Callable[[str, str], str]


@dataclass(eq=False)
class Sample:
    """A good tree file, and what its game is."""

    name: str
    data: bytes
    secrets: Sequence[str]
    feedback: Feedback
    game: Any = None  # for verify, where the game is read from files


@campaign
def attack(draw: Random, number: int, folder: Path) -> str:
    """Read a changed file, verify it and play it."""
    samples = _samples(folder)
    sample = draw.choice(samples)
    how, data = change(draw, sample, samples)
    try:
        return try_one(data, sample)
    except TreeFormatError:
        raise
    except Exception as error:
        raise Fault(f"{how}, from {sample.name}: {type(error).__name__}: {error}: {data[:400].hex()}") from error


def try_one(data: bytes, sample: Sample) -> str:
    """What becomes of one file."""
    try:
        tree = Tree.from_bytes(data)
    except TreeFormatError as error:
        if len(str(error)) >= 300:
            raise Fault(f"a long message: {error}") from None
        raise
    good = Tree.from_bytes(sample.data)
    if tree.game != good.game:
        return "accepted, of another game"
    fixed = ["labels", "winning", "losing", *["weights"] * tree.game.startswith("table:")]  # a table has its weights
    told = all(getattr(tree, name) == getattr(good, name) for name in fixed)
    faults = [fault for fault in verify_bytes(data, game=sample.game).faults if not SILENT.search(fault)]
    assert (told and _is_true(tree, sample)) != bool(faults), f"verify finds {faults[:1]}"
    return "accepted, found false" if faults else "accepted, true"


def _is_true(tree: Tree, sample: Sample) -> bool:
    """Whether every secret is found in play, and every node is on the way to one."""
    ways, ends = set[str](), list[str]()  # several answers lead a possibility to one end on several ways
    for secret in sample.secrets:
        player = Player(tree)
        while player.guess is not None:
            ways.add(str(player.steps))
            try:
                player.answer(sample.feedback(player.guess, secret))
            except (ImpossibleFeedback, KeyError, ValueError):  # no node has the label; or this is no guess of the game
                break
        if player.finished and player.steps[-1][1] == tree.labels[tree.winning]:
            ends.append(str(player.steps))
    counts = len(ends), len(ways), sum(map(tree.is_win, range(len(tree))))
    return counts == (len(sample.secrets), len(tree), len({*ends}))


def shipped_samples() -> list[Sample]:
    """The small trees that are shipped, and those of the atlas."""
    samples = []
    for path in sorted((ROOT / "trees").glob("*.tree")) + sorted((ROOT / "trees" / "atlas").glob("*.tree")):
        data = path.read_bytes()
        if len(data) < 2000:
            rules = read_game(Tree.from_bytes(data).game)
            samples.append(Sample(path.stem, data, rules.secrets(), rules.feedback))
    return samples


def made_samples(folder: Path) -> Iterator[Sample]:
    """Trees of words, tables, numbers and weights."""
    for name, text in (
        ("latin", "abide speed erase geese"),
        ("cyrillic", "слово весна книга"),
        ("wide", "𝒂𝒃𝒄 éàü ñño"),
    ):
        (folder / name).write_text("\n".join(text.split()), encoding="utf-8")
        game = tg.game(f"words:{folder / name}")
        weights = np.arange(1, len(game.secrets) + 1, dtype=np.int64)
        yield from (_sample(game, tg.build(game)), _sample(game, tg.solve(weigh(game, weights))))
    for name in ("number-0..9", "number--3..3-free", "bulls-2x4=aBc0", "marks-2x3"):
        yield _sample(tg.game(name), tg.build(name))
    bulls, number = tg.game("bulls-2x3"), tg.game("number-0..6")
    yield _sample(bulls, tg.solve(weigh(bulls, np.array([1, 9, 2, 1, 5, 3], dtype=np.int64))))
    yield _sample(bulls, tg.solve(bulls, "price", prices=[0, 2, 3, 1 << 40]))
    yield _sample(number, tg.solve(number, "identify"))
    (folder / "costs.csv").write_text("name,a,b\n@cost min,1,2/3\nx,1,1\ny,1,2\nz,2,?\n", encoding="utf-8")
    costly = tg.game(f"table:{folder / 'costs.csv'}")
    yield from (_sample(costly, tg.build(costly)), _sample(costly, tg.solve(costly, "worst")))
    table = [[3, 0, 0, 1], [0, 3, 1, 0], [0, 1, 3, 0], [0, 0, 1, 3], [0, 1, 2, 1]]  # g4 tells a from b, and loses for c
    losing = tg.Game.from_table(table, winning=3, losing=(2,), secrets=tuple("abcd"))
    yield _sample(losing, tg.build(losing))
    table = [[299, 0, 258, 1, 1], [1, 299, 0, 257, 1], [258, 2, 299, 0, 1], [256, 1, 0, 299, 1], [0, 1, 258, 7, 299]]
    wide = tg.Game.from_table(table, winning=299, losing=(7,), secrets=tuple("abcde"))  # each feedback takes two bytes
    yield from (_sample(wide, tg.build(wide)), _sample(wide, tg.solve(wide)))


def _sample(game: tg.Game, tree: Tree) -> Sample:
    rows = {
        guess: dict(zip(game.secrets, row, strict=True)) for guess, row in zip(game.guesses, game.table, strict=True)
    }
    compare = game.rules.feedback if game.rules is not None else lambda guess, kept: game.labels[rows[guess][kept]]
    own = game if ":" in game.name else None
    return Sample(game.name, tree.to_bytes(), list(game.secrets), compare, own)


@cache
def _samples(folder: Path) -> list[Sample]:
    return shipped_samples() + 3 * list(made_samples(folder))


# What an entry may say instead, by its key; then what any of them may say.
ODD: dict[str, tuple[Any, ...]] = {
    "game": (
        "bulls-2x3-any", "bulls-02x3", "Bulls-2x3", "p2c3n", "bulls-2x3=ABC", "bulls-2x3=é,è,ê", "bulls-2x3=🍎🍐🍊",
        "number-00..9", "number-9..0", "words:" + "F" * 64, "table:" + "0" * 64, "toString-2x3", "bulls-9x9",
    ),
    "made": (
        "treegen", "treegen build bulls-2x3", "treegen cook a", "treegen build a --strategy x.py:f", " treegen solve a",
        "treegen build a; reboot", "treegen import --from json --game '-x'", "treegen build 'a", "treegen solve a -q",
        "treegen build 'bulls-2x3=🍎🍐🍊' --max-depth none --name é", "treegen solve a --seed",
    ),
    "files": (["a.txt", "0af3" * 16], ["-a", "0af3" * 16], ["a/b", "0" * 64], ["a", 7], ["a\n", "0" * 64], ["a"]),
    "called": ("wordle", "a b", "-", "x" * 41, "é"), "pool": ("all", "candidates", "some", "--"),
    "objective": ("total", "worst", "fewest-at-max", "identify", "price", "totals", "cost"), "first_guess": ("12", "1"),
    "prices": ([], [1, 2, 3, 4], [1, 2, 50], [0] * 4, [4, 3, 2, 1], [0, 1, 1 << 55, (1 << 63) - 1], [-1, 0, 1, 2]),
    "losing": ([0], [1, 1], [2, 1], [True]), "weights": ([1, 2, 3], [1] * 6, [1, 2, 1, 1, 1, 1], [0, 3], [1 << 31] * 6),
}  # fmt: skip
ANY: tuple[Any, ...] = (
    None, True, 1.5, b"", b"ab", [], [[]], {}, "", "\0", "\x1b[2J", "\u202e", "\ufeff", "x" * 5000, -1, 0, 1, 2, 255,
    1 << 16, 1 << 31, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, -(1 << 63), msgpack.ExtType(5, b"x"),
)  # fmt: skip
HEADERS = (
    b"\xdd\xff\xff\xff\xff", b"\xdc\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff", b"\xc4\xff", b"\xc1",
    b"\xdb\xff\xff\xff\xff", b"\xd9\xff", b"\xd6\xff\0\0\0\1", b"\x91" * 2000, b"\xcb\x7f\xf8\0\0\0\0\0\0", b"\0",
    b"\xcc\1", b"\xcd\0\1", b"\xd9\1a", b"\xde\0\x15",
)  # fmt: skip


def change(draw: Random, sample: Sample, others: Sequence[Sample]) -> tuple[str, bytes]:
    """A changed file, and how it was changed: bits and pieces, with the checksum made right or not; entries; nodes."""
    how = draw.choice(("bytes", "entry", "entry", "node", "node"))
    values: dict[str, Any] = msgpack.unpackb(sample.data)
    if how == "bytes":
        body, at, size = (
            bytearray(sample.data[:-32]),
            draw.randrange(len(sample.data) - 32),
            draw.choice((0, 1, 4, 999)),
        )
        if draw.randrange(2):
            body[at] ^= 1 << draw.randrange(8)
        else:
            body[at : at + size] = draw.choice((b"", draw.choice(HEADERS), draw.choice(others).data[at : at + 8]))
        return how, bytes(body) + (sha256(body).digest() if draw.randrange(4) else sample.data[-32:])
    for _ in range(draw.choice((1, 1, 2))):
        key = (
            draw.choice(list(values)[1:-1]) if how == "entry" else draw.choice(("guess", "feedback", "wins", "fanout"))
        )
        odd = ODD.get(key, ANY) if draw.randrange(3) else (*ANY, msgpack.unpackb(draw.choice(others).data).get(key))
        values[key] = draw.choice(odd) if how == "entry" else _exchanged(draw, values, key)
    values["sha256"] = bytes(32)
    body = bytearray(msgpack.packb(values)[:-32])
    return f"{how} {key}", bytes(body) + sha256(body).digest()


def _exchanged(draw: Random, values: dict[str, Any], key: str) -> bytes:
    """A column in which two nodes have changed places, or one says what another one does, or a bit is another one."""
    column, nodes = bytearray(values[key]), len(values["fanout"]) // (1 + (len(values["labels"]) > 256))
    if key == "wins":
        column[draw.randrange(len(column))] ^= 1 << draw.randrange(8)
        return bytes(column)
    width = len(column) // nodes
    one, two = (slice(place * width, (place + 1) * width) for place in (draw.randrange(nodes), draw.randrange(nodes)))
    column[one], column[two] = column[two], column[one] if draw.randrange(2) else column[two]
    return bytes(column)
