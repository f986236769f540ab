"""Numbers and plain words in texts from outside (files, pipes, command lines): the only parser of them."""

from __future__ import annotations

import re
from math import lcm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]*)?(?:[eE]-?[0-9]{1,2})?|\.[0-9]+|[0-9]+/[0-9]*[1-9][0-9]*")
HOW_TO_WEIGH = "write a positive number, as in 3, 0.25 or 1/3"


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


def read_weight(text: str) -> Fraction | None:
    """Return the number, not negative, of a text such as 3, 0.25 or 1/3, or None."""
    from fractions import Fraction  # only here: most trees have no weights

    return Fraction(text) if len(text) <= 40 and _NUMBER.fullmatch(text) else None


def whole_weights(weights: Iterable[Fraction | int]) -> list[int]:
    """Return positive fractions times their least common denominator.

    >>> from fractions import Fraction
    >>> whole_weights([Fraction("0.25"), Fraction("0.75"), Fraction("2")])
    [1, 3, 8]
    """
    exact = list(weights)
    unit = lcm(*(weight.denominator for weight in exact))
    return [int(weight * unit) for weight in exact]
