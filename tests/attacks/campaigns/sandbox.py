"""A child process for what may crash or never end."""

from __future__ import annotations

import os
import pickle
import resource
import signal
import time
from collections.abc import Callable

from campaigns import Report

__all__ = ["Outcome", "isolated", "judge"]

_POLL = 0.002
_LONGEST_WORD = 10_000


class Outcome:
    """How a call in a child ended: with `value` (what it returned), or with `fault` in words; `seconds` of CPU."""

    __slots__ = ("fault", "seconds", "value")

    def __init__(self, value: object, fault: str, seconds: float) -> None:
        self.value, self.fault, self.seconds = value, fault, seconds


def isolated(call: Callable[[], object], *, cpu: int = 60, wall: float = 300.0) -> Outcome:
    """Make the call in a forked child with at most `cpu` seconds of processor time.

    The child is ours and so is what it returns, so that pickle is safe between the two.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(reader)
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            try:
                answer: tuple[object, str] = (call(), "")
            except BaseException as error:  # noqa: BLE001 (whatever it is, it is reported)
                answer = (None, f"{type(error).__name__}: {error}"[:_LONGEST_WORD])
            with os.fdopen(writer, "wb") as pipe:
                pickle.dump(answer, pipe)
            code = 0
        finally:
            os._exit(code)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        status, seconds = _wait(child, time.monotonic() + wall)
        data = pipe.read() if status == 0 else b""
    if status != 0:
        name = signal.Signals(-status).name if status < 0 else f"exit {status}"
        return Outcome(None, f"the process ended with {name}", seconds)
    value, fault = pickle.loads(data)  # noqa: S301 (from our own child)
    return Outcome(value, fault, seconds)


def judge(report: Report, what: str, ended: Outcome, wanted: bytes) -> None:
    """Report how a solve ended that returned a tree's bytes, or the message with which it refused its source."""
    if ended.fault:
        report.fail(f"{what}: {ended.fault}")
    elif not isinstance(ended.value, bytes):
        report.add("refused")
    elif ended.value == wanted:
        report.add("true tree")
    else:
        report.fail(f"{what}: another tree was called proved")


def _wait(child: int, deadline: float) -> tuple[int, float]:
    """The exit code, or minus the signal, of a child that is killed at the deadline; its seconds of CPU."""
    while True:
        found, status, usage = os.wait4(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            deadline = float("inf")
        time.sleep(_POLL)
