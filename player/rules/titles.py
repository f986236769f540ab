"""Titles of games, names of symbols, and the files of games, for people; numbers with their nouns (`count`).

`files` is a tuple of names without folders and of SHA-256 in hexadecimal, alternately, in the order in which the name
of the game takes the files.  It is empty if the files are unknown.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from hashlib import sha256

from player.errors import BadInput, require, shorten
from player.rules.numbers import is_plain

# Colours that symbols may be named after, and the letters that stand for them on pegs.
HUES = {
    "red": "R", "green": "G", "blue": "B", "yellow": "Y", "orange": "O", "purple": "P", "pink": "I", "brown": "N",
    "black": "K", "white": "W", "grey": "A", "gray": "A", "cyan": "C", "violet": "V",
}  # fmt: skip
_MOST_NAMES, _LONGEST = 10, 20  # the most symbols that may have names, and the most characters of such a name
_SIGNS = frozenset(",:#=./\\;+-")  # signs that the name of a symbol may not have
_VARIATION = dict.fromkeys((0xFE0E, 0xFE0F))  # signs that make an emoji black or coloured; they are left out
LIST = ".words"  # the ending of the files of named lists (see player.rules.lists)
_DIGITS = 8  # names of games show this number of digits of a hash
# The families of games that are read from files: the title, and the most files that a tree names.
FILE_FAMILIES = {"words": ("Words", 2), "differentiating": ("Differentiating", 1), "table": ("Table", 1)}
_MAX_NAME = 255  # the most characters in the name of a file
_MAX_CALLED = 40  # the most characters in the name of a game that its maker chose
_HEXADECIMAL = frozenset("0123456789abcdef")
# In the name of a game, a comma separates files; slashes separate folders.
_FORBIDDEN = frozenset(",/\\")
# The files in these folders have descriptors in place of names.
_NAMELESS = ("/dev/", "/proc/")


def command_line(words: Sequence[str]) -> str:
    """Return a command as people paste it into a shell: on Windows, into cmd.exe or PowerShell."""
    if os.name != "nt":
        import shlex

        return shlex.join(words)
    plain = str.maketrans("", "", "\\/.:-_")
    return " ".join(word if word.translate(plain).isalnum() else '"' + word.replace('"', '\\"') + '"' for word in words)


def brief(game: str, files: Sequence[str] = ()) -> str:
    """Return the canonical name `game` for messages; for a game from files, its list's name or part of its hash."""
    if is_named(files):
        return files[0].removesuffix(LIST)
    family, colon, digest = game.partition(":")
    return f"{family}:{digest[:_DIGITS]}" if colon else game


def is_named(files: Sequence[str]) -> bool:
    """Return whether a game is read from a list with a name (see player.rules.lists)."""
    return len(files) == 2 and files[0].endswith(LIST)


def title_of_other(game: str, source: str = "") -> str:
    """Return the title of a game that is not a code game, by its name; `source` names its files (FILE: unknown)."""
    family, colon, digest = game.partition(":")
    if colon:
        short = digest[:_DIGITS]
        paths = source.partition(":")[2].replace("\\", "/").split(",")
        files = ", ".join(path.rpartition("/")[2] for path in paths if path not in (digest, "FILE"))
        return f"{FILE_FAMILIES.get(family, (family,))[0]}, {f'{files} ({short})' if files else short}"
    if game.startswith("number-"):
        least, _, greatest = game[7:].removesuffix("-free").partition("..")
        return f"Guess the Number, {least} to {greatest}{', eq at any time' * game.endswith('-free')}"
    return game


