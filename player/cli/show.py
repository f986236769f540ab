"""Rows as text: a table for people, or csv, json, md."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

__all__ = ["DEFAULT_TREE", "STYLES", "complain", "csv_lines", "printable", "render", "render_fields"]

DEFAULT_TREE = "bulls-4x10"  # for play and web: its .total tree, or .entropy while that is not shipped
STYLES = ("table", "csv", "json", "md")
# What would end a cell, or be taken for markup, in Markdown; a backslash in front makes it text.
_MARKUP = {ord(symbol): f"\\{symbol}" for symbol in "\\|<&[]`*~"} | dict.fromkeys(map(ord, "\r\n"), " ")


def printable(text: str) -> str:
    r"""A text that a terminal shows and does not obey: what is not printable, control characters above all, as `?`.

    >>> printable("tree\x1b[2J\u202e.tree")
    'tree?[2J?.tree'
    """
    return text if text.isprintable() else "".join(symbol if symbol.isprintable() else "?" for symbol in text)


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

    >>> print(render([{"guess": "0123", "left": 1440}, {"guess": "4561", "left": 9}], "table"), end="")
    guess  left
    0123   1440
    4561      9
    """
    if style == "json":
        return _json(list(rows))
    if not rows:
        return ""
    header = list(rows[0])
    if style == "csv":
        return csv_lines([header, *([_cell(row[key]) for key in header] for row in rows)])
    is_number = {key: all(isinstance(row[key], (int, float, type(None))) for row in rows) for key in header}
    cells = [[_cell(row[key]) for key in header] for row in rows]
    return (_markdown if style == "md" else _table)(header, cells, [is_number[key] for key in header])


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
    width = max(map(len, row), default=0)
    return "".join(f"{key:{width}}  {_cell(value)}".rstrip() + "\n" for key, value in row.items())


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return " ".join(map(_cell, value))
    return str(value)


def _table(header: list[str], cells: list[list[str]], is_number: list[bool]) -> str:
    widths = [max(map(len, column)) for column in zip(header, *cells, strict=True)]
    lines = []
    for line in (header, *cells):
        places = zip(line, widths, is_number, strict=True)
        padded = [text.rjust(width) if right else text.ljust(width) for text, width, right in places]
        lines.append("  ".join(padded).rstrip())
    return "\n".join(lines) + "\n"


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
