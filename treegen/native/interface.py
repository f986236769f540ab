"""Types at the boundary between Python and the native core: its arguments and results."""

from __future__ import annotations

from typing import Literal, TypedDict

import numpy as np
import numpy.typing as npt

NEVER = 1 << 61  # core.NEVER: the cost if there is no tree, where a cost must be a number

# A tree, parents first: for each node the guess, whether it wins for a candidate (0 or 1), its parent and the feedback
# that leads to it (both -1 at the root).
TreeColumns = tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8], npt.NDArray[np.int32], npt.NDArray[np.int32]]


class RunResult(TypedDict):
    """The result of Search.run; costs count the price of every secret."""

    outcome: Literal["proved", "infeasible", "bounded", "stopped"]  # bounded: nothing costs less than upper_bound
    cost: int | None  # None unless proved; if stopped, of the best tree so far
    bound: int | None  # no tree costs less; None: there is no tree
    guess: int  # the first guess of that tree; -1: there is none
    openers: list[tuple[int, int]]  # the best first guesses with their costs, as many as were asked for and exist


class SearchState(TypedDict):
    """The result of Search.progress."""

    positions: int  # sets searched
    entries: int  # entries of the transposition table in use
    capacity: int  # the most entries that fit
    cost: int | None  # the cost of the best tree so far, or None
    bound: int | None  # no tree costs less; None: there is no tree
