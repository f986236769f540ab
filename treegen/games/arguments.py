"""What the options of public functions may be: their types as rows of one table, and their least values."""

from __future__ import annotations

import os
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any, Protocol, runtime_checkable

from player.errors import BadInput


@runtime_checkable
class _Evaluator(Protocol):
    """What an argument `evaluator` can do at least."""

    def best(self, history: Any, count: int, seconds: float) -> Any: ...


_NONE = type(None)
# Of each option: what is accepted, in words; the types; and the least value of a number.
_OPTIONS: dict[str, tuple[str, tuple[Any, ...], int | None]] = {
    "also": ("a list of guesses", (list, tuple), None),
    "certificate": ("a path", (str, os.PathLike, _NONE), None),
    "checkpoint": ("a path", (str, os.PathLike, _NONE), None),
    "count": ("a whole number", (Integral,), 1),
    "effort": ("a whole number", (Integral,), None),
    "evaluator": ("a treegen.insight.evaluate.Evaluator", (_Evaluator, _NONE), None),
    "examined": ("a function", (Callable, _NONE), None),
    "exact_below": ("a whole number", (Integral,), 0),
    "levels": ("a whole number", (Integral, _NONE), 1),
    "limit": ("a whole number", (Integral, _NONE), 1),
    "max_depth": ("a whole number", (Integral, _NONE), 1),
    "memory": ("a number of bytes", (Integral, _NONE), 0),
    "progress": ("a function", (Callable, _NONE), None),
    "repaired": ("a function", (Callable, _NONE), None),
    "report": ("a function", (Callable, _NONE), None),
    "score": ("a function", (Callable, _NONE), None),
    "seed": ("a whole number", (Integral,), None),
    "seeds": ("a whole number", (Integral,), 1),
    "seconds": ("a number of seconds", (Real,), 0),
    "tell": ("a function", (Callable, _NONE), None),
    "threads": ("a whole number", (Integral, _NONE), 0),
    "time_limit": ("a number of seconds", (Real, _NONE), 0),
    "top": ("a whole number", (Integral,), 1),
}


def check_options(**options: Any) -> None:
    """Raise TypeError for an option of a wrong type, and BadInput for a number that is too small.

    >>> check_options(threads=2, memory=None)
    >>> check_options(threads="2")
    Traceback (most recent call last):
    TypeError: threads takes a whole number, not str
    """
    for name, value in options.items():
        accepted, kinds, least = _OPTIONS[name]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):  # True is no number here
            raise TypeError(f"{name} takes {accepted}, not {type(value).__name__}")
        if least is not None and value is not None and not value >= least:  # NaN is not, either
            raise BadInput(f"{name} takes {accepted} from {least} on, not {value}")
