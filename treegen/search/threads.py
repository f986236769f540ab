"""Work in a thread of its own: native work that this thread can stop, and work that goes on beside other work."""

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
_FIRST, _LONGEST = 0.002, 0.05  # seconds between two checks


def _start(work: Callable[[], Value], *, daemon: bool = False) -> Future[Value]:
    """What becomes of work that another thread does; BadInput if the system cannot start a thread."""
    future: Future[Value] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 (for the thread that waits)
            future.set_exception(error)

    try:
        threading.Thread(target=run, daemon=daemon).start()
    except RuntimeError:
        raise BadInput("the system grants no thread to search in: end other programs, or raise the limit") from None
    return future


def _finish(future: Future[Value]) -> None:
    """Wait for the end, whatever interrupts come: the interpreter must not end while the core runs."""
    while not future.done():
        with suppress(KeyboardInterrupt):
            wait([future])


def run_stoppable(search: Search, work: Callable[[], Value], is_over: Callable[[], bool]) -> Value:
    """Run `work`, which uses `search`, in another thread and return its result; stop it when `is_over` returns True.

    The thread has always ended when this function ends, even after an interrupt.  An exception of `work` is raised
    here.  Raises BadInput if the system cannot start another thread.
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


def within(seconds: float, call: Callable[[], Value]) -> Value:
    """What a call returns that cannot be stopped and may wait for ever; OSError after so many seconds."""
    future = _start(call, daemon=True)
    if not wait([future], seconds).done:
        raise OSError(f"there was no answer within {seconds:.3g} s")
    return future.result()


class Background(Generic[Value]):
    """A context in which `work` runs in another thread, from `wait` seconds after it was entered.

    `work` gets a function that says whether it is to stop, and has ended when the context ends.  What it returned is
    `found`, None until then; if it raises an error of guesstree or lacks memory, nothing is found.
    """

    def __init__(self, work: Callable[[Callable[[], bool]], Value | None], wait: float) -> None:
        self.found: Value | None = None
        self.future: Future[None] | None = None  # of the thread, if the system grants one
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
