"""What is searched, for whom it is searched on other machines, and what is said of it meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypedDict

from player.tree import Tree
from treegen.games.game import Game
from treegen.games.subtree import Subtree
from treegen.native.interface import SearchState
from treegen.optimal.checkpoint import Lemmas
from treegen.optimal.objective import Prices

__all__ = ["Found", "Helper", "HelperState", "History", "Hooks", "Job", "Problem", "Progress", "Report", "Tell"]

History = tuple[tuple[int, int], ...]  # guesses and the feedbacks to them, as indices
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Problem:
    """What is searched, without the prices: a game, the pool of guesses and the forced first guess."""

    game: Game
    pool: str
    first: int | None


class HelperState(TypedDict):
    """The part of a progress report that is about a cluster, and the state of its search."""

    workers: int
    tasks: int  # that are being searched
    tasks_per_second: float
    dashboard: str  # the address of the cluster's own page; empty: there is none
    search: SearchState


class Report(SearchState):
    """A progress report: the state of a search, with the bound and the cost of the whole problem."""

    prices: Prices  # of this search
    cluster: HelperState | None  # None: there is none
    tree: Tree | None  # the best one known, which may be too deep for this search


Progress = Callable[[Report], None]


@dataclass(frozen=True, slots=True)
class Job:
    """A search for a cluster; it is sent to the workers."""

    key: str  # the same for the same game, pool and prices, whatever else is asked
    problem: Problem
    prices: Prices
    relaxed: str  # the key of the same search without a limit of depth, whose values bound this one; empty: none
    memory: int  # bytes, of each worker
    switches: int | None
    upper_bound: int | None
    firsts: int  # how many of the best first guesses are sought; 0: the tree
    known: Sequence[Lemmas]  # what is proved already
    relaxed_known: Sequence[Lemmas]  # what is proved of the relaxed search


class Hooks(Protocol):
    """What a helper calls meanwhile."""

    def show(self, state: Callable[[], HelperState]) -> None:
        """Show the progress; called several times a second, and told how to get the state."""

    def keep(self, proved: Sequence[Lemmas], sets: Sequence[tuple[History, int, int]]) -> None:
        """Keep what was proved: rows, and sets with their costs and first guesses (-1: the cost is a lower bound)."""

    def improve(self, subtree: Subtree | None, bound: int) -> None:
        """Keep the best tree so far and a lower bound of what any tree costs."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a cluster found, which rests on its workers; no tree costs less than `bound`."""

    cost: int | None
    subtree: Subtree | None
    bound: int
    stopped: bool = False
    firsts: Sequence[tuple[int, int]] = ()  # the best first guesses with their costs


class Helper(Protocol):
    """A cluster that searches in place of this machine; what it finds is the same."""

    @property
    def source(self) -> str:
        """The name of the cluster in messages."""

    def solve(self, job: Job, quick: Subtree | None, deadline: float, hooks: Hooks) -> Found:
        """Search to the end, or to a time.monotonic(); `quick` is a tree, if one is known."""

    def close(self) -> None:
        """Leave the cluster; no other search follows."""
