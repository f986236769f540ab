"""What is proved of a position within a time: by the native core, or by the general search where the core is no use."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Unpack

import numpy as np

from player.errors import GaveUp
from treegen.games.game import Game
from treegen.games.subtree import Subtree
from treegen.greedy.chooser import Mask
from treegen.insight.position import Position
from treegen.native.interface import NEVER
from treegen.optimal.engine import fit_to_machine, make_search
from treegen.optimal.general import GeneralSearch
from treegen.optimal.objective import Prices
from treegen.optimal.stoppable import run_stoppable

if TYPE_CHECKING:
    from treegen.native._core import Search
    from treegen.native.interface import RunArguments, RunResult, SearchState

__all__ = ["CoreProver", "Evaluation", "GeneralProver", "Prover", "Watch"]

Watch = Callable[["SearchState"], None]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A guess and what it costs: the guesses still needed, this one included, summed over the candidates by weight.

    No tree that begins with `guess` costs less than `bound`, and one costs `cost`; it needs `depth` guesses in the
    worst case.  None: no tree is known, or not its depth.  With a bound of `NEVER` there is no tree (with guess -1,
    none with any guess).
    """

    guess: int
    bound: int
    cost: int | None
    depth: int | None

    @property
    def is_exact(self) -> bool:
        """Whether the least cost is known."""
        return self.cost == self.bound or self.bound >= NEVER


class Prover(Protocol):
    """Searches positions with one price list; every `end` is a time.monotonic() at which a search is stopped."""

    prices: Prices

    def firsts(self, where: Position, count: int, end: float) -> list[tuple[int, int]] | None:
        """The guesses that cost least, with their costs, in the order of guesses; None if the time did not suffice."""

    def least(self, where: Position, guess: int | None, end: float, upper_bound: int = NEVER) -> Evaluation:
        """The least cost of the position, or of a guess in it, as far as it is known in time.

        If it is not less than `upper_bound`, only a bound of it is given.
        """

    def bounds(self, where: Position) -> dict[int, int]:
        """Lower bounds of guesses, if firsts() was stopped in this position."""

    def incumbent(self, where: Position) -> Evaluation | None:
        """The best tree that was found, if firsts() was stopped in this position."""


class CoreProver:
    """The native core."""

    def __init__(
        self, game: Game, pool: str, prices: Prices, threads: int | None, memory: int | None, watch: Watch | None
    ) -> None:
        self.prices = prices
        self._game, self._watch = game, watch
        self._threads, self._memory = fit_to_machine(threads, memory)
        self.search: Search = make_search(game, pool, prices, self._memory)
        self._stopped: tuple[Position, dict[int, int], Evaluation | None] | None = None

    def inherit(self, other: Prover) -> None:
        """Use what a search of the same game without a limit of depth has found as bounds."""
        if isinstance(other, CoreProver):
            self.search.inherit(other.search)

    def firsts(self, where: Position, count: int, end: float) -> list[tuple[int, int]] | None:
        """See Prover."""
        found, _ = self._run(where, end, wants_tree=False, firsts=count)
        if found["outcome"] != "stopped":
            return found["firsts"]
        guesses, bounds, _ = (column.tolist() for column in self.search.frontier())
        bound = NEVER if found["bound"] is None else found["bound"]
        known = dict(zip(guesses, (max(bound, one) for one in bounds), strict=True))
        incumbent = None
        if found["cost"] is not None:
            incumbent = Evaluation(found["guess"], known.get(found["guess"], bound), found["cost"], None)
        self._stopped = where, known, incumbent
        return None

    def least(self, where: Position, guess: int | None, end: float, upper_bound: int = NEVER) -> Evaluation:
        """See Prover."""
        first = -1 if guess is None else guess
        found, tree = self._run(where, end, wants_tree=True, first=first, upper_bound=upper_bound)
        bound = NEVER if found["bound"] is None else found["bound"]
        first = found["guess"] if guess is None else guess
        return Evaluation(first, bound, found["cost"], None if tree is None else len(tree.histogram()))

    def bounds(self, where: Position) -> dict[int, int]:
        """See Prover."""
        return self._stopped[1] if self._stopped is not None and _is_same(self._stopped[0], where) else {}

    def incumbent(self, where: Position) -> Evaluation | None:
        """See Prover."""
        return self._stopped[2] if self._stopped is not None and _is_same(self._stopped[0], where) else None

    def _run(
        self, where: Position, end: float, *, wants_tree: bool, **arguments: Unpack[RunArguments]
    ) -> tuple[RunResult, Subtree | None]:
        """A run of the search, and its tree if there is one and time for it."""
        search = self.search
        arguments |= {"candidates": where.candidates.tolist(), "asked": list(where.asked), "threads": self._threads}

        def work() -> tuple[RunResult, Subtree | None]:
            arguments["hard"] = max(end - time.monotonic(), 0.001)
            found = search.run(**arguments)
            columns = search.tree() if wants_tree and found["outcome"] == "proved" else None
            return found, None if columns is None else Subtree(*columns)

        def is_over() -> bool:
            if self._watch is not None:
                self._watch(search.progress())
            return time.monotonic() > end

        return run_stoppable(search, work, is_over)


class GeneralProver:
    """The search in Python; `allowed` makes the mask of the guesses that may be asked in a position (None: all)."""

    def __init__(self, game: Game, pool: str, prices: Prices, allowed: Callable[[Position], Mask | None]) -> None:
        self.prices = prices
        self._end = 0.0
        self._allowed = allowed
        self._search = GeneralSearch(game, pool, prices, lambda: time.monotonic() > self._end)

    def firsts(self, where: Position, count: int, end: float) -> list[tuple[int, int]] | None:
        """See Prover."""
        self._end = end
        try:
            return self._search.best_first_guesses(where.candidates, count, where.asked, self._allowed(where))
        except (GaveUp, RecursionError):
            return None

    def least(self, where: Position, guess: int | None, end: float, upper_bound: int = NEVER) -> Evaluation:
        """See Prover."""
        self._end = end
        try:
            tree = self._search.run(where.candidates, guess, upper_bound, allowed=self._allowed(where))
        except (GaveUp, RecursionError):
            return Evaluation(-1 if guess is None else guess, self._search.bound(where.candidates, 0), None, None)
        if tree is None:
            return Evaluation(-1 if guess is None else guess, upper_bound, None, None)
        histogram = tree.histogram(self._search.game)
        cost = self.prices.cost(histogram)
        return Evaluation(int(tree.guess[0]), cost, cost, len(histogram))

    def bounds(self, _: Position) -> dict[int, int]:
        """See Prover."""
        return {}

    def incumbent(self, _: Position) -> Evaluation | None:
        """See Prover."""
        return None


def _is_same(one: Position, two: Position) -> bool:
    return one.asked == two.asked and np.array_equal(one.candidates, two.candidates)
