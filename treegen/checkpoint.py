"""Proved sets on disk: an sqlite file that survives a kill at any moment and takes a search up where it was."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from treegen.errors import BadInput

__all__ = ["Checkpoint"]

VERSION = 1  # of the meaning of the rows: the hash of a set, and the order of guesses
_APPLICATION = 0x67756573  # "gues"
_BLOCK = 100_000

# A set of candidates is its 128-bit key; cost is its least cost above the price of the next guess, or a lower bound.
_COLUMNS = (("high", np.uint64), ("low", np.uint64), ("depth", np.int32), ("cost", np.int64), ("guess", np.int32))
Columns = tuple[npt.NDArray[Any], ...]


class Checkpoint:
    """A file of proved sets; BadInput when it is of another program or version, or cannot be written."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._problem = 0
        try:
            self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._prepare()
        except (sqlite3.Error, OSError) as error:
            raise BadInput(f"{path}: no checkpoint can be kept there: {error}") from None

    def _prepare(self) -> None:
        (application,) = self._database.execute("PRAGMA application_id").fetchone()
        (version,) = self._database.execute("PRAGMA user_version").fetchone()
        (tables,) = self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and (application, version) != (_APPLICATION, VERSION):
            raise BadInput(f"{self.path}: it is no checkpoint of this version; name another file or remove it")
        for pragma in ("journal_mode = WAL", "synchronous = NORMAL", f"application_id = {_APPLICATION}"):
            self._database.execute(f"PRAGMA {pragma}")
        self._database.execute("BEGIN IMMEDIATE")
        self._database.execute("CREATE TABLE IF NOT EXISTS problem (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        self._database.execute(
            "CREATE TABLE IF NOT EXISTS proved (problem INTEGER, high BLOB, depth INTEGER, cost INTEGER, guess INTEGER,"
            " PRIMARY KEY (problem, high, depth)) WITHOUT ROWID"
        )
        self._database.execute(f"PRAGMA user_version = {VERSION}")
        self._database.execute("COMMIT")

    def choose(self, problem: str) -> None:
        """Read and write the sets of this problem from now on."""
        self._database.execute("INSERT OR IGNORE INTO problem (name) VALUES (?)", (problem,))
        (self._problem,) = self._database.execute("SELECT id FROM problem WHERE name = ?", (problem,)).fetchone()

    def load(self) -> Iterator[Columns]:
        """The proved sets, as columns, some at a time."""
        rows = self._database.execute("SELECT high, depth, cost, guess FROM proved WHERE problem = ?", (self._problem,))
        while block := rows.fetchmany(_BLOCK):
            keys = np.frombuffer(b"".join(row[0] for row in block), dtype=">u8").reshape(-1, 2).astype(np.uint64)
            rest = np.array([row[1:] for row in block], dtype=np.int64)
            yield (
                np.ascontiguousarray(keys[:, 0]), np.ascontiguousarray(keys[:, 1]), rest[:, 0].astype(np.int32),
                np.ascontiguousarray(rest[:, 1]), rest[:, 2].astype(np.int32),
            )  # fmt: skip

    def add(self, high: npt.NDArray[Any], low: npt.NDArray[Any], depth: npt.NDArray[Any], cost: npt.NDArray[Any],
            guess: npt.NDArray[Any]) -> None:  # fmt: skip
        """Keep more proved sets: all of them or, if the process dies meanwhile, none."""
        if not len(high):
            return
        keys = np.stack([high, low], axis=1).astype(">u8").tobytes()
        rows = [
            (self._problem, keys[16 * i : 16 * i + 16], *values)
            for i, values in enumerate(zip(depth.tolist(), cost.tolist(), guess.tolist(), strict=True))
        ]
        self._database.execute("BEGIN IMMEDIATE")
        self._database.executemany("INSERT OR REPLACE INTO proved VALUES (?, ?, ?, ?, ?)", rows)
        self._database.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        self._database.close()
