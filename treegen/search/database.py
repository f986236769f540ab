"""SQLite files of guesstree.  Anyone may have changed them, so a file is used only if it has the right tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from player.errors import shorten

_LONGEST = 1 << 26  # No text or blob of more than this many bytes is read.


def is_ours(database: sqlite3.Connection, marks: tuple[int, int], tables: Mapping[str, str], journal: str) -> bool:
    """Return whether a file has exactly these tables, and no views; in an empty file, make the tables first.

    `marks` are SQLite's application_id and user_version, and `tables` the statements that make the tables.
    """
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
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
