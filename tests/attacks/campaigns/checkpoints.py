"""Damaged and lying checkpoints: solve must give the true tree, or say in one line that it believes nothing of them.

The file holds true proved sets of a small game, more of them than a search would keep.  Then bytes of the file, cells
of its tables or whole rows are changed; lies are sealed again with the right checksum, as anybody could do.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import player
import treegen as tg
from campaigns import Report
from campaigns.sandbox import isolated, judge
from player.rules.history import read_history
from treegen.native import core
from treegen.native.interface import NEVER
from treegen.optimal.checkpoint import Checkpoint, Lemmas
from treegen.optimal.native_search import make_search
from treegen.optimal.objective import Prices, linear

if TYPE_CHECKING:
    from treegen.native._core import Search

__all__ = ["attack", "name_of_problem", "true_lemmas"]

GAMES = ("bulls-4x8", "bulls-3x8", "mastermind-3x6", "bulls-3x7-any")
_SETS = 60  # proved sets of each file, at most
_SMALLEST = 8  # candidates of a set
Row = list[Any]  # high, depth, cost, guess, path, as in the table `proved`


@cache
def game_of(name: str) -> tg.Game:
    """A game, read once."""
    return tg.game(name)


@cache
def true_tree(name: str) -> bytes:
    """The tree that every solve of the game must give."""
    return tg.solve(game_of(name)).to_bytes()


def name_of_problem(name: str, prices: Prices) -> str:
    """What the rows of a price list are filed under."""
    values = "1,2,3,..." if prices.values is None else ",".join(map(str, prices.values))
    return f"{name} all {values}"


@cache
def true_lemmas(name: str) -> tuple[tuple[Any, ...], ...]:
    """Rows (key, depth, cost, guess, path) that are true, of sets that every search of the game comes to."""
    game = game_of(name)
    search = make_search(game, "all", linear(None), 32 << 20)
    places = {guess: i for i, guess in enumerate(game.guesses)}
    rows: list[tuple[Any, ...]] = []
    for row in player.Tree.from_bytes(true_tree(name)).rows():
        path: list[int] = []
        for guess, label in read_history(row["history"]) if row["history"] else ():
            path += [places[guess], game.labels.index(label)]
        if path and row["candidates"] >= _SMALLEST and len(rows) < _SETS:
            candidates = np.arange(len(game.secrets))
            for index, feedback in zip(path[::2], path[1::2], strict=True):
                candidates = candidates[game.table[index][candidates] == feedback]
            found = search.run(candidates=candidates.tolist(), depth=0, asked=path[::2])
            assert found["cost"] is not None
            rows.append(_row_of(search, path, found["cost"] - len(candidates), found["guess"]))
    return tuple(rows)


def _row_of(search: Search, path: list[int], cost: int, guess: int) -> tuple[Any, ...]:
    key_and_depth = search.key(path)
    assert key_and_depth is not None
    high, low, depth = key_and_depth
    key = int(high).to_bytes(8, "big") + int(low).to_bytes(8, "big")
    return key, depth, cost, guess, np.array(path, dtype="<i4").tobytes()


def write(path: Path, name: str, rows: list[Row], problem: str | None = None) -> None:
    """A checkpoint with these rows, each with the right checksum, whatever it says."""
    store = Checkpoint(str(path))
    store.choose(problem or name_of_problem(name, linear(None)))
    for key, depth, cost, guess, steps in rows:
        keys = np.frombuffer(key, dtype=">u8").astype(np.uint64)
        way = np.frombuffer(steps, dtype="<i4").astype(np.int32)
        store.add(Lemmas(
            keys[:1], keys[1:], np.array([depth], np.int32), np.array([cost], np.int64), np.array([guess], np.int32),
            way, np.array([len(way)], np.int64),
        ))  # fmt: skip
    assert store.close() is None


def attack(budget: int, seed: int, folder: Path) -> Report:
    """Try so many checkpoints."""
    report = Report()
    if core is None:
        report.add("left out: no native core")
        return report
    for number in range(budget):
        draw = random.Random(f"{seed}/{number}")
        name = GAMES[number % len(GAMES)]
        change = draw.choice(CHANGES)
        path = folder / f"{number}.ck"
        rows = [list(row) for row in true_lemmas(name)]
        wanted = true_tree(name)
        what = f"{name}, {change.__name__}, seed {seed}/{number}"
        change(path, name, rows, draw)
        ended = isolated(lambda: solve(name, path))  # noqa: B023
        judge(report, what, ended, wanted)
        for file in folder.glob(f"{number}.ck*"):
            file.unlink()
    return report


def solve(name: str, path: Path) -> bytes | str:
    """The tree, or the message with which the checkpoint was refused."""
    try:
        return tg.solve(game_of(name), checkpoint=str(path), threads=1).to_bytes()
    except tg.BadInput as error:
        message = str(error)
        assert message.isprintable()
        assert str(path) in message, message
        return message


# What is changed.  Those that are named after a column seal the rows again.


# What cells are set to, in SQL.
VALUES = (
    "cost + cost / 5", "cost + 2", "cost - 1", "guess + 1", "-1", "0", "NULL", "'text'", "1.5", "1e300",
    "zeroblob(3)", "zeroblob(10000000)", "randomblob(16)", "9223372036854775807", "-9223372036854775808",
    "4611686018427387904",
)  # fmt: skip
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
ENDLESS_VIEW = (
    f"ALTER TABLE proved RENAME TO old; CREATE VIEW proved AS {ENDLESS} SELECT 1 AS problem, x AS high, 0 AS depth,"
    " x AS cost, -1 AS guess, zeroblob(8) AS path, x AS seal FROM n"
)
SCHEMAS = (
    ENDLESS_VIEW,
    "CREATE TRIGGER t AFTER INSERT ON proved BEGIN DELETE FROM proved; END",
    "CREATE TABLE more (x)",
    "ALTER TABLE proved ADD COLUMN more",
    "DROP TABLE problem",
    "DROP TABLE proved",
    "PRAGMA user_version = 2",
    "PRAGMA application_id = 7",
)


def flipped_bytes(path: Path, name: str, rows: list[Row], draw: random.Random) -> None:
    """Bytes of the file, wherever they lie."""
    write(path, name, rows)
    data = bytearray(path.read_bytes())
    for _ in range(draw.choice((1, 3, 30, 300))):
        data[draw.randrange(len(data))] = draw.randrange(256)
    path.write_bytes(data)


def cut_short(path: Path, name: str, rows: list[Row], draw: random.Random) -> None:
    """The end of the file is missing, or it is filled with something else."""
    write(path, name, rows)
    data = path.read_bytes()
    at = draw.randrange(len(data))
    path.write_bytes(data[:at] + draw.choice((b"", bytes(len(data) - at), draw.randbytes(len(data) - at))))


def updated_cells(path: Path, name: str, rows: list[Row], draw: random.Random) -> None:
    """Cells of the table, by somebody with sqlite and nothing else."""
    write(path, name, rows)
    column = draw.choice(("cost", "guess", "depth", "path", "high", "seal", "problem"))
    value = draw.choice(VALUES)
    share = draw.choice(("all", "half", "one"))
    with sqlite3.connect(path) as database:
        keys = [row[0] for row in database.execute("SELECT high FROM proved")]
        some = draw.sample(keys, {"all": len(keys), "half": len(keys) // 2, "one": 1}[share])
        for key in some:
            database.execute(f"UPDATE OR REPLACE proved SET {column} = {value} WHERE high = ?", (key,))
    database.close()


def other_schema(path: Path, name: str, rows: list[Row], draw: random.Random) -> None:
    """Tables that are views, and more than there should be."""
    write(path, name, rows)
    database = sqlite3.connect(path)
    database.executescript(draw.choice(SCHEMAS))
    database.close()


def another_problem(path: Path, name: str, rows: list[Row], draw: random.Random) -> None:
    """The rows of another price list, or of another game, under this one's name."""
    write(path, name, rows, draw.choice((name_of_problem("bulls-4x9", linear(None)), name_of_problem(name, linear(6)))))
    with sqlite3.connect(path) as database:
        database.execute("UPDATE problem SET name = ?", (name_of_problem(name, linear(None)),))
    database.close()


