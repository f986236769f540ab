"""Jobs: many independent searches, which processes of this machine or a Dask cluster run at the same time."""

from __future__ import annotations

import json
import logging
import os
import platform
import re
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import blake2b
from multiprocessing import active_children, connection, get_context, parent_process
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

import numpy as np

from player import __version__
from player.errors import BadInput, GaveUp, GuesstreeError, NoSuchTree, require
from player.rules.numbers import read_whole
from treegen.games.game import Game
from treegen.optimal.goal import Goal
from treegen.optimal.outcomes import StoppedEarly
from treegen.optimal.solve import find_tree
from treegen.search.checkpoint import in_a_line
from treegen.search.problem import Limits
from treegen.search.search import Memory
from treegen.search.threads import call_within

_CONNECT, _ANSWER = 5.0, 20.0  # Seconds that connecting may take; seconds that the first answer may take.
_WAIT = 60.0  # A scheduler must answer within this many seconds, unless the caller gives another number.
_CHECK_AFTER = 10.0  # After this many seconds without a result, the workers are checked.
_STRIKES = 3  # A job fails if this many workers have died of it.
# These loggers of Dask must be silenced one by one, since its configuration sets the level of each.
_LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")


@dataclass(frozen=True)
class Job:
    """A search: its goal, its limit in seconds, and the JSON object that describes it."""

    goal: Goal
    time_limit: float | None
    text: Mapping[str, Any]

    @cached_property
    def id(self) -> str:
        """A hash of everything on which the result depends."""
        parts = self.goal.game.key, *self.goal.fields, self.time_limit
        return blake2b(json.dumps(parts).encode(), digest_size=10).hexdigest()

    @cached_property
    def effort(self) -> float:
        """A rough estimate of the work: the number of guesses times the sum of n log n over the cells of size n."""
        game, first = self.goal.game, self.goal.first_index
        sizes = np.array([len(game.secrets)]) if first is None else np.bincount(game.row(first, slice(None)))
        return len(game.guesses) * (1 + float((sizes * np.log(np.maximum(sizes, 1))).sum()))


class Record(NamedTuple):
    """The result of a job; `state` is proved, stopped (the time ran out), none (there is no such tree) or failed."""

    state: str
    cost: int | None = None
    bound: int | None = None
    tally: str | None = None
    seconds: float = 0.0  # the processor time of the worker during this job
    host: str = ""
    reason: str | None = None
    tree: bytes | None = None

    @property
    def is_sound(self) -> bool:
        """True if the record, which was read from a file, has a valid form."""
        if not all(isinstance(value, kind) for value, kind in zip(self, _KINDS, strict=True)):
            return False
        if self.cost is None or self.tally is None:
            return (self.cost, self.tally) == (None, None) and self.state in ("stopped", "none", "failed")
        is_right = self.state == "stopped" or (self.state == "proved" and self.cost == self.bound)
        return is_right and bool(_TALLY.fullmatch(self.tally))


_KINDS = (str, int | None, int | None, str | None, float, str, str | None, bytes | None)  # the types of the fields
_TALLY = re.compile(r"\d{1,18}:\d{1,18}:\d{1,18}")


# --- These run in the workers.

_games: dict[str, Game] = {}
_last_job = threading.local()  # Its attribute `memory` is the Memory of the last job of this thread.


def _prepare(version: str, games: Mapping[str, Game]) -> None:
    if version != __version__:
        raise BadInput(f"{platform.node()} has guesstree {__version__}, not {version}: install the same version there")
    _games.update(games)


def _prepare_process(version: str, games: Mapping[str, Game]) -> None:
    for name in {"SIGINT", "SIGHUP"} & {*dir(signal)}:  # a terminal sends them to all processes; only the parent acts
        signal.signal(getattr(signal, name), signal.SIG_IGN)

    def end_with(parent: Any) -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=end_with, args=(parent_process(),), daemon=True).start()
    _prepare(version, games)


