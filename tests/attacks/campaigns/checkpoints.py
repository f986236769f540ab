"""Damaged and lying checkpoints: solve must give the true tree, or say in one line that it believes nothing of them.

The file holds true proved sets of a small game, more of them than a search would keep.  Then bytes of the file, cells
of its tables or whole rows are changed; lies are sealed again with the right checksum, as anybody could do.
"""

from __future__ import annotations

import re
import resource
import sqlite3
import struct
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

import player
import treegen as tg
from campaigns import Fault, campaign
from player.rules.history import read_history
from treegen.native.interface import NEVER
from treegen.search.checkpoint import Checkpoint
from treegen.search.core import make_search
from treegen.search.problem import linear

if TYPE_CHECKING:
    from treegen.native._core import Search

__all__ = ["attack", "run_named", "true_lemmas"]

GAMES = ("bulls-4x8", "bulls-3x8", "mastermind-3x6", "bulls-3x7-any")
_SETS = 60  # proved sets of each file, at most
_SMALLEST = 8  # candidates of a set
Row = list[Any]  # key, depth, cost, guess, path: the fields of a record


@cache
def game_of(name: str) -> tg.Game:
    """A game, read once."""
    return tg.game(name)


@cache
def true_tree(name: str) -> bytes:
    """The tree that every solve of the game must give."""
    return tg.solve(game_of(name)).to_bytes()


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
    record = search.lemma(path, cost, guess)
    assert record is not None
    return tuple(row_of(record))


HEAD = struct.Struct("<16siiq")
FIELDS = ("key", "depth", "cost", "guess", "path")


def row_of(record: bytes) -> Row:
    """What a record says."""
    key, depth, guess, cost = HEAD.unpack_from(record)
    return [key, depth, cost, guess, record[HEAD.size :]]


def record_of(row: Row) -> bytes:
    """The record that says this."""
    key, depth, cost, guess, path = row
    return HEAD.pack(key, depth, guess, cost) + bytes(path)


def teach(database: sqlite3.Connection) -> None:
    """Let SQL read and change the fields of a record; where a field cannot be so, the record is that value itself."""

    def changed(record: bytes, name: str, value: Any) -> Any:
        row = row_of(record)
        row[FIELDS.index(name)] = value
        try:
            return record_of(row)
        except (struct.error, TypeError):
            return value

    database.create_function("field", 2, lambda record, name: row_of(record)[FIELDS.index(name)])
    database.create_function("changed", 3, changed)


def write(path: Path, name: str, rows: list[Row]) -> None:
    """A checkpoint with these rows, each with the right checksum, whatever it says."""
    store = Checkpoint(str(path))
    store.choose(f"{name} all 1,2,3,...")
    store.add(map(record_of, rows))
    assert store.close() is None


