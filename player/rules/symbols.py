"""Symbols of code games beyond digits: letters, and names such as colours or emoji that are shown for digits."""

from __future__ import annotations

from collections.abc import Sequence

from player.errors import BadInput
from player.rules.numbers import shorten

# Colours that symbols may be called after, and the letters that stand for them on pegs.
HUES = {
    "red": "R", "green": "G", "blue": "B", "yellow": "Y", "orange": "O", "purple": "P", "pink": "I", "brown": "N",
    "black": "K", "white": "W", "grey": "A", "gray": "A", "cyan": "C", "violet": "V",
}  # fmt: skip
_MOST_NAMES, _LONGEST = 10, 20
_FORBIDDEN = frozenset(",:#=./\\;+-")
_VARIATION = dict.fromkeys((0xFE0E, 0xFE0F))  # whether a character is shown as text or in colours


def read_symbols(game: str, text: str, count: int, known: str) -> tuple[str, str]:
    """The symbols in the order of their text, and the names that are shown for digits, as the game's name has them.

    Single letters and digits are symbols themselves.  Anything else is a name: words with commas between them, or
    characters such as emoji, one for each symbol.  Raises BadInput, which names the game.
    """
    text, shown = text.translate(_VARIATION), shorten(game)
    parts = [part.strip() for part in text.split(",")] if "," in text else list(text)
    if all(len(part) == 1 and part in known for part in parts) or ("," not in text and text.isascii()):
        if not len(parts) == len(set(parts)) == count or not set(parts) <= set(known):
            raise BadInput(f"{shown}: = takes {count} different letters or digits, not {shorten(text)!r}")
        return "".join(sorted(parts)), ""
    if len(parts) != count:
        raise BadInput(f"{shown}: {shorten(text)!r} names {len(parts)} symbols, not {count}")
    if count > _MOST_NAMES:
        raise BadInput(f"{shown}: at most {_MOST_NAMES} symbols have names; use letters and digits for more")
    for part in parts:
        if not 0 < len(part) <= _LONGEST or not part.isprintable() or " " in part or not _FORBIDDEN.isdisjoint(part):
            raise BadInput(f"{shown}: {shorten(part)!r} is no name of a symbol; it takes a word or one character")
        if part[0].isnumeric():
            raise BadInput(f"{shown}: {shorten(part)!r} begins with a digit, but names stand for digits")
    if len({part.lower() for part in parts}) < count:
        raise BadInput(f"{shown}: {shorten(text)!r} names a symbol twice")
    return "", join_names(parts)


def join_names(names: Sequence[str]) -> str:
    """Names of symbols as they are written: characters in a row, words with commas between them."""
    return ("" if all(len(name) == 1 for name in names) else ",").join(names)


def hues_of(names: Sequence[str]) -> list[str]:
    """The colours that names mean, words or emoji; none if one means no colour, or two have the same letter.

    >>> hues_of(("Red", "green")), hues_of("🔵⚪"), hues_of(("red", "apple"))
    (['red', 'green'], ['blue', 'white'], [])
    """
    from unicodedata import name as called

    spoken = [[name.lower()] if len(name) > 1 else called(name, "").lower().split() for name in names]
    found = [word for words in spoken for word in words if word in HUES]
    return found if len({HUES[word] for word in found}) == len(found) == len(names) else []


def write_word(rules: object, word: str) -> str:
    """A guess or secret as on a sheet: in the letters of the colours that its symbols are called after, if they are."""
    letters = [HUES[hue] for hue in hues_of(getattr(rules, "names", ()))]
    return show_word(rules, word, letters)


def show_word(rules: object, word: str, names: Sequence[str] = ()) -> str:
    """A guess or secret as people see it: in the names of the game's symbols, if they have any, or in these."""
    names = names or getattr(rules, "names", ())
    if not names:
        return word
    symbols = getattr(rules, "symbols", "")
    return join_names([names[symbols.index(symbol)] for symbol in word]) if set(word) <= set(symbols) else word
