"""Proved sets on disk: an sqlite file that survives a kill at any moment, so that a search can go on from there.

A row holds the least cost of a set of candidates with its first guess, or a lower bound of the cost.  It names the set
by its path, the guesses and feedbacks that lead to it, so that a reader can form the set and solve it again.  A
checksum ties each row to its game, pool of guesses and prices; rows that are damaged or do not belong there are left
out.  The checksum is no signature: anyone can compute it.

So each row is a claim, whose form is checked when it is read (`Search.preload` of the core).  `prove_again` solves all
sets of a small file again: each is searched as if nothing were known about it, but with what is known about smaller
sets.  If all rows hold in this way, all are true, by induction over the size of the set (docs/theory.md, Theorem 7).
"""

from __future__ import annotations

import sqlite3
import struct
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from player.errors import BadInput
from player.rules.history import show_history
from treegen.games.game import Game
from treegen.native.interface import NEVER
from treegen.search.core import run_native
from treegen.search.database import in_a_line, is_ours
from treegen.search.problem import Position, Prices, Problem

if TYPE_CHECKING:
    from treegen.native._core import Search

VERSION = 2  # of what rows mean: the hash of a set, and the order of guesses
_APPLICATION = 0x67747265  # "gtre"
_BLOCK = 10_000
_HEAD, _KEY = struct.Struct("<20siq"), 20  # key with depth, guess and cost; a path follows
_LONGEST_PATH = 8 * 4096  # bytes; deeper sets take no time to search
_PATIENCE, _LAST_PATIENCE = 0.1, 5.0  # seconds to wait while another process writes: in the search, at its end
_PROOF_SECONDS = 5.0  # of processor time for proving all rows again
_PROOF_PART = 0.2  # of the time before a deadline, if that is less
_RETRY = 1.0  # seconds until the next try after one that failed

_SCHEMA = {
    "problem": "CREATE TABLE problem (id INTEGER PRIMARY KEY, name TEXT UNIQUE)",
    "proved": "CREATE TABLE proved (problem INTEGER, key BLOB, lemma BLOB, seal BLOB, PRIMARY KEY (problem, key))"
    " WITHOUT ROWID",
}


class FalseClaim(BadInput):
    """A claim from outside, such as a set in a checkpoint, contradicts the rules, itself or a search."""


