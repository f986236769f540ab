"""The workers of a cluster of dask.distributed.

Tasks and their answers are bytes.  A small answer comes as an event, which saves the client a request; a large one is
fetched.  Nothing is unpickled here: the client reads msgpack, and not the exceptions that workers raise.
"""

from __future__ import annotations

import json
import logging
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import dask
import distributed

from player.errors import BadInput
from player.rules.whole import read_whole
from treegen.optimal import remote
from treegen.optimal.link import Lesson, LinkLost

__all__ = ["DaskLink"]

_TOPIC = "guesstree"  # of the events; the scheduler keeps the last thousand of a topic
_SMALL = 192 << 10  # bytes of an answer that comes as an event
_LARGE = 1 << 20  # bytes of a problem that workers pass on to each other
_FORMATS = ["dask", "msgpack"]  # for all that is sent as data: never pickle
_ENV = "DASK_SCHEDULER_ADDRESS"


class _NoScheduler(BadInput):
    """No scheduler answers at the address."""


class _Client(distributed.Client):
    """A client that does not unpickle exceptions of workers, which could run any code."""

    def _handle_task_erred(self, key: Any = None, exception: object = None, traceback: object = None) -> None:  # noqa: ARG002
        done: Any = super()._handle_task_erred
        done(key, "raised by a worker", None)

    def __del__(self) -> None:
        """Close it; quietly, where it never was connected."""
        with suppress(Exception):
            end: Any = super().__del__
            end()


# What dask.distributed raises if the connection is lost.
_GONE: tuple[type[BaseException], ...] = (
    OSError,
    TimeoutError,
    RuntimeError,
    CancelledError,
    getattr(distributed.client, "ClosedClientError", OSError),
    KeyError,
    _NoScheduler,
)
# Those that Dask's configuration gives a level of their own, and asyncio, which reports tasks that nobody waits for.
_LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")


