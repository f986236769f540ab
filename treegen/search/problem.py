"""The input and output types of all searches, and their limits.

A search minimises the cost of a tree: the sum of the costs of all secrets.  A secret that is found at depth d costs the
d-th price of a list, times its weight.  Each objective is a list of prices: 1, 2, 3, ... stands for the total; a list
of n prices forbids trees deeper than n; n zeros ask whether a tree of depth n exists.  The order of guesses in
`treegen.search.plain` decides between trees of the same cost.
"""

from __future__ import annotations

import heapq
import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from player.errors import BadInput
from treegen.games.game import Game
from treegen.games.memory import check_options
from treegen.games.partition import Indices
from treegen.games.rawtree import RawTree
from treegen.games.tables import Some
from treegen.native.interface import NEVER

MAX_COST = 2**59  # No cost is greater, so that the core can add four costs within 64 bits.

ENDLESS = "1,2,3,..."  # This text stands for prices that have no end.
History = tuple[tuple[int, int], ...]  # A history is a sequence of guesses and feedbacks, both as indices.


@dataclass(frozen=True, slots=True)
class Prices:
    """A list of prices: a secret found at depth d costs `values[d - 1]`.  None stands for 1, 2, 3, ... without end.

    In a game with costs, what the answers cost takes the place of the depth: no secret costs more than `most`, and a
    tree costs the sum of its secrets or, with `is_worst`, as much as the secret that costs most.
    """

    values: tuple[int, ...] | None = None
    most: int = NEVER
    is_worst: bool = False

    def __str__(self) -> str:
        return ENDLESS if self.values is None else ",".join(map(str, self.values))

    @property
    def limit(self) -> int | None:
        """The greatest depth with a price, or None if every depth has one."""
        return None if self.values is None else len(self.values)

    def at(self, depth: int) -> int:
        """Return the price of a secret found at that depth, or NEVER if the depth has no price."""
        if self.values is None:
            return depth if depth <= self.most else NEVER
        return self.values[depth - 1] if depth <= len(self.values) else NEVER

    @property
    def is_linear(self) -> bool:
        """True if the prices are 1, 2, 3, ..., up to a limit of depth or without end."""
        return self.values is None or self.values == tuple(range(1, len(self.values) + 1))

    def later(self, guesses: int) -> Prices:
        """Return the prices of secrets that are found that number of guesses later than at these prices.

        The prices 1, 2, 3, ... count the guesses in between, and any other list does not.
        """
        if self.values is None or not guesses:
            return self
        return linear(len(self.values) + guesses) if self.is_linear else Prices((0,) * guesses + self.values)

    def cost(self, histogram: Sequence[int]) -> int:
        """Return the cost of a tree that finds `histogram[d - 1]` secrets, or secrets of this weight, at depth d."""
        return sum(self.at(depth) * found for depth, found in enumerate(histogram, 1))

    def counting_bound(self, weights: npt.NDArray[np.int64], branching: int, depth: int = 0) -> int:
        """Return a lower bound of the cost of secrets of these weights after `depth` guesses.

        It is the cost of a full tree, with `branching` children at every node, that finds the heaviest secrets first.
        """
        weights = np.sort(weights)[::-1]
        cost, start, width = 0, 0, 1
        while start < len(weights):
            depth += 1
            price = self.at(depth)
            if price >= NEVER or not width:
                return NEVER
            cost += price * int(weights[start : start + width].sum())
            start, width = start + width, width * branching
        return cost


def huffman(weights: Sequence[int], answers: int) -> int:
    """Return the least sum of weight times depth in a tree whose questions have this number of answers (Huffman 1952).

    >>> huffman([1, 1, 2, 3, 5], 2), huffman([1, 1, 2, 3, 5], 3)
    (25, 16)
    """
    pending = sorted([0] * (-(len(weights) - 1) % (answers - 1)) + list(weights))
    cost = 0
    while len(pending) > 1:
        joined = sum(heapq.heappop(pending) for _ in range(answers))
        heapq.heappush(pending, joined)
        cost += joined
    return cost


def least_cost(game: Game, prices: Prices, candidates: Some = slice(None), depth: int = 0) -> int:
    """Return a lower bound of the cost of candidates after `depth` guesses, by counting nodes or leaves."""
    weights = game.found_together(candidates)
    if game.costs is not None:
        worst = prices.at(depth + game.cheapest * (len(weights) > 1))
        if prices.is_worst or worst >= NEVER:
            return worst
        return int(weights.sum()) * depth + game.cheapest * huffman(weights.tolist(), max(2, game.branching))
    if game.names_at_the_end and prices.is_linear:  # only leaves find something
        return int(weights.sum()) * (depth + 1) + huffman(weights.tolist(), max(2, game.branching))
    return prices.counting_bound(weights, game.branching, depth)


