"""How a guess is compared with a secret, in plain Python."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["COMPARE", "marks"]


def _bulls(guess: str, secret: str) -> int:
    return sum(a == b for a, b in zip(guess, secret, strict=True))


def _matches(guess: str, secret: str) -> int:
    return sum(min(guess.count(symbol), secret.count(symbol)) for symbol in set(guess))


def bulls_and_cows(guess: str, secret: str) -> str:
    bulls = _bulls(guess, secret)
    return f"{bulls}{_matches(guess, secret) - bulls}"


def bulls_and_each(guess: str, secret: str) -> str:
    pairs = list(zip(guess, secret, strict=True))
    return f"{_bulls(guess, secret)}{sum(a != b and a in secret for a, b in pairs)}"


def marks(guess: str, secret: str) -> str:
    """A mark for each position: 2 the right symbol, 1 a symbol that belongs elsewhere, 0 neither.

    Of a symbol that the guess repeats, only as many are marked as the secret holds, those in the right place first,
    then from the left.

    >>> marks("speed", "abide"), marks("speed", "erase"), marks("geese", "speed")
    ('00101', '10110', '01210')
    """
    left = [b for a, b in zip(guess, secret, strict=True) if a != b]
    found = []
    for a, b in zip(guess, secret, strict=True):
        if a == b:
            found.append("2")
        elif a in left:
            left.remove(a)
            found.append("1")
        else:
            found.append("0")
    return "".join(found)


COMPARE: dict[str, Callable[[str, str], str]] = {
    "bulls_and_cows": bulls_and_cows,
    "bulls_and_each": bulls_and_each,
    "bulls_and_matches": lambda guess, secret: f"{_bulls(guess, secret)}{_matches(guess, secret)}",
    "bulls": lambda guess, secret: str(_bulls(guess, secret)),
    "marks": marks,
}
