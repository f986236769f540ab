"""A checkpoint: an SQLite file of proved sets, with which an interrupted search can go on.

A row (a lemma) has a set of candidates and either its least cost with the first guess of its tree, or a lower bound of
its cost.  The set is stored as the guesses and feedbacks that lead to it, so that a reader can form it and solve it
again.  A checksum (the seal) ties each row to its game, pool of guesses and prices; a row whose checksum differs is
ignored.  The checksum is not a signature: anyone can compute it.

Therefore nothing in a row is trusted.  The core checks the form of the row (`Search.preload`), and `prove_again` solves
all sets of a small file again: it searches each set without its row, but with the rows of smaller sets.  If every row
passes, all rows are true, by induction over the size of the set (docs/theory.md, Theorem 7).

The file also keeps the proof so far of each claim of a certificate; a certificate that goes on from it is checked.
"""

from __future__ import annotations

import sqlite3
import struct
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING

from player.errors import BadInput, require, shorten
from player.rules.history import show_history
from treegen.games.game import Game
from treegen.native.interface import NEVER
from treegen.search.core import run_native
from treegen.search.problem import Position, Prices, Problem

if TYPE_CHECKING:
    from treegen.native._core import Search

VERSION = 2  # The version increases when rows get another meaning, such as another order of guesses.
_APPLICATION = 0x67747265  # This number, the bytes "gtre", marks the file as a file of guesstree.
_BLOCK = 10_000  # The file is read in blocks of this many rows.
_HEAD, _KEY = struct.Struct("<20siq"), 20  # A row begins with a key (20 bytes), the guess and the cost; a path follows.
_LONGEST_CELL = 1 << 26  # No text or blob of more than this many bytes is read.
# A row has at most 4096 steps of 8 bytes; sets with a longer path are quick to search.
_SIZES = range(_HEAD.size, _HEAD.size + 8 * 4096 + 1, 8)
_PATIENCE = 0.1  # A write waits at most this many seconds for another process.
_LAST_PATIENCE = 5.0  # The last write waits at most this many seconds for another process.
_PROOF_SECONDS = 5.0  # All rows are proved again only if the proof takes less processor time than this.
_PROOF_PART = 0.2  # Before a deadline, the proof takes at most this share of the time.
_RETRY = 1.0  # A failed write is tried again after this many seconds.

_SCHEMA = {
    "problem": "CREATE TABLE problem (id INTEGER PRIMARY KEY, name TEXT UNIQUE)",
    "proved": "CREATE TABLE proved (problem INTEGER, key BLOB, lemma BLOB, seal BLOB, PRIMARY KEY (problem, key))"
    " WITHOUT ROWID",
}


class FalseClaim(BadInput):
    """A claim from outside, such as a set in a checkpoint, contradicts the rules, itself or a search."""


class Checkpoint:
    """A file of proved sets.  Raises BadInput if it cannot be opened, or belongs to another program or version.

    If a write fails, the rows stay in memory until the next write; `tell` (if any) gets a message, but only once.
    """

    def __init__(self, path: str, tell: Callable[[str], None] | None = None) -> None:
        if not path or path == ":memory:":
            raise BadInput(f"{path!r} is not a file that can keep proved sets; name one, as in --checkpoint proved.ck")
        self.path = path
        self.damaged = 0  # The number of rows that the last load() ignored.
        self._tell = tell
        self._problem, self._seal_key = "", b""
        self._pending: list[tuple[str, bytes, bytes, bytes]] = []
        self._next_write, self._warned = 0.0, False
        try:
            self._database = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
            self._database.execute("PRAGMA synchronous = NORMAL")
            is_checkpoint = is_ours(self._database, (_APPLICATION, VERSION), _SCHEMA, "WAL")
        except (sqlite3.Error, OSError, ValueError) as error:
            raise BadInput(f"{path}: no checkpoint can be kept there: {in_a_line(error)}") from None
        require(is_checkpoint, f"{path}: it is not a checkpoint of this version; name another file or remove it")

    def choose(self, problem: str) -> None:
        """Make the next calls read and write the sets of this problem."""
        self._problem = problem
        self._seal_key = blake2b(f"guesstree checkpoint {VERSION} {problem}".encode(), digest_size=32).digest()

    def load(self) -> Iterator[list[bytes]]:
        """Yield the proved sets in blocks.  Rows that are damaged are ignored, and counted in `damaged`."""
        self.damaged = 0
        for block in self._read():
            good = [lemma for lemma, is_whole in block if is_whole and len(lemma) in _SIZES]
            self.damaged += len(block) - len(good)
            if good:
                yield good

    def _read(self) -> Iterator[list[tuple[bytes, bool]]]:
        """Yield the rows of the chosen problem in blocks, each row with whether its checksum is right."""
        try:
            rows = self._database.execute(
                "SELECT lemma, seal FROM proved WHERE problem = (SELECT id FROM problem WHERE name = ?)",
                (self._problem,),
            )
            while block := rows.fetchmany(_BLOCK):
                yield [(lemma, isinstance(lemma, bytes) and self._seal(lemma) == seal) for lemma, seal in block]
        except sqlite3.Error as error:
            raise BadInput(
                f"{self.path}: the checkpoint is damaged ({in_a_line(error)}); remove it, or restore a copy"
            ) from None

    def _seal(self, lemma: bytes) -> bytes:
        return blake2b(lemma, key=self._seal_key, digest_size=16).digest()

    def proof_so_far(self, name: str) -> bytes:
        """Return the proof that `keep_proof` kept under this name, or no bytes if there is none, or it is damaged."""
        self.choose(name)
        with suppress(zlib.error):
            for block in self._read():
                return b"".join(zlib.decompress(packed) for packed, is_whole in block if is_whole)
        return b""

    def keep_proof(self, name: str, proof: bytes) -> None:
        """Write the proof so far of a claim, in place of an earlier one."""
        self.choose(name)
        packed = zlib.compress(proof, 1)
        self._pending.append((self._problem, b"", packed, self._seal(packed)))
        self._write(time.monotonic())

    def add(self, lemmas: Iterable[bytes]) -> None:
        """Write proved sets to the file, all or none; if that fails, a later call writes the sets."""
        self._pending += [(self._problem, lemma[:_KEY], lemma, self._seal(lemma)) for lemma in lemmas]
        if self._pending and time.monotonic() >= self._next_write:
            self._write(time.monotonic())

    def _write(self, now: float, patience: float = _PATIENCE) -> None:
        if not self._pending:
            return
        rows = self._pending
        try:
            self._database.execute(f"PRAGMA busy_timeout = {int(1000 * patience)}")
            if self._database.in_transaction:  # an earlier write was interrupted
                self._database.execute("ROLLBACK")
            self._database.execute("BEGIN IMMEDIATE")
            names = {(row[0],) for row in rows}
            self._database.executemany("INSERT OR IGNORE INTO problem (name) VALUES (?)", names)
            self._database.executemany(
                "INSERT OR REPLACE INTO proved VALUES ((SELECT id FROM problem WHERE name = ?), ?, ?, ?)", rows
            )
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            self._next_write = now + _RETRY
            if not self._warned and self._tell is not None:
                self._tell(f"{self.path}: cannot write ({in_a_line(error)}); the search goes on and will try again")
            self._warned = True
            return
        self._pending = []

    def close(self) -> str | None:
        """Write the pending rows and close the file; return a message if rows were lost, else None."""
        lost = None
        self._write(time.monotonic(), _LAST_PATIENCE)
        if self._pending:
            lost = f"{self.path}: {len(self._pending)} proved sets could not be written: the next run solves them again"
        try:
            self._database.close()
        except sqlite3.Error as error:
            lost = lost or f"{self.path}: the checkpoint could not be closed: {in_a_line(error)}"
        return lost


