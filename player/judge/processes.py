"""What the system tells of processes: how one ended, and on Linux which are our children, also adopted ones."""

from __future__ import annotations

import os
import signal

__all__ = ["become_subreaper", "children", "describe_code", "has_children", "stat"]

_SUBREAPER, _IS_SUBREAPER = 36, 37  # PR_SET_CHILD_SUBREAPER and PR_GET_CHILD_SUBREAPER of Linux's prctl


def describe_code(code: int) -> str:
    """How a program ended, in words.

    >>> describe_code(3), describe_code(-9), describe_code(-35)
    ('exit code 3', 'signal SIGKILL', 'signal 35')
    """
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def become_subreaper(wanted: bool) -> bool | None:
    """Be a subreaper, or no longer; whether we were one, None where the system knows no such thing."""
    if not os.path.exists("/proc/self/stat"):
        return None
    import ctypes  # only here: nothing else needs it, and the runtime starts quickly

    try:
        prctl = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None
    before = ctypes.c_int()
    if prctl(_IS_SUBREAPER, ctypes.byref(before), 0, 0, 0) or prctl(_SUBREAPER, int(wanted), 0, 0, 0):
        return None
    return bool(before.value)


def has_children() -> bool:
    """Whether we have a child at all, ended or not: far cheaper than looking at all processes."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def children() -> dict[int, tuple[int, int, int]]:
    """Parent, session and time of start of each of our children, by number; none where there is no /proc."""
    try:
        numbers = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return {}
    mine = os.getpid()
    found = {pid: row for pid in numbers if (row := stat(pid)) is not None}
    return {pid: row for pid, row in found.items() if row[0] == mine}


def stat(pid: int) -> tuple[int, int, int] | None:
    """Parent, session and time of start of a process."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()  # a name may hold blanks and parentheses
    except OSError:
        return None
    return int(fields[1]), int(fields[3]), int(fields[19])
