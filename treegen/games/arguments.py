"""Checks of numbers that public functions take as arguments, such as `threads` or `time_limit`."""

from __future__ import annotations

from player.errors import require

# These are the least values of the arguments.
_LEAST = dict.fromkeys(("exact_below", "memory", "seconds", "threads", "time_limit"), 0)
_LEAST |= dict.fromkeys(("count", "levels", "limit", "max_depth", "seeds", "top"), 1)
_UNITS = {"memory": "bytes", "seconds": "seconds", "time_limit": "seconds"}


def check_options(**options: float | None) -> None:
    """Raise BadInput if a number is too small, and TypeError if a value is not a number; None is always valid.

    >>> check_options(threads=0, memory=None)
    >>> check_options(threads=-1)
    Traceback (most recent call last):
    player.errors.BadInput: threads must be at least 0, not -1
    """
    for name, value in options.items():
        what = f"a number of {_UNITS[name]}" if name in _UNITS else "a whole number"
        try:
            is_good = value is None or value >= _LEAST[name]  # false for NaN, too
        except TypeError:
            raise TypeError(f"{name} takes {what}, not {type(value).__name__}") from None
        require(is_good, f"{name} must be at least {_LEAST[name]}, not {value}")
