"""One search of one price list: by the native core in a thread that can be stopped, or by the plain reference."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from treegen import reference
from treegen.checkpoint import Checkpoint
from treegen.errors import GaveUp
from treegen.game import Game, half_of_memory
from treegen.general import GeneralSearch
from treegen.native import core
from treegen.objective import Prices, linear
from treegen.partition import Indices

if TYPE_CHECKING:
    from player.tree import Node

__all__ = ["CellSolver", "Engine", "Helper", "Problem", "Progress", "Result", "available_cpus", "make_search"]

# A subtree as columns: guess, whether it wins, parent (-1 at the root) and the feedback that leads there.
Cell = tuple[list[int], ...]
Progress = Callable[[dict[str, Any]], None]

DEFAULT_MEMORY = 512 << 20  # for the memory of solved sets: what bulls-4x10 fills in seconds, and any laptop has
_POLL = 0.05  # seconds between looks at the clock, the keyboard and what was proved


@dataclass(frozen=True)
class Problem:
    """A game, the pool of guesses and the forced first guess: everything but the prices."""

    game: Game
    pool: str
    first: int | None

    def capacity(self, depth: int) -> int:
        """No tree finds more secrets than this within `depth` guesses: one at each node, a child per feedback."""
        ways = len(self.game.labels) - 1 - len(self.game.losing)
        reached = 0
        for _ in range(depth):
            reached = 1 + ways * reached
            if reached >= len(self.game.secrets):
                break
        return reached

    def counting_bound(self, prices: Prices) -> int:
        """No tree costs less: as many secrets at each depth as there can be nodes."""
        left, cost, depth = len(self.game.secrets), 0, 0
        ways = len(self.game.labels) - 1 - len(self.game.losing)
        width = 1
        while left > 0 and width > 0 and (prices.values is None or depth < len(prices.values)):
            found = min(left, width)
            cost += found * (depth + 1 if prices.values is None else prices.values[depth])
            left -= found
            width *= ways
            depth += 1
        return cost


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found: a tree (`root`), nothing below the bar (None), or that it was `stopped`.

    No tree costs less than `bound`.
    """

    root: Node | None
    stopped: bool = False
    bound: int = 0


class Helper(Protocol):
    """Others who search sets that a search hands out (a cluster); what they find changes nothing in the tree."""

    def begin(self, search: Any, problem: Problem, prices: Prices, memory: int, switches: int | None) -> int:
        """A search begins; how many threads it should have, most of which wait for the others."""

    def serve(self, search: Any, store: Checkpoint | None) -> None:
        """Hand on what is to be searched and what was found; called often."""

    def state(self) -> dict[str, Any]:
        """What to tell of the others: {"workers", "tasks"}."""

    def end(self, search: Any) -> None:
        """The search has ended or is to end."""

    def close(self) -> None:
        """There will be no other search."""


