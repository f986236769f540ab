"""What a frontier is made of: sets and guesses that are open, tasks for workers, and their answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from treegen.games.subtree import Subtree
from treegen.native.interface import NEVER, FrontierColumns
from treegen.optimal.checkpoint import Lemmas
from treegen.optimal.frontier.queue import GuessQueue, Rows
from treegen.optimal.shared_values import Told

__all__ = ["LAST", "Active", "Answer", "Cell", "Contradiction", "History", "OpenSet", "SplitGuess", "Task"]

History = tuple[tuple[int, int], ...]  # guesses and their feedbacks
Kind = Literal["beam", "first", "rank", "try", "tree"]
LAST = 1 << 60  # a place after all
_NONE = NEVER + 1


class Contradiction(ValueError):
    """What workers said cannot all be true."""


class Cell(NamedTuple):
    """A cell of a guess that was not finished."""

    feedback: int
    size: int  # candidates
    bound: int  # it costs at least this
    done: bool


class Active(NamedTuple):
    """A guess that was not finished: what the set costs with it at least, and its cells that need a search."""

    guess: int
    bound: int
    cells: Sequence[Cell]


@dataclass
class Task:
    """Something to search.

    `first` is a whole set, `try` some guesses at one, `beam` a quick tree of one, `rank` the bounds and the order of
    its guesses, and `tree` the tree of one that is solved.
    """

    number: int
    kind: Kind
    node: OpenSet
    rows: Rows  # the guesses to try; none: all
    upper_bound: int | None
    seconds: float  # after which no other guess is begun; 0: no limit
    hard: float  # seconds after which it is stopped; 0: never
    patience: float = 1.0  # the factor in `seconds`
    worker: str = ""
    is_dead: bool = False
    tell: int = 0  # how many values of small sets the answer may bring
    given: int | None = None  # the upper bound at first, which the worker may still have

    def __post_init__(self) -> None:
        self.given = self.upper_bound

    @property
    def place(self) -> int:
        """The first place of its guesses, where the limit is highest; -1: it has all guesses."""
        return int(self.rows[:, 0].min()) if len(self.rows) else -1

    @property
    def guesses(self) -> list[int]:
        """The guesses to try, rising; none: all."""
        return sorted(self.rows[:, 1].tolist())

    @property
    def history(self) -> History:
        """The guesses and feedbacks that lead to the set."""
        return self.node.history


@dataclass
class Answer:
    """What a worker found.

    `cost` and `guess` are those of the best tree that was found; the outcome is that of `Search.run`.  If it is
    "stopped", `frontier` has the guesses that might be tried, their bounds and ranks, and `active` those begun.
    """

    outcome: str
    cost: int | None
    guess: int
    seconds: float
    frontier: FrontierColumns | None = None
    active: Sequence[Active] = ()
    tree: Subtree | None = None  # of `guess`
    positions: int = 0  # sets that were searched
    proved: Lemmas | None = None  # of those, the ones that took long
    told: Told | None = None  # values of small sets, for other workers

    @property
    def is_empty(self) -> bool:
        """Whether it was stopped before there was anything to tell."""
        return self.outcome == "stopped" and not self.active and (self.frontier is None or not len(self.frontier[0]))


@dataclass(eq=False)
class OpenSet:
    """A set of candidates whose best guess is sought (OR)."""

    history: History
    size: int
    bound: int  # it costs at least this, as its parent counts it
    parent: SplitGuess | None
    number: int
    turn: int = 0  # among the cells of its guess, the smallest first
    best: int | None = None
    guess: int = -1  # of the best tree
    place: int = -1  # of that guess
    tree: Subtree | None = None  # of that guess; None: the cells of `split`
    split: SplitGuess | None = None
    quick: int | None = None  # there is a tree that costs less than this
    ceiling: int | None = None  # without a parent: only what costs less is of interest
    keep: int = 1  # how many of the best guesses are sought
    firsts: list[tuple[int, int, int]] = field(default_factory=list)  # those: cost, place, guess; if more than one
    # quick: its quick tree was asked for; waiting: its first task is at work; open: it has a queue
    state: Literal["new", "quick", "waiting", "open", "closed"] = "new"
    places: npt.NDArray[np.int32] | None = None  # by guess: its place in the order; -1: it has none; kept while open
    queue: GuessQueue = field(default_factory=GuessQueue)
    running: set[int] = field(default_factory=set)  # numbers of tasks
    guesses: list[SplitGuess] = field(default_factory=list)  # that are split and open
    splits: list[SplitGuess] = field(default_factory=list)  # all that were split
    pace: float | None = None  # seconds that a guess takes
    workers: set[str] = field(default_factory=set)  # that have had a task here
    patience: float = 1.0  # tasks here are longer by this factor, since shorter ones came to nothing

    @property
    def solved(self) -> tuple[History, int, int]:
        """Of a closed set: history, cost, and first guess, or -1 where the cost is only a lower bound."""
        return self.history, self.bound, self.guess if self.best == self.bound else -1

    @property
    def cost(self) -> int | None:
        """There is a tree that costs this; None: none is known."""
        known = [x for x in (self.best, None if self.quick is None else self.quick - 1) if x is not None]
        return min(known, default=None)

    def upper_bound(self) -> int | None:
        """What the parent leaves; None: anything."""
        if self.parent is None:
            return self.ceiling
        limit = self.parent.limit()
        return None if limit is None else limit - (self.parent.total - self.bound)

    def limit(self, place: int) -> int | None:
        """What a guess at this place has to cost less than; None: anything."""
        limits = [x for x in (self.upper_bound(), self.quick) if x is not None]
        if self.keep > 1:
            if len(self.firsts) == self.keep:
                limits.append(self.firsts[-1][0] + (place < self.firsts[-1][1]))
        elif self.best is not None:
            limits.append(self.best + (place < self.place))
        return min(limits) if limits else None

    def limits(self, places: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """The limits of guesses at these places; beyond NEVER where there are none."""
        before, after = (_NONE if limit is None else limit for limit in (self.limit(-1), self.limit(LAST)))
        holder = self.firsts[-1][1] if len(self.firsts) == self.keep else self.place
        return np.where(places < holder, before, after)

    def close_what_is_bounded(self) -> None:
        """Take the guesses from the queue whose bound has reached their limit."""
        if len(self.queue):
            self.queue.close(self.limits(self.queue.rows[:, 0]))

    def offer(self, cost: int, guess: int, tree: Subtree | None, split: SplitGuess | None) -> bool:
        """There is a tree of this cost that begins with the guess; returns whether any limit falls."""
        assert self.places is not None
        place = int(self.places[guess])
        if self.keep > 1 and all(guess != one[2] for one in self.firsts):
            self.firsts = sorted([*self.firsts, (cost, place, guess)])[: self.keep]
        if self.best is not None and (cost, place) >= (self.best, self.place):
            return self.keep > 1
        self.best, self.guess, self.place, self.tree, self.split = cost, guess, place, tree, split
        return True


@dataclass(eq=False)
class SplitGuess:
    """A guess whose cells are searched on their own (AND)."""

    node: OpenSet
    guess: int
    place: int
    total: int  # what the set costs with it at least
    told: int  # the same when it was split, as a worker said
    cells: list[OpenSet] = field(default_factory=list)  # that are open
    solved: dict[int, OpenSet] = field(default_factory=dict)  # the others that were split off, by feedback
    is_closed: bool = False
    rank: int = 0  # how many of the guesses that are split at this set promise more
    needed: int = 0  # how many of the open cells, from the first, are needed as far as one can tell

    def limit(self) -> int | None:
        """What the set has to cost less than with this guess."""
        return self.node.limit(self.place)

    def cost(self) -> int | None:
        """There is a tree of the set that begins with this guess and costs this; None: none is known."""
        cost = self.total
        for cell in self.cells:
            known = cell.cost
            if known is None:
                return None
            cost += known - cell.bound
        return cost
