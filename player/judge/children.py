"""Programs that are started, talked to, and ended with their process groups: no program outlives its match."""

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

from player.errors import BadInput, reason, require

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

MOST_CHUNKS = 64  # chunks to drain from a pipe after its program has exited: more than any pipe holds
LAST_WORDS = 4096  # only these last bytes of a program's standard error are stored
_PATIENCE = 5.0  # seconds until a killed process must have exited
_PAUSE, _SHORT_PAUSE = 0.05, 0.001  # seconds between two checks; the short pause if an exit or a read is near


class Program(subprocess.Popen[bytes]):
    """A running program: `read` never waits, and data for the program is stored until the program reads."""

    def __init__(self, programs: Programs, command: Sequence[str], stderr: int | None, cwd: Any) -> None:
        super().__init__(command, bufsize=0, stdin=PIPE, stdout=PIPE, stderr=stderr, cwd=cwd, start_new_session=True)
        self.is_closed = False  # whether the program has closed its standard output
        self.unsent = b""  # data that did not fit into the pipe of its standard input
        self.last_words = b""  # the last bytes of its standard error, if this is a pipe
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
            self.unsent = b""  # the process has exited; its exit status reports it

    def read(self) -> bytes | None:
        """Return a chunk of the output, `b""` when the program has closed it, or None when nothing can be read now.

        `last_words` gets the end of its standard error.
        """
        if self.stderr in self._pipes():
            self.last_words = (self.last_words + (self._read(self.stderr) or b""))[-LAST_WORDS:]
        data = b"" if self.is_closed else self._read(self.stdout)
        self.is_closed = data == b""
        return data

    def listen(self, seconds: float = inf) -> bytes | None:
        """Read like `read`, but wait for output, up to `seconds`."""
        deadline = monotonic() + seconds
        while (data := self.read()) is None and monotonic() < deadline:
            self._programs.wait(deadline)
        return data

    def run(self, data: bytes = b"") -> tuple[bytes, int]:
        """Send `data` and wait for the exit; return the whole output and the exit code."""
        self.write(data)
        output = b""
        while not self.is_closed:
            if not self.unsent:
                self.close(self.stdin)
            output += self.listen(_PAUSE) or b""
        return output, self.end_code() or 0

    def end_and_read(self) -> bytes:
        """End the program, and return the rest of its output."""
        self.end_group()  # this also ends its children, which may hold the pipes open
        return b"".join(self.read() or b"" for _ in range(MOST_CHUNKS))

    @property
    def has_ended(self) -> bool:
        """True once the program has exited; it is not reaped, so that its group can still be killed by number."""
        if hasattr(os, "waitid") and self.returncode is None:
            return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        return self.poll() is not None

    def end_code(self, seconds: float = inf) -> int | None:
        """Wait up to `seconds` for the exit, kill the children, and return the exit code, or None if it still runs."""
        deadline = monotonic() + seconds
        while not self.has_ended:
            if monotonic() >= deadline:
                return None
            self._programs.wait(deadline)
        self.end()
        return self.returncode

    def end(self) -> None:
        """End the program and its process group, and close its pipes."""
        self.end_group()
        for file in self._pipes():
            self.close(file)

    def end_group(self) -> None:
        """End the program and its process group; their output stays in the pipes."""
        if self.returncode is None:
            # The kill comes before `wait`: until `wait`, no other process or group can have this number.
            with suppress(ProcessLookupError, PermissionError):  # another user has the number, or the group has ended
                os.killpg(self.pid, signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):
                self.wait(_PATIENCE)
        self._programs.running.pop(self.pid, None)

    def _read(self, file: Any) -> bytes | None:
        """Return the contents of a pipe, `b""` at its end (and close it), or None when it is empty now."""
        try:
            data = os.read(file.fileno(), 64 << 10)
        except BlockingIOError:
            return None
        if not data:
            self.close(file)
        return data

    def close(self, file: Any) -> None:
        """Close a pipe; the program then reads the end of its input."""
        with suppress(KeyError, ValueError):  # standard input is not registered; the file may be closed already
            self._programs.selector.unregister(file)
        file.close()


class Programs:
    """Programs in sessions of their own; when the `with` ends, they and the processes that they forked are ended.

    A process that leaves its group by setsid is not ended.  Signals that would end this process are caught, and raised
    in `wait` and at the end, so that no program outlives a signal either.
    """

    def __init__(self) -> None:
        self.selector, self.running = selectors.DefaultSelector(), dict[int, Program]()
        self._caught: list[int] = []  # the signals received so far
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        require(hasattr(os, "killpg"), "programs run only where their children can be ended, too: Linux, macOS, WSL")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # signals that the parent ignores (nohup) stay ignored
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
                self.wait(0)  # this raises for a signal that was caught

    def start(self, command: Sequence[str], *, stderr: int | None = None, cwd: Any = None) -> Program:
        """Start a program with pipes; `stderr` and `cwd` are as in Popen. Raises BadInput if it cannot be started."""
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
        """Wait until a program writes or exits, or for the deadline; return the programs to read, one for each pipe.

        Raises KeyboardInterrupt for SIGINT, or SystemExit with the shell's code for another signal.
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