def linear(limit: int | None) -> Prices:
    """Return the prices 1, 2, 3, ... up to a limit of depth, or without end if `limit` is None."""
    return Prices(None if limit is None else tuple(range(1, limit + 1)))


def fewest_at_max(limit: int, secrets: int) -> Prices:
    """Return the prices 1, ..., D-1, D+big, for D = `limit`, with which trees have the fewest secrets at depth D.

    One secret more at depth D costs more than any saving in total.  Raises BadInput if a sum could overflow 64 bits.
    """
    big = secrets * limit
    if limit + big > MAX_COST // secrets:
        raise BadInput(
            f"fewest-at-max of {secrets} secret{'s' * (secrets > 1)} within {limit} guesses passes 64 bits; "
            "take smaller weights, or a smaller --max-depth"
        )
    return Prices((*range(1, limit), limit + big))


class Position(NamedTuple):
    """The candidates (indices of secrets, int32, rising) after the feedbacks to the guesses `prior` (also indices)."""

    candidates: Indices
    prior: tuple[int, ...]

    @classmethod
    def after(cls, game: Game, history: Sequence[tuple[int, int]]) -> Position:
        """Return the position after a history."""
        return cls(game.select(history), tuple(guess for guess, _ in history))

    def feedbacks(self, game: Game) -> tuple[int, ...]:
        """Return the feedbacks (their indices) to the guesses `prior`."""
        return tuple(int(game.row(guess, self.candidates[:1])[0]) for guess in self.prior)


@dataclass(frozen=True, slots=True)
class Problem:
    """The request to find the cheapest tree of a position among those that cost less than `below`."""

    game: Game
    pool: str = "all"
    prices: Prices = Prices()
    position: Position | None = None  # None: all secrets, before the first guess
    depth: int = 0  # the number of prices used up before the position; it may differ from len(position.prior)
    first: tuple[int, ...] = ()  # the guesses to try at the position, rising; empty: all
    below: int = NEVER
    best: int = 0  # if positive: return this number of best guesses, with their costs, in place of a tree
    beam: int = 0  # if positive: in sets larger than `exact`, try only this number of guesses, by entropy
    horizon: int = 0  # if positive: after this number of guesses, only bound the cost of sets larger than `exact`
    exact: int = 0  # the size of sets to which `beam` and `horizon` refer
    names_numbers: bool = False  # whether a game of numbers ends only when the last candidate is named
    searches_again: bool = False  # whether the position is searched even if its cost is in memory
    wants_tree: bool = True  # whether the result needs the tree, besides its cost


@dataclass(frozen=True, slots=True)
class Limits:
    """The time, threads, memory and callbacks of a search; none of them changes the tree that is found."""

    deadline: float = math.inf  # the time.monotonic() at which the search ends
    threads: int | None = None  # None: the CPUs available
    memory: int | None = None  # bytes for all tables; None: 512 MiB, or less on a small machine
    checkpoint: str | os.PathLike[str] | None = None  # a file of proved sets
    progress: Callable[[Any], None] | None = None  # called with a SearchState several times a second
    tell: Callable[[str], None] | None = None  # called with messages
    is_over: Callable[[], bool] | None = None  # called now and then; the search ends when it returns True
    switches: int | None = None  # the speed-ups of the core that are used; None: all

    @classmethod
    def within(cls, seconds: float | None, **fields: Any) -> Limits:
        """Return limits whose deadline is `seconds` from now, or never if `seconds` is None."""
        check_options(time_limit=seconds)
        return cls(math.inf if seconds is None else time.monotonic() + seconds, **fields)

    def __post_init__(self) -> None:
        """Raise BadInput for a number that is too small."""
        check_options(threads=self.threads, memory=self.memory)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a search: a tree, or None if no tree costs less than `below` of the problem.

    `bound` is a lower bound of the cost of any tree, or NEVER if no tree exists.  `cost`, `guess` and `depth` are the
    cost, the first guess and the depth of the best tree that was found, or None, -1 and None without a tree.  If the
    search was stopped, `tree` is the best tree so far, or None if a second search could not form it in time.  `bounds`
    are lower bounds for single first guesses after a search that was stopped.
    """

    bound: int = 0
    cost: int | None = None
    guess: int = -1
    tree: RawTree | None = None
    best: Sequence[tuple[int, int]] = ()  # the best first guesses with their costs, if problem.best > 0
    bounds: Mapping[int, int] = field(default_factory=dict)  # if problem.best > 0: lower bounds by first guess
    is_stopped: bool = False
    depth: int | None = None

    @property
    def is_exact(self) -> bool:
        """True if the bound proves the cost."""
        return self.cost == self.bound or self.bound >= NEVER


class SearchInterrupted(KeyboardInterrupt):
    """An interrupt ended a search; `result` is the result up to then."""

    def __init__(self, result: Result) -> None:
        super().__init__("interrupted")
        self.result = result
