"""A search on a cluster of dask.distributed: workers search the sets that the search here queues as tasks.

The search is the same as without a cluster, with many threads.  A thread that comes to a set of a size that is worth
sending puts it into the work queue (native/work_queue.hpp) and waits for the answer.  So open branches, the best value
and the bounds stay in this process, and the bytes of the tree do not depend on who searched which set.  Every task
carries the upper bound of its moment; a task that has become useless is cancelled and stopped.  A set that takes a
worker too long comes back and is split: the waiting thread goes on with it, and queues the smaller sets in it.
"""

from __future__ import annotations

import logging
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from itertools import count
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

import distributed

from player.errors import BadInput, GaveUp
from player.rules.whole import read_whole
from treegen.native import core
from treegen.native.interface import NEVER
from treegen.optimal import remote
from treegen.optimal.audit import Claim, FalseClaim, LemmaClaims
from treegen.optimal.checkpoint import Checkpoint, Lemmas
from treegen.optimal.engine import Problem
from treegen.optimal.objective import Prices

if TYPE_CHECKING:
    from treegen.games.game import Game
    from treegen.native._core import Search
    from treegen.native.interface import Task
    from treegen.optimal.engine import HelperState

__all__ = ["Cluster", "ClusterLost"]

_PATIENCE = 60.0  # seconds to wait for a worker to come (back)
_TOO_LONG = 10.0  # seconds after which a set comes back to be split
_WORTH = (0.005, 5.0)  # seconds that a set worth sending is expected to take
_START = (24, 400, 2)  # sizes of sets sent, and guesses at larger ones at once, before anything is known
_FEW, _MANY = 0.2, 2.0  # seconds: so many guesses are sent at once that they take longer, and less
_THREADS = 4  # of the search, for every thread of a worker: most of them wait
_AHEAD = 2  # tasks for every thread of a worker, so that none waits for the next one
_FAILURES = 3  # of a worker until it is refused, of a task or of whole workers until the run ends
_KEPT = 100_000  # claims of workers that are kept to be drawn from
_FORMATS = ["dask", "msgpack"]  # for all that is sent as data: never pickle

Note = Callable[[dict[str, Any]], None]


class ClusterLost(GaveUp):
    """All workers are lost."""


class _NoScheduler(BadInput):
    """No scheduler answers at the address."""


class _Client(distributed.Client):
    """A client that does not unpickle exceptions of workers, which could run any code."""

    def _handle_task_erred(self, key: Any = None, exception: object = None, traceback: object = None) -> None:  # noqa: ARG002
        done: Any = super()._handle_task_erred
        done(key, "raised by a worker", None)


# What dask.distributed raises if the connection is lost.
_GONE: tuple[type[BaseException], ...] = (
    OSError,
    TimeoutError,
    RuntimeError,
    CancelledError,
    getattr(distributed.client, "ClosedClientError", OSError),
    _NoScheduler,
)
# Those that Dask's configuration gives a level of their own, and asyncio, which reports tasks that nobody waits for.
_LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")


