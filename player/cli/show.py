"""Rows as text: a table for people (see `player.cli.tables`), or csv, json, md."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence

from player.cli.tables import fields, table
from player.cli.terminal import terminal_width
from player.rules.letters import letters_of

DEFAULT_TREE = "bulls-4x10"  # play and web use its .total tree, or .entropy while that is not shipped
STYLES = ("table", "csv", "json", "md")
# The colours of a letter on a terminal.
_TILES = {"⬛": "97;100", "🟨": "30;43", "🟩": "30;42", "🟦": "30;48;5;75", "🟧": "30;48;5;208"}
# In Markdown these symbols would end a cell or start markup or a link; a backslash in front makes them text.
_MARKUP = r"[\\|<&\[\]`*~$]|(?<![^\W_])_|_(?![^\W_])|:(?=//)|(?<=www)\."
_MARKUP_IN_FRONT = r"^(\s*)(?=[>#=]|[-+](?:[\s-]|$))|^(\s*\d+)(?=[.)](?:\s|$))"
# A spreadsheet would compute such a text, also with a sign of full width; numbers are harmless.
_FORMULA, _NUMBER = r"[\s']*[-=+@＝＋－＠]", r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"


def colour_marks(text: str) -> str:
    """Colour the letters of words as the squares behind them, which stay for those who do not see the colours."""

    def tiles(found: re.Match[str]) -> str:
        letters = letters_of(found[1])
        if len(letters) != len(found[3]):
            return found[0]
        pairs = zip(letters, found[3], strict=True)
        coloured = "".join(f"\x1b[{_TILES[mark]}m{letter}\x1b[39;49m" for letter, mark in pairs)
        return coloured + found[2] + found[3]

    return re.sub(rf"(\w[^\s:]*?)([ :]*)([{''.join(_TILES)}]+)", tiles, text)


def render(content: Sequence[Mapping[str, object]] | Mapping[str, object], style: str) -> str:
    """Write rows that share their keys in one of STYLES; a single row gets a line for each key in a table."""
    if style == "json":
        return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    if style == "table" and content:
        width = terminal_width()
        return (fields(content, width=width) if isinstance(content, Mapping) else table(content, width=width))[0]
    rows = [content] if isinstance(content, Mapping) else content
    if style == "md" and isinstance(content, Mapping):
        rows = [{"field": key, "value": _cell(value)} for key, value in content.items()]
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


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return " ".join(map(_cell, value))
    return "" if value is None else str(value)


def markdown(text: str) -> str:
    """Escape a text for Markdown, in a paragraph, an item of a list, or the cell of a table."""
    text = re.sub(_MARKUP, r"\\\g<0>", re.sub(r"[\r\n]", " ", text))
    return re.sub(_MARKUP_IN_FRONT, r"\1\2\\", text)


def csv_lines(lines: Sequence[Sequence[str]]) -> str:
    """Write lines of cells as CSV, with quotes around cells that need them.

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
