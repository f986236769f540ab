"""How the columns of all tables are shown: the heading, the decimal places, and how soon a column is left out."""

from __future__ import annotations

from player.cli import tables
from player.cli.tables import Column

# Where a terminal is too narrow, the columns with the highest number are left out first.  A key that is missing here
# has its own words as its heading, up to four decimal places, and is always shown.
COLUMNS = {
    # next
    "is_candidate": Column("candidate", optional=1),
    "expected_guesses": Column("expected guesses", 4),
    "lower_bound": Column("lower bound", 4, 1),
    "exact": Column("exact", optional=2),
    "equivalent": Column("equivalent", optional=3),
    "bits": Column("bits", 4),
    "cells": Column("cells", optional=5),
    "largest_cell": Column("largest cell", optional=4),
    # review
    "before": Column("before", optional=5),
    "after": Column("after", optional=3),
    "expected_before": Column("expected before", 2, 2),
    "lost": Column("lost", 2),
    "luck": Column("luck", 2),
    "luck_bits": Column("luck in bits", 2, 4),
    "best_guess": Column("best guess", optional=1),
    # table
    "share": Column("share", 4, 2),
    "bits_gained": Column("bits gained", 4),
    "bits_left": Column("bits left", 4, 1),
    "expected_left": Column("expected left", 4, 7),
    "example_is_candidate": Column("candidate", optional=6),
    # compare, solve and stats
    "average": Column("average", 4),
    "over_limit": Column("over limit", optional=2),
    "gap_to_optimum": Column("gap to optimum", optional=1),
    "seconds": Column("seconds", 3, 4),
    "sha256": Column("sha256", optional=1),
    # bounds and atlas
    "information": Column("information", optional=3),
    "counting": Column("counting", optional=2),
    "caps": Column("caps", optional=1),
    "is_enough": Column("enough", optional=4),
    "best_total": Column("best total", optional=6),
    "total_bound": Column("total bound", optional=7),
    "is_optimal": Column("total optimal", optional=6),
    "most": Column("most possible", optional=5),
    "lower": Column("lower", optional=7),
    "upper": Column("upper", optional=7),
    "status": Column("status", optional=5),
    "command": Column("command", optional=6),
    # games, strategies and dialects
    "game": Column("game", optional=1),
    "examples": Column("examples", optional=2),
    "is": Column("alias of", optional=2),
    "guesses": Column("guesses", optional=1),
    "source": Column("source", optional=3),
    "tree": Column("tree", optional=8),
    "limit": Column("limit", optional=2),
    "rounds": Column("rounds", optional=5),
    "first": Column("first line", optional=7),
    "ask": Column("question", optional=3),
    "reply": Column("reply", optional=3),
    "end": Column("ends with", optional=6),
    # the referees and export --test
    "vertices": Column("vertices", optional=2),
    "edges": Column("edges", optional=2),
    "changes": Column("changes", optional=1),
    "slowest_ms": Column("slowest move, ms", 1, 3),
}


def column_of(key: str) -> Column:
    """The column of a key; `h3` counts the secrets that are found at the third guess.

    >>> column_of("h3").heading, column_of("largest_cell").heading, column_of("some_new_key").heading
    ('3rd', 'largest cell', 'some new key')
    """
    if key[0] == "h" and key[1:].isdecimal():
        return Column(_ordinal(int(key[1:])), optional=3)
    return COLUMNS.get(key) or tables.column_of(key)


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
