"""A cluster in virtual time: the client as it is, and workers that are processes which run only when it is their turn.

Each worker is stopped (SIGSTOP) unless it is the one that is furthest behind, so that one processor plays any number
of them, and what is sent to a task at work reaches it in the middle.  Linux only.

    python tests/twins/virtual_cluster.py bulls-5x8 --workers 8

With --workers 0 there is no client: one search has all threads.  A worker's threads share the processor, too; its clock
goes forward by what each of those that are busy then has of it.
"""

from __future__ import annotations

import heapq
import itertools
import multiprocessing
import os
import signal
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgpack
from emulator import print_figures, read_figures

import treegen as tg
from treegen.optimal import cluster, remote
from treegen.optimal.engine import Job, Problem, make_search
from treegen.optimal.messages import pack
from treegen.optimal.objective import linear

if TYPE_CHECKING:
    from collections.abc import Callable

    from treegen.native._core import Search
    from treegen.optimal.engine import Found
    from treegen.optimal.link import Lesson

__all__ = ["VirtualLink", "solve"]

_SLICE = 0.01  # seconds of this processor that a worker runs at once
_LEAST = 0.0003
_FOREVER = 1e18


class Times(NamedTuple):
    """What became of a run: virtual seconds, and seconds of all workers together."""

    seconds: float
    work: float
    sets: int  # that were searched


class _Clock:
    """Stands for the module `time` in the client."""

    def __init__(self, link: VirtualLink) -> None:
        self.monotonic = link.moment
        self.time_ns = time.time_ns


class _Process:
    """A process that is stopped, except in `run`."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self.busy = 1  # of its threads, when it ran last
        some = multiprocessing.get_context("spawn")
        self.orders, theirs = some.Pipe()
        self.changes, heard = some.Pipe()
        self._process = some.Process(target=_serve, args=(theirs, heard), daemon=True)
        self._process.start()
        theirs.close()
        heard.close()
        assert self._process.pid is not None
        self._pid = self._process.pid
        os.sched_setaffinity(self._pid, {min(os.sched_getaffinity(0))})
        assert self.orders.recv_bytes() == b""  # it has begun
        self._idle = set(self._list_threads())  # searches are done by others
        self._stop()

    def _stop(self) -> None:
        os.kill(self._pid, signal.SIGSTOP)
        os.waitpid(self._pid, os.WUNTRACED)

    def send(self, message: Any) -> None:
        """Send it an order, which it reads at once, since a pipe holds little."""
        os.kill(self._pid, signal.SIGCONT)
        self.orders.send(message)
        self._stop()

    def run(self, seconds: float | None) -> bytes | None:
        """Let it run so long, or until it answers; returns the answer."""
        os.kill(self._pid, signal.SIGCONT)
        answer = self.orders.recv_bytes() if self.orders.poll(seconds) else None
        if answer is None and self._threads > 1:
            self.busy = self._count_busy()
        self._stop()
        return answer

    def seconds(self) -> float:
        """Of processor time that it took so far: its clock has this number on Linux."""
        return time.clock_gettime((~self._pid << 3) | 2)

    def _list_threads(self) -> list[Path]:
        return list(Path(f"/proc/{self._pid}/task").iterdir())

    def _count_busy(self) -> int:
        """How many of its threads are at work or could be."""
        busy = 0
        for thread in self._list_threads():
            with suppress(OSError):  # it has ended
                if thread in self._idle:
                    continue
                busy += (thread / "stat").read_text().rpartition(")")[2].split()[0] == "R"
        return max(1, busy)

    def end(self) -> None:
        """Kill it."""
        self._process.kill()
        self._process.join()


def _serve(orders: Connection, changes: Connection) -> None:
    """What the process of a worker does."""

    def hear() -> None:
        while True:
            remote.change(changes.recv())

    threading.Thread(target=hear, daemon=True).start()
    orders.send_bytes(b"")
    while True:
        kind, arguments = orders.recv()
        orders.send_bytes(_ORDERS[kind](*arguments))


_prepared: list[Search] = []  # for a search without a client


def _prepare(game: str, guesses: str) -> bytes:
    search = make_search(tg.game(game), guesses, linear(None), 256 << 20)
    search.run(asked=[], hard=1e-9)
    _prepared[:] = [search]
    return b""


def _search(threads: int) -> bytes:
    before = _prepared[0].positions
    cost = _prepared[0].run(threads=threads)["cost"]
    return pack({"cost": cost, "positions": _prepared[0].positions - before})


_ORDERS: dict[str, Callable[..., bytes]] = {
    "learn": remote.learn, "work": remote.work, "prepare": _prepare, "search": _search,
}  # fmt: skip


class _Worker:
    """A worker, its clock, and the orders that have come; limits are in seconds of this processor."""

    def __init__(self, name: str, threads: int) -> None:
        self.name, self.threads = name, threads
        self.process = _Process(threads)
        self.clock = 0.0
        self.orders: list[tuple[str, bytes]] = []  # the first is at work
        self.seen = self.process.seconds()
        self.used = self.soft = self.hard = 0.0

    def begin(self) -> None:
        """Begin the first order; its time limits are kept here, as this processor's clock does not stand still."""
        order = msgpack.unpackb(self.orders[0][1])
        self.process.busy = 1
        self.used, self.soft, self.hard = 0.0, order["seconds"] or _FOREVER, order["hard"] or _FOREVER
        order |= {"seconds": 0.0, "hard": 0.0}
        self.process.send(("work", (pack(order),)))


