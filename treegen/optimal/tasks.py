"""The work of a cluster's worker: ordinary searches of the native core, one after the other, with all threads.

A worker keeps the search of a job, with its table of proved sets, for as long as tasks of that job come.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from player import __version__
from treegen.games.game import Game
from treegen.native import core
from treegen.native.interface import NEVER
from treegen.optimal import checkpoint
from treegen.optimal.checkpoint import Lemmas
from treegen.optimal.native_search import make_search, run_native
from treegen.optimal.objective import Prices
from treegen.optimal.query import Outcome, Problem, Query

if TYPE_CHECKING:
    from treegen.native._core import Search


@dataclass(frozen=True, slots=True)
class Job:
    """A search for a cluster; it is sent to the workers."""

    key: str  # the same for the same game, pool and prices, whatever else is asked
    problem: Problem
    prices: Prices
    relaxed: str = ""  # the key of the same search without a limit of depth, whose values bound this one; empty: none
    memory: int = 512 << 20  # bytes, of each worker
    switches: int | None = None
    limit: int = NEVER
    openers: int = 0  # how many of the best first guesses are sought; 0: the tree
    lemmas: Sequence[Lemmas] = ()  # what is proved already
    relaxed_lemmas: Sequence[Lemmas] = ()  # what is proved of the relaxed search


class Result(NamedTuple):
    """What became of a task."""

    outcomes: list[Outcome]  # of its queries
    proved: Lemmas  # on the way
    positions: int  # sets that were searched
    worker: str  # the address


_turn = threading.Lock()  # of the task that searches
_searches: dict[str, tuple[Game, Search]] = {}  # of the last job, and of its relaxed one
_stopped: set[str] = set()  # names of tasks of the last job


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


def work(job: Job, name: str, queries: Sequence[Query], seconds: float) -> Result:
    """Do a task, which is stopped after so many seconds."""
    deadline = time.monotonic() + seconds
    with _turn:
        search = _search_of(job)
        before = search.positions
        address, threads = _worker()
        outcomes = []
        for query in queries:
            left = deadline - time.monotonic()
            if name in _stopped or left <= 0:
                outcomes.append(Outcome(is_stopped=True))
            else:
                outcomes.append(run_native(search, query, threads, left, lambda: name in _stopped))
        return Result(outcomes, Lemmas(*search.drain_proved()), search.positions - before, address)


def _search_of(job: Job) -> Search:
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
            for rows in job.relaxed_lemmas:
                relaxed.preload(*rows)
            search.inherit(relaxed)
        for rows in job.lemmas:
            search.preload(*rows)
        _searches[job.key] = game, search
        _stopped.clear()
    return _searches[job.key][1]


def _worker() -> tuple[str, int]:
    try:
        from distributed import get_worker

        worker = get_worker()
    except (ModuleNotFoundError, ValueError):
        return "", 1
    return str(worker.address), int(worker.state.nthreads)


def stop(names: Sequence[str]) -> None:
    """Have tasks end soon, or at once when they begin; for another thread than theirs."""
    _stopped.update(names)
