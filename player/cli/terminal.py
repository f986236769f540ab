"""Text on a terminal: what it can show, how wide it is, and lines that are wrapped at blanks."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What an encoding such as ASCII lacks, in its characters.
_PLAIN = str.maketrans({"Σ": "sum", "²": "^2", "³": "^3", "·": "*", "×": "x", "−": "-", "–": "-"})

# Of the marks 0, 1 and 2 of a place: a square, and the colours of a letter on a terminal.
_MARKS = (("⬛", "97;100"), ("🟨", "30;43"), ("🟩", "30;42"))


def printable(text: str) -> str:
    """A text that a terminal shows and does not obey: what is not printable, control characters above all, as `?`."""
    return text if text.isprintable() else "".join(symbol if symbol.isprintable() else "?" for symbol in text)


def terminal_width() -> int | None:
    """How many columns standard output has, if it is a terminal (COLUMNS goes first); else None: no limit."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns


def wants_colour() -> bool:
    """Whether standard output is a terminal that shows colours and bold type, and NO_COLOR is not set."""
    import os

    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    return is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Coloured(str):
    """A text and what a terminal is `sent` for it; in layouts it is as wide as the text."""

    __slots__ = ("sent",)
    sent: str


def show_marks(guess: str, label: str, is_coloured: bool) -> str:
    """What a person sees of marks: the letters of the guess in their colours, or squares where they can be written."""
    if is_coloured:
        shown = Coloured(guess)
        letters = "".join(f"\x1b[{_MARKS[int(mark)][1]}m{letter}" for mark, letter in zip(label, guess, strict=True))
        shown.sent = f"{letters}\x1b[39;49m"
        return shown
    squares = "".join(_MARKS[int(mark)][0] for mark in label)
    return squares if for_output(squares) == squares else label


def show_step(guess: str, label: str, is_coloured: bool) -> str:
    """A guess with the marks to it, for a line of prose: the coloured letters alone, or both."""
    shown = show_marks(guess, label, is_coloured)
    return shown.sent if isinstance(shown, Coloured) else f"{guess}: {shown}"


def show_colours(rules: Any, word: str) -> str:
    """A guess in the names of the game's symbols, each on its colour, if they are called after colours."""
    from player.rules.symbols import hues_of, show_word
    from player.web.theme import HUES

    text, hues, painted = show_word(rules, word), hues_of(rules.names), []
    for place in map(rules.symbols.index, word if hues and "," in text else ""):
        ground, ink = HUES[hues[place]]
        red, green, blue = bytes.fromhex((2 * ground).replace("#", "")[:6])
        painted.append(f"\x1b[{97 if ink == '#fff' else 30};48;2;{red};{green};{blue}m{rules.names[place]}\x1b[39;49m")
    if not painted:
        return text
    shown = Coloured(text)
    shown.sent = ",".join(painted)
    return shown


def for_output(text: str) -> str:
    """The text as the encoding of standard output can show it: without it, `least sum n^2`, and ? for what is left."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
    return text


def fold(text: str, width: int | None) -> list[str]:
    """The lines of a text that is wrapped at blanks; a word that is too long for a line stands on one of its own."""
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
    """How wide the longest word of a text is."""
    return max(map(width_of, text.split(" ")))


def width_of(text: str) -> int:
    """How many columns of a terminal a text takes: wide characters take two, and combining ones none."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(int(not combining(one)) + int(east_asian_width(one) in "WF") for one in text)
