"""A search on the workers of a Dask cluster.

The tasks are those of `treegen.optimal.rounds`.  A few for each worker are at work or wait there; the others are held
back, so that each leaves with the newest limits.  Dask chooses the worker, does the tasks of a dead one elsewhere, and
tries a task that failed again.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from player.errors import BadInput, GaveUp
from treegen.games.arguments import check_options
from treegen.native import core
from treegen.optimal import tasks
from treegen.optimal.background import within
from treegen.optimal.checkpoint import Lemmas
from treegen.optimal.query import ClusterState, History, Outcome
from treegen.optimal.rounds import Rounds, Task
from treegen.optimal.tasks import Job

if TYPE_CHECKING:
    from treegen.games.subtree import Subtree

WAIT, _SILENT = 60.0, 10.0  # seconds to wait for a worker to come (back), and after which that is said
_AHEAD = 2  # tasks of a worker: one at work and one that waits
_RETRIES = 2  # of a task that raised an exception
_PAUSE = 0.25  # seconds without an answer until a look at the clock
_LOOK = 1.0  # seconds between two looks at the workers
_WINDOW = 20.0  # seconds over which tasks a second are counted
_FOREVER = 1e9  # seconds
_STOP = 2.0  # seconds in which tasks are ended


class ClusterLost(GaveUp):
    """All workers are lost, or the same task has failed too often."""


class Cluster:
    """The workers of a cluster.

    `where` is an address, as `treegen.optimal.scheduler.find_scheduler` takes it, or a distributed.Client, which stays
    open.  `tell` is called with a line about each worker that cannot take part, and when none has been left for ten
    seconds.  A search raises ClusterLost after `wait` seconds without any.  Raises BadInput if there is no scheduler,
    or no worker that can take part, and for a `wait` below 0.
    """

    def __init__(self, where: Any, *, tell: Callable[[str], None] | None = None, wait: float = WAIT) -> None:
        check_options(wait=wait)
        if core is None:
            raise BadInput("--cluster needs the native core here: install guesstree where a compiler is")
        self.dashboard = ""  # the address of Dask's
        self.refused: dict[str, str] = {}  # workers that cannot take part, and why
        self._wait, self._is_warned = wait, False  # that there is no worker
        self._tell = tell if tell is not None else lambda _: None
        self._workers: list[str] = []
        self._costs: dict[str, dict[History, int]] = {}  # by the key of a job: what cells cost at least
        self._homes: dict[tuple[History, int], str] = {}  # by set and guess: the worker that has searched it
        self._looked, self._seen = -math.inf, time.monotonic()
        self.deadline = math.inf  # of the search, a time.monotonic()
        self._local: Any = None
        self._is_mine = isinstance(where, str)
        if self._is_mine:
            from treegen.optimal.scheduler import connect, find_scheduler

            self.address, self._local = find_scheduler(where)
            self._client = connect(self.address, wait)
        else:
            self.address, self._client = str(where.scheduler.address), where
        self.source = f"the workers of {self.address if self._local is None else where}"  # in messages
        try:
            self._find_workers()
        except BaseException:
            self.close()
            raise
        if not self._workers:
            self.close()
            can = " that can take part" if self.refused else ""
            raise BadInput(f"{self.address}: the cluster has no workers{can}")

    def close(self) -> None:
        """Leave the cluster; a local cluster is ended."""
        if self._is_mine:
            with suppress(Exception):
                self._client.close(timeout=5)
        if self._local is not None:
            with suppress(Exception):  # it may take longer, where the machine is busy
                self._local.close(timeout=5)

    def begin(self, job: Job, quick: Subtree | None, deadline: float) -> Run:
        """Begin to search the least-cost tree of a job; `quick` is a tree of it, if one is known."""
        return Run(self, job, quick, deadline)

    def _find_workers(self) -> bool:
        """Now and then, find the workers and check new ones; whether the connection to the scheduler is another one."""
        now = time.monotonic()
        if now - self._looked < _LOOK:
            return False
        self._looked = now
        is_new, why = False, next(iter(self.refused.values()), "no worker is left")
        known: list[str] = []
        try:
            if self._is_mine and self._client.status != "running":
                from treegen.optimal.scheduler import connect

                lost, self._client, is_new = self._client, connect(self.address, min(2, self._wait)), True
                with suppress(Exception):
                    lost.close(timeout=0)
            known = list(self._answers()["workers"])
            if not self._workers:
                self.dashboard = str(self._ask(self._wait, lambda: getattr(self._client, "dashboard_link", "")) or "")
            self._check([who for who in known if who not in self._workers and who not in self.refused])
        except Exception as error:  # noqa: BLE001 (Dask raises many kinds where a connection is lost)
            why = f"the connection to the scheduler is lost ({' '.join(str(error).split()) or type(error).__name__})"
        self._workers = [who for who in self._workers if who in known]
        waited = time.monotonic() - self._seen
        if self._workers:
            self._seen, self._is_warned = now, False
        elif waited > self._wait:
            raise ClusterLost(f"{why}; what was proved is in the checkpoint, if one was named: run it again to go on")
        elif waited > _SILENT and not self._is_warned:
            self._is_warned = True
            self._tell(f"{why}: the search ends unless a worker comes within {self._wait - waited:.0f} s")
        return is_new

    def _ask(self, seconds: float, call: Callable[[], Any]) -> Any:
        """What a call returns that waits for the scheduler; OSError after so long, or at the deadline."""
        return within(max(_LOOK, min(seconds, self.deadline - time.monotonic())), call)

    def _answers(self) -> Any:
        """What the scheduler says of its workers; OSError if it does not answer."""
        return self._ask(min(_SILENT, self._wait), partial(self._client.scheduler_info, n_workers=-1))

    def _check(self, new: list[str]) -> None:
        run = partial(self._client.run, tasks.describe, workers=new, on_error="return")
        described = self._ask(self._wait, run) if new else {}
        for who, theirs in described.items():
            unfit = tasks.unfit(who, theirs if isinstance(theirs, dict) else {"core": True, "version": "none"})
            if unfit:
                self.refused[who] = unfit
                self._tell(unfit)
            else:
                self._workers.append(who)


class Run:
    """A search on a cluster, until a time.monotonic(): `step` is called until it `is_over`, and then `stop`."""

    def __init__(self, cluster: Cluster, job: Job, quick: Subtree | None, deadline: float) -> None:
        self._cluster, self._job, self._deadline = cluster, job, deadline
        cluster.deadline = deadline
        self._rounds = Rounds(job, quick, len(cluster._workers), cluster._costs.get(job.relaxed))
        cluster._costs[job.key] = self._rounds.costs
        if not job.relaxed:
            cluster._homes.clear()
        self._names = (f"guesstree-{id(self)}-{time.time_ns()}-{number}" for number in count())
        self._data: Any = None  # the job, where the workers have it
        self._tasks: dict[str, tuple[Task, Any, list[str]]] = {}  # at work: by name, with its future and its workers
        self._events: SimpleQueue[str] = SimpleQueue()  # names of tasks that have ended
        self._positions = 0
        self._done: list[float] = []  # when tasks were answered, lately
        self._proved: list[Lemmas] = []  # since the last step

    @property
    def is_over(self) -> bool:
        """Whether the search has ended, or its time is up."""
        return self._rounds.is_done or time.monotonic() > self._deadline

    def step(self) -> tuple[list[Lemmas], list[tuple[History, int, int]]]:
        """Give tasks to the workers, and take the answers of a moment.

        Returns what was proved: rows, and sets with their costs and first guesses (-1: the cost is a lower bound).
        """
        if self._cluster._find_workers():
            self._lose(list(self._tasks))
        known = set(self._cluster._workers)
        self._lose([name for name, (_, _, theirs) in self._tasks.items() if not known & set(theirs)])
        self._give()
        if not self._rounds.is_done:
            self._wait()
        proved, self._proved = self._proved, []
        closed, self._rounds.closed = self._rounds.closed, []
        return proved, closed

    def stop(self) -> None:
        """End all tasks."""
        self._stop(list(self._tasks))

    @property
    def outcome(self) -> Outcome:
        """What was found, which rests on the workers; the best tree so far, even if the search was stopped."""
        rounds, root = self._rounds, self._rounds.root
        openers = [(root.guesses[place], cost) for cost, place in root.found] if root.guesses else []
        guess = openers[0][0] if openers else -1
        return Outcome(rounds.bound, root.cost, guess, root.tree, openers, is_stopped=not rounds.is_done)

    def _give(self) -> None:
        workers = list(self._cluster._workers)
        self._rounds.workers = max(1, len(workers))
        while len(self._tasks) < _AHEAD * len(workers):
            task = self._rounds.take()
            if task is None:
                return
            name = next(self._names)
            # With a limit of depth a search ends much sooner on the worker that has done it without one.
            homes = [self._cluster._homes.get(place) for place in task.places]
            where = next(([home] for home in homes if home in workers), workers)
            seconds = min(_FOREVER, self._deadline - time.monotonic())
            try:
                if self._data is None or self._data.status != "finished":
                    scatter = partial(self._cluster._client.scatter, self._job, broadcast=True, hash=False)
                    self._data = within(self._cluster._wait, scatter, self._cluster._answers)
                future = self._cluster._client.submit(
                    tasks.work, self._data, name, task.queries, seconds, key=name, pure=False, workers=where,
                    retries=_RETRIES,
                )  # fmt: skip
            except Exception:  # noqa: BLE001 (the next look at the workers finds what is wrong)
                self._data = None
                self._rounds.lose(task)
                return
            self._tasks[name] = task, future, where
            future.add_done_callback(lambda _, name=name: self._events.put(name))

    def _wait(self) -> None:
        with suppress(Empty):
            name = self._events.get(timeout=_PAUSE)
            while True:
                self._take(name)
                name = self._events.get_nowait()

    def _take(self, name: str) -> None:
        if name not in self._tasks:
            return  # it had become useless
        task, future, _ = self._tasks[name]
        if future.status == "error":
            error = future.exception()
            if type(error).__name__ == "KilledWorker":
                raise ClusterLost("a task ended several workers, one after the other; see their logs")
            raise ClusterLost(f"a task failed {_RETRIES + 1} times: {type(error).__name__}: {error}")
        try:
            take = partial(future.result, timeout=_FOREVER)
            result = self._cluster._ask(self._cluster._wait, take) if future.status == "finished" else None
        except Exception:  # noqa: BLE001 (the worker has died since)
            result = None
        if result is None:
            self._lose([name])
            return
        del self._tasks[name]
        self._done.append(time.monotonic())
        self._positions += result.positions
        for place in task.places:
            self._cluster._homes.setdefault(place, result.worker)
        self._rounds.put(task, result.outcomes)
        self._proved.append(result.proved)
        self._stop([name for name, (task, _, _) in self._tasks.items() if not self._rounds.is_needed(task)])

    def _lose(self, names: Sequence[str]) -> None:
        for name in names:
            self._rounds.lose(self._tasks[name][0])
        self._stop(names)

    def _stop(self, names: Sequence[str]) -> None:
        futures = [self._tasks.pop(name)[1] for name in names]
        if futures:
            with suppress(Exception):
                self._cluster._ask(_STOP, partial(self._cluster._client.cancel, futures))
                run = partial(self._cluster._client.run, _stop, list(names), wait=False, on_error="ignore")
                self._cluster._ask(_STOP, run)

    def state(self) -> ClusterState:
        """What a progress report says."""
        now, rounds = time.monotonic(), self._rounds
        self._done = [moment for moment in self._done if now - moment < _WINDOW]
        return {
            "workers": len(self._cluster._workers), "tasks": len(self._tasks),
            "tasks_per_second": len(self._done) / _WINDOW,
            "dashboard": self._cluster.dashboard,
            "search": {
                "positions": self._positions, "entries": 0, "capacity": 0, "cost": rounds.root.cost,
                "bound": rounds.bound, "guesses": rounds.describe(),
            },
        }  # fmt: skip


async def _stop(names: Sequence[str]) -> None:  # Dask waits for the answers of plain functions
    """Stop tasks, on a worker's event loop, beside the thread that searches."""
    tasks.stop(names)