def _solve(game: str, goal: tuple[Any, ...], time_limit: float | None, memory: int | None) -> Record:
    """Do a job and return its record; `goal` is Goal.fields."""
    began, tree, bound, reason = time.process_time(), None, None, None
    try:
        limits = Limits.within(time_limit, threads=1, memory=memory)
        goal_of_job = Goal(_games[game], *goal)
        memory_kept: Memory | None = getattr(_last_job, "memory", None)
        if memory_kept is None or (memory_kept.game, memory_kept.pool) != (goal_of_job.searched_game, goal_of_job.pool):
            memory_kept = _last_job.memory = goal_of_job.remember(limits)
        tree = find_tree(goal_of_job, limits, memory=memory_kept)
        state, bound = "proved", tree.bound
    except StoppedEarly as early:
        state, tree, bound = "stopped", early.tree, early.bound
    except NoSuchTree as none:
        state, reason = "none", str(none)
    except (GuesstreeError, MemoryError) as error:
        state, reason = "failed", str(error) or "out of memory"
    cost, tally, data = (None, None, None) if tree is None else (tree.cost, tree.tally, tree.to_bytes())
    return Record(state, cost, bound, tally, time.process_time() - began, platform.node(), reason, data)


class Processes:
    """Processes of this machine.  Each process does one job at a time, and is replaced if it dies."""

    name = "the processes"

    def __init__(self, count: int, games: Mapping[str, Game]) -> None:
        self.room, self._games = count, games
        self._all: list[Executor] = []
        self._free: list[Executor] = []

    def submit(self, *work: Any) -> Future[Record]:
        """Start work and return its future, which raises BrokenExecutor if the process dies."""
        if not self._free:
            self._free += [ProcessPoolExecutor(1, get_context("spawn"), _prepare_process, (__version__, self._games))]
            self._all += self._free
        process = self._free.pop()
        try:
            future: Future[Record] = process.submit(*work)
        except BrokenExecutor:  # the process died between two jobs
            return self.submit(*work)

        def give_back(future: Future[Record]) -> None:
            if future.cancelled() or not isinstance(future.exception(), BrokenExecutor):
                self._free.append(process)

        future.add_done_callback(give_back)
        return future

    def close(self) -> None:
        """End the processes and their jobs."""
        for child in active_children():
            child.terminate()
        for process in self._all:  # otherwise Python, at its end, closes pipes that the threads of executors still read
            process.shutdown(cancel_futures=True)


class DaskWorkers:
    """The workers of a Dask cluster, also those that join later; it must answer within `wait` seconds (default: 60).

    Raises ModuleNotFoundError without Dask, and BadInput if a worker cannot take part.
    """

    room = 2048  # at most this many jobs are submitted at once; no cluster has as many threads

    def __init__(self, address: str, games: Mapping[str, Game], wait: float | None = None) -> None:
        import distributed

        class Preparation(distributed.WorkerPlugin):
            def setup(self, worker: Any) -> None:  # noqa: ARG002 (Dask passes it)
                _prepare(*arguments)

        arguments, self._wait = (__version__, games), _WAIT if wait is None else wait
        self.name = find_scheduler(address)
        self._client = _connect(self.name, self._wait)
        try:
            call_within(self._wait, partial(self._client.register_plugin, Preparation(), name="guesstree"))
        except Exception as error:  # noqa: BLE001 (a worker without guesstree, or with an old one, raises anything)
            self.close()
            raise BadInput(f"{self.name}: a worker cannot take part: {in_a_line(error)}") from None
        self._executor: Executor = self._client.get_executor(retries=_STRIKES - 1, pure=False)

    def submit(self, *work: Any) -> Future[Record]:
        """Start work and return its future, which raises KilledWorker if several workers have died of it."""
        return self._executor.submit(*work)

    def check(self) -> None:
        """Raise GaveUp if the scheduler does not answer within the waiting time."""
        try:
            call_within(self._wait, self._client.scheduler_info)
        except Exception as error:  # noqa: BLE001 (Dask raises many kinds when a connection is lost)
            why = f"the scheduler does not answer ({in_a_line(error)}); run the same again to go on"
            raise GaveUp(f"{self.name}: {why}") from None

    def close(self) -> None:
        """Leave the cluster."""
        with suppress(Exception):
            self._client.close(timeout=5)


