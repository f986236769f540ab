"""The input and output types of all searches, and the limits of their time.

A search minimises the sum of the prices that its secrets cost: a secret that is found at depth d costs price d, times
its weight.  One list of prices expresses each objective: 1, 2, 3, ... is the total; a list that ends forbids deeper
trees; zeros that end ask whether a tree of that depth exists.  The tree of a list of prices is unique (see
`treegen.search.plain` for the order of guesses), so that neither time nor threads change it.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from player.errors import BadInput
from treegen.games.arguments import check_options
from treegen.games.game import Game
from treegen.games.partition import Indices
from treegen.games.subtree import Subtree
from treegen.native.interface import NEVER

MAX_COST = 2**59  # the core adds up to four such sums within 64 bits

ENDLESS = "1,2,3,..."  # how prices without an end are written
History = tuple[tuple[int, int], ...]  # guesses and the feedbacks to them, as indices


@dataclass(frozen=True, slots=True)
class Prices:
    """The price of a secret found at each depth, `values[depth - 1]`; None stands for 1, 2, 3, ... without end."""

    values: tuple[int, ...] | None = None

    def __str__(self) -> str:
        return ENDLESS if self.values is None else ",".join(map(str, self.values))

    @property
    def limit(self) -> int | None:
        """The greatest depth that has a price, or None if every depth has one."""
        return None if self.values is None else len(self.values)

    def at(self, depth: int) -> int:
        """Return the price of a secret found at that depth, or NEVER if the depth has no price."""
        if self.values is None:
            return depth
        return self.values[depth - 1] if depth <= len(self.values) else NEVER

    @property
    def is_linear(self) -> bool:
        """True if the list is 1, 2, 3, ... up to a limit of depth."""
        return self.values is not None and self.values == tuple(range(1, len(self.values) + 1))

    def cost(self, histogram: Sequence[int]) -> int:
        """Sum over all secrets of the price of their depth."""
        return sum(self.at(depth) * found for depth, found in enumerate(histogram, 1))

    def counting_bound(self, weights: npt.NDArray[np.int64], branching: int, depth: int = 0) -> int:
        """Return a lower bound of the cost of secrets of these weights after `depth` guesses.

        The tree is as full as it can be, with `branching` children at every node, and finds the heaviest secrets first.
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


def linear(limit: int | None) -> Prices:
    """Make the prices 1, 2, 3, ... up to a limit of depth, or without end if it is None."""
    return Prices(None if limit is None else tuple(range(1, limit + 1)))


def fewest_at_max(limit: int, secrets: int) -> Prices:
    """Make the prices 1, ..., D-1, D+big: one secret fewer at depth D is worth more than any difference in total.

    Raises BadInput if a sum could overflow 64 bits.
    """
    big = secrets * limit
    if limit + big > MAX_COST // secrets:
        raise BadInput(
            f"fewest-at-max of {secrets} secret{'s' * (secrets > 1)} within {limit} guesses passes 64 bits; "
            "take smaller weights, or a smaller --max-depth"
        )
    return Prices((*range(1, limit), limit + big))


class Position(NamedTuple):
    """`candidates` (indices of secrets, int32, rising) are all that the feedbacks to the guesses `asked` leave."""

    candidates: Indices
    asked: tuple[int, ...]

    @classmethod
    def after(cls, game: Game, history: Sequence[tuple[int, int]]) -> Position:
        """Return the position that a history leads to."""
        return cls(game.select(history), tuple(guess for guess, _ in history))

    def feedbacks(self, game: Game) -> tuple[int, ...]:
        """Return the feedbacks (their indices) to the guesses before."""
        return tuple(int(game.row(guess, self.candidates[:1])[0]) for guess in self.asked)


@dataclass(frozen=True, slots=True)
class Problem:
    """A search for the cheapest tree of a position that costs less than `below`."""

    game: Game
    pool: str = "all"
    prices: Prices = Prices()
    position: Position | None = None  # None: all secrets, before the first guess
    depth: int = 0  # the number of guesses that are counted before the position
    first: tuple[int, ...] = ()  # the guesses to try at the position, rising; empty: all
    below: int = NEVER
    best: int = 0  # the number of best guesses to return with their costs, in place of the tree
    beam: int = 0  # the number of guesses of highest entropy to try for sets larger than `exact`; 0: all
    horizon: int = 0  # the number of guesses after which sets larger than `exact` are only bounded; 0: none are
    exact: int = 0
    names: bool = False  # whether no question of a game of numbers ends it, but naming the only candidate does
    is_again: bool = False  # whether the set is searched even if its cost is known
    wants_tree: bool = True

    @property
    def is_exact(self) -> bool:
        """True if the search finds the least cost, not only a bound or a good tree sooner."""
        return not self.horizon and not self.beam


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a search may take, and what it may use and report; nothing here changes the tree that is found."""

    deadline: float = math.inf  # the time.monotonic() at which it ends
    threads: int | None = None  # None: the CPUs available
    memory: int | None = None  # bytes for all tables; None: 512 MiB, or less on a small machine
    checkpoint: str | os.PathLike[str] | None = None  # a file of proved sets
    progress: Callable[[Any], None] | None = None  # called with a SearchState, or more, several times a second
    tell: Callable[[str], None] | None = None  # called with lines of text
    is_over: Callable[[], bool] | None = None  # polled; the search ends when it is true
    switches: int | None = None  # the speed-ups of the core that are used; None: all

    @classmethod
    def within(cls, seconds: float | None, **fields: Any) -> Limits:
        """Limits with a deadline that is `seconds` from now (None: never)."""
        check_options(time_limit=seconds)
        return cls(math.inf if seconds is None else time.monotonic() + seconds, **fields)

    def __post_init__(self) -> None:
        """Raise BadInput for a number that is too small."""
        check_options(threads=self.threads, memory=self.memory)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a search: a tree, or None if no tree costs less than `below` of the problem.

    No tree costs less than `bound`; NEVER: there is none.  `cost` and `guess` are of the best tree that was found, and
    its first guess (None and -1: none was), and `depth` is the most guesses that it needs, or None.  If the search was
    stopped, `tree` is the best so far, if a second search found it in time, and `bounds` are those of single first
    guesses.
    """

    bound: int = 0
    cost: int | None = None
    guess: int = -1
    tree: Subtree | None = None
    best: Sequence[tuple[int, int]] = ()  # the best first guesses with their costs, if the problem asks for them
    bounds: Mapping[int, int] = field(default_factory=dict)  # bounds by first guess, if the problem asks for the best
    is_stopped: bool = False
    depth: int | None = None

    @property
    def is_exact(self) -> bool:
        """True if the bound proves the cost."""
        return self.cost == self.bound or self.bound >= NEVER


class SearchInterrupted(KeyboardInterrupt):
    """An interrupt came during a search; `result` is what it had found by then."""

    def __init__(self, result: Result) -> None:
        super().__init__("interrupted")
        self.result = result
