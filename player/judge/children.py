"""Programs that are started, talked to, and ended with their process groups: none outlives its match."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from math import inf
from subprocess import PIPE
from time import monotonic

from player.errors import BadInput, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

MOST_CHUNKS = 64  # of what is still in a pipe when its program has ended: more than any pipe holds
LAST_WORDS = 4096  # bytes of a program's standard error that are kept
_PATIENCE = 5.0  # seconds for what has been killed to be gone
_PAUSE, _SHORT_PAUSE = 0.05, 0.001  # seconds between two looks; the short one where an end or a reader is near


class Program(subprocess.Popen[bytes]):
    """A running program: it is read without waiting for more, and what it is sent waits until it reads."""

    def __init__(self, programs: Programs, command: Sequence[str], stderr: int | None, cwd: Any) -> None:
        super().__init__(command, bufsize=0, stdin=PIPE, stdout=PIPE, stderr=stderr, cwd=cwd, start_new_session=True)
        self.is_closed = False  # its standard output
        self.unsent = b""  # what did not fit into the pipe to it
        self.last_words = b""  # the end of what it wrote to standard error, where that is a pipe
        self._programs = programs
        for file in self._pipes():
            os.set_blocking(file.fileno(), False)
            if file is not self.stdin:
                programs.selector.register(file, selectors.EVENT_READ, self)

    def _pipes(self) -> list[Any]:
        return [file for file in (self.stdin, self.stdout, self.stderr) if file and not file.closed]

    def write(self, data: bytes) -> None:
        """Send as much as fits into the pipe now; the rest follows, while `Programs.wait` waits."""
        self.unsent += data
        try:
            if self.stdin and self.unsent:
                self.unsent = self.unsent[os.write(self.stdin.fileno(), self.unsent) :]
        except BlockingIOError:
            pass
        except (OSError, ValueError):
            self.unsent = b""  # it is gone, which its end will tell

    def read(self) -> bytes | None:
        """A chunk of what it said, `b""` when it has closed its output; None when there is nothing to read now.

        Of what it writes to standard error the end is kept.
        """
        if self.stderr in self._pipes():
            self.last_words = (self.last_words + (self._read(self.stderr) or b""))[-LAST_WORDS:]
        data = b"" if self.is_closed else self._read(self.stdout)
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
                self.close(self.stdin)
            said += self.listen(_PAUSE) or b""
        return said, self.end_code() or 0

    def rest(self) -> bytes:
        """End it, and return what it had said before."""
        self.end_group()  # and a child of its own, which may hold the pipes open
        return b"".join(self.read() or b"" for _ in range(MOST_CHUNKS))

    @property
    def has_ended(self) -> bool:
        """Whether it has ended; it is not waited for, so that its group can still be ended under its number."""
        if hasattr(os, "waitid") and self.returncode is None:
            return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        return self.poll() is not None

    def end_code(self, seconds: float = inf) -> int | None:
        """Wait for so long until it ends by itself, and end what it started; its exit code, or None."""
        deadline = monotonic() + seconds
        while not self.has_ended:
            if monotonic() >= deadline:
                return None
            self._programs.wait(deadline)
        self.end()
        return self.returncode

    def end(self) -> None:
        """End it and its process group, and close its pipes."""
        self.end_group()
        for file in self._pipes():
            self.close(file)

    def end_group(self) -> None:
        """End it and its process group; what they wrote is left in its pipes."""
        if self.returncode is None:
            # Before it is waited for: until then its number, which is its group's, cannot mean another one.
            with suppress(ProcessLookupError, PermissionError):  # it runs as someone else; or all have ended, on macOS
                os.killpg(self.pid, signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):
                self.wait(_PATIENCE)
        self._programs.running.pop(self.pid, None)

    def _read(self, file: Any) -> bytes | None:
        """What is in a pipe, `b""` at its end, at which it is closed; None when there is nothing now."""
        try:
            data = os.read(file.fileno(), 64 << 10)
        except BlockingIOError:
            return None
        if not data:
            self.close(file)
        return data

    def close(self, file: Any) -> None:
        """Close a pipe; that of its input tells that nothing more will come."""
        with suppress(KeyError, ValueError):  # standard input is not registered, and it may be closed
            self._programs.selector.unregister(file)
        file.close()


class Programs:
    """Programs in sessions of their own, which are ended with what they forked when the `with` ends.

    A process that leaves its group by setsid is not ended.  A signal that would end us at once must leave nothing
    behind either: it is looked at in `wait`, and at the end.
    """

    def __init__(self) -> None:
        self.selector, self.running = selectors.DefaultSelector(), dict[int, Program]()
        self._caught: list[int] = []  # signals
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if not hasattr(os, "killpg"):
            raise BadInput("programs are run only where they can be ended with what they started: Linux, macOS, WSL")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # what our parent has us ignore (nohup) stays ignored
                with suppress(ValueError):  # only the main thread may handle signals
                    self._handlers[number] = signal.signal(number, lambda one, _: self._caught.append(one))
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        for program in list(self.running.values()):
            program.end()
        for number, handler in self._handlers.items():
            signal.signal(number, handler or signal.SIG_DFL)
        with self.selector:
            if kind is None:
                self.wait(0)  # which raises what a signal asked for

    def start(self, command: Sequence[str], *, stderr: int | None = None, cwd: Any = None) -> Program:
        """Start a program with pipes for input and output; BadInput where it cannot be started."""
        try:
            program = Program(self, command, stderr, cwd)
        except (OSError, ValueError) as error:
            name = command[0]
            hint = f"write its words after -- without quotes: {name}" if " " in name else "name a program after --"
            if os.path.isfile(name):
                hint = f"start it as {'python3 ' if name.endswith('.py') else '' if os.sep in name else './'}{name}"
            raise BadInput(f"{name}: cannot be started: {reason(error)}; {hint}") from None
        self.running[program.pid] = program
        return program

    def wait(self, deadline: float = inf) -> list[Program]:
        """Wait until a program says or ends something, or for the deadline; those that can be read, once for a pipe.

        Raises what a signal asks for: KeyboardInterrupt, or SystemExit with the shell's code for the signal.
        """
        running = list(self.running.values())
        is_near = any(program.is_closed or program.unsent for program in running)
        patience = min(deadline - monotonic(), _SHORT_PAUSE if is_near else _PAUSE)
        ready = self.selector.select(max(patience, 0))
        for program in running:
            program.write(b"")
        if signal.SIGINT in self._caught:
            raise KeyboardInterrupt
        if self._caught:
            raise SystemExit(128 + self._caught[0])
        return [key.data for key, _ in ready]
