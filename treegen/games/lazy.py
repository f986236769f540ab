"""LazyTable: the table of a game that is made when it is first needed as a whole, and in parts before."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from player.rules.names import AnyRules
from treegen.games.memory import available_cpus, check_memory
from treegen.games.tables import Fill, Some, Table, entry_type

_PART = 1 << 22  # entries of a table that are made at a time
_MAKING = Lock()  # held while a table is made, so that no two threads make it


class LazyTable:
    """The part of a game that makes its table."""

    secrets: tuple[str, ...]
    guesses: tuple[str, ...]
    labels: tuple[str, ...]
    fill: Fill | None
    rules: AnyRules | None
    memory: int | None  # that the table may take, in bytes; None: any
    if TYPE_CHECKING:
        table: Table

    def keep_table(self, table: Table) -> None:
        """Take this table; nobody changes it any more."""
        table.flags.writeable = False
        object.__setattr__(self, "table", table)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The table, where it is asked for and not made yet; nothing else is missing."""
            if name != "table" or "fill" not in self.__dict__:
                raise AttributeError(name)
            self.make_table()
            return self.table

    @property
    def has_table(self) -> bool:
        """Whether the table is there; if not, `part` makes what is asked for."""
        return "table" in self.__dict__

    def check_memory(self) -> None:
        """Raise BadInput if the table is not there, and would take more memory than it may."""
        if not self.has_table and self.memory is not None and self.rules is not None:
            check_memory(self.rules, self.memory)

    def make_table(self, is_hopeless: Callable[[float], bool] = lambda _: False) -> bool:
        """Make the table, unless it is there, with all CPUs.

        `is_hopeless` is told now and then which share of it is made; when it returns True, nothing is kept, and False
        is returned.
        """
        with _MAKING:
            if self.has_table:
                return True
            assert self.fill is not None
            self.check_memory()
            fill, secrets = self.fill, len(self.secrets)
            table: Table = np.empty((len(self.guesses), secrets), dtype=entry_type(len(self.labels)))
            rows = max(1, _PART // secrets)

            def fill_part(start: int) -> int:
                some = slice(start, start + rows)
                table[some] = fill(some, slice(None))
                return start

            with ThreadPoolExecutor(available_cpus()) as pool:
                try:
                    for start in pool.map(fill_part, range(0, len(table), rows)):
                        if is_hopeless(min(1.0, (start + rows) / len(table))):
                            return False
                finally:
                    pool.shutdown(wait=False, cancel_futures=True)  # an interrupt does not wait for what is left
            self.keep_table(table)
            return True

    def part(self, guesses: npt.NDArray[np.int32], secrets: npt.NDArray[np.int32]) -> Table:
        """The table of some guesses and some secrets (their indices), without the rest if that is not made yet.

        As soon as the parts would take as long as the table, it is made, unless it needs more memory than it may take.
        """
        if not self.has_table:
            size, whole = len(guesses) * len(secrets), len(self.guesses) * len(self.secrets)
            most = whole if self.memory is None else self.memory // np.dtype(entry_type(len(self.labels))).itemsize
            self.__dict__["_in_parts"] = self.__dict__.get("_in_parts", 0) + size
            if self.fill is not None and (self.__dict__["_in_parts"] < whole or whole > most) and size <= most:
                return self.fill(guesses, secrets)
        part: Table = self.table[guesses[:, None], secrets]
        return part

    def row(self, guess: int, secrets: Some) -> Table:
        """The feedbacks of some secrets (their indices) to a guess."""
        if self.has_table or self.fill is None:
            row: Table = self.table[guess]
            return row[secrets]
        return self.fill(slice(guess, guess + 1), secrets).ravel()
