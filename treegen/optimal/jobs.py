"""Jobs: many searches that do not depend on each other, done by processes of this machine or by a Dask cluster."""

from __future__ import annotations

import json
import os
import platform
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from multiprocessing import active_children, connection, get_context, parent_process
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np

from player import __version__
from player.errors import BadInput, GaveUp, GuesstreeError, NoSuchTree
from treegen.games.game import Game
from treegen.optimal.finder import TreeFinder
from treegen.optimal.goal import Goal
from treegen.optimal.options import SearchOptions
from treegen.optimal.outcomes import StoppedEarly

_STRIKES = 3  # workers that a job may end
_AHEAD = 2  # jobs for each thread of a cluster: one at work, and one that waits
_LOOK = 1.0  # seconds between two looks at the size of a cluster


@dataclass(frozen=True)
class Job:
    """A search: its goal, its limit in seconds, and the JSON object that describes it."""

    goal: Goal
    time_limit: float | None
    text: Mapping[str, Any]

    @cached_property
    def game_key(self) -> str:
        """What games are told apart by: their names, which have a hash of their files, and their weights."""
        weights = self.goal.game.weights
        return self.goal.game.name + ("" if weights is None else blake2b(weights.tobytes(), digest_size=8).hexdigest())

    @cached_property
    def id(self) -> str:
        """A hash of all that the result depends on."""
        parts = self.game_key, *self.goal.fields, self.time_limit
        return blake2b(json.dumps(parts).encode(), digest_size=10).hexdigest()

    @cached_property
    def effort(self) -> float:
        """A rough estimate of the work, by which jobs are ordered: guesses times the sum of n log n over the cells."""
        game, first = self.goal.game, self.goal.first_index
        sizes = np.array([len(game.secrets)]) if first is None else np.bincount(game.table[first])
        return len(game.guesses) * (1 + float((sizes * np.log(np.maximum(sizes, 1))).sum()))


class Result(NamedTuple):
    """What became of a job: `state` is proved, stopped (the time ran out), none (there is no such tree) or failed."""

    state: str
    cost: int | None = None
    bound: int | None = None
    tally: str | None = None
    seconds: float = 0.0  # of the processor, of a worker that does one job at a time
    host: str = ""
    reason: str | None = None
    tree: bytes | None = None


# --- in the workers

_games: dict[str, Game] = {}
_before = threading.local()  # the search of the last job


def _prepare(version: str, games: Mapping[str, Game]) -> None:
    if version != __version__:
        raise BadInput(f"{platform.node()} has guesstree {__version__}, not {version}: install the same version there")
    _games.update(games)


def _prepare_process(version: str, games: Mapping[str, Game]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; the parent ends its processes

    def end_with(parent: Any) -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=end_with, args=(parent_process(),), daemon=True).start()
    _prepare(version, games)


def _solve(game: str, goal: tuple[Any, ...], time_limit: float | None, memory: int | None) -> Result:
    """Do a job; `goal` is Goal.fields."""
    began, tree, bound, reason = time.process_time(), None, None, None
    try:
        options = SearchOptions(threads=1, memory=memory, time_limit=time_limit)
        finder = TreeFinder(Goal(_games[game], *goal), options, is_unique=False)
        if hasattr(_before, "search"):
            finder.search.go_on_from(_before.search)
        _before.search = finder.search
        tree = finder.solve()
        state, bound = "proved", tree.bound
    except StoppedEarly as early:
        state, tree, bound = "stopped", early.tree, early.bound
    except NoSuchTree as none:
        state, reason = "none", str(none)
    except (GuesstreeError, MemoryError) as error:
        state, reason = "failed", str(error) or "out of memory"
    cost, tally, data = (None, None, None) if tree is None else (tree.cost, tree.tally, tree.to_bytes())
    return Result(state, cost, bound, tally, time.process_time() - began, platform.node(), reason, data)


