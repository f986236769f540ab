"""Programs that are started, talked to, and ended with their process groups: none outlives its match."""

from __future__ import annotations

import errno
import os
import selectors
import signal
import subprocess
from contextlib import suppress
from math import inf
from subprocess import PIPE
from time import monotonic

from player.errors import BadInput

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Self

CHUNK = 64 << 10
MOST_CHUNKS = 64  # of what is still in a pipe when its program has ended: more than any pipe holds
LAST_WORDS = 4096  # bytes of a program's standard error that are kept
_PATIENCE = 5.0  # seconds for what has been killed to be gone
_PAUSE, _SHORT_PAUSE = 0.05, 0.001  # seconds between two looks; the short one where an end or a reader is near
_CROWDED = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM)  # of programs, or of their pipes


class Program:
    """A running program: it is read without waiting for more, and what it is sent waits until it reads."""

    def __init__(self, programs: Programs, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.is_closed = False  # its standard output
        self.unsent = b""  # what did not fit into the pipe to it
        self.last_words = b""  # the end of what it wrote to standard error, where that is a pipe
        self._programs = programs
        for file in filter(None, (process.stdin, process.stdout, process.stderr)):
            os.set_blocking(file.fileno(), False)
            if file is not process.stdin:
                programs.selector.register(file, selectors.EVENT_READ, self)

    def write(self, data: bytes) -> None:
        """Send as much as fits into the pipe now; the rest follows, while `Programs.wait` waits."""
        stdin, self.unsent = self.process.stdin, self.unsent + data
        try:
            self.unsent = self.unsent[os.write(stdin.fileno(), self.unsent) :] if stdin and self.unsent else b""
        except BlockingIOError:
            pass
        except (OSError, ValueError):
            self.unsent = b""  # it is gone, which its end will tell

    def close_input(self) -> None:
        """Tell it that nothing more will come."""
        self._close(self.process.stdin)

    def read(self) -> bytes | None:
        """A chunk of what it said, `b""` when it has closed its output; None when there is nothing to read now."""
        data = b"" if self.is_closed else self._read(self.process.stdout)
        self.is_closed = data == b""
        return data

    def listen(self, seconds: float = inf) -> bytes | None:
        """As `read`, but wait for so long until something comes."""
        deadline = monotonic() + seconds
        while (data := self.read()) is None and monotonic() < deadline:
            self._programs.wait(deadline)
        return data

    def run(self, data: bytes = b"") -> tuple[bytes, int]:
        """Send `data` and wait for the end; everything that it said, and its exit code."""
        self.write(data)
        said = b""
        while not self.is_closed:
            if not self.unsent:
                self.close_input()
            said += self.listen(_PAUSE) or b""
        return said, self.end_code() or 0

    def hear_errors(self) -> None:
        """Keep the end of what it writes to standard error."""
        if (stderr := self.process.stderr) and not stderr.closed:
            self.last_words = (self.last_words + (self._read(stderr) or b""))[-LAST_WORDS:]

    def rest(self) -> bytes:
        """End it, and return what it had said before."""
        self._programs.kill(self)  # and a child of its own, which may hold the pipes open
        said = b""
        for _ in range(MOST_CHUNKS):
            self.hear_errors()
            said += self.read() or b""
        return said

    @property
    def has_ended(self) -> bool:
        """Whether it has ended; it is not waited for, so that its group can still be ended under its number."""
        if hasattr(os, "waitid") and self.process.returncode is None:
            return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        return self.process.poll() is not None

    def end_code(self, seconds: float = inf) -> int | None:
        """Wait for so long until it ends by itself, and end what it started; its exit code, or None."""
        deadline = monotonic() + seconds
        while not self.has_ended:
            if monotonic() >= deadline:
                return None
            self._programs.wait(deadline)
        self.end()
        return self.process.returncode

    def end(self) -> None:
        """End it and its process group, and close its pipes."""
        self._programs.kill(self)
        for file in (self.process.stdin, self.process.stdout, self.process.stderr):
            self._close(file)

    def _read(self, file: Any) -> bytes | None:
        """What is in a pipe, `b""` at its end, at which it is closed; None when there is nothing now."""
        try:
            data = os.read(file.fileno(), CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            data = b""
        if not data:
            self._close(file)
        return data

    def _close(self, file: Any) -> None:
        if file is not None and not file.closed:
            with suppress(KeyError):
                self._programs.selector.unregister(file)
            file.close()


class Programs:
    """Programs in sessions of their own, which are ended with what they forked when the `with` ends.

    A process that leaves its group by setsid is not ended.  A signal that would end us at once must leave nothing
    behind either: it is looked at in `wait`, and at the end.
    """

    def __init__(self) -> None:
        self.selector = selectors.DefaultSelector()
        self._running: dict[int, Program] = {}
        self._caught = 0
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if not hasattr(os, "killpg"):
            raise BadInput("programs are run only where they can be ended with what they started: Linux, macOS, WSL")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # what our parent has us ignore (nohup) stays ignored
                with suppress(ValueError):  # only the main thread may handle signals
                    self._handlers[number] = signal.signal(number, self._catch)
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        for program in list(self._running.values()):
            program.end()
        for number, handler in self._handlers.items():
            signal.signal(number, handler or signal.SIG_DFL)
        try:
            if kind is None:
                self.wait(0)  # which raises what a signal asked for
        finally:
            self.selector.close()

    def start(self, command: Sequence[str], *, stderr: int | None = None, cwd: Any = None) -> Program:
        """Start a program with pipes for input and output; BadInput where it cannot be started."""
        try:
            process = subprocess.Popen(
                command, bufsize=0, stdin=PIPE, stdout=PIPE, stderr=stderr, cwd=cwd, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = (getattr(error, "strerror", None) or str(error)).lower()
            is_crowded = getattr(error, "errno", None) in _CROWDED
            hint = "take fewer at a time, with -j" if is_crowded else _how_to_start(command[0])
            raise BadInput(f"{command[0]}: cannot be started: {reason}; {hint}") from None
        self._running[process.pid] = Program(self, process)
        return self._running[process.pid]

    def wait(self, deadline: float = inf) -> list[Program]:
        """Wait until a program says or ends something, or for the deadline; the programs that can be read.

        Raises what a signal asks for: KeyboardInterrupt, or SystemExit with the shell's code for the signal.
        """
        running = list(self._running.values())
        is_near = any(program.is_closed or program.unsent for program in running)
        patience = min(deadline - monotonic(), _SHORT_PAUSE if is_near else _PAUSE)
        ready = self.selector.select(max(patience, 0))
        for program in running:
            program.hear_errors()
            if program.unsent:
                program.write(b"")
        if self._caught == signal.SIGINT:
            raise KeyboardInterrupt
        if self._caught:
            raise SystemExit(128 + self._caught)
        return [key.data for key, _ in ready if key.fileobj is key.data.process.stdout]

    def kill(self, program: Program) -> None:
        """End a program and its process group; what they wrote is left in its pipes."""
        process = program.process
        if process.returncode is None:
            # Before it is waited for: until then its number, which is its group's, cannot mean another one.
            with suppress(ProcessLookupError, PermissionError):  # it runs as someone else; or all have ended, on macOS
                os.killpg(process.pid, signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):
                process.wait(_PATIENCE)
        self._running.pop(process.pid, None)

    def _catch(self, number: int, _: object) -> None:
        self._caught = number


def _how_to_start(name: str) -> str:
    if os.path.isfile(name):
        return f"start it as {'python3 ' if name.endswith('.py') else '' if os.sep in name else './'}{name}"
    return f"write its words after -- without quotes: {name}" if " " in name else "name a program after --"
