"""The best tree and bound that a given time allows: beams for trees, then longer and longer horizons for the bound."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from treegen.native.interface import NEVER
from treegen.optimal.best import BestSoFar
from treegen.search.problem import Result

_LATE = 0.3  # seconds after the deadline in which a beam may end if there is no other tree
_TRY, _SOON = 0.15, 10.0  # share of the time, and seconds: the full search gets so much first
_TREES = 0.4  # share of the time, from the start, after which no more trees are searched for
# The width of a beam (guesses of the highest entropy), and the size of sets up to which all guesses are tried.
_BEAMS = ((1, 50), (2, 50), (5, 50), (5, 100), (10, 100), (20, 100), (20, 150), (40, 200), (80, 300))
_GROWTH = 2.5  # the next beam takes at least so many times as long
_SHORT, _LONG = (1, 2), 3  # horizons: after so many guesses, sets are bounded and not searched
_STEPS = 8  # parts of the gap between bound and tree; the next limit is one part above the bound

# ask(prices, deadline, **changes) searches the goal's problem; the tree and the bound that it finds come into `best`.
Ask = Callable[..., Result]


def search_in_time(ask: Ask, best: BestSoFar, deadline: float, *, is_exact: bool) -> Result:
    """The result of the whole search, if it ends before the deadline; else what was found comes into `best`.

    With `is_exact`, the search knows neither beams nor horizons.
    """
    prices = best.prices
    if is_exact:
        return ask(prices, deadline)
    began = time.monotonic()
    span = deadline - began
    found: Result = ask(prices, began + min(_TRY * span, _SOON))
    if not found.is_stopped:
        return found
    if best.tree is None:
        best.add_greedy_tree(lambda: time.monotonic() > began + _TREES * span)
    _find_trees(ask, best, began + _TREES * span)
    if best.tree is None:
        _find_trees(ask, best, max(deadline, time.monotonic() + _LATE), _BEAMS[:1])
    _raise_bound(ask, best, deadline)
    if time.monotonic() < deadline:
        found = ask(prices, deadline, below=_limit(best))
        if not found.is_stopped:
            return found
    return Result(best.bound, is_stopped=True)


def _limit(best: BestSoFar) -> int:
    return NEVER if best.tree is None else int(best.cost) + 1


def _find_trees(ask: Ask, best: BestSoFar, deadline: float, beams: Sequence[tuple[int, int]] = _BEAMS) -> None:
    for beam, exact in beams:
        began = time.monotonic()
        below = NEVER if best.tree is None else int(best.cost)
        found = ask(best.prices, deadline, below=below, beam=beam, exact=exact)
        now = time.monotonic()
        if found.is_stopped or now + _GROWTH * (now - began) > deadline:
            return


def _raise_bound(ask: Ask, best: BestSoFar, deadline: float) -> None:
    """Raise the bound with longer horizons, the last in steps: a low bound is proved much sooner than the best."""
    for horizon in _SHORT:
        if time.monotonic() < deadline:
            ask(best.prices, deadline, below=_limit(best), horizon=horizon)
    while time.monotonic() < deadline and best.bound < best.cost:
        below = NEVER
        if best.tree is not None:
            below = best.bound + math.ceil((int(best.cost) + 1 - best.bound) / _STEPS)
        bound = ask(best.prices, deadline, below=below, horizon=_LONG).bound
        if below == NEVER or bound < below:
            return  # no better bound is possible with this horizon
