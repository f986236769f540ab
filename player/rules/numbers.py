"""Whole numbers and plain words in texts from outside (files, pipes, command lines): the only parser of them."""

from __future__ import annotations


def read_whole(text: str | bytes, least: int, most: int) -> int | None:
    """Return the whole number in a text: ASCII digits, perhaps after a `-`; None unless it is from `least` to `most`.

    Python's int() also takes "1_0", "+5", " 5 " and digits of any script, and raises for more than 4300 digits.
    """
    # isascii keeps out digits of other scripts; the isdigit of bytes takes only ASCII.
    digits = text[text[:1] in ("-", b"-") :]
    number = int(text) if digits.isascii() and digits.isdigit() and len(text) <= 4000 else most + 1
    return number if least <= number <= most else None


def is_decimal(text: str) -> bool:
    """Return whether a text is a number with or without a decimal point, not negative and of at most 30 characters."""
    digits = text.replace(".", "", 1)
    return digits.isascii() and digits.isdigit() and len(text) <= 30


def is_plain(word: str) -> bool:
    """Return whether a word has only ASCII letters, digits, `-` and `_`, which are safe for shells and compilers."""
    return word.isascii() and word.replace("-", "").replace("_", "").isalnum()