def count(number: int, one: str, many: str = "") -> str:
    """Return a number and its noun: `one` for 1, and otherwise `many`, or `one` with an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def files_of(read: Iterable[tuple[str, bytes]]) -> tuple[str, ...]:
    """Return the names and hashes of files, by the path and the bytes of each.

    The tuple is empty if a file is standard input or a pipe, or has a name that a tree file does not take.
    """
    files: list[str] = []
    for path, data in read:
        name = os.path.basename(path)
        is_nameless = os.path.abspath(path).startswith(_NAMELESS)
        if is_nameless or not _is_file_name(name) or not any(map(os.path.isfile, (path, path.rpartition("#")[0]))):
            return ()
        files += [name, sha256(data).hexdigest()]
    return tuple(files)


def check_files(game: str, files: Sequence[object], called: str) -> None:
    """Raise BadInput, which names the error, unless a game may have these `files` and the name `called`."""
    most = FILE_FAMILIES[game.partition(":")[0]][1] if ":" in game else 0
    names, digests = files[::2], files[1::2]
    has_files = len(digests) == len(names) <= most and (names or not called)
    require(has_files, f"the game is read from at most {most} files, and a hash must follow each name")
    are_names = all(isinstance(name, str) and _is_file_name(name) for name in names)
    require(are_names, "the name of a file is not printable, or has a folder, a comma or outer blanks")
    are_hashes = all(isinstance(text, str) and len(text) == 64 and _HEXADECIMAL.issuperset(text) for text in digests)
    require(are_hashes, "the hash of a file is not a SHA-256 in hexadecimal")
    require(not called or may_be_called(called), "the name of the game is not a word of letters, digits, - and _")


def may_be_called(text: str) -> bool:
    """Return whether a game may have this name, as with the option --name."""
    return is_plain(text) and len(text) <= _MAX_CALLED


def command_name(game: str, files: Sequence[str]) -> str:
    """Return the name, as people type it, of a game that is read from files: its list's name, or words:FILE."""
    if is_named(files):
        return brief(game, files)
    return f"{game.partition(':')[0]}:{','.join(files[::2]) or 'FILE'}"


def _is_file_name(name: str) -> bool:
    return (
        0 < len(name) <= _MAX_NAME
        and name.isprintable()
        and _FORBIDDEN.isdisjoint(name)
        and name == name.strip()  # a typed name would lose blanks at its ends
        and name not in ("-", ".", "..")  # standard input and folders
    )


def read_symbols(game: str, text: str, count: int, alphabet: str) -> tuple[str, str]:
    """Return the sorted symbols of a game, and the joined names that people see for 0, 1, ...; one of the two is "".

    `text` stands behind `=` in the name of the game.  Single letters and digits are symbols themselves; anything else
    is a name: words with commas between them, or characters such as emoji, one for each symbol.  Raises BadInput.
    """
    text, name = text.translate(_VARIATION), shorten(game)
    parts = [part.strip() for part in text.split(",")] if "," in text else list(text)
    if all(len(part) == 1 and part in alphabet for part in parts) or ("," not in text and text.isascii()):
        if not len(parts) == len(set(parts)) == count or not set(parts) <= set(alphabet):
            raise BadInput(f"{name}: = takes {count} different letters or digits, not {shorten(text)!r}")
        return "".join(sorted(parts)), ""
    require(len(parts) == count, f"{name}: {shorten(text)!r} names {len(parts)} symbols, not {count}")
    require(count <= _MOST_NAMES, f"{name}: at most {_MOST_NAMES} symbols have names; use letters and digits for more")
    for part in parts:
        is_good = 0 < len(part) <= _LONGEST and part.isprintable() and " " not in part and _SIGNS.isdisjoint(part)
        if not is_good or part[0].isnumeric():
            raise BadInput(f"{name}: {shorten(part)!r} does not name a symbol; write a word or a character, no digit")
    require(len({part.lower() for part in parts}) == count, f"{name}: {shorten(text)!r} names a symbol twice")
    return "", join_names(parts)


def join_names(names: Sequence[str]) -> str:
    """Join names of symbols: characters in a row, words with commas between them."""
    return ("" if all(len(name) == 1 for name in names) else ",").join(names)


def hues_of(names: Sequence[str]) -> list[str]:
    """Return the colours that words or emoji mean; [] if one is not a colour, or if two have the same letter.

    >>> hues_of(("Red", "green")), hues_of("🔵⚪"), hues_of(("red", "apple"))
    (['red', 'green'], ['blue', 'white'], [])
    """
    from unicodedata import name as unicode_name

    words_of = [[name.lower()] if len(name) > 1 else unicode_name(name, "").lower().split() for name in names]
    found = [word for words in words_of for word in words if word in HUES]
    return found if len({HUES[word] for word in found}) == len(found) == len(names) else []


def show_word(rules: object, word: str, names: Sequence[str] = ()) -> str:
    """Return a guess or secret as people see it: in `names`, or else in the names of the game's symbols, if any."""
    names = names or getattr(rules, "names", ())
    if not names:
        return word
    symbols = getattr(rules, "symbols", "")
    return join_names([names[symbols.index(symbol)] for symbol in word]) if set(word) <= set(symbols) else word
