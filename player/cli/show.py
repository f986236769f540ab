"""Rows as text: a table for people (see `player.cli.tables`), or csv, json, md."""

from __future__ import annotations

import csv
import io
import json
import re

from player.cli.tables import fields, table
from player.cli.terminal import terminal_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

DEFAULT_TREE = "bulls-4x10"  # for play and web: its .total tree, or .entropy while that is not shipped
STYLES = ("table", "csv", "json", "md")
_TILES = {"⬛": "97;100", "🟨": "30;43", "🟩": "30;42"}  # the colours of a letter on a terminal
# What would end a cell, or be taken for markup or a link, in Markdown; a backslash in front makes it text.
_MARKUP = r"[\\|<&\[\]`*~$]|(?<![^\W_])_|_(?![^\W_])|:(?=//)|(?<=www)\."
_MARKUP_IN_FRONT = r"^(\s*)(?=[>#=]|[-+](?:[\s-]|$))|^(\s*\d+)(?=[.)](?:\s|$))"
# What a spreadsheet would compute, also where the sign has full width, and numbers, which it may.
_FORMULA, _NUMBER = r"[\s']*[-=+@＝＋－＠]", r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"


def colour_marks(text: str) -> str:
    """The text for a terminal: squares that follow their word are its letters in these colours, of the same width."""

    def tiles(found: re.Match[str]) -> str:
        if len(found[1]) != len(found[3]):
            return found[0]
        pairs = zip(found[1], found[3], strict=True)
        return found[1] + found[2] + "".join(f"\x1b[{_TILES[mark]}m {letter}\x1b[39;49m" for letter, mark in pairs)

    return re.sub(r"(\w+)([ :]+)([⬛🟨🟩]+)", tiles, text)


def render(shown: Sequence[Mapping[str, Any]] | dict[str, Any], style: str) -> str:
    """Rows that share their keys, in one of STYLES; or one row alone, for people with a line for each key."""
    if style == "json":
        return json.dumps(shown, indent=2, ensure_ascii=False) + "\n"
    if style == "table" and shown:
        width = terminal_width()
        return (fields(shown, width=width) if isinstance(shown, dict) else table(shown, width=width))[0]
    rows = [shown] if isinstance(shown, dict) else shown
    if style == "md" and isinstance(shown, dict):
        rows = [{"field": key, "value": _cell(value)} for key, value in shown.items()]
    if not rows:
        return ""
    header = list(rows[0])
    cells = [[_cell(row[key]) for key in header] for row in rows]
    if style == "csv":
        return csv_lines([header, *cells])
    is_number = [all(isinstance(row[key], (int, float, type(None))) for row in rows) for key in header]
    lines = [header, ["---:" if right else "---" for right in is_number]]
    lines += [[markdown(text) for text in line] for line in cells]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return " ".join(map(_cell, value))
    return "" if value is None else str(value)


def markdown(text: str) -> str:
    """A text as Markdown that shows it as it is, in a paragraph, an item of a list, or the cell of a table."""
    text = re.sub(_MARKUP, r"\\\g<0>", re.sub(r"[\r\n]", " ", text))
    return re.sub(_MARKUP_IN_FRONT, r"\1\2\\", text)


def csv_lines(lines: Sequence[Sequence[str]]) -> str:
    """Lines of cells as CSV: what would end a cell is quoted.

    A text that a spreadsheet would take for a formula gets an apostrophe in front; so does one with an apostrophe
    before such a text, so that taking away one apostrophe gives the text again.

    >>> print(csv_lines([["=A1", "-3", "-a", "'+", "a-b"]]), end="")
    '=A1,-3,'-a,''+,a-b
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(
        ["'" * bool(re.match(_FORMULA, cell) and not re.fullmatch(_NUMBER, cell)) + cell for cell in line]
        for line in lines
    )
    return out.getvalue()
