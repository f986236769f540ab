"""Work in other threads: native work that the calling thread can stop, and work in the background."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from player.errors import BadInput, GuesstreeError

if TYPE_CHECKING:
    from treegen.native._core import Search

Value = TypeVar("Value")
_FIRST, _LONGEST = 0.002, 0.05  # The pause between two checks grows from the first number of seconds to the second.


def _start(work: Callable[[], Value], *, daemon: bool = False) -> Future[Value]:
    """Start work in another thread and return its future.  Raises BadInput if the system cannot start a thread."""
    future: Future[Value] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 (the thread that waits raises it)
            future.set_exception(error)

    try:
        threading.Thread(target=run, daemon=daemon).start()
    except RuntimeError:
        raise BadInput("the system grants no thread to search in: end other programs, or raise the limit") from None
    return future


def _finish(future: Future[Value]) -> None:
    """Wait for the future and ignore interrupts, because the interpreter must not end while the core runs."""
    while not future.done():
        with suppress(KeyboardInterrupt):
            wait([future])


def run_stoppable(search: Search, work: Callable[[], Value], is_over: Callable[[], bool]) -> Value:
    """Run `work`, which uses `search`, in another thread and return its result; stop when `is_over` returns True.

    Even after an interrupt, this function waits for the thread to end.  It raises what `work` raises, and BadInput if
    the system cannot start a thread.
    """
    future = _start(work)
    try:
        pause = _FIRST
        while not wait([future], pause).done and not is_over():
            pause = min(_LONGEST, pause * 2)
    finally:
        search.stop()
        _finish(future)
        search.go_on()
    return future.result()


def call_within(seconds: float, call: Callable[[], Value]) -> Value:
    """Return the result of a call that might never return.  Raises OSError if it takes longer than `seconds`."""
    future = _start(call, daemon=True)
    if not wait([future], seconds).done:
        raise OSError(f"there was no answer within {seconds:.3g} s")
    return future.result()


class Background(Generic[Value]):
    """A context in which `work` runs in another thread, beginning after `wait` seconds (if infinite: never).

    The argument of `work` is a function that returns True once the work should stop.  The context ends only after the
    work has ended.  `found` is the result of the work, or None before the end and after GuesstreeError or MemoryError.
    """

    def __init__(self, work: Callable[[Callable[[], bool]], Value | None], wait: float) -> None:
        self.found: Value | None = None
        self.future: Future[None] | None = None  # None if the system could not start a thread
        self._work, self._wait = work, wait
        self._begin, self._stop = threading.Event(), threading.Event()

    def __enter__(self) -> Self:
        with suppress(BadInput):
            self.future = _start(self._run)
        return self

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        self._stop.set()
        self._begin.set()
        if self.future is not None:
            _finish(self.future)
            if value is None:
                self.future.result()

    def _run(self) -> None:
        self._begin.wait(None if self._wait == math.inf else self._wait)
        if not self._stop.is_set():
            with suppress(GuesstreeError, MemoryError):
                self.found = self._work(self._stop.is_set)