class Engine:
    """Runs searches of one problem, one price list after the other; a context manager.

    `deadline` is a time.monotonic() at which a search gives up.  An interrupt stops the search within a moment.
    """

    def __init__(
        self,
        problem: Problem,
        threads: int | None,
        memory: int | None,
        checkpoint: str | None,
        deadline: float = math.inf,
        progress: Progress | None = None,
        helper: Helper | None = None,
    ) -> None:
        self.problem = problem
        self.threads = threads or available_cpus()
        self.memory = memory or min(DEFAULT_MEMORY, half_of_memory())
        self.deadline = deadline
        self.progress = progress
        self.switches: int | None = None
        self.positions = 0
        self.bound = 0  # what is known of the least cost besides, to tell
        self.cost: int | None = None
        self._helper = helper
        self._search: tuple[Prices, Any] | None = None
        self._endless: Any = None
        self._checkpoint = Checkpoint(checkpoint) if checkpoint else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._checkpoint is not None:
            self._checkpoint.close()
        if self._helper is not None:
            self._helper.close()

    def run(
        self,
        prices: Prices,
        below: int | None = None,
        *,
        horizon: int = 0,
        exact: int = 0,
        beam: int = 0,
        deadline: float = math.inf,
    ) -> Result:
        """The least-cost tree for a price list, if it costs less than `below`.

        With a `horizon` only a lower bound of it, sooner: sets of more than `exact` candidates that so many guesses
        lead to are not searched but bounded.  With a `beam` only a tree, sooner: at sets of more than `exact`
        candidates no more guesses are tried than that, those of the highest entropy.  `deadline` ends this search
        before the engine's own ends all.
        """
        if self.is_general:
            return self._run_general(prices, below)
        if core is None:
            return self._run_reference(prices, below)
        return self._run_native(prices, below, horizon, exact, beam, min(deadline, self.deadline))

    @property
    def is_general(self) -> bool:
        """Whether the search is one that the native core does not know: with weights, or in hard mode."""
        return self.problem.game.weights is not None or self.problem.pool == "hard"

    def _run_general(self, prices: Prices, below: int | None) -> Result:
        game, problem = self.problem.game, self.problem
        search = GeneralSearch(game, problem.pool, prices, lambda: time.monotonic() > self.deadline)
        try:
            found = search.run(problem.first, below)
        except GaveUp:
            root = np.arange(len(game.secrets), dtype=np.int32)
            return Result(None, stopped=True, bound=search.bound(root, 0))
        return Result(None if found is None else _named(game, found))

    def _run_reference(self, prices: Prices, below: int | None) -> Result:
        game, problem = self.problem.game, self.problem
        values = None if prices.values is None else list(prices.values)
        found = reference.solve(
            game.table.tolist(), game.winning, game.losing, values, problem.pool, problem.first, below
        )
        return Result(None if found is None else _named(game, found[1]))

    def _search_of(self, prices: Prices) -> Any:
        """The search of a price list: the last one, or one that knows what was proved of it before."""
        if self._search is not None and self._search[0] == prices:
            return self._search[1]
        search = make_search(self.problem.game, self.problem.pool, prices, self.memory, self.switches)
        if self._endless is not None and prices.is_linear:
            search.inherit(self._endless)
        if self._checkpoint is not None:
            self._checkpoint.choose(self._describe(prices))
            for entries in self._checkpoint.load():
                search.preload(*entries)
        self._search = prices, search
        return search

    def _run_native(
        self, prices: Prices, below: int | None, horizon: int, exact: int, beam: int, deadline: float
    ) -> Result:
        search, store = self._search_of(prices), self._checkpoint
        before = search.positions
        # Bounds and beams take a moment each; only what is searched to the end is worth handing out.
        helper = self._helper if not (horizon or beam) else None
        arguments: dict[str, Any] = {"first": -1 if self.problem.first is None else self.problem.first}
        arguments |= {"threads": self.threads, "horizon": horizon, "exact": exact, "beam": beam}
        if helper is not None:
            arguments["threads"] = helper.begin(search, self.problem, prices, self.memory, self.switches)
        if below is not None:
            arguments["upper"] = below
        box: list[Any] = []
        done = threading.Event()

        def work() -> None:
            box.append(_outcome(search, arguments))
            done.set()

        # An event and not Thread.join, which an interrupt makes believe that the thread has ended (Python 3.11): the
        # interpreter must not end while the core runs.
        worker = threading.Thread(target=work)
        try:
            worker.start()
            self._watch(done, search, prices, helper, deadline, is_bound=bool(horizon), is_tree=bool(beam))
        finally:
            # Also after an interrupt: what was proved so far is kept, and no thread goes on.
            search.stop()
            if helper is not None:
                helper.end(search)
            if worker.ident is not None:
                done.wait()
            search.go_on()
            if store is not None:
                store.add(*search.drain_proved())
        self.positions += search.positions - before
        (outcome,) = box
        if isinstance(outcome, BaseException):
            raise outcome
        if outcome["outcome"] == "stopped":
            return Result(None, stopped=True, bound=0 if beam else outcome["bound"] or 0)
        if beam:
            return Result(_nodes(self.problem.game, *search.tree()) if outcome["outcome"] == "proved" else None)
        if prices.values is None and not horizon:
            # What is known of its sets bounds the same search with a limit of depth, which is then soon done.
            self._endless = search
        if outcome["outcome"] != "proved":
            return Result(None, bound=outcome["bound"] or 0)
        return Result(_nodes(self.problem.game, *search.tree()))

    def _watch(
        self,
        done: threading.Event,
        search: Any,
        prices: Prices,
        helper: Helper | None,
        deadline: float,
        *,
        is_bound: bool,
        is_tree: bool,
    ) -> None:
        pause = 0.002
        while True:
            if done.wait(pause):
                return
            pause = min(_POLL, pause * 2)
            if helper is not None:
                pause = 0.01
                helper.serve(search, self._checkpoint)
            if self._checkpoint is not None:
                self._checkpoint.add(*search.drain_proved())
            if self.progress is not None:
                state = {"prices": prices, **search.progress(), **(helper.state() if helper is not None else {})}
                # What a beam leaves out is not bounded, and what a horizon cuts off is no tree.
                bounds = [self.bound] if is_tree or state["bound"] is None else [self.bound, state["bound"]]
                costs = [cost for cost in (None if is_bound else state["cost"], self.cost) if cost is not None]
                self.progress(state | {"bound": max(bounds), "cost": min(costs, default=None)})
            if time.monotonic() > deadline:
                return

    def _describe(self, prices: Prices) -> str:
        """What the proved sets of a checkpoint hold for: game, pool and prices (a first guess is the root's alone)."""
        values = "1,2,3,..." if prices.values is None else ",".join(map(str, prices.values))
        return f"{self.problem.game.name} {self.problem.pool} {values}"


