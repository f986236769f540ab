"""The values of options as text, and what they mean; ValueError, which says what is taken, for anything else."""

from __future__ import annotations

from player.rules.suggest import suggest
from player.rules.whole import is_decimal, read_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["READERS", "read_choice", "read_count", "read_duration", "read_jobs", "read_rounds", "read_seed"]

MOST_JOBS = 1024


def read_count(text: str) -> int:
    """A whole number from 1 on."""
    number = read_whole(text, 1, 10**9 - 1)
    if number is None:
        raise ValueError("it takes a whole number from 1 on")
    return number


def read_jobs(text: str) -> int:
    """How many at a time: a whole number from 1 to MOST_JOBS."""
    number = read_whole(text, 1, MOST_JOBS)
    if number is None:
        raise ValueError(f"it takes a whole number from 1 on, up to {MOST_JOBS}")
    return number


def read_seed(text: str) -> int:
    """A whole number from 0 on."""
    number = read_whole(text, 0, 10**19 - 1)
    if number is None:
        raise ValueError("it takes a whole number from 0 on")
    return number


def read_rounds(text: str) -> int:
    """A number of rounds, or 0 for `first-line`."""
    if text == "first-line":
        return 0
    try:
        return read_count(text)
    except ValueError:
        raise ValueError("it takes a whole number from 1 on, or first-line") from None


def read_duration(text: str) -> float:
    """Seconds from `2s`, `500ms` or `1.5`.

    >>> read_duration("2s"), read_duration("500ms"), read_duration("1.5")
    (2.0, 0.5, 1.5)
    """
    number, scale = (text[:-2], 0.001) if text.endswith("ms") else (text.removesuffix("s"), 1.0)
    if not is_decimal(number) or not 0 < float(number) * scale <= 86400:
        raise ValueError("it takes a time, as in 2s, 500ms or 1.5")
    return float(number) * scale


def read_choice(text: str, known: tuple[str, ...]) -> str:
    """One of the given words."""
    if text not in known:
        raise ValueError(suggest(text, known))
    return text


READERS: dict[str, Callable[[str], object]] = {
    "count": read_count, "jobs": read_jobs, "seed": read_seed, "rounds": read_rounds, "duration": read_duration,
}  # fmt: skip