class Checkpoint:
    """A file of proved sets; BadInput if it is of another program or version, or cannot be opened.

    If a write fails, the rows stay in memory, `tell` is called once with a line about it, and the write is tried again.
    """

    def __init__(self, path: str, tell: Callable[[str], None] | None = None) -> None:
        if not path or path == ":memory:":
            raise BadInput(f"{path!r} is not a file that can keep proved sets; name one, as in --checkpoint proved.ck")
        self.path = path
        self.damaged = 0  # rows that the last load() left out
        self._tell = tell
        self._problem, self._key = "", b""
        self._pending: list[tuple[str, bytes, bytes, bytes]] = []
        self._next, self._warned = 0.0, False
        try:
            self._database = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
            self._database.execute("PRAGMA synchronous = NORMAL")
            if not is_ours(self._database, (_APPLICATION, VERSION), _SCHEMA, "WAL"):
                raise BadInput(f"{path}: it is not a checkpoint of this version; name another file or remove it")
        except BadInput:
            raise
        except (sqlite3.Error, OSError, ValueError) as error:
            raise BadInput(f"{path}: no checkpoint can be kept there: {in_a_line(error)}") from None

    def choose(self, problem: str) -> None:
        """Read and write the sets of this problem from now on."""
        self._problem = problem
        self._key = blake2b(f"guesstree checkpoint {VERSION} {problem}".encode(), digest_size=32).digest()

    def load(self) -> Iterator[list[bytes]]:
        """The proved sets, some at a time; rows whose checksum differs are left out and counted in `damaged`."""
        self.damaged = 0
        try:
            rows = self._database.execute(
                "SELECT lemma, seal FROM proved WHERE problem = (SELECT id FROM problem WHERE name = ?)",
                (self._problem,),
            )
            while block := rows.fetchmany(_BLOCK):
                good = [lemma for lemma, seal in block if self._is_sealed(lemma, seal)]
                self.damaged += len(block) - len(good)
                if good:
                    yield good
        except sqlite3.Error as error:
            raise BadInput(
                f"{self.path}: the checkpoint is damaged ({in_a_line(error)}); remove it, or restore a copy"
            ) from None

    def _is_sealed(self, lemma: object, seal: object) -> bool:
        if not isinstance(lemma, bytes) or len(lemma) % 8 or not 0 <= len(lemma) - _HEAD.size <= _LONGEST_PATH:
            return False
        return self._seal(lemma) == seal

    def _seal(self, lemma: bytes) -> bytes:
        return blake2b(lemma, key=self._key, digest_size=16).digest()

    def add(self, lemmas: Iterable[bytes]) -> None:
        """Add proved sets.  They are written at once, all or none, or by a later call if that fails."""
        self._pending += [(self._problem, lemma[:_KEY], lemma, self._seal(lemma)) for lemma in lemmas]
        if self._pending and time.monotonic() >= self._next:
            self._write(time.monotonic())

    def _write(self, now: float, patience: float = _PATIENCE) -> None:
        if not self._pending:
            return
        rows = self._pending
        try:
            self._database.execute(f"PRAGMA busy_timeout = {int(1000 * patience)}")
            if self._database.in_transaction:  # of a write that was interrupted
                self._database.execute("ROLLBACK")
            self._database.execute("BEGIN IMMEDIATE")
            names = {(row[0],) for row in rows}
            self._database.executemany("INSERT OR IGNORE INTO problem (name) VALUES (?)", names)
            self._database.executemany(
                "INSERT OR REPLACE INTO proved VALUES ((SELECT id FROM problem WHERE name = ?), ?, ?, ?)", rows
            )
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            self._next = now + _RETRY
            if not self._warned and self._tell is not None:
                self._tell(f"{self.path}: cannot write ({in_a_line(error)}); the search goes on and will try again")
            self._warned = True
            return
        self._pending = []

    def close(self) -> str | None:
        """Write the pending rows and close the file; returns a line about what was lost, None if nothing was."""
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
    """Solve all sets again with `search`, which knows them; whether there was time for that.

    It takes at most five seconds of processor time and a fifth of what is left before `deadline`, a time.monotonic().
    Raises FalseClaim at the first row that is false, with the name of their `source`.
    """
    until = time.process_time() + min(_PROOF_SECONDS, _PROOF_PART * (deadline - time.monotonic()))

    def is_over() -> bool:
        return time.process_time() > until or time.monotonic() > deadline

    for block in blocks:
        for lemma in block:
            _, guess, cost = _HEAD.unpack_from(lemma)  # see `drain_proved` in treegen/native/README.md
            steps = list(struct.iter_unpack("<ii", lemma[_HEAD.size :]))
            position = Position.after(game, steps)
            depth = 0 if prices.values is None else len(steps)
            limit, least = NEVER, cost
            if cost < NEVER:
                least += int(game.secret_weights[position.candidates].sum()) * prices.at(depth + 1)
                limit = least + (guess >= 0)
            if is_over():
                return False
            again = Problem(
                game, prices=prices, position=position, depth=depth, below=limit, is_again=True, wants_tree=False
            )
            found = run_native(search, again, threads, is_over=is_over)
            if found.is_stopped:
                return False
            if guess >= 0:
                is_true = (found.cost, found.guess) == (least, guess)
            else:
                is_true = found.cost is None and (found.bound >= NEVER or cost < NEVER)
            if not is_true:
                history = show_history([(game.guesses[asked], game.labels[feedback]) for asked, feedback in steps])
                what = f"a cost of {'' if guess >= 0 else 'at least '}{cost} (above one guess each)"
                raise FalseClaim(
                    f"{source}: it claims {'that there is no tree' if cost >= NEVER else what} for the candidates after"
                    f" {history or 'no guess'}, which is false (found by solving them again); nothing of it is"
                    " believed: solve again without it"
                )
    return True
