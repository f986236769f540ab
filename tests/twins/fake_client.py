"""A distributed.Client whose workers are a thread of this process, which does tasks in random order and loses some."""

from __future__ import annotations

import pickle
import random
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from inspect import iscoroutinefunction
from types import SimpleNamespace
from typing import Any

from treegen.optimal import tasks


# The signatures are those of Dask.
# ruff: noqa: ARG002
class FakeFuture:
    """A task, or what was scattered."""

    def __init__(self, call: Callable[[], Any] | None = None, value: Any = None) -> None:
        self.status = "pending" if call is not None else "finished"
        self.call, self.value = call, value
        self._callbacks: list[Callable[[Any], None]] = []

    def add_done_callback(self, callback: Callable[[Any], None]) -> None:
        self._callbacks.append(callback)
        if self.status != "pending":
            callback(self)

    def end(self, status: str, value: Any = None) -> None:
        if self.status == "pending":
            self.value, self.status = value, status
            for callback in self._callbacks:
                callback(self)

    def result(self, timeout: float) -> Any:
        return self.value

    def exception(self) -> Any:
        return self.value


class FakeClient:
    """`change` is called with a task's result and may return another, or raise an error.

    With `loss`, so many of the tasks are lost on the way, each once.
    """

    status, dashboard_link = "running", ""

    def __init__(
        self, seed: int = 0, workers: int = 2, loss: float = 0.0, change: Callable[[Any], Any] = lambda result: result
    ) -> None:
        self.scheduler = SimpleNamespace(address="tcp://fake:1")
        self.workers = {f"tcp://fake:{2 + i}": {"nthreads": 1} for i in range(workers)}
        self.submitted: list[str] = []
        self._random, self._loss, self._change = random.Random(seed), loss, change
        self._pending: list[FakeFuture] = []
        self._lock = threading.Lock()  # guards the last one
        self._is_working = False
        tasks._searches.clear()  # what another test has proved

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        return {"workers": dict(self.workers)}

    def run(
        self, function: Callable[..., Any], *arguments: Any, workers: Sequence[str] = (), wait: bool = True,
        on_error: str = "raise",
    ) -> dict[str, Any]:  # fmt: skip
        if iscoroutinefunction(function):
            with suppress(StopIteration):  # a browser's tests may have left an event loop running
                function(*arguments).send(None)
            return {}
        return {who: function(*arguments) for who in workers}

    def scatter(self, data: Any, *, broadcast: bool, hash: bool) -> FakeFuture:
        return FakeFuture(value=pickle.loads(pickle.dumps(data)))  # noqa: S301 (our own)

    def submit(
        self, function: Callable[..., Any], data: FakeFuture, *arguments: Any, key: str, pure: bool,
        workers: Sequence[str], retries: int,
    ) -> FakeFuture:  # fmt: skip
        assert set(workers) <= set(self.workers)
        self.submitted.append(key)
        future = FakeFuture(lambda: self._change(function(data.value, *arguments)))
        with self._lock:
            self._pending.append(future)
            if not self._is_working:
                self._is_working = True
                threading.Thread(target=self._work, daemon=True).start()
        return future

    def cancel(self, futures: Sequence[FakeFuture]) -> None:
        for future in futures:
            future.end("cancelled")

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._pending:
                    self._is_working = False
                    return
                future = self._pending.pop(self._random.randrange(len(self._pending)))
            if future.status != "pending" or future.call is None:
                continue
            if self._random.random() < self._loss:
                future.end("lost")
                continue
            try:
                future.end("finished", future.call())
            except Exception as error:  # noqa: BLE001 (it is handed on, as Dask does)
                future.end("error", error)
