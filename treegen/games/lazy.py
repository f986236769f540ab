"""LazyTable: the table of a game, made when it is first needed as a whole, and in parts before."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from player.rules.names import AnyRules
from treegen.games.memory import available_cpus, check_memory
from treegen.games.tables import Some, Table, entry_type

_BLOCK = 1 << 19  # entries that are made at a time: the fastest of the powers from 2**18 to 2**22
_MAKING = Lock()  # held while a table is made, so that no two threads make it


class LazyTable:
    """The feedback indices [guesses, secrets] of the game of some rules; games that differ in weights alone share it.

    `make` gives a part of it from the symbols of `guesses` and `secrets`.  All of it may take `memory` bytes.
    """

    def __init__(
        self, make: Callable[[Any, Any], Table], rules: AnyRules, memory: int, guesses: Table, secrets: Table
    ) -> None:
        self.guesses, self.secrets = guesses, secrets
        self.made: Table | None = None  # the whole table
        self._make, self._rules, self._memory, self._in_parts = make, rules, memory, 0
        self._entry = np.dtype(entry_type(len(rules.labels)))

    @classmethod
    def of(cls, table: Table) -> LazyTable:
        """A table that is there."""
        known = cls.__new__(cls)
        known.made = table.view()
        known.made.flags.writeable = False
        return known

    @property
    def whole(self) -> Table:
        """The whole table, made with all CPUs if it is not there; BadInput if it would take more memory than it may."""
        if self.made is None:
            with _MAKING, ThreadPoolExecutor(available_cpus()) as pool:
                if self.made is None:
                    check_memory(self._rules, self._memory)
                    table = self._fill(self.guesses, self.secrets, pool.map)
                    table.flags.writeable = False
                    self.made = table
        return self.made

    def part(self, guesses: npt.NDArray[np.int32], secrets: npt.NDArray[np.int32]) -> Table:
        """The table of some guesses and some secrets, without the rest if that is not made yet.

        As soon as the parts would take as long as the table, it is made, unless it needs more memory than it may take.
        """
        if self.made is None:
            size, whole = len(guesses) * len(secrets), len(self.guesses) * len(self.secrets)
            most = self._memory // self._entry.itemsize
            self._in_parts += size
            if size <= most and not self._in_parts >= whole <= most:
                return self._fill(self.guesses[guesses], self.secrets[secrets])
        part: Table = self.whole[guesses[:, None], secrets]
        return part

    def row(self, guess: int, secrets: Some) -> Table:
        """The table of a guess and some secrets."""
        if self.made is None:
            return self._fill(self.guesses[guess : guess + 1], self.secrets[secrets]).ravel()
        row: Table = self.made[guess]
        return row[secrets]

    def _fill(self, guesses: Table, secrets: Table, each: Any = map) -> Table:
        """The table of these symbols, in blocks that `each`, a map, makes."""
        rows = max(1, _BLOCK // max(1, len(secrets)))
        if len(guesses) <= rows:
            return self._make(guesses, secrets).astype(self._entry, copy=False)
        table: Table = np.empty((len(guesses), len(secrets)), dtype=self._entry)

        def fill(start: int) -> None:
            some = slice(start, start + rows)
            table[some] = self._make(guesses[some], secrets)

        list(each(fill, range(0, len(table), rows)))  # an interrupt does not wait for what is left
        return table
