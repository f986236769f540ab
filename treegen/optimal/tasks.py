"""The work of a cluster's worker: ordinary searches of the native core, one after the other, with all threads.

A worker keeps the search of a job, with its table of proved sets, for as long as tasks of that job come.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from player import __version__
from treegen.games.game import Game
from treegen.games.subtree import Subtree
from treegen.native import core
from treegen.native.interface import NEVER
from treegen.optimal import checkpoint
from treegen.optimal.checkpoint import Lemmas
from treegen.optimal.engine import make_search
from treegen.optimal.objective import Prices
from treegen.optimal.problem import History, Job

if TYPE_CHECKING:
    from treegen.native._core import Search

__all__ = ["Answer", "Order", "Result", "describe", "stop", "unfit", "work"]


class Order(NamedTuple):
    """A search: the least cost of the candidates that a history leaves, if it is below the limit."""

    history: History
    only: tuple[int, ...]  # the first guesses to try, rising; none: all
    limit: int
    firsts: int = 0  # how many of the best first guesses are sought; 0: the tree


class Answer(NamedTuple):
    """What a search found: the least cost and its tree, or None where no tree costs less than the limit.

    No tree that begins with one of the guesses costs less than `bound`.  If the search was stopped, the bound is 0.
    """

    cost: int | None
    bound: int
    tree: Subtree | None = None
    firsts: Sequence[tuple[int, int]] = ()


class Result(NamedTuple):
    """What became of a task."""

    answers: list[Answer]  # to its orders
    proved: Lemmas  # on the way
    positions: int  # sets that were searched
    worker: str  # the address


_STOPPED = Answer(None, 0)
_turn = threading.Lock()  # of the task that searches
_searches: dict[str, tuple[Game, Search]] = {}  # of the last job, and of its relaxed one
_lock = threading.Lock()  # guards the following
_running: dict[str, Search] = {}  # the task that searches, by its name
_stopped: set[str] = set()  # tasks that were stopped before they began


def describe() -> dict[str, object]:
    """What must be the same on all workers."""
    return {"version": __version__, "meaning": checkpoint.VERSION, "core": core is not None}


def unfit(who: str, theirs: Mapping[str, object]) -> str:
    """Why this worker cannot take part, in a line; empty if it can."""
    if not theirs.get("core"):
        return f"{who} has no native core: install guesstree there where a compiler is"
    if (theirs.get("version"), theirs.get("meaning")) != (__version__, checkpoint.VERSION):
        return f"{who} has guesstree {theirs.get('version')}, this is {__version__}: install the same version there"
    return ""


def work(job: Job, name: str, orders: Sequence[Order], seconds: float) -> Result:
    """Do a task, which is stopped after so many seconds."""
    deadline = time.monotonic() + seconds
    with _turn:
        game, search = _search_of(job)
        before = search.positions
        address, threads = _worker()
        answers = [_answer(game, search, name, order, deadline, threads) for order in orders]
        return Result(answers, Lemmas(*search.drain_proved()), search.positions - before, address)


def _search_of(job: Job) -> tuple[Game, Search]:
    if job.key not in _searches:
        for key in [key for key in _searches if key != job.relaxed]:
            del _searches[key]  # the memory is needed
        game, pool = job.problem.game, job.problem.pool
        if job.relaxed and job.relaxed not in _searches:
            _searches[job.relaxed] = game, make_search(game, pool, Prices(None), job.memory, job.switches)
        if job.relaxed:
            game = _searches[job.relaxed][0]  # the same table in memory
        search = make_search(game, pool, job.prices, job.memory, job.switches)
        if job.relaxed:
            relaxed = _searches[job.relaxed][1]
            for rows in job.relaxed_known:
                relaxed.preload(*rows)
            search.inherit(relaxed)
        for rows in job.known:
            search.preload(*rows)
        _searches[job.key] = game, search
        with _lock:
            _stopped.clear()
    return _searches[job.key]


def _answer(game: Game, search: Search, name: str, order: Order, deadline: float, threads: int) -> Answer:
    with _lock:
        if name in _stopped or time.monotonic() > deadline:
            return _STOPPED
        _running[name] = search
    try:
        found = search.run(
            game.select(order.history).tolist(), len(order.history), [guess for guess, _ in order.history],
            upper_bound=order.limit, only=order.only, threads=threads, firsts=order.firsts,
            hard=0.0 if math.isinf(deadline) else max(deadline - time.monotonic(), 0.001),
        )  # fmt: skip
    finally:
        with _lock:
            del _running[name]
            search.go_on()
    if found["outcome"] == "stopped":
        return _STOPPED
    columns = search.tree() if found["outcome"] == "proved" else None
    bound = NEVER if found["bound"] is None else found["bound"]
    return Answer(found["cost"], bound, None if columns is None else Subtree(*columns), found["firsts"])


def _worker() -> tuple[str, int]:
    """The address of the worker that this is, and its threads."""
    try:
        from distributed import get_worker

        worker = get_worker()
    except (ModuleNotFoundError, ValueError):
        return "", 1
    return str(worker.address), int(worker.state.nthreads)


def stop(names: Sequence[str]) -> None:
    """Have tasks end soon, or at once when they begin; for another thread than theirs."""
    with _lock:
        for name in names:
            if name in _running:
                _running[name].stop()
            _stopped.add(name)
