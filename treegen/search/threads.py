"""Work in a thread of its own: native work that this thread can stop, and work that goes on beside other work."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from player.errors import BadInput, GuesstreeError

if TYPE_CHECKING:
    from treegen.native._core import Search

Value = TypeVar("Value")
_FIRST, _LONGEST = 0.002, 0.05  # seconds between two checks


class _Thread(Generic[Value]):
    """A thread whose work has certainly ended after `finish`: the interpreter must not end while the core runs.

    It has an event, as an interrupt makes Thread.join believe that the thread has ended (Python 3.11).
    """

    def __init__(self, work: Callable[[], Value]) -> None:
        self.values: list[Value] = []
        self.error: BaseException | None = None
        self.done = threading.Event()
        self._work = work
        self.is_started = False

    def start(self) -> bool:
        with suppress(RuntimeError):
            threading.Thread(target=self.run).start()
            self.is_started = True
        return self.is_started

    def run(self) -> None:
        try:
            self.values.append(self._work())
        except BaseException as error:  # noqa: BLE001 (for the thread that waits)
            self.error = error
        finally:
            self.done.set()

    def result(self) -> Value:
        if self.error is not None:
            raise self.error
        return self.values[0]

    def finish(self) -> None:
        while self.is_started and not self.done.is_set():
            with suppress(KeyboardInterrupt):
                self.done.wait()


def run_stoppable(search: Search, work: Callable[[], Value], is_over: Callable[[], bool]) -> Value:
    """Run `work`, which uses `search`, in another thread and return its result; stop it when `is_over` returns True.

    The thread has always ended when this function ends, even after an interrupt.  An exception of `work` is raised
    here.  Raises BadInput if the system cannot start another thread.
    """
    thread = _Thread(work)
    try:
        if not thread.start():
            raise BadInput("the system grants no thread to search in: end other programs, or raise the limit")
        pause = _FIRST
        while not thread.done.wait(pause):
            pause = min(_LONGEST, pause * 2)
            if is_over():
                break
    finally:
        search.stop()
        thread.finish()
        search.go_on()
    return thread.result()


def within(seconds: float, call: Callable[[], Value], go_on: Callable[[], object] | None = None) -> Value:
    """What a call returns that cannot be stopped and may wait for ever; OSError after so long, unless `go_on` is true.

    `go_on` is asked each time that so many seconds have passed.
    """
    thread = _Thread(call)
    threading.Thread(target=thread.run, daemon=True).start()
    while not thread.done.wait(seconds):
        if go_on is None or not go_on():
            raise OSError(f"there was no answer within {seconds:.3g} s")
    return thread.result()


class Background(Generic[Value]):
    """A context in which `work` runs in another thread, from `wait` seconds after it was entered.

    `work` gets a function that says whether it is to stop, and has ended when the context ends.  What it returned is
    `found`, None until then; if it raises an error of guesstree or lacks memory, nothing is found.
    """

    def __init__(self, work: Callable[[Callable[[], bool]], Value | None], wait: float) -> None:
        self.found: Value | None = None
        self.is_entered = False
        self._work, self._wait = work, wait
        self._begin, self._stop = threading.Event(), threading.Event()
        self._thread = _Thread(self._run)

    def __enter__(self) -> Self:
        self.is_entered = True
        self._thread.start()  # if the system grants no thread, nothing is found
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._begin.set()
        self._thread.finish()
        if self._thread.error is not None and value is None:
            raise self._thread.error

    def take(self) -> Value | None:
        """Return what is found, for the first time; None later."""
        found, self.found = self.found, None
        return found

    def _run(self) -> None:
        self._begin.wait(self._wait)
        if not self._stop.is_set():
            with suppress(GuesstreeError, MemoryError):
                self.found = self._work(self._stop.is_set)
