"""The least values of the numbers that public functions take."""

from __future__ import annotations

from player.errors import BadInput

_LEAST = dict.fromkeys(("exact_below", "memory", "seconds", "threads", "time_limit"), 0)
_LEAST |= dict.fromkeys(("count", "levels", "limit", "max_depth", "seeds", "top"), 1)
_KINDS = {"memory": "bytes", "seconds": "seconds", "time_limit": "seconds"}


def check_options(**options: float | None) -> None:
    """Raise BadInput if a number is too small, and TypeError if a value is not a number; None is left out.

    >>> check_options(threads=0, memory=None)
    >>> check_options(threads=-1)
    Traceback (most recent call last):
    player.errors.BadInput: threads must be at least 0, not -1
    """
    for name, value in options.items():
        what = f"a number of {_KINDS[name]}" if name in _KINDS else "a whole number"
        try:
            is_good = value is None or value >= _LEAST[name]  # NaN is not, either
        except TypeError:
            raise TypeError(f"{name} takes {what}, not {type(value).__name__}") from None
        if not is_good:
            raise BadInput(f"{name} must be at least {_LEAST[name]}, not {value}")