class VirtualLink:
    """A Link to workers on which searches take `slowness` times as long as here, and messages half of `overhead`."""

    address = "tcp://virtual:1"
    dashboard = ""

    def __init__(self, workers: int, overhead: float = 0.025, slowness: float = 1.0, threads: int = 1) -> None:
        self._slowness, self._way = slowness, overhead / 2
        self.now, self._mark = 0.0, time.process_time()
        self.work, self.sets = 0.0, 0  # seconds of all workers, and the sets that they searched
        self._workers = {str(number): _Worker(str(number), threads) for number in range(workers)}
        self._numbers = itertools.count()
        self._sent: list[tuple[float, int, _Worker, str, Any]] = []  # a heap: when it arrives, what
        self._answers: list[tuple[float, int, str, bytes]] = []

    def moment(self) -> float:
        """The time at the client, which takes as long as it takes here."""
        return self.now + time.process_time() - self._mark

    def workers(self) -> dict[str, int]:
        return {name: worker.threads for name, worker in self._workers.items()}

    def describe(self, workers: list[str]) -> dict[str, object]:
        return dict.fromkeys(workers, remote.describe())

    def learn(self, name: str, worker: str, lesson: Lesson) -> None:
        """What is prepared once for all tasks takes no time."""
        one = self._workers[worker]
        one.process.send(("learn", lesson))
        answer = one.process.run(None)
        assert answer is not None
        one.seen = one.process.seconds()
        heapq.heappush(self._answers, (self.moment() + 2 * self._way, next(self._numbers), name, answer))

    def send(self, name: str, worker: str, order: bytes) -> None:
        self._post(worker, name, order)

    def change(self, workers: list[str], bounds: dict[str, int]) -> None:
        for worker in workers:
            self._post(worker, "", bounds)

    def _post(self, worker: str, name: str, what: Any) -> None:
        some = self.moment() + self._way, next(self._numbers), self._workers[worker], name, what
        heapq.heappush(self._sent, some)

    def forget(self, names: list[str]) -> None:
        pass

    def close(self) -> None:
        for worker in self._workers.values():
            worker.process.end()

    def wait(self, seconds: float) -> list[tuple[str, object, str]]:
        """Let time pass until there is an answer."""
        self.now = self.moment()
        until = self.now + seconds
        try:
            while True:
                behind = min((w for w in self._workers.values() if w.orders), key=lambda w: w.clock, default=None)
                clock = behind.clock if behind is not None else _FOREVER
                sent = self._sent[0][0] if self._sent else _FOREVER
                if self._answers and self._answers[0][0] <= min(until, max(self.now, min(clock, sent))):
                    at, _, name, answer = heapq.heappop(self._answers)
                    self.now = max(self.now, at)
                    return [(name, answer, "")]
                if min(clock, sent) >= until:
                    self.now = until
                    return []
                if behind is None or sent <= clock:
                    self._arrive()
                else:
                    self._run(behind)
        finally:
            self._mark = time.process_time()

    def _arrive(self) -> None:
        at, _, worker, name, what = heapq.heappop(self._sent)
        if not name:
            worker.process.changes.send(what)
            return
        worker.orders.append((name, what))
        if len(worker.orders) == 1:
            worker.clock = max(worker.clock, at)
            worker.begin()

    def _run(self, worker: _Worker) -> None:
        """A slice of a worker's time."""
        left = self._slowness * _SLICE if worker.used >= worker.soft else worker.soft - worker.used
        left = min(left, worker.hard - worker.used) / self._slowness * worker.process.busy
        answer = worker.process.run(max(_LEAST, min(_SLICE, left)))
        seen = worker.process.seconds()
        spent, worker.seen = self._slowness * (seen - worker.seen), seen
        worker.used += spent / worker.process.busy
        worker.clock += spent / worker.process.busy
        self.work += spent
        name = worker.orders[0][0]
        if answer is not None:
            found = msgpack.unpackb(answer)
            if "seconds" in found:
                self.sets += found["positions"]
                answer = pack(found | {"seconds": worker.used})
            heapq.heappush(self._answers, (worker.clock + self._way, next(self._numbers), name, answer))
            del worker.orders[0]
            if worker.orders:
                worker.begin()
        elif worker.used >= worker.hard:
            worker.process.changes.send({name: remote.GIVE_UP})
        elif worker.used >= worker.soft:
            worker.process.changes.send({name: remote.HURRY})


