"""Beside: work in a thread of its own while something else goes on, begun only if that takes a while."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Generic, Self, TypeVar

from player.errors import GuesstreeError

__all__ = ["Beside"]

Found = TypeVar("Found")


class Beside(Generic[Found]):
    """A context in which `work` runs in another thread, from `wait` seconds after it was entered.

    `work` is told how to learn whether it is to stop, and has ended when the context ends.  What it returned is
    `found`, None until then; if it raises an error of guesstree or lacks memory, nothing is found.
    """

    def __init__(self, work: Callable[[Callable[[], bool]], Found | None], wait: float) -> None:
        self.found: Found | None = None
        self._work, self._wait = work, wait
        self._begin, self._stop, self._done = threading.Event(), threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        thread = threading.Thread(target=self._run)
        with suppress(RuntimeError):  # the system grants no thread: nothing is found
            thread.start()
            self._thread = thread
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._begin.set()
        while self._thread is not None and not self._done.is_set():
            with suppress(KeyboardInterrupt):  # the interpreter must not end while the core runs
                self._done.wait()

    def wait_for(self, seconds: float | None = None) -> None:
        """Begin at once, and wait for the end, at most so many seconds."""
        self._begin.set()
        if self._thread is None:
            self._run()
        self._done.wait(seconds)

    def take(self) -> Found | None:
        """Return what is found, for the first time; None later."""
        found, self.found = self.found, None
        return found

    def _run(self) -> None:
        try:
            self._begin.wait(self._wait)
            if not self._stop.is_set():
                with suppress(GuesstreeError, MemoryError):
                    self.found = self._work(self._stop.is_set)
        finally:
            self._done.set()