def sealed(path: Path, name: str, rows: list[Row], draw: random.Random, lie: Callable[[Row], None]) -> None:
    """Some rows, or one, or all, with a lie and the right checksum."""
    for row in draw.sample(rows, draw.choice((1, 1, 2, len(rows) // 2, len(rows)))):
        lie(row)
    write(path, name, rows)


def false_cost(path: Path, name: str, rows: list[Row], draw: random.Random) -> None:
    """A cost that is too high or too low, with its guess."""
    by = draw.choice((1, 2, 5, -1, -2, -5, 1000))
    sealed(path, name, rows, draw, lambda row: row.__setitem__(2, max(0, row[2] + by)))


def false_bound(path: Path, name: str, rows: list[Row], draw: random.Random) -> None:
    """A lower bound that is too high."""
    by, part = draw.choice((1, 2, 5, 0)), draw.choice((5, 20))

    def lie(row: Row) -> None:
        row[2], row[3] = row[2] + (by or row[2] // part + 1), -1

    sealed(path, name, rows, draw, lie)


def no_tree(path: Path, name: str, rows: list[Row], draw: random.Random) -> None:
    """The claim that there is no tree."""

    def lie(row: Row) -> None:
        row[2], row[3] = NEVER, -1

    sealed(path, name, rows, draw, lie)


def false_guess(path: Path, name: str, rows: list[Row], draw: random.Random) -> None:
    """Another guess, in range or not, that may split nothing."""
    game = game_of(name)

    def lie(row: Row) -> None:
        steps = np.frombuffer(row[4], dtype="<i4")
        row[3] = draw.choice((int(steps[0]), draw.randrange(len(game.guesses)), 10**6, -2, 2**31 - 1))

    sealed(path, name, rows, draw, lie)


def false_path(path: Path, name: str, rows: list[Row], draw: random.Random) -> None:
    """The path of another set, or one that leads nowhere."""
    game = game_of(name)

    def lie(row: Row) -> None:
        steps = np.frombuffer(row[4], dtype="<i4").copy()
        how = draw.randrange(5)
        if how == 0:
            row[4] = draw.choice(rows)[4]
        elif how == 1:
            row[4] = row[4] * 2
        elif how == 2:
            steps[draw.randrange(len(steps))] = draw.choice((-1, 10**6, len(game.labels), game.winning))
            row[4] = steps.tobytes()
        elif how == 3:
            row[4] = b""
        else:
            row[4] = row[4] * draw.randrange(1000)

    sealed(path, name, rows, draw, lie)


def false_key(path: Path, name: str, rows: list[Row], draw: random.Random) -> None:
    """The key of another set, or of none; or another depth."""

    def lie(row: Row) -> None:
        if draw.random() < 0.5:
            row[0] = draw.randbytes(16)
        else:
            row[1] = draw.choice((1, -1, 7, 2**31 - 1))

    sealed(path, name, rows, draw, lie)


def consistent_lies(path: Path, name: str, rows: list[Row], draw: random.Random) -> None:
    """All sets cost a little more, in proportion, so that none contradicts another."""
    part = draw.choice((5, 10, 50))
    for row in rows:
        row[2], row[3] = row[2] + row[2] // part, -1
    write(path, name, rows)


CHANGES = (
    flipped_bytes, cut_short, updated_cells, other_schema, another_problem, false_cost, false_bound, no_tree,
    false_guess, false_path, false_key, consistent_lies,
)  # fmt: skip