class DaskLink:
    """The workers of a scheduler.

    `where` is `tcp://host:port`, `tls://host:port` with the certificates of Dask's own configuration
    (distributed.comm.tls), `local:N` for N processes on this machine, the file that a scheduler wrote
    (`--scheduler-file`), `auto` for the scheduler of DASK_SCHEDULER_ADDRESS, or a distributed.Client, which stays open.
    """

    def __init__(self, where: Any) -> None:
        for name in _LOGGERS:  # lost connections are reported by the search
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._local: Any = None
        self._is_mine = isinstance(where, str)
        self._events: SimpleQueue[tuple[str, Any, bool]] = SimpleQueue()  # name, answer or future, whether it is that
        self._futures: dict[str, Any] = {}
        self._lesson: tuple[Lesson, Any] | None = None  # a large one that workers pass on
        if self._is_mine:
            self.address = self._find(where)
            self._client = self._connect(self.address, 5)
        else:
            self._client = where
            self.address = str(where.scheduler.address)
        self.dashboard = self._find_dashboard()
        self._listen()

    def _find(self, address: str) -> str:
        """The address of the scheduler; a local scheduler is started."""
        named = address
        if address == "auto":
            config: Any = dask.config
            named = config.get("scheduler-address", None) or ""
            if not named:
                raise BadInput(f"--cluster auto needs {_ENV}, the address of a Dask scheduler")
        elif address.endswith(".json") or Path(address).is_file():
            named = _read_scheduler_file(address)
        kind, _, number = named.partition(":")
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
                    f"{named}: tls:// needs certificates: set ca-file, client.key and client.cert of"
                    " distributed.comm.tls in Dask's configuration"
                )
        return named

    @staticmethod
    def _connect(address: str, seconds: int) -> Any:
        try:
            connect: Any = _Client
            return connect(address, timeout=seconds, set_as_default=False, serializers=_FORMATS, deserializers=_FORMATS)
        except Exception as error:  # noqa: BLE001 (another kind of server makes Dask raise anything, MemoryError, too)
            is_plain = isinstance(error, (OSError, ValueError))
            why = _line(error) if is_plain else "what answers is something else"
            raise _NoScheduler(f"{address}: no Dask scheduler answers there: {why}") from None

    def _find_dashboard(self) -> str:
        with suppress(*_GONE, AttributeError):
            return str(self._client.dashboard_link or "")
        return ""

    def _listen(self) -> None:
        """Have answers put into the queue."""

        def hear(event: Any) -> None:
            body = event[1] if isinstance(event, (tuple, list)) and len(event) > 1 else None
            if isinstance(body, (tuple, list)) and len(body) == 2 and isinstance(body[0], str):
                self._events.put((body[0], body[1], False))

        self._client.subscribe_topic(_TOPIC, hear)

    def workers(self) -> dict[str, int]:
        """The workers and their threads; LinkLost if the scheduler does not answer: then all that was sent is lost."""
        try:
            known = self._client.scheduler_info(n_workers=-1).get("workers")
            if known is None:
                known = self._reconnect()
            return {who: worker["nthreads"] for who, worker in known.items()}
        except _GONE as error:
            raise LinkLost(f"the connection to the scheduler is lost ({_line(error)})") from None

    def _reconnect(self) -> dict[str, Any]:
        """Connect again to a scheduler that was lost, and return its workers."""
        if not self._is_mine:
            raise OSError("the client is closed")
        fresh = self._connect(self.address, 2)
        self._client.close(timeout=0)
        self._client = fresh
        self._futures.clear()
        self._lesson = None
        self._listen()
        workers: dict[str, Any] = fresh.scheduler_info(n_workers=-1).get("workers", {})
        return workers

    def describe(self, workers: list[str]) -> Mapping[str, object]:
        """What each worker says of itself."""
        try:
            found: Mapping[str, object] = self._client.run(remote.describe, workers=workers, on_error="return")
        except _GONE as error:
            raise LinkLost(f"the connection to the scheduler is lost ({_line(error)})") from None
        return found

    def learn(self, name: str, worker: str, lesson: Lesson) -> None:
        """Have a worker prepare for a problem."""
        given: Any = lesson
        if len(lesson[0]) + sum(len(column) for blocks in lesson[1:] for block in blocks for column in block) > _LARGE:
            try:
                if self._lesson is None or self._lesson[0] is not lesson:
                    self._lesson = lesson, self._client.scatter([lesson], hash=False)[0]
            except _GONE as error:
                raise LinkLost(_line(error)) from None
            given = self._lesson[1]
        self._submit(_learn, given, name, worker)

    def send(self, name: str, worker: str, order: bytes) -> None:
        """Have a worker do a task."""
        self._submit(_work, order, name, worker)

    def _submit(self, function: Any, argument: Any, name: str, worker: str) -> None:
        try:
            future = self._client.submit(function, argument, name, key=name, pure=False, workers=[worker])
        except _GONE as error:
            raise LinkLost(_line(error)) from None
        self._futures[name] = future
        future.add_done_callback(lambda future: self._events.put((name, future, True)))

    def change(self, workers: list[str], bounds: dict[str, int]) -> None:
        """Lower the upper bounds of tasks; this runs on the workers' event loops, beside the thread that searches."""
        # In a thread of its own: where a worker has just died, Dask tries to reach it for half a minute.
        threading.Thread(target=self._tell, args=(workers, bounds), daemon=True).start()

    def _tell(self, workers: list[str], bounds: dict[str, int]) -> None:
        with suppress(*_GONE, RuntimeError):  # the tasks end by themselves
            self._client.run(_change, bounds, workers=workers, wait=False, on_error="ignore")

    def wait(self, seconds: float) -> list[tuple[str, object, str]]:
        """The answers that have come."""
        found: list[tuple[str, object, str]] = []
        deadline = time.monotonic() + seconds
        while not found:
            try:
                event = self._events.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                break
            self._note(event, found)
            while True:
                try:
                    self._note(self._events.get_nowait(), found)
                except Empty:
                    break
        return found

    def _note(self, event: tuple[str, Any, bool], found: list[tuple[str, object, str]]) -> None:
        name, what, is_future = event
        if name not in self._futures:
            return
        if not is_future:
            self._futures.pop(name)
            found.append((name, what, ""))
            return
        if what.status == "finished":
            try:
                value = self._client.gather(what)
            except _GONE:
                value = None
            if value != b"":  # else it came as an event
                self._futures.pop(name)
                found.append((name, value, "its answer is lost"))
        else:
            self._futures.pop(name)
            is_error = what.status == "error"
            found.append((name, None, "it failed outside of the search; its log says more" if is_error else ""))

    def forget(self, names: list[str]) -> None:
        """No answer of these names is awaited any more."""
        for name in names:
            future = self._futures.pop(name, None)
            if future is not None:
                with suppress(*_GONE):
                    future.release()

    def close(self) -> None:
        """Leave the cluster; a local cluster is ended."""
        self._futures.clear()
        self._lesson = None
        if self._is_mine:
            with suppress(*_GONE, AttributeError):
                self._client.close(timeout=5)
        if self._local is not None:
            self._local.close(timeout=5)


def _work(order: bytes, name: str) -> bytes:
    """remote.work on a worker; a small answer is sent as an event, and b"" returned."""
    answer = remote.work(order)
    if len(answer) > _SMALL:
        return answer
    distributed.get_worker().log_event(_TOPIC, [name, answer])
    return b""


async def _change(bounds: dict[str, int]) -> None:  # Dask waits for the answers of plain functions
    """remote.change on a worker."""
    remote.change(bounds)


def _learn(given: Lesson, name: str) -> bytes:  # noqa: ARG001
    """remote.learn on a worker."""
    return remote.learn(*given)


def _read_scheduler_file(path: str) -> str:
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
        address = found["address"]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise BadInput(f"{path}: it is not the file of a Dask scheduler: {_line(error)}") from None
    if not isinstance(address, str):
        raise BadInput(f"{path}: it is not the file of a Dask scheduler")
    return address


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