def find_scheduler(address: str) -> str:
    """Return the address of a scheduler.

    `address` is `tcp://host:port`, `tls://host:port` with the certificates of Dask's configuration
    (distributed.comm.tls), the file that a scheduler wrote (`--scheduler-file`), or `auto`, which stands for the
    address in DASK_SCHEDULER_ADDRESS.  Raises BadInput for anything else.
    """
    import dask
    import distributed

    for name in _LOGGERS:  # the search itself reports lost connections
        logging.getLogger(name).setLevel(logging.CRITICAL)
    scheduler = address
    if address == "auto":
        config: Any = dask.config
        scheduler = config.get("scheduler-address", None) or ""
        require(scheduler, "--cluster auto needs DASK_SCHEDULER_ADDRESS, the address of a Dask scheduler")
    elif address.endswith(".json") or Path(address).is_file():
        try:
            scheduler = json.loads(Path(address).read_text(encoding="utf-8"))["address"].strip()
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise BadInput(f"{address}: it is not the file of a Dask scheduler: {in_a_line(error)}") from None
    kind, _, rest = scheduler.partition(":")
    if kind not in ("tcp", "tls") or not rest.startswith("//") or ":" not in rest[2:]:
        raise BadInput(f"{address!r} is not a cluster; write tcp://host:port of a Dask scheduler, or local:N")
    if kind == "tls":
        security: Any = distributed.Security
        if security().get_connection_args("client").get("ssl_context") is None:
            raise BadInput(
                f"{scheduler}: tls:// needs certificates: set ca-file, client.key and client.cert of"
                " distributed.comm.tls in Dask's configuration"
            )
    return scheduler


def _connect(address: str, wait: float) -> Any:
    """Connect to the scheduler at an address.  Raises BadInput if there is no answer within 20 s, or `wait` if less."""
    import distributed

    class Client(distributed.Client):
        def __del__(self) -> None:
            """Close the client, without a message if it never had a connection."""
            with suppress(Exception):
                end: Any = super().__del__
                end()

    wait = max(1.0, wait)
    try:
        make: Any = Client
        return call_within(min(_ANSWER, wait), lambda: make(address, timeout=min(_CONNECT, wait), set_as_default=False))
    except Exception as error:  # noqa: BLE001 (another kind of server makes Dask raise anything, even MemoryError)
        is_plain = isinstance(error, (OSError, ValueError))
        why = in_a_line(error) if is_plain else "another kind of server answers"
        raise BadInput(f"{address}: no Dask scheduler answers there: {why}") from None


def make_workers(where: int | str, games: Mapping[str, Game], wait: float | None = None) -> Processes | DaskWorkers:
    """Make workers: processes of this machine (N or `local:N`), or those of the Dask cluster at an address."""
    kind, _, number = str(where).partition(":")
    n_or_address = read_whole(number, 1, 1024) if kind == "local" else where
    if n_or_address is None:
        raise BadInput(f"{where!r}: local takes a number of processes, as in local:2")
    return Processes(n_or_address, games) if isinstance(n_or_address, int) else DaskWorkers(n_or_address, games, wait)


def run_jobs(
    jobs: Iterable[Job],
    workers: Processes | DaskWorkers,
    keep: Callable[[list[tuple[Job, Record]]], None],
    memory: int | None = None,
) -> None:
    """Begin the jobs in this order, and pass each record to `keep` soon after its job has ended.

    Each search may take `memory` bytes (None: see Limits).  Raises GaveUp if the connection to the workers is lost.
    """
    waiting = deque(jobs)
    strikes: Counter[str] = Counter()  # by job: the number of workers that have died of it
    running: dict[Future[Record], Job] = {}
    ended: SimpleQueue[Future[Record]] = SimpleQueue()
    while waiting or running:
        while waiting and len(running) < workers.room:
            job = waiting.popleft()
            future = workers.submit(_solve, job.goal.game.key, job.goal.fields, job.time_limit, memory)
            running[future] = job
            future.add_done_callback(ended.put)
        try:
            first = ended.get(timeout=_CHECK_AFTER)
        except Empty:
            if isinstance(workers, DaskWorkers):  # processes that died are replaced when work is submitted
                workers.check()
            continue
        results = []
        for future in [first, *(ended.get() for _ in range(ended.qsize()))]:
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
                result = Record("failed", reason=died if strikes[job.id] else f"{kind}: {in_a_line(error)}")
            results.append((job, result))
        keep(results)
