"""Work beside other work: when it begins, how it ends, and what is left of it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from player.errors import GaveUp
from treegen.optimal.background import Background


def test_it_does_not_begin_before_its_time() -> None:
    began: list[bool] = []
    with Background(lambda _: began.append(True), 3600):
        pass
    assert began == []


def test_what_is_found_is_taken_once() -> None:
    with Background(lambda _: 7, 3600) as work:
        work.wait_for()
        assert (work.found, work.take(), work.take()) == (7, 7, None)


def test_it_is_stopped_at_the_end_and_may_fail() -> None:
    began = threading.Event()

    def run(is_over: Callable[[], bool]) -> int:
        began.set()
        while not is_over():
            pass
        raise GaveUp("stopped")

    before = threading.active_count()
    with Background(run, 0) as work:
        assert began.wait(60)
    assert (work.found, threading.active_count()) == (None, before)
