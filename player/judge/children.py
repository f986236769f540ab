"""Programs that are started, talked to, and ended with their process groups: none outlives its match."""

from __future__ import annotations

import errno
import os
import selectors
import signal
import subprocess
import threading
from math import inf
from subprocess import PIPE
from time import monotonic

from player.errors import BadInput

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType
    from typing import Any, Self

CHUNK = 64 << 10
MOST_CHUNKS = 64  # of what is still in a pipe when its program has ended: more than any pipe holds
LAST_WORDS = 4096  # bytes of a program's standard error that are kept
_PATIENCE = 5.0  # seconds for what has been killed to be gone
_PAUSE = 0.05  # seconds between two looks where no signal tells of an end
_CROWDED = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM)  # of programs, or of their pipes
_STOPPING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Program:
    """A running program: it is read without waiting for more, and what it is sent waits until it reads."""

    def __init__(self, programs: Programs, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.is_closed = False  # its standard output
        self.unsent = b""  # what did not fit into the pipe to it
        self.last_words = b""  # the end of what it wrote to standard error, where that is a pipe
        self._programs = programs
        self._pipes = [file for file in (process.stdin, process.stdout, process.stderr) if file is not None]
        for file in self._pipes:
            os.set_blocking(file.fileno(), False)
            if file is not process.stdin:
                programs.watch(file, selectors.EVENT_READ, self)

    def write(self, data: bytes) -> None:
        """Send as much as fits into the pipe now; the rest follows, while `Programs.wait` waits."""
        stdin, self.unsent = self.process.stdin, self.unsent + data
        try:
            self.unsent = self.unsent[os.write(stdin.fileno(), self.unsent) :] if stdin and self.unsent else b""
        except BlockingIOError:
            pass
        except (OSError, ValueError):
            self.unsent = b""  # it is gone, which its end will tell
        if self.unsent:
            self._programs.watch(stdin, selectors.EVENT_WRITE, self)
        else:
            self._programs.forget(stdin)

    def close_input(self) -> None:
        """Tell it that nothing more will come."""
        self._close(self.process.stdin)

    def read(self) -> bytes | None:
        """A chunk of what it said, `b""` when it has closed its output; None when there is nothing to read now."""
        data = b"" if self.is_closed else _read(self.process.stdout)
        if data == b"":
            self.is_closed = True
            self._close(self.process.stdout)
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
        said = []
        while not self.is_closed:
            if not self.unsent:
                self.close_input()
            self._programs.wait()
            said.append(self.read() or b"")
        return b"".join(said), self.end_code() or 0

    def hear_errors(self) -> bool:
        """Keep the end of what it writes to standard error; False when there was nothing to read."""
        stderr = self.process.stderr
        data = None if stderr is None or stderr.closed else _read(stderr)
        if data == b"":
            self._close(stderr)
        self.last_words = (self.last_words + (data or b""))[-LAST_WORDS:]
        return bool(data)

    def rest(self) -> Iterator[bytes]:
        """End it, and yield what it had said before."""
        # A child of its own may hold the pipes open: that is ended first.
        self._programs.kill(self)
        for _ in range(MOST_CHUNKS):
            if self.is_closed or (data := self.read()) is None:
                break
            yield data
        for _ in range(MOST_CHUNKS):
            if not self.hear_errors():
                break

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
        for file in self._pipes:
            self._close(file)

    def _close(self, file: Any) -> None:
        if not file.closed:
            self._programs.forget(file)
            file.close()


class Programs:
    """Programs in sessions of their own, which are ended with what they forked when the `with` ends.

    A process that leaves its group by setsid is not ended.  A signal that would end us at once must leave nothing
    behind either: it is looked at in `wait`, and at the end.
    """

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._running: dict[int, Program] = {}
        self._is_main = False  # thread: no other one may handle signals
        self._caught = 0
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if not hasattr(os, "killpg"):
            raise BadInput("programs are run only where they can be ended with what they started: Linux, macOS, WSL")
        self._is_main = threading.current_thread() is threading.main_thread()
        if self._is_main:
            self._catch_signals()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            for program in list(self._running.values()):
                program.end()
        finally:
            self._selector.close()
            if self._is_main:
                for number, handler in self._handlers.items():
                    signal.signal(number, signal.SIG_DFL if handler is None else handler)
                signal.set_wakeup_fd(self._wakeup_before)
                os.close(self._read_end)
                os.close(self._write_end)
        if kind is None:
            self._raise_caught()

    def start(self, command: Sequence[str], *, stderr: int | None = None, cwd: Any = None) -> Program:
        """Start a program with pipes for input and output; BadInput where it cannot be started."""
        try:
            process = subprocess.Popen(
                command, bufsize=0, stdin=PIPE, stdout=PIPE, stderr=stderr, cwd=cwd, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            is_crowded = getattr(error, "errno", None) in _CROWDED
            hint = "take fewer at a time, with -j" if is_crowded else _how_to_start(command[0])
            raise BadInput(f"{command[0]}: cannot be started: {reason.lower()}; {hint}") from None
        self._running[process.pid] = Program(self, process)
        return self._running[process.pid]

    def wait(self, deadline: float = inf) -> list[Program]:
        """Wait until a program says or ends something, or for the deadline; the programs that can be read.

        Raises what a signal asks for: KeyboardInterrupt, or SystemExit with the shell's code for the signal.
        """
        patience = deadline - monotonic()
        if not self._is_main:
            patience = min(patience, _PAUSE)
        heard = []
        for key, _ in self._selector.select(None if patience == inf else max(patience, 0)):
            program = key.data
            if program is None:
                os.read(self._read_end, CHUNK)
            elif key.fileobj is program.process.stdin:
                program.write(b"")
            elif key.fileobj is program.process.stderr:
                program.hear_errors()
            else:
                heard.append(program)
        self._raise_caught()
        return heard

    def watch(self, file: Any, event: int, program: Program | None) -> None:
        """Let `wait` wake up for a file of a program."""
        if file.fileno() not in self._selector.get_map():
            self._selector.register(file, event, program)

    def forget(self, file: Any) -> None:
        """Let `wait` wake up for it no longer."""
        if not file.closed and file.fileno() in self._selector.get_map():
            self._selector.unregister(file)

    def kill(self, program: Program) -> None:
        """End a program and its process group; what they wrote is left in its pipes."""
        process = program.process
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

    def _catch_signals(self) -> None:
        """Note what would stop us, and wake up for it, and when a program ends."""
        self._read_end, self._write_end = os.pipe()
        for end in (self._read_end, self._write_end):
            os.set_blocking(end, False)
        self._wakeup_before = signal.set_wakeup_fd(self._write_end, warn_on_full_buffer=False)
        self._selector.register(self._read_end, selectors.EVENT_READ, None)
        for number in (signal.SIGCHLD, *_STOPPING):
            # What our parent has us ignore (nohup) stays ignored.
            if signal.getsignal(number) is not signal.SIG_IGN or number == signal.SIGCHLD:
                self._handlers[number] = signal.signal(number, self._catch)

    def _catch(self, number: int, _: FrameType | None) -> None:
        if number != signal.SIGCHLD:
            self._caught = number

    def _raise_caught(self) -> None:
        if self._caught == signal.SIGINT:
            raise KeyboardInterrupt
        if self._caught:
            raise SystemExit(128 + self._caught)


def _how_to_start(name: str) -> str:
    if os.path.isfile(name):
        return f"start it as {'python3 ' if name.endswith('.py') else '' if os.sep in name else './'}{name}"
    if " " in name:
        return f"write its words after -- without quotes: {name}"
    return "name a program after --"


def _read(file: Any) -> bytes | None:
    """What is in a pipe, `b""` at its end; None when there is nothing now."""
    try:
        return os.read(file.fileno(), CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""
