"""Whole numbers and plain words in texts from outside: the one reader of files, pipes and command lines."""

from __future__ import annotations

# Python's int() takes more than numbers are here: "1_0", "+5", " 5 ", digits of any script; and it raises for
# texts of more than 4300 digits.


def read_whole(text: str | bytes, least: int, most: int) -> int | None:
    """The whole number that a text is: ASCII digits, and at most one `-` in front, however many.

    None where it is none, or not from `least` to `most`.
    """
    # isascii keeps out digits of other scripts; of bytes, isdigit means ASCII in any case.
    digits = text[text[:1] in ("-", b"-") :]
    number = int(text) if digits.isascii() and digits.isdigit() and len(text) <= 4000 else most + 1
    return number if least <= number <= most else None


def is_decimal(text: str) -> bool:
    """Whether a text is a number with or without a decimal point, neither negative nor too long to be meant."""
    digits = text.replace(".", "", 1)
    return digits.isascii() and digits.isdigit() and len(text) <= 30


def is_plain(word: str) -> bool:
    """Whether a word is of ASCII letters, digits, `-` and `_`, which mean nothing to a shell or a compiler."""
    return word.isascii() and word.replace("-", "").replace("_", "").isalnum()
