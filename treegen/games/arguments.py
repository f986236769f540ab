"""What the options of public functions may be, and the least values of numbers."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any, Protocol, runtime_checkable

from player.errors import BadInput


@runtime_checkable
class _Evaluator(Protocol):
    """What an argument `evaluator` can do at least."""

    def best(self, history: Any, count: int, seconds: float) -> Any: ...


# What is accepted, in words, and its types; with the options of that kind, and their least values.
_KINDS: tuple[tuple[str, Any, dict[str, float]], ...] = (
    ("a whole number", Integral, {"effort": -math.inf, "seed": -math.inf, "exact_below": 0, "threads": 0}),
    ("a whole number", Integral, dict.fromkeys(("count", "levels", "limit", "max_depth", "seeds", "top"), 1)),
    ("a number of bytes", Integral, {"memory": 0}),
    ("a number of seconds", Real, {"seconds": 0, "time_limit": 0}),
    ("a path", (str, os.PathLike), {"certificate": 0, "checkpoint": 0}),
    ("a list of guesses", (list, tuple), {"also": 0}),
    ("a treegen.insight.evaluate.Evaluator", _Evaluator, {"evaluator": 0}),
    ("a function", Callable, dict.fromkeys(("examined", "progress", "repaired", "report", "score", "tell"), 0)),
)
_OPTIONS = {name: (words, types, least) for words, types, named in _KINDS for name, least in named.items()}


def check_options(**options: Any) -> None:
    """Raise TypeError for an option of a wrong type, and BadInput for a number that is too small; None is left out.

    >>> check_options(threads=2, memory=None)
    >>> check_options(threads="2")
    Traceback (most recent call last):
    TypeError: threads takes a whole number, not str
    """
    for name, value in options.items():
        accepted, kinds, least = _OPTIONS[name]
        if value is None:
            continue
        if not isinstance(value, kinds) or isinstance(value, bool):  # True is not a number here
            raise TypeError(f"{name} takes {accepted}, not {type(value).__name__}")
        if kinds in (Integral, Real) and not value >= least:  # NaN is not, either
            raise BadInput(f"{name} takes {accepted} from {least} on, not {value}")