class Workers:
    """Processes of this machine (`where` is their number), or the workers of a Dask cluster (its address).

    The games of all jobs go to each of them once.  Raises BadInput where a worker of a cluster cannot take part.
    """

    def __init__(self, where: int | str, games: Mapping[str, Game]) -> None:
        self.name, self._games, self._looked = "the processes", games, -_LOOK
        self._client: Any = None
        self._local: Any = None
        self._processes: list[Executor] = []  # all that were made
        if isinstance(where, int):
            self._room, self._free = where, [self._make_process() for _ in range(where)]
        else:
            self._connect(where)

    def _make_process(self) -> Executor:
        process = ProcessPoolExecutor(1, get_context("spawn"), _prepare_process, (__version__, self._games))
        self._processes.append(process)
        return process

    def _connect(self, address: str) -> None:
        try:
            import dask
            import distributed

            from treegen.optimal.scheduler import connect, find_scheduler
        except ModuleNotFoundError as error:
            raise BadInput(f'--cluster needs {error.name}: pip install "guesstree[cluster]"') from None

        class Preparation(distributed.WorkerPlugin):  # also for workers that come later
            def setup(self, worker: Any) -> None:  # noqa: ARG002 (Dask passes it)
                _prepare(*arguments)

        arguments = __version__, self._games
        with dask.config.set({"distributed.scheduler.allowed-failures": _STRIKES - 1}):  # of a local cluster
            self.name, self._local = find_scheduler(address)
        self._client = connect(self.name, 5)
        try:
            self._client.register_plugin(Preparation(), name="guesstree")
        except Exception as error:  # noqa: BLE001 (whatever a worker without guesstree, or with an old one, raises)
            self.close()
            raise BadInput(f"{self.name}: a worker cannot take part: {' '.join(str(error).split())[:200]}") from None
        self._executor: Executor = self._client.get_executor(retries=2, pure=False)

    @property
    def room(self) -> int:
        """How many jobs are given out at once."""
        if self._client is not None and time.monotonic() - self._looked > _LOOK:
            workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
            self._looked, self._room = time.monotonic(), _AHEAD * sum(worker["nthreads"] for worker in workers)
        return max(1, self._room)

    def submit(self, function: Callable[..., Result], *arguments: Any) -> Future[Result]:
        """Give out work; BrokenExecutor comes back if its process died, or KilledWorker if several of a cluster did."""
        if self._client is not None:
            return self._executor.submit(function, *arguments)
        process = self._free.pop()
        try:
            future = process.submit(function, *arguments)
        except BrokenExecutor:  # it has died while it had nothing to do
            process = self._make_process()
            future = process.submit(function, *arguments)

        def give_back(future: Future[Result]) -> None:
            died = not future.cancelled() and isinstance(future.exception(), BrokenExecutor)
            self._free.append(self._make_process() if died else process)

        future.add_done_callback(give_back)
        return future

    def close(self) -> None:
        """End the processes, and what they do; or leave the cluster, and end it if it is a local one."""
        if self._client is None:
            for child in active_children():
                child.terminate()
            for process in list(
                self._processes
            ):  # their threads have pipes, which must not be closed while Python ends
                process.shutdown(cancel_futures=True)
        for one in filter(None, (self._client, self._local)):
            with suppress(Exception):
                one.close(timeout=5)


def run_jobs(
    jobs: Iterable[Job], workers: Workers, keep: Callable[[list[tuple[Job, Result]]], None], memory: int | None = None
) -> None:
    """Do jobs, begun in this order, and pass on what became of them as it comes, several at a time.

    `memory` is of each search, in bytes.  Raises GaveUp if the connection to the workers is lost.
    """
    waiting = deque(jobs)
    strikes: Counter[str] = Counter()  # processes that a job has ended
    running: dict[Future[Result], Job] = {}
    ended: SimpleQueue[Future[Result]] = SimpleQueue()
    while waiting or running:
        while waiting and len(running) < workers.room:
            job = waiting.popleft()
            future = workers.submit(_solve, job.game_key, job.goal.fields, job.time_limit, memory)
            running[future] = job
            future.add_done_callback(ended.put)
        results = []
        for future in [ended.get(), *(ended.get() for _ in range(ended.qsize()))]:
            job = running.pop(future)
            try:
                result = future.result()
            except CancelledError:
                raise GaveUp(f"{workers.name}: the connection is lost; run the same again to go on") from None
            except Exception as error:  # noqa: BLE001 (a job that fails does not end the others)
                kind = type(error).__name__
                strikes[job.id] += _STRIKES if kind == "KilledWorker" else isinstance(error, BrokenExecutor)
                if 0 < strikes[job.id] < _STRIKES:
                    waiting.appendleft(job)
                    continue
                died = f"it ended {_STRIKES} workers, one after another"
                text = f"{kind}: {' '.join(str(error).split())[:200]}"
                result = Result("failed", reason=died if strikes[job.id] else text)
            results.append((job, result))
        keep(results)
