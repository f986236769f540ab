"""The best tree and the best bound that can be found in a given time, for games too large for a proof."""

from __future__ import annotations

import math
import time

from treegen.native.interface import NEVER
from treegen.optimal.best import BestSoFar
from treegen.optimal.exact import ExactSearch
from treegen.optimal.objective import Prices
from treegen.optimal.query import Outcome, Query

__all__ = ["run_in_time"]

_TRY, _SOON = 0.15, 10.0  # share of the time, and seconds: the full search gets so much first
_TREES = 0.4  # share of the time, from the start, after which no more trees are searched for
# The width of a beam (guesses of the highest entropy), and the size of sets up to which all guesses are tried.
_BEAMS = ((1, 50), (2, 50), (5, 50), (5, 100), (10, 100), (20, 100), (20, 150), (40, 200), (80, 300))
_GROWTH = 2.5  # the next beam takes at least so many times as long
_SHORT, _LONG = (1, 2), 3  # horizons: after so many guesses, sets are bounded and not searched
_STEPS = 8  # parts of the gap between bound and tree; the next limit is one part above the bound


def run_in_time(search: ExactSearch, prices: Prices, best: BestSoFar) -> Outcome:
    """The search, if it ends before its deadline; the best tree and bound come into `best`."""
    if search.is_general:
        outcome = search.run(prices)
        best.add_bound(prices, outcome.bound)
        if outcome.is_stopped:
            best.add_quick_tree()
        return outcome
    began = time.monotonic()
    span = search.deadline - began
    outcome = search.run(prices, deadline=began + min(_TRY * span, _SOON))
    best.add_bound(prices, outcome.bound)
    if not outcome.is_stopped:
        return outcome
    _find_trees(search, best, began + _TREES * span)
    if best.tree is None:
        best.add_quick_tree()
    _raise_bound(search, best)
    if time.monotonic() < search.deadline:
        outcome = search.run(prices, Query(limit=_limit(best)))
        best.add_bound(prices, outcome.bound)
        if not outcome.is_stopped:
            return outcome
    return Outcome(best.bound, is_stopped=True)


def _limit(best: BestSoFar) -> int:
    """Trees that cost less than this are no worse than the best one."""
    return NEVER if best.tree is None else int(best.cost) + 1


def _find_trees(search: ExactSearch, best: BestSoFar, deadline: float) -> None:
    """Search with wider and wider beams, as long as there is time for the next one."""
    for beam, exact in _BEAMS:
        began = time.monotonic()
        limit = NEVER if best.tree is None else int(best.cost)
        outcome = search.run(best.prices, Query(limit=limit, exact=exact, beam=beam), deadline)
        if outcome.tree is not None:
            best.add_subtree(outcome.tree)
        now = time.monotonic()
        if outcome.is_stopped or now + _GROWTH * (now - began) > deadline:
            return


def _raise_bound(search: ExactSearch, best: BestSoFar) -> None:
    """Raise the bound with longer horizons, the last in steps: a low bound is proved much sooner than the best."""
    for horizon in _SHORT:
        if time.monotonic() < search.deadline:
            best.add_bound(best.prices, search.run(best.prices, Query(limit=_limit(best), horizon=horizon)).bound)
    while time.monotonic() < search.deadline and best.bound < best.cost:
        limit = NEVER
        if best.tree is not None:
            limit = best.bound + math.ceil((int(best.cost) + 1 - best.bound) / _STEPS)
        bound = search.run(best.prices, Query(limit=limit, horizon=_LONG)).bound
        best.add_bound(best.prices, bound)
        if limit == NEVER or bound < limit:
            return  # no better bound is possible with this horizon
