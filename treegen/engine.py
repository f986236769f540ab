"""One search of one price list: by the native core in a thread that can be stopped, or by the plain reference."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from treegen import reference
from treegen.checkpoint import Checkpoint
from treegen.game import Game, half_of_memory
from treegen.native import core
from treegen.objective import Prices

if TYPE_CHECKING:
    from player.tree import Node

__all__ = ["Engine", "Problem", "Progress", "Result", "available_cpus"]

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
    """What a search found: a tree (`root`), nothing below the bar (None), or that it was `stopped` at `bound`."""

    root: Node | None
    stopped: bool = False
    bound: int = 0


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
    ) -> None:
        self.problem = problem
        self.threads = threads or available_cpus()
        self.memory = memory or min(DEFAULT_MEMORY, half_of_memory())
        self.deadline = deadline
        self.progress = progress
        self.switches: int | None = None
        self.positions = 0
        self._endless: Any = None
        self._checkpoint = Checkpoint(checkpoint) if checkpoint else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._checkpoint is not None:
            self._checkpoint.close()

    def run(self, prices: Prices, below: int | None = None) -> Result:
        """The least-cost tree for a price list, if it costs less than `below`."""
        return self._run_native(prices, below) if core is not None else self._run_reference(prices, below)

    def _run_reference(self, prices: Prices, below: int | None) -> Result:
        game, problem = self.problem.game, self.problem
        values = None if prices.values is None else list(prices.values)
        found = reference.solve(
            game.table.tolist(), game.winning, game.losing, values, problem.pool, problem.first, below
        )
        return Result(None if found is None else _named(game, found[1]))

    def _run_native(self, prices: Prices, below: int | None) -> Result:
        search = self._search(prices)
        if self._endless is not None and prices.is_linear:
            search.inherit(self._endless)
        store = self._checkpoint
        if store is not None:
            store.choose(self._describe(prices))
            for entries in store.load():
                search.preload(*entries)
        arguments: dict[str, Any] = {"first": -1 if self.problem.first is None else self.problem.first}
        arguments["threads"] = self.threads
        if below is not None:
            arguments["upper"] = below
        box: list[Any] = []
        worker = threading.Thread(target=lambda: box.append(_outcome(search, arguments)), daemon=True)
        worker.start()
        try:
            self._watch(worker, search, prices)
        finally:
            # Also after an interrupt: what was proved so far is kept, and no thread goes on.
            search.stop()
            worker.join()
            if store is not None:
                store.add(*search.drain_proved())
        self.positions += search.positions
        (outcome,) = box
        if isinstance(outcome, BaseException):
            raise outcome
        if outcome["outcome"] == "stopped":
            return Result(None, stopped=True, bound=outcome["bound"] or 0)
        if prices.values is None:
            # What is known of its sets bounds the same search with a limit of depth, which is then soon done.
            self._endless = search
        if outcome["outcome"] != "proved":
            return Result(None)
        return Result(_nodes(self.problem.game, *search.tree()))

    def _watch(self, worker: threading.Thread, search: Any, prices: Prices) -> None:
        pause = 0.002
        while True:
            worker.join(pause)
            if not worker.is_alive():
                return
            pause = min(_POLL, pause * 2)
            if self._checkpoint is not None:
                self._checkpoint.add(*search.drain_proved())
            if self.progress is not None:
                self.progress({"prices": prices, **search.progress()})
            if time.monotonic() > self.deadline:
                return

    def _search(self, prices: Prices) -> Any:
        game, symmetry = self.problem.game, self.problem.game.symmetry
        assert core is not None
        more: dict[str, Any] = {} if self.switches is None else {"switches": self.switches}
        if symmetry is not None:
            more |= {"symbols": symmetry.symbols, "symbol_count": symmetry.symbol_count, "nozero": symmetry.fixes_zero}
        return core.Search(
            np.ascontiguousarray(game.table),
            len(game.labels),
            game.winning,
            list(game.losing),
            None if prices.values is None else list(prices.values),
            candidates_only=self.problem.pool == "candidates",
            memory=self.memory,
            **more,
        )

    def _describe(self, prices: Prices) -> str:
        """What the proved sets of a checkpoint hold for: game, pool and prices (a first guess is the root's alone)."""
        values = "1,2,3,..." if prices.values is None else ",".join(map(str, prices.values))
        return f"{self.problem.game.name} {self.problem.pool} {values}"


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
