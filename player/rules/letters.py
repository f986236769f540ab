"""What counts as the same letter in a game of words: capitals and small ones, and marks typed in one piece or two."""

from __future__ import annotations

__all__ = ["fold"]


def fold(word: str) -> str:
    """A word in small letters, each letter one character where Unicode has one for it.

    A letter whose small form is longer stays as it is, so that the places of a word do not change.

    >>> fold("Größe"), fold("ABODE"), len(fold("mo\u0308hre"))
    ('größe', 'abode', 5)
    """
    if not word.isascii():
        from unicodedata import normalize  # only here: most words never pay for it

        word = normalize("NFC", word)
    small = word.lower()
    if len(small) == len(word):
        return small
    return "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in word)