def solve(
    game: str,
    workers: int,
    overhead: float = 0.025,
    slowness: float = 1.0,
    memory: int = 64,
    threads: int = 1,
    guesses: str = "all",
) -> tuple[Found, Times]:
    """Find the tree of least total on such a cluster; `memory` and `threads` are of each worker, memory in MB."""
    link = VirtualLink(workers, overhead, slowness, threads)
    before = cluster.time  # type: ignore[attr-defined]
    try:
        cluster.time = _Clock(link)  # type: ignore[attr-defined, assignment]
        job = Job(
            Problem(tg.game(game), guesses, None), linear(None), relaxed=None, memory=memory << 20, switches=None,
            upper_bound=None, firsts=0, lemmas=[], known=[], saved=None, save=None,
        )  # fmt: skip
        client = cluster.Cluster(link)
        found = client.solve(job, lambda _: False)
        return found, Times(link.now, link.work, link.sets)
    finally:
        cluster.time = before  # type: ignore[attr-defined]
        link.close()


def search_alone(game: str, threads: int = 1, guesses: str = "all") -> tuple[int, Times]:
    """The cost of the tree of least total, by one search with so many threads."""
    process = _Process(threads)
    process.send(("prepare", (game, guesses)))
    process.run(None)
    seen = began = process.seconds()
    seconds = 0.0
    process.send(("search", (threads,)))
    answer = None
    while answer is None:
        answer = process.run(_SLICE)
        before, seen = seen, process.seconds()
        seconds += (seen - before) / process.busy
    process.end()
    found = msgpack.unpackb(answer)
    return found["cost"], Times(seconds, seen - began, found["positions"])


def _main() -> None:
    reads = read_figures()
    reads.add_argument("--threads", type=int, default=1, help="of each worker, which share its table")
    reads.add_argument("--overhead", type=float, default=0.025, help="seconds that a task is under way besides")
    reads.add_argument("--memory", type=int, default=64, help="MB of each worker")
    reads.add_argument("--guesses", choices=("all", "candidates"), default="all")
    given = reads.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # the client takes its turn, too
    one = search_alone(given.game, guesses=given.guesses)[1]
    if given.workers:
        found, times = solve(**vars(given))
        cost = found.cost
    else:
        cost, times = search_alone(given.game, given.threads, given.guesses)
        times = Times(given.slowness * times.seconds, given.slowness * times.work, times.sets)
    processors = max(1, given.workers) * given.threads
    print_figures(
        cost, given.slowness * one.work, processors, seconds=times.seconds, sets=times.sets / one.sets,
        work=times.work, busy=times.work / (processors * times.seconds),
    )  # fmt: skip


if __name__ == "__main__":
    _main()
