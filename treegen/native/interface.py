"""The types of the results of the native core."""

from __future__ import annotations

from typing import Literal, TypedDict

import numpy as np
import numpy.typing as npt

NEVER = 1 << 61  # This cost, core.NEVER, means that there is no tree.

# A tree, parents first: for each node the guess, whether it wins for a candidate (0 or 1), its parent and the feedback
# that leads to it (both -1 at the root).
TreeColumns = tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8], npt.NDArray[np.int32], npt.NDArray[np.int32]]


class RunResult(TypedDict):
    """The result of Search.run; costs are sums of listed prices (inside, the core uses relative prices, prices.hpp)."""

    outcome: Literal["proved", "infeasible", "bounded", "stopped"]  # bounded: no tree costs less than upper_bound
    cost: int | None  # the least cost if proved, that of the best tree so far if stopped, otherwise None
    bound: int | None  # a lower bound of the cost of any tree; None: there is no tree
    guess: int  # the first guess of the tree with this cost; -1: there is none
    openers: list[tuple[int, int]]  # the best first guesses with their costs, at most the requested number


class SearchState(TypedDict):
    """The result of Search.progress."""

    positions: int  # the number of sets searched
    entries: int  # the number of entries of the transposition table in use
    capacity: int  # the number of entries that the transposition table has room for
    cost: int | None  # the cost of the best tree so far, or None
    bound: int | None  # a lower bound of the cost of any tree; None: there is no tree