class CellSolver:
    """Least-total trees of cells, one after the other, for builds that are exact below a size; total without ties."""

    def __init__(self, game: Game, pool: str, limit: int | None) -> None:
        self._game, self._pool, self._limit = game, pool, limit
        self._searches: dict[bool, Any] = {}

    def solve(self, candidates: Indices, history: tuple[int, ...], left: int | None) -> Cell | None:
        """The tree of these candidates with `left` guesses (None: any number), None where there is none.

        The guesses `history` must leave exactly these candidates, for some feedbacks: their symmetries are used.

        As columns guess, wins, parent, feedback of its nodes, parents first.
        """
        if core is None:
            values = None if left is None else list(range(1, left + 1))
            table, game = self._game.table.tolist(), self._game
            some = candidates.tolist()
            found = reference.solve(table, game.winning, game.losing, values, self._pool, candidates=some)
            return None if found is None else _flat(found[1])
        limited = left is not None
        if limited not in self._searches:
            prices = linear(self._limit if limited else None)
            self._searches[limited] = make_search(self._game, self._pool, prices, DEFAULT_MEMORY // 8)
        search = self._searches[limited]
        depth = 0 if left is None or self._limit is None else self._limit - left
        outcome = search.run(candidates=candidates.tolist(), depth=depth, history=list(history))
        if outcome["outcome"] != "proved":
            return None
        columns: Cell = tuple(column.tolist() for column in search.tree())
        return columns


def _flat(root: Any) -> Cell:
    columns: Cell = ([], [], [], [])
    stack = [(root, -1, 0)]
    while stack:
        (guess, wins, children), parent, way = stack.pop()
        for column, value in zip(columns, (guess, wins, parent, way), strict=True):
            column.append(value)
        stack += [(child, len(columns[0]) - 1, feedback) for feedback, child in children]
    return columns


def make_search(game: Game, pool: str, prices: Prices, memory: int, switches: int | None = None) -> Any:
    """A native search of a price list."""
    assert core is not None
    more: dict[str, Any] = {} if switches is None else {"switches": switches}
    symmetry = game.symmetry
    if symmetry is not None:
        more |= {"symbols": symmetry.symbols, "symbol_count": symmetry.symbol_count, "nozero": symmetry.fixes_zero}
    return core.Search(
        np.ascontiguousarray(game.table),
        len(game.labels),
        game.winning,
        list(game.losing),
        None if prices.values is None else list(prices.values),
        candidates_only=pool == "candidates",
        memory=memory,
        symmetric=game.is_symmetric,
        **more,
    )


def _outcome(search: Any, arguments: dict[str, Any]) -> Any:
    try:
        return search.run(**arguments)
    except BaseException as error:  # noqa: BLE001 (handed on to the thread that asked)
        return error


def _named(game: Game, node: Any) -> Node:
    guess, wins, children = node
    return game.guesses[guess], wins, [(feedback, _named(game, child)) for feedback, child in children]


def _nodes(game: Game, guess: Any, wins: Any, parent: Any, feedback: Any) -> Node:
    """Nested nodes from the columns of a walk, children after their parents."""
    children: list[list[tuple[int, Node]]] = [[] for _ in guess]
    nodes: list[Node] = [
        (game.guesses[g], bool(w), below) for g, w, below in zip(guess.tolist(), wins.tolist(), children, strict=True)
    ]
    for node, (above, way) in enumerate(zip(parent.tolist(), feedback.tolist(), strict=True)):
        if above >= 0:
            children[above].append((way, nodes[node]))
    return nodes[0]


def available_cpus() -> int:
    """How many CPUs this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