def prove_again(
    search: Search, game: Game, prices: Prices, blocks: Sequence[list[bytes]], source: str, *, threads: int,
    deadline: float,
) -> bool:  # fmt: skip
    """Solve all sets of `blocks` again with `search`, which has loaded them; return False if the time was too short.

    The proof may take at most five seconds of processor time, and at most a fifth of the time before `deadline`, a
    value of time.monotonic().  Raises FalseClaim at the first false row; the message names the file `source`.
    """
    until = time.process_time() + min(_PROOF_SECONDS, _PROOF_PART * (deadline - time.monotonic()))

    def is_over() -> bool:
        return time.process_time() > until or time.monotonic() > deadline

    for block in blocks:
        for lemma in block:
            _, guess, cost = _HEAD.unpack_from(lemma)  # the cost leaves out price(depth + 1) for each candidate
            steps = list(struct.iter_unpack("<ii", lemma[_HEAD.size :]))  # as `Search.drain_proved` packs them
            position = Position.after(game, steps)
            depth = 0 if prices.values is None else len(steps)
            limit, least = NEVER, cost
            if cost < NEVER:
                least += int(game.secret_weights[position.candidates].sum()) * prices.at(depth + 1)
                limit = least + (guess >= 0)
            if is_over():
                return False
            again = Problem(
                game, prices=prices, position=position, depth=depth, below=limit, searches_again=True, wants_tree=False
            )
            found = run_native(search, again, threads, is_over=is_over)
            if found.is_stopped:
                return False
            if guess >= 0:
                is_true = (found.cost, found.guess) == (least, guess)
            else:
                is_true = found.cost is None and (found.bound >= NEVER or cost < NEVER)
            if not is_true:
                history = show_history([(game.guesses[prior], game.labels[feedback]) for prior, feedback in steps])
                what = f"a cost of {'' if guess >= 0 else 'at least '}{cost} (above one guess each)"
                raise FalseClaim(
                    f"{source}: it claims {'that there is no tree' if cost >= NEVER else what} for the candidates after"
                    f" {history or 'no guess'}, which is false (found by solving them again); nothing of it is"
                    " believed: solve again without it"
                )
    return True


def is_ours(database: sqlite3.Connection, marks: tuple[int, int], tables: Mapping[str, str], journal: str) -> bool:
    """Return whether a file has exactly these tables, and no views; in an empty file, make the tables first.

    `marks` are SQLite's application_id and user_version, and `tables` the statements that make the tables.
    """
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_CELL)
    database.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    database.execute("PRAGMA trusted_schema = OFF")
    if not _tables(database):
        database.execute(f"PRAGMA journal_mode = {journal}")
        database.execute(f"PRAGMA application_id = {marks[0]}")
        database.execute("BEGIN IMMEDIATE")
        for name, statement in tables.items():
            if name not in _tables(database):  # another process may have made it meanwhile
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {marks[1]}")
        database.execute("COMMIT")
    # A file that has its tables is only read here, because another process may be writing to it.
    found = [database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
    return found == [*marks] and _tables(database) == tables


def _tables(database: sqlite3.Connection) -> dict[str, str]:
    """Return the statement of each table and view in the file, by name."""
    return dict(database.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def in_a_line(error: BaseException) -> str:
    """Return an error as one printable line of at most 200 characters: SQLite's messages quote text from the file."""
    return shorten(" ".join(str(error).split()) or type(error).__name__, 200)