class Cluster:
    """The workers at an address, `tcp://host:port` of a scheduler or `local:N` for N processes on this machine.

    `tls://host:port` takes certificates from Dask's own configuration (distributed.comm.tls).  The form of the answers
    is checked here; `take_claims` returns the claims in them, of which a sample is to be checked.

    `tell` is called with a line about each worker that cannot take part, `record` with {"size", "seconds", "asked",
    "sent", "answered", "guesses", "feedbacks"} of each task that was answered.  Raises BadInput if there is no
    scheduler, or no worker that can take part.
    """

    def __init__(
        self,
        address: str,
        *,
        threads: int | None = None,
        tell: Callable[[str], None] | None = None,
        record: Note | None = None,
    ) -> None:
        if core is None:
            raise BadInput("--cluster needs the native core here: install guesstree where a compiler is")
        # Lost connections are reported by this module.
        for name in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.refused: dict[str, str] = {}  # workers that cannot take part, and why
        self._threads, self._record = threads, record
        self._tell = tell if tell is not None else lambda _: None
        self._local: Any = None
        self._address = self._find(address)
        self._client = self._connect(self._address, 5)
        self._slots: dict[str, int] = {}  # workers that can, and their threads
        self._tasks: dict[str, _SentTask] = {}
        self._again: list[_SentTask] = []  # to be sent once more
        self._by_request: dict[int, str] = {}
        self._answers: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self._names = (f"guesstree-{id(self)}-{time.time_ns()}-{turn}" for turn in count())
        self._to_stop: list[str] = []
        self._checked = self._seen = time.monotonic()
        self._common: remote.Problem | None = None
        self._game: Game | None = None
        self._sizes = _Sizes()
        self._failed: dict[str, int] = {}  # how often a worker failed
        self._claims: list[Claim] = []
        self._claimed = 0
        try:
            self._find_workers()
        except BaseException:
            self.close()
            raise
        if not self._slots:
            self.close()
            raise BadInput(f"{address}: the cluster has no workers{' that can take part' if self.refused else ''}")

    def _find(self, address: str) -> str:
        """The address of the scheduler; a local scheduler is started."""
        kind, _, number = address.partition(":")
        if kind == "local":
            processes = read_whole(number, 1, 1024)
            if processes is None:
                raise BadInput(f"{address!r}: local takes a number of processes, as in local:2")
            make: Any = distributed.LocalCluster
            with _ignored_interrupts():
                self._local = make(
                    n_workers=processes, threads_per_worker=1, processes=True, host="127.0.0.1",
                    dashboard_address=":0", silence_logs=50,
                )  # fmt: skip
            return str(self._local.scheduler_address)
        if kind not in ("tcp", "tls") or not number.startswith("//") or ":" not in number[2:]:
            raise BadInput(f"{address!r} is not a cluster; write tcp://host:port of a Dask scheduler, or local:N")
        if kind == "tls":
            security: Any = distributed.Security
            if security().get_connection_args("client").get("ssl_context") is None:
                raise BadInput(
                    f"{address}: tls:// needs certificates: set ca-file, client.key and client.cert of"
                    " distributed.comm.tls in Dask's configuration"
                )
        return address

    @staticmethod
    def _connect(address: str, seconds: int) -> Any:
        try:
            connect: Any = _Client
            return connect(address, timeout=seconds, set_as_default=False, serializers=_FORMATS, deserializers=_FORMATS)
        except (OSError, TimeoutError, ValueError) as error:
            raise _NoScheduler(f"{address}: no Dask scheduler answers there: {_line(error)}") from None

    def begin(self, search: Search, problem: Problem, prices: Prices, memory: int, switches: int | None) -> int:
        """Open the work queue of this search; returns how many threads the search should have."""
        game = problem.game
        if game.rules is None or ":" in game.name:
            raise BadInput(f"{game.name}: --cluster takes games that a name describes, such as bulls-4x10")
        self._game = game
        self._sizes = _Sizes()
        self._common = {
            "game": game.name,
            "pool": problem.pool,
            "weights": None if game.weights is None else game.weights.tolist(),
            "prices": None if prices.values is None else list(prices.values),
            "memory": memory,
            "switches": switches,
            "seconds": _TOO_LONG,
        }
        search.set_task_range(*self._sizes.range())
        return self._threads or min(1024, max(8, _THREADS * sum(self._slots.values())))

    def serve(self, search: Search, store: Checkpoint | None) -> None:
        """Send the queued sets, pass on the answers, and stop the tasks that have become useless."""
        self._find_workers()
        for cancelled in search.cancelled_tasks():
            name = self._by_request.get(cancelled)
            if name is not None:
                self._cancel(name)
                self._to_stop.append(name)
            else:
                self._again = [waiting for waiting in self._again if waiting.request["id"] != cancelled]
        self._take_answers(search, store)
        if not self._slots:
            return
        again, self._again = self._again, []
        for task in again:
            self._submit(task)
        free = _AHEAD * sum(self._slots.values()) - len(self._tasks) - len(self._again)
        for request in search.take_tasks(max(0, free)):
            self._submit(_SentTask(request, request["queued_at"]))
        if self._to_stop:
            self._stop_tasks()

    def state(self) -> HelperState:
        """The figures of a progress report."""
        return {"workers": len(self._slots), "tasks": len(self._tasks)}

    @property
    def source(self) -> str:
        """The name of the cluster in messages."""
        return f"cluster {self._address}"

    def take_claims(self) -> list[Claim]:
        """The claims of workers since the last call: all of them, or an even sample of very many."""
        claims, self._claims, self._claimed = self._claims, [], 0
        return claims

    def _claim(self, claim: Claim) -> None:
        self._claimed += 1
        if len(self._claims) < _KEPT:
            self._claims.append(claim)
        elif (place := random.SystemRandom().randrange(self._claimed)) < _KEPT:
            self._claims[place] = claim

    def end(self, search: Search) -> None:
        """Close the work queue, and stop the tasks that are still being searched."""
        search.reject_tasks()
        self._to_stop += self._tasks
        for name in list(self._tasks):
            self._cancel(name)
        self._again.clear()
        if self._to_stop:
            self._stop_tasks()

    def close(self) -> None:
        """Leave the cluster; a local cluster is ended."""
        with suppress(*_GONE):
            self._client.close(timeout=5)
        if self._local is not None:
            self._local.close(timeout=5)

    def _find_workers(self) -> None:
        """Once a second, find the workers, check whether new ones can take part, and whether any are left."""
        now = time.monotonic()
        if self._slots and now - self._checked < 1:
            return
        self._checked = now
        try:
            known = self._client.scheduler_info(n_workers=-1).get("workers")
            if known is None:
                known = self._reconnect()
            new = [who for who in known if who not in self._slots and who not in self.refused]
            answers = self._client.run(remote.describe, workers=new, on_error="return") if new else {}
        except _GONE as error:
            known, answers = {}, {}
            self._give_up_after(f"the connection to the scheduler is lost ({_line(error)})")
        for who, answer in answers.items():
            why = remote.unfit(who, answer if isinstance(answer, dict) else {"core": True, "version": "none"})
            if why:
                self.refused[who] = why
                self._tell(why)
        self._slots = {who: known[who]["nthreads"] for who in known if who not in self.refused}
        for name, task in list(self._tasks.items()):
            if task.worker not in self._slots:  # it is gone: another worker searches the set
                self._cancel(name)
                self._again.append(task)
        if self._slots:
            self._seen = now
        else:
            self._give_up_after(next(iter(self.refused.values()), "no worker is left"))

    def _reconnect(self) -> dict[str, Any]:
        """Connect again to a scheduler that was lost, and return its workers; all tasks are sent again."""
        fresh = self._connect(self._address, 2)
        self._client.close(timeout=0)
        self._client = fresh
        self._again += self._tasks.values()
        self._tasks.clear()
        self._by_request.clear()
        workers: dict[str, Any] = fresh.scheduler_info(n_workers=-1).get("workers", {})
        return workers

    def _give_up_after(self, why: str) -> None:
        if (self._tasks or self._again) and time.monotonic() - self._seen > _PATIENCE:
            raise ClusterLost(f"{why}; what was proved is in the checkpoint, if one was named: run it again to go on")

    def _submit(self, task: _SentTask) -> None:
        name = next(self._names)
        assert self._common is not None
        packed = remote.pack_task({
            "name": name, "guesses": task.request["guesses"], "feedbacks": task.request["feedbacks"],
            "depth": task.request["depth"], "upper_bound": task.request["upper_bound"], "only": task.request["only"],
            **self._common,
        })  # fmt: skip
        # The task goes to the worker with the fewest tasks, if possible to one that has not failed at it.
        busy = Counter(other.worker for other in self._tasks.values())
        task.worker = min(self._slots, key=lambda who: (who in task.failed_at, busy[who] / self._slots[who]))
        try:
            task.future = self._client.submit(remote.work, packed, key=name, pure=False, workers=[task.worker])
        except _GONE:
            self._again.append(task)
            return
        task.sent = time.monotonic()
        self._tasks[name] = task
        self._by_request[task.request["id"]] = name
        task.future.add_done_callback(lambda future: self._answers.put((name, future)))

    def _take_answers(self, search: Search, store: Checkpoint | None) -> None:
        done: dict[str, Any] = {}
        while True:
            try:
                name, future = self._answers.get_nowait()
            except Empty:
                break
            if name in self._tasks:
                done[name] = future
        futures = {name: future for name, future in done.items() if future.status == "finished"}
        try:
            values = self._client.gather(futures, errors="skip") if futures else {}
        except _GONE:
            values = {}
        for name, future in done.items():
            task = self._tasks.pop(name)
            self._by_request.pop(task.request["id"], None)
            if name in values:
                self._hand_on(search, store, task, values[name])
            else:
                self._again.append(task)  # the worker or the connection is lost: another worker searches it
                if future.status == "error":
                    self._count_failure(task, "it failed outside of the search; its log says more")

    def _hand_on(self, search: Search, store: Checkpoint | None, task: _SentTask, answer: object) -> None:
        request = task.request
        try:
            found, lemmas = remote.unpack_answer(answer)
            if "outcome" in found:
                self._check_form(search, request, found, lemmas)
        except remote.MalformedAnswer as error:
            raise FalseClaim(
                f"{self._address}: worker {task.worker} answered what cannot be true: {error}; nothing of this cluster"
                " is believed"
            ) from None
        if "outcome" not in found:
            self._again.append(task)
            if "failed" in found:  # else the worker is unfit and new: the next check refuses it
                self._count_failure(task, found["failed"])
            return
        if lemmas is not None:
            for claim in LemmaClaims([lemmas]):
                self._claim(claim)
            if store is not None:
                store.add(lemmas)
        self._answer(search, request, found)
        self._sizes.add(request["size"], len(request["only"]), found["seconds"])
        search.set_task_range(*self._sizes.range())
        if self._record is not None and found["outcome"] != "stopped":
            self._record({
                "size": request["size"], "seconds": found["seconds"], "asked": task.asked, "sent": task.sent,
                "answered": time.monotonic(), "guesses": request["guesses"], "feedbacks": request["feedbacks"],
                "only": len(request["only"]),
            })  # fmt: skip

    def _check_form(self, search: Search, request: Task, found: remote.Answer, lemmas: Lemmas | None) -> None:
        """Check that the answer fits the request and is not visibly false; pass its proved sets on to the search."""
        outcome, bound, guess, only = found["outcome"], _bound_of(found), found["guess"], request["only"]
        upper = NEVER if request["upper_bound"] is None else request["upper_bound"]
        flaw = None
        if outcome == "proved" and (bound >= upper or (only and guess not in only)):
            flaw = "it is not below the limit, or its guess was not asked for"
        elif outcome == "bounded" and (bound < upper or upper == NEVER):
            flaw = "it is a bound below the limit"
        elif outcome == "proved" or (outcome != "stopped" and not only):
            cost = min(bound, NEVER if outcome == "infeasible" else upper)
            flaw = search.flaw(path=_path(request), cost=cost, guess=guess, of_some=bool(only))
        if flaw is None and lemmas is not None:
            flaw = (search.preload(*lemmas) or (0, None))[1]
        if flaw is not None:
            raise remote.MalformedAnswer(flaw)

    def _answer(self, search: Search, request: Task, found: remote.Answer) -> None:
        """Give a result to the thread that waits for it, and keep its claim."""
        outcome, guess = found["outcome"], found["guess"]
        if outcome == "stopped":
            search.reject_task(request["id"])
            return
        cost = _bound_of(found)
        if outcome == "bounded" and request["upper_bound"] is not None:
            cost = min(cost, request["upper_bound"])  # a higher bound is not needed
        search.complete_task(request["id"], cost, guess)
        assert self._common is not None
        values = self._common["prices"]
        price = 1 if values is None else values[request["depth"]]
        relative = cost if cost >= NEVER else cost - price * self._weight_of(request)
        self._claim(Claim(tuple(_path(request)), relative, guess, tuple(request["only"])))

    def _weight_of(self, request: Task) -> int:
        """The weights of the candidates of a set together."""
        if self._game is None or self._game.weights is None:
            return request["size"]
        steps = zip(request["guesses"], request["feedbacks"], strict=True)
        return int(self._game.weights[self._game.select(steps)].sum())

    def _count_failure(self, task: _SentTask, words: str) -> None:
        """Count a failure of a worker at a task; neither is tried without end."""
        who = task.worker
        task.failed_at.append(who)
        if len(task.failed_at) >= _FAILURES:
            raise ClusterLost(f"a task failed {_FAILURES} times, the last time at {who}: {words}")
        self._failed[who] = self._failed.get(who, 0) + 1
        if self._failed[who] < _FAILURES or who in self.refused:
            return
        self.refused[who] = f"{who} failed {_FAILURES} times and is asked no more: {words}"
        self._slots.pop(who, None)
        self._tell(self.refused[who])
        if sum(failures >= _FAILURES for failures in self._failed.values()) >= _FAILURES:
            raise ClusterLost(f"{_FAILURES} workers failed {_FAILURES} times each, the last one is {who}: {words}")
        if not self._slots:
            raise ClusterLost(f"no worker is left: {self.refused[who]}")

    def _cancel(self, name: str) -> None:
        """Forget a task that was sent."""
        task = self._tasks.pop(name)
        self._by_request.pop(task.request["id"], None)
        with suppress(*_GONE):
            task.future.cancel()

    def _stop_tasks(self) -> None:
        names, self._to_stop = self._to_stop, []
        if not self._slots:
            return
        try:
            # This runs on the workers' event loops, beside the thread that searches.
            self._client.run(remote.stop, names, workers=list(self._slots), wait=False, on_error="ignore")
        except _GONE:
            pass  # they end by themselves, after _TOO_LONG


