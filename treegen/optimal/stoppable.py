"""Native work that can be stopped: it runs in another thread while this one watches the clock and the keyboard."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from player.errors import BadInput

if TYPE_CHECKING:
    from treegen.native._core import Search

__all__ = ["run_stoppable"]

Found = TypeVar("Found")
_FIRST, _LONGEST = 0.002, 0.05  # seconds between two checks


def run_stoppable(
    search: Search,
    work: Callable[[], Found],
    is_over: Callable[[], bool],
    *,
    on_end: Callable[[], None] = lambda: None,
    longest: float = _LONGEST,
) -> Found:
    """Run `work`, which uses `search`, in another thread and return its result; stop it when `is_over` returns True.

    `on_end` is called when the work is done or is to stop, before the thread is joined.  The thread has always ended
    when this function ends, even after an interrupt.  An exception of `work` is raised here.  Raises BadInput if the
    system cannot start another thread.
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