@campaign
def attack(draw: Random, number: int, folder: Path) -> str:
    """Solve with a checkpoint that lies or is damaged."""
    name, path = GAMES[number % len(GAMES)], folder / f"{number}.ck"
    rows, how = [list(row) for row in true_lemmas(name)], draw.choice((*DAMAGE, *LIES))
    if how in LIES:
        for row in draw.sample(rows, draw.choice((1, 1, 2, len(rows) // 2, len(rows)))):
            lie(how, row, rows, game_of(name), draw)
    write(path, name, rows)
    if how in DAMAGE:
        DAMAGE[how](path, name, draw)
    try:
        # What may crash or never end has a process of its own.
        with ProcessPoolExecutor(1, get_context("fork"), resource.setrlimit, (resource.RLIMIT_CPU, (60, 61))) as pool:
            found = pool.submit(solve, name, path).result()
    except Exception as error:  # noqa: BLE001 - whatever it is, it must not come
        raise Fault(f"{name}, {how}: {type(error).__name__}: {error}") from None
    finally:
        for file in folder.glob(f"{number}.ck*"):
            file.unlink()
    if isinstance(found, bytes) and found != true_tree(name):
        raise Fault(f"{name}, {how}: another tree was called proved")
    return "true tree" if isinstance(found, bytes) else "refused"


def solve(name: str, path: Path) -> bytes | str:
    """The tree, or the message with which the checkpoint was refused."""
    try:
        return tg.solve(game_of(name), checkpoint=str(path), threads=1).to_bytes()
    except tg.BadInput as error:
        message = str(error)
        assert message.isprintable()
        assert str(path) in message, message
        return message


def run_named(script: str, folder: Path) -> str:
    """What solve says of a checkpoint to which an SQL script was applied: `true tree`, `another tree` or a refusal.

    Where the script begins with `-- seal`, the rows get the right checksum afterwards.
    """
    name, path = GAMES[0], folder / "named.ck"
    write(path, name, [list(row) for row in true_lemmas(name)])
    with closing(sqlite3.connect(path)) as database:
        teach(database)
        database.executescript(script)
        is_sealed = script.startswith("-- seal")
        rows = database.execute("SELECT lemma FROM proved").fetchall() if is_sealed else []
    if is_sealed:
        for file in folder.glob("named.ck*"):
            file.unlink()
        write(path, name, [row_of(record) for (record,) in rows])
    found = solve(name, path)
    return found if isinstance(found, str) else "true tree" if found == true_tree(name) else "another tree"


# What cells are set to, in SQL.
VALUES = (
    "cost + cost / 5", "cost + 2", "cost - 1", "guess + 1", "-1", "0", "NULL", "'text'", "1.5", "1e300",
    "zeroblob(3)", "zeroblob(10000000)", "randomblob(16)", "9223372036854775807", "-9223372036854775808",
    "4611686018427387904",
)  # fmt: skip


def flip_bytes(path: Path, name: str, draw: Random) -> None:
    """Bytes of the file, wherever they lie."""
    data = bytearray(path.read_bytes())
    for _ in range(draw.choice((1, 3, 30, 300))):
        data[draw.randrange(len(data))] = draw.randrange(256)
    path.write_bytes(data)


def cut_short(path: Path, name: str, draw: Random) -> None:
    """The end of the file is missing, or it is filled with something else."""
    data = path.read_bytes()
    at = draw.randrange(len(data))
    path.write_bytes(data[:at] + draw.choice((b"", bytes(len(data) - at), draw.randbytes(len(data) - at))))


def update_cells(path: Path, name: str, draw: Random) -> None:
    """Cells of the table, by somebody with sqlite and nothing else."""
    column = draw.choice(("cost", "guess", "depth", "path", "lemma", "key", "seal", "problem"))
    value, share = draw.choice(VALUES), draw.choice((1.0, 0.5, 0.0))
    value = re.sub("cost|guess", r"field(lemma, '\g<0>')", value)
    if column in FIELDS[1:]:
        column, value = "lemma", f"changed(lemma, '{column}', {value})"
    with closing(sqlite3.connect(path)) as database, database:
        teach(database)
        keys = database.execute("SELECT key FROM proved").fetchall()
        some = draw.sample(keys, max(1, int(share * len(keys))))
        database.executemany(f"UPDATE OR REPLACE proved SET {column} = {value} WHERE key = ?", some)


DAMAGE: dict[str, Callable[[Path, str, Random], None]] = {
    "bytes": flip_bytes, "cut": cut_short, "cells": update_cells
}  # fmt: skip
LIES = ("cost", "bound", "proportion", "no tree", "guess", "path of another", "path")


def lie(how: str, row: Row, rows: list[Row], game: tg.Game, draw: Random) -> None:
    """Change a row, which then gets the right checksum."""
    steps = np.frombuffer(row[4], dtype="<i4").copy()
    match how:
        case "cost":
            row[2] = max(0, row[2] + draw.choice((1, 2, 5, -1, -2, -5, 1000)))
        case "bound":
            row[2:4] = row[2] + draw.choice((1, 2, 5, row[2] // 5 + 1)), -1
        case "proportion":  # where all rows lie so, none contradicts another
            row[2:4] = row[2] + row[2] // 10, -1
        case "no tree":
            row[2:4] = NEVER, -1
        case "guess":
            row[3] = draw.choice((int(steps[0]), draw.randrange(len(game.guesses)), 10**6, -2, 2**31 - 1))
        case "path of another":
            row[4] = draw.choice(rows)[4]
        case "path":
            steps[draw.randrange(len(steps))] = draw.choice((-1, 10**6, len(game.labels), game.winning))
            row[4] = steps.tobytes()
