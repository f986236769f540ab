"""Programs that are started, and ended with all that they started themselves: none outlives its match."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import threading
import time

from player.errors import BadInput

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType
    from typing import Any, Self

__all__ = ["Programs", "describe_code", "has_ended"]

_PATIENCE = 5.0  # seconds for what has been killed to be gone
_PAUSE = 0.05  # seconds between two looks at all processes while other programs are running
_CROWDED = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM)  # of programs, or of their pipes
_began: dict[int, int] = {}  # when each program that is running began, by its number; of all that run them here
_SUBREAPER, _IS_SUBREAPER = 36, 37  # PR_SET_CHILD_SUBREAPER and PR_GET_CHILD_SUBREAPER of Linux's prctl


class Programs:
    """Programs in sessions of their own; when the `with` ends, nothing of them is left.

    A process group ends what a program forks, but not what leaves the group by setsid.  A cgroup would hold that, too,
    but a user may not make one, nor everywhere a PID namespace, in which a program would also look different.  So on
    Linux we become a subreaper meanwhile: what loses its parent below us becomes our child instead of init's, wherever
    it went, and is found in /proc.  Elsewhere only the group is ended.  What was here before, and what is in our own
    session, is let be; another thread that starts daemons meanwhile would lose them.

    >>> with Programs() as programs:
    ...     process = programs.start(["sleep", "1000"])
    ...     programs.end(process)
    >>> process.returncode
    -9
    """

    def __init__(self) -> None:
        self._running: dict[int, subprocess.Popen[bytes]] = {}
        self._ours: set[int] = set()  # children that were here before
        self._handlers: dict[int, Any] = {}
        self._was_subreaper: bool | None = None
        self._looked = 0.0

    def __enter__(self) -> Self:
        if not hasattr(os, "killpg"):
            raise BadInput(
                "programs are run only where they can be ended with all that they started: Linux, macOS, WSL"
            )
        self._was_subreaper = _become_subreaper(True)
        self._ours = set(_children())
        is_main = threading.current_thread() is threading.main_thread()
        for number in (signal.SIGTERM, signal.SIGHUP):
            # What would end us at once must leave nothing behind either; what is ignored (nohup) stays so.
            if signal.getsignal(number) is signal.SIG_DFL and is_main:
                self._handlers[number] = signal.signal(number, _stop)
        return self

    def __exit__(self, *_: object) -> None:
        try:
            for process in list(self._running.values()):
                self.end(process)
            self._sweep()
        finally:
            for number, handler in self._handlers.items():
                signal.signal(number, handler)
            if self._was_subreaper is False:
                _become_subreaper(False)

    def start(self, command: Sequence[str], *, stderr: int | None = None, cwd: Any = None) -> subprocess.Popen[bytes]:
        """Start a program with pipes for input and output; BadInput where it cannot be started."""
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(
                command, bufsize=0, stdin=pipe, stdout=pipe, stderr=stderr, cwd=cwd, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            is_crowded = getattr(error, "errno", None) in _CROWDED
            hint = "take fewer at a time, with -j" if is_crowded else _how_to_start(command[0])
            raise BadInput(f"{command[0]}: cannot be started: {reason.lower()}; {hint}") from None
        stat = _stat(process.pid)
        self._running[process.pid], _began[process.pid] = process, stat[2] if stat else 0
        return process

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """End a program and all that it started, and close its pipes."""
        self.kill(process)
        for file in (process.stdin, process.stdout, process.stderr):
            if file is not None:
                file.close()

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """End a program and all that it started; what they wrote is left in its pipes."""
        if process.returncode is None:
            # Before it is waited for: until then its number, which is its group's, cannot mean another one.
            try:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            except ProcessLookupError:
                process.wait()
            except PermissionError:  # it runs as someone else; or, so says macOS, all of the group have ended
                try:
                    process.wait(_PATIENCE)
                except subprocess.TimeoutExpired:
                    pass
        self._running.pop(process.pid, None)
        _began.pop(process.pid, None)
        if not _began or time.monotonic() - self._looked > _PAUSE:
            self._sweep()

    def _sweep(self) -> None:
        """End the orphans that no running program can have started.

        An orphan does not tell whose it was, but no program starts anything before it has started itself: what may
        be another program's is left until that has ended.
        """
        if self._was_subreaper is None or not _has_children():
            return
        deadline = time.monotonic() + _PATIENCE
        while orphans := self._orphans():
            for pid in orphans:
                try:
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, os.WNOHANG)
                except OSError:
                    pass  # gone, or not ours to end
            if time.monotonic() > deadline:
                break
            # Those killed take a moment to end, and what they started is an orphan only then.
            time.sleep(0.001)
        self._looked = time.monotonic()

    def _orphans(self) -> list[int]:
        eldest = min(_began.values(), default=None)
        own = os.getsid(0)
        return [
            pid
            for pid, (_, session, start) in _children().items()
            # A session can be left but not entered: whatever is in ours was started by us, by other means.
            if session != own and pid not in self._ours and pid not in _began and (eldest is None or start < eldest)
        ]


def _how_to_start(name: str) -> str:
    """What to type instead of a program that cannot be started.

    >>> _how_to_start("python3 mine.py")
    'write its words after -- without quotes: python3 mine.py'
    """
    if os.path.isfile(name):
        return f"start it as {'python3 ' if name.endswith('.py') else '' if os.sep in name else './'}{name}"
    if " " in name:
        return f"write its words after -- without quotes: {name}"
    return "name a program after --"


def has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether a program has ended; it is not waited for, so that its group can still be ended under its number."""
    if hasattr(os, "waitid") and process.returncode is None:
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return process.poll() is not None


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


def _stop(number: int, _: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _become_subreaper(wanted: bool) -> bool | None:
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


def _has_children() -> bool:
    """Whether we have a child at all, ended or not: far cheaper than looking at all processes."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _children() -> dict[int, tuple[int, int, int]]:
    """Parent, session and time of start of each of our children, by number; none where there is no /proc."""
    try:
        numbers = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return {}
    mine = os.getpid()
    found = {pid: stat for pid in numbers if (stat := _stat(pid)) is not None}
    return {pid: stat for pid, stat in found.items() if stat[0] == mine}


def _stat(pid: int) -> tuple[int, int, int] | None:
    """Parent, session and time of start of a process."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()  # a name may hold blanks and parentheses
    except OSError:
        return None
    return int(fields[1]), int(fields[3]), int(fields[19])
