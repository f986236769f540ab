"""Native work that can be stopped: it runs in a thread of its own while this one looks at clock and keyboard."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol, TypeVar

from player.errors import BadInput

__all__ = ["run_stoppable"]

Found = TypeVar("Found")
_FIRST, _LONGEST = 0.002, 0.05  # seconds between looks


class Stoppable(Protocol):
    """What can be stopped from another thread: a search of the native core."""

    def stop(self) -> None:
        """End the work under way, or else the next."""

    def go_on(self) -> None:
        """Take back a stop that came after the work."""


def run_stoppable(
    search: Stoppable,
    work: Callable[[], Found],
    is_over: Callable[[], bool],
    *,
    on_end: Callable[[], None] = lambda: None,
    longest: float = _LONGEST,
) -> Found:
    """What `work` returns, which runs `search` in another thread; `is_over` is asked now and then whether to stop it.

    `on_end` is called when it is done or asked to stop, before it is waited for.  However this ends, and be it by an
    interrupt, the thread has ended then.  An exception of `work` is raised here.  Raises BadInput where the system
    grants no other thread.
    """
    box: list[Found] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def body() -> None:
        try:
            box.append(work())
        except BaseException as error:  # noqa: BLE001 (raised again by the thread that waits)
            errors.append(error)
        done.set()

    # An event and not Thread.join, which an interrupt makes believe that the thread has ended (Python 3.11): the
    # interpreter must not end while the core runs.
    worker = threading.Thread(target=body)
    try:
        try:
            worker.start()
        except RuntimeError:
            raise BadInput("the system grants no thread to search in: end other programs, or raise the limit") from None
        pause = _FIRST
        while not done.wait(pause):
            pause = min(longest, pause * 2)
            if is_over():
                break
    finally:
        search.stop()
        on_end()
        while worker.ident is not None and not done.is_set():
            with suppress(KeyboardInterrupt):  # another one
                done.wait()
        search.go_on()
    if errors:
        raise errors[0]
    return box[0]
