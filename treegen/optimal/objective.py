"""Objectives: what an optimal tree minimises, as a price for every depth at which a secret may be found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from player.errors import BadInput
from treegen.native.interface import NEVER

MAX_COST = 2**59  # the core adds up to four such sums within 64 bits

POOLS = ("all", "candidates", "hard")  # where the guesses of an optimal tree may come from

# What each objective is called, and what it asks for.
OBJECTIVES = {
    "total": "the least sum of guesses over all secrets; among those trees, least depth",
    "worst": "the least depth; among those trees, the least total",
    "identify": "the fewest questions until the secret is certain; naming it then costs nothing",
    "fewest-at-max": "the fewest secrets at the greatest depth allowed; among those trees, the least total",
}


@dataclass(frozen=True, slots=True)
class Prices:
    """The price of a secret found at each depth, `values[depth - 1]`; None stands for 1, 2, 3, ... without end."""

    values: tuple[int, ...] | None

    @property
    def limit(self) -> int | None:
        """The greatest depth that has a price; None if every depth has one."""
        return None if self.values is None else len(self.values)

    def at(self, depth: int) -> int:
        """The price of a secret found at that depth; NEVER where the depth has none."""
        if self.values is None:
            return depth
        return self.values[depth - 1] if depth <= len(self.values) else NEVER

    @property
    def is_linear(self) -> bool:
        """Whether the list is 1, 2, 3, ... up to a limit of depth."""
        return self.values is not None and self.values == tuple(range(1, len(self.values) + 1))

    def cost(self, histogram: Sequence[int]) -> int:
        """Sum over all secrets of the price of their depth."""
        return sum(self.at(depth) * found for depth, found in enumerate(histogram, 1))

    def counting_bound(self, weights: npt.NDArray[np.int64], branching: int, asked: int = 0) -> int:
        """A lower bound of the cost of secrets of these weights, with so many guesses asked before.

        The tree is as full as it can be, with `branching` children at every node, and finds the heaviest secrets first.
        """
        weights = np.sort(weights)[::-1]
        cost, start, width = 0, 0, 1
        while start < len(weights):
            asked += 1
            price = self.at(asked)
            if price >= NEVER or not width:
                return NEVER
            cost += price * int(weights[start : start + width].sum())
            start, width = start + width, width * branching
        return cost


def linear(limit: int | None) -> Prices:
    """1, 2, 3, ... up to a limit of depth, without end where it is None."""
    return Prices(None if limit is None else tuple(range(1, limit + 1)))


def fewest_at_max(limit: int, secrets: int) -> Prices:
    """1, ..., D-1, D+big: one secret fewer at depth D is worth more than any difference in total.

    Raises BadInput where that could pass 64 bits in a sum.
    """
    big = secrets * limit
    if limit + big > MAX_COST // secrets:
        raise BadInput(
            f"fewest-at-max of {_count(secrets)} within {limit} guesses passes 64 bits; "
            "take smaller weights, or a smaller --max-depth"
        )
    return Prices((*range(1, limit), limit + big))


def check_prices(values: Sequence[int], secrets: int) -> Prices:
    """A price list as given; BadInput when it is empty, negative, falls, or could pass 64 bits in a sum."""
    if not values:
        raise BadInput("a list of prices has at least one, as in 1,2,3,4,5")
    if any(type(price) is not int for price in values):
        raise BadInput("prices are whole numbers")
    if values[0] < 0:
        raise BadInput(f"prices are not negative, but the first is {_show(values[0])}")
    for depth, (here, there) in enumerate(pairwise(values), 2):
        if there < here:
            raise BadInput(f"prices never fall with depth, but depth {depth} costs {_show(there)} after {_show(here)}")
    most = MAX_COST // secrets
    if values[-1] > most:
        raise BadInput(
            f"{_count(secrets)} at a price of {_show(values[-1])} pass 64 bits; "
            f"the largest price of this game is {most}"
        )
    return Prices(tuple(values))


def show_gap(cost: int, bound: int) -> str:
    """How much more a tree costs than is proved to be needed, at least 1, in percent of that.

    >>> show_gap(172007, 167447)
    '2.72 %'
    """
    return f"{100 * (cost - bound) / bound:.2f} %"


def _show(price: int) -> str:
    """A price, however long: Python does not even write numbers of more than 4300 digits."""
    return str(price) if abs(price) < 10**30 else "-" * (price < 0) + "10^30 or more"


def _count(secrets: int) -> str:
    return f"{secrets} secret{'s' * (secrets > 1)}"
