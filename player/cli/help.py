"""What `player`, `player --help` and `player VERB --help` print; the texts are in help.json.

A page is its usage, what it does, groups of terms with their descriptions, and an example.  A group without terms is
one that several pages share.
"""

from __future__ import annotations

import json
import os

from player.cli.terminal import fold, terminal_width

WIDEST = 80  # columns; longer lines are harder to read
_INDENT = 2
_TEXTS = os.path.join(os.path.dirname(__file__), "help.json")


def help_of(verb: str, width: int | None = None) -> str:
    """The help of a verb, or of the command, in lines of at most `width` characters that are wrapped at blanks."""
    with open(_TEXTS, encoding="utf-8") as file:
        texts = json.load(file)
    page, width = texts["pages"][verb], min(width or terminal_width() or WIDEST, WIDEST)
    lines = [*_wrap("usage: ", page["usage"], width, 7), "", *fold(page["about"], width)]
    groups = {title: group or texts["shared"][title] for title, group in page["groups"].items()}
    column = _INDENT + max(len(term) for group in groups.values() for term in group) + 2
    for title, group in groups.items():
        lines += ["", f"{title}:"]
        for term, text in group.items():
            lines += _wrap(f"{' ' * _INDENT}{term:{column - _INDENT}}", text, width, column)
    lines += ["", "Example:", " " * _INDENT + " \\\n    ".join(fold(page["example"], width - 6))]
    return "".join(f"{line}\n" for line in lines)


def _wrap(start: str, text: str, width: int, indent: int) -> list[str]:
    if width < 70:  # texts stand under their terms
        return [start.rstrip(), *(f"    {line}" for line in fold(text, width - 4))]
    first, *rest = fold(text, width - indent)
    return [f"{start}{first}", *(" " * indent + line for line in rest)]
