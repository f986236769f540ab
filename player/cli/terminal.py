"""Text on a terminal: what it can show, how wide it is, and lines that are wrapped at blanks."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from unicodedata import combining, east_asian_width

from player.cli import write
from player.rules.names import AnyRules

# Replacements for symbols that an encoding such as ASCII lacks.
_PLAIN = str.maketrans({"Σ": "sum", "²": "^2", "³": "^3", "·": "*", "×": "x", "−": "-", "–": "-"})
PALETTES = {"usual": "⬛🟨🟩", "contrast": "⬛🟦🟧"}  # squares of the marks 0, 1 and 2, as in games of words


def printable(text: str) -> str:
    """Replace unprintable symbols, above all control characters, by `?`, so that a terminal does not obey them."""
    return text if text.isprintable() else "".join(symbol if symbol.isprintable() else "?" for symbol in text)


def aside(text: str) -> None:
    """Write to standard error, unless nobody reads it: the exit code is still right."""
    with suppress(OSError):
        write(text, is_aside=True)


def complain(message: str) -> None:
    """Write the message as one line on standard error."""
    aside(printable(message) + "\n")


def terminal_width() -> int | None:
    """Return the number of columns of a terminal (COLUMNS goes first), or None if the output is not a terminal."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns


def takes_updates() -> bool:
    """Return whether standard error is a terminal on which a line can be written again."""
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def wants_colour() -> bool:
    """Return whether colours and bold type are wanted: on a terminal that shows them, or if they are forced."""
    if os.environ.get("NO_COLOR") or os.environ.get("CLICOLOR_FORCE"):
        return not os.environ.get("NO_COLOR")
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def show_marks(rules: AnyRules | None, label: str) -> str:
    """Return marks of words and feedbacks by columns as squares and arrows if standard output can show these."""
    from player.rules.lists import BY_COLUMNS  # only here: a judge shows no marks

    colours, signs = PALETTES.get(os.environ.get("GUESSTREE_PALETTE", ""), "⬛🟨🟩"), "012"
    if getattr(rules, "label_form", "") == BY_COLUMNS:
        colours, signs = colours * 2 + "⬆⬇➡⬅", "x~=byg^v><"
    elif rules is None or rules.noun != "words":
        return label
    squares = label.translate(str.maketrans(signs, colours))
    return squares if rules and label in rules.labels and for_output(squares) == squares else label


def for_output(text: str) -> str:
    """Replace symbols that the encoding of standard output lacks: by others, as in `least sum n^2`, or by ?."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
    return text


def fold(text: str, width: int | None) -> list[str]:
    """Wrap a text at blanks; a word that is too long for a line stands on one of its own."""
    if width is None or width_of(text) <= width:
        return [text]
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and width_of(lines[-1]) + 1 + width_of(word) > width:
            lines.append(word)
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    return lines


def longest_word(text: str) -> int:
    """Return the width of the longest word of a text."""
    return max(map(width_of, text.split(" ")))


def width_of(text: str) -> int:
    """Return the number of terminal columns of a text: wide characters take two, and combining ones none."""
    if text.isascii():
        return len(text)
    return sum(int(not combining(one)) + int(east_asian_width(one) in "WF") for one in text)
