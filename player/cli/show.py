"""Rows as text: a table for people (see `player.cli.tables`), or csv, json, md."""

from __future__ import annotations

from contextlib import suppress

from player.cli import write
from player.cli.terminal import printable, terminal_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

__all__ = ["DEFAULT_TREE", "STYLES", "aside", "complain", "csv_lines", "markdown", "printable", "render",
           "render_fields"]  # fmt: skip

DEFAULT_TREE = "bulls-4x10"  # for play and web: its .total tree, or .entropy while that is not shipped
STYLES = ("table", "csv", "json", "md")
# What would end a cell, or be taken for markup or a link, in Markdown; a backslash in front makes it text.
_MARKUP = r"[\\|<&\[\]`*~$]|(?<![^\W_])_|_(?![^\W_])|:(?=//)|(?<=www)\."
_MARKUP_IN_FRONT = r"^(\s*)(?=[>#=]|[-+](?:[\s-]|$))|^(\s*\d+)(?=[.)](?:\s|$))"
# What a spreadsheet would compute, also where the sign has full width, and numbers, which it may.
_FORMULA, _NUMBER = r"[\s']*[-=+@＝＋－＠]", r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"


def aside(text: str) -> None:
    """Write to standard error, unless nobody reads it: the exit code still tells."""
    with suppress(OSError):
        write(text, is_aside=True)


def complain(message: str) -> None:
    """One line on standard error, whatever the message holds."""
    aside(printable(message) + "\n")


def render(rows: Sequence[Mapping[str, Any]], style: str) -> str:
    """Rows that share their keys, in one of STYLES, each line ended."""
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
    lines = [header, ["---:" if right else "---" for right in is_number]]
    lines += [[markdown(text) for text in line] for line in cells]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def render_fields(row: dict[str, Any], style: str) -> str:
    """One row alone: a line per key for people, an object for json, a row with its header for csv."""
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


def markdown(text: str) -> str:
    """A text as Markdown that shows it as it is, in a paragraph, an item of a list, or the cell of a table."""
    import re

    text = re.sub(_MARKUP, r"\\\g<0>", re.sub(r"[\r\n]", " ", text))
    return re.sub(_MARKUP_IN_FRONT, r"\1\2\\", text)


def csv_lines(lines: Sequence[Sequence[str]]) -> str:
    """Lines of cells as CSV: what would end a cell is quoted.

    A text that a spreadsheet would take for a formula gets an apostrophe in front; so does one with an apostrophe
    before such a text, so that taking away one apostrophe gives the text again.

    >>> print(csv_lines([["=A1", "-3", "-a", "'+", "a-b"]]), end="")
    '=A1,-3,'-a,''+,a-b
    """
    import csv
    import io
    import re

    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(
        ["'" * bool(re.match(_FORMULA, cell) and not re.fullmatch(_NUMBER, cell)) + cell for cell in line]
        for line in lines
    )
    return out.getvalue()


def _json(value: Any) -> str:
    import json

    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