class _SentTask:
    """A task that was sent to a worker."""

    __slots__ = ("asked", "failed_at", "future", "request", "sent", "worker")

    def __init__(self, request: Task, asked: float) -> None:
        self.request, self.asked, self.sent = request, asked, asked
        self.future: Any = None
        self.worker = ""
        self.failed_at: list[str] = []  # workers, once for each time


class _Sizes:
    """Estimates which sizes of sets are worth sending, from the time they took; the tree does not depend on it."""

    def __init__(self) -> None:
        self._seconds: dict[int, float] = {}  # running mean by bucket: half a power of two
        self._guesses, self._taken = float(_START[2]), (_FEW * _MANY) ** 0.5

    @staticmethod
    def _bucket(size: int) -> int:
        bits = size.bit_length()
        return 2 * bits + (size >> (bits - 2) & 1 if bits > 1 else 0)

    @staticmethod
    def _least(bucket: int) -> int:
        bits, half = divmod(bucket, 2)
        return (1 << bits - 1) + (half << bits - 2)

    def add(self, size: int, guesses: int, seconds: float) -> None:
        """Record the time for a set of this size, or (unless `guesses` is 0) for so many guesses at it."""
        if guesses:
            self._taken = 0.9 * self._taken + 0.1 * seconds
            if guesses >= int(self._guesses) and self._taken < _FEW:
                self._guesses = min(64.0, self._guesses * 1.1)
            elif self._taken > _MANY:
                self._guesses = max(1.0, self._guesses / 1.1)
            return
        bucket = self._bucket(size)
        known = self._seconds.get(bucket)
        self._seconds[bucket] = seconds if known is None else 0.8 * known + 0.2 * seconds

    def range(self) -> tuple[int, int, int]:
        """The least and the greatest size to send, and how many guesses at a time of larger sets."""
        least, most, _ = _START
        for bucket, seconds in sorted(self._seconds.items()):
            if seconds < _WORTH[0]:
                least = max(least, self._least(bucket + 1))
            if seconds < _WORTH[1]:
                most = max(most, self._least(bucket + 2))
            else:
                most = min(most, self._least(bucket) - 1)
        return least, max(most, least), int(self._guesses)


def _bound_of(found: remote.Answer) -> int:
    """What a set costs at least, by an answer: NEVER if there is no tree."""
    return NEVER if found["bound"] is None else found["bound"]


def _path(request: Task) -> list[int]:
    """The guesses that lead to a request's set, each followed by its feedback."""
    return [index for step in zip(request["guesses"], request["feedbacks"], strict=True) for index in step]


@contextmanager
def _ignored_interrupts() -> Iterator[None]:
    """Make programs that are started here ignore Ctrl-C, which a terminal sends to all; this one ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
