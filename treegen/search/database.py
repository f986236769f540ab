"""SQLite files of guesstree, which anyone may have changed: they are recognised by their marks and tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

_LONGEST = 1 << 26  # bytes of a text or blob that is read


def is_ours(database: sqlite3.Connection, marks: tuple[int, int], tables: Mapping[str, str], journal: str) -> bool:
    """Return whether a file has these tables, and nothing else, such as views; in an empty file they are made.

    `marks` are the numbers of the application and of the version, `tables` the statements that make the tables.
    """
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
    database.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    database.execute("PRAGMA trusted_schema = OFF")
    if not _tables(database):
        database.execute(f"PRAGMA journal_mode = {journal}")
        database.execute(f"PRAGMA application_id = {marks[0]}")
        database.execute("BEGIN IMMEDIATE")
        for name, statement in tables.items():
            if name not in _tables(database):  # another process may have been first
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {marks[1]}")
        database.execute("COMMIT")
    # For a file that has its tables, nothing has to be written: another process may be writing now.
    found = [database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
    return found == [*marks] and _tables(database) == tables


def _tables(database: sqlite3.Connection) -> dict[str, str]:
    """Return the statements that the file defines, by name; the indices of SQLite have no text."""
    return dict(database.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def in_a_line(error: BaseException) -> str:
    """Write an error in a line of at most 200 characters; SQLite quotes names from the file, with any characters."""
    words = " ".join(str(error).split()) or type(error).__name__
    return "".join(symbol if symbol.isprintable() else "?" for symbol in words)[:200]
