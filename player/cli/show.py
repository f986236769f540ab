"""Rows as text: a table for people (see `player.cli.tables`), or csv, json, md."""

from __future__ import annotations

import sys

from player.cli.terminal import printable, terminal_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

__all__ = ["DEFAULT_TREE", "STYLES", "complain", "csv_lines", "printable", "render", "render_fields"]

DEFAULT_TREE = "bulls-4x10"  # for play and web: its .total tree, or .entropy while that is not shipped
STYLES = ("table", "csv", "json", "md")
# What would end a cell, or be taken for markup, in Markdown; a backslash in front makes it text.
_MARKUP = {ord(symbol): f"\\{symbol}" for symbol in "\\|<&[]`*~"} | dict.fromkeys(map(ord, "\r\n"), " ")


def complain(message: str) -> None:
    """One line on standard error, whatever the message holds."""
    if sys.stderr is not None:
        try:
            sys.stderr.write(printable(message) + "\n")
            sys.stderr.flush()
        except OSError:
            pass  # nobody reads it; the exit code still tells


def render(rows: Sequence[Mapping[str, Any]], style: str) -> str:
    """Rows that share their keys, in one of STYLES, each line ended.

    >>> print(render([{"guess": "0123", "is_last": True}, {"guess": "4561", "is_last": False}], "table"), end="")
    guess  last
    0123   yes
    4561   no
    """
    if style == "json":
        return _json(list(rows))
    if not rows:
        return ""
    if style == "table":
        from player.cli.tables import table

        return table(rows, width=terminal_width())[0]
    header = list(rows[0])
    cells = [[_cell(row[key]) for key in header] for row in rows]
    if style == "csv":
        return csv_lines([header, *cells])
    is_number = [all(isinstance(row[key], (int, float, type(None))) for row in rows) for key in header]
    return _markdown(header, cells, is_number)


def render_fields(row: dict[str, Any], style: str) -> str:
    """One row alone: a line per key for people, an object for json, a row with its header for csv.

    >>> print(render_fields({"games": 5040, "histogram": (1, 3)}, "table"), end="")
    games      5040
    histogram  1 3
    """
    if style == "json":
        return _json(row)
    if style == "csv":
        return render([row], style)
    if style == "md":
        return render([{"field": key, "value": _cell(value)} for key, value in row.items()], style)
    from player.cli.tables import fields

    return fields(row, width=terminal_width())[0]


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return " ".join(map(_cell, value))
    return str(value)


def _markdown(header: list[str], cells: list[list[str]], is_number: list[bool]) -> str:
    lines = [header, ["---:" if right else "---" for right in is_number]]
    lines += [[text.translate(_MARKUP) for text in line] for line in cells]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def csv_lines(lines: Sequence[Sequence[str]]) -> str:
    """Lines of cells as CSV: what would end a cell is quoted."""
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(lines)
    return out.getvalue()


def _json(value: Any) -> str:
    import json

    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
