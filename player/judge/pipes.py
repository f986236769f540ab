"""Games against a program over pipes: one loop that watches every running one, and leaves no process behind."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from time import monotonic

from player.judge.children import Programs, describe_code, has_ended
from player.judge.codemaker import Foul
from player.judge.conversation import ASK, LOST, WON
from player.judge.outcome import Outcome, explain_loss
from player.judge.wording import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence
    from types import FrameType
    from typing import Any, Self

    from player.judge.codemaker import Codemaker

__all__ = ["Runner"]

CHUNK = 64 << 10
MOST_CHUNKS = 64  # of what is still in a pipe when its program has ended: more than any pipe holds
LAST_WORDS = 4096  # bytes of a program's standard error that are kept
_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Match:
    """One game against one process, which runs in a session and process group of its own."""

    def __init__(self, runner: Runner, number: int, codemaker: Codemaker) -> None:
        self.runner, self.number, self.codemaker = runner, number, codemaker
        self.outcome: Outcome | None = None
        self.slowest = 0.0
        self._last_words = b""
        self._is_closed = False  # its standard output
        self._foul = Foul("end of output", "ended before the secret was found")
        self._turn_start = monotonic()
        self.deadline = self._turn_start + runner.time_limit
        self.process = runner.programs.start(runner.command, stderr=subprocess.PIPE)
        self.stdin: Any = self.process.stdin  # Any: Popen's are optional, ours are there
        self.stdout: Any = self.process.stdout
        self.stderr: Any = self.process.stderr
        files: tuple[Any, ...] = (self.stdin, self.stdout, self.stderr)
        for file in files:
            os.set_blocking(file.fileno(), False)
        self._say(codemaker.start())
        runner.selector.register(files[1], selectors.EVENT_READ, self.on_output)
        runner.selector.register(files[2], selectors.EVENT_READ, self.on_errors)

    def on_output(self) -> bool:
        """Read what the program says, at most one chunk, and answer; False when there was nothing to read."""
        data = self._read(self.stdout)
        if data is None:
            return False
        if not data:
            self._is_closed = True
            self._forget(self.stdout)
        codemaker = self.codemaker
        if codemaker.state == WON:
            self._check_rest(data)
        else:
            codemaker.receive(data)
            self._converse()
        return bool(data) and self.outcome is None

    def on_errors(self) -> bool:
        """Keep the end of what the program writes to standard error; False when there was nothing to read."""
        data = self._read(self.stderr)
        if data is None:
            return False
        if not data:
            self._forget(self.stderr)
        self._last_words = (self._last_words + data)[-LAST_WORDS:]
        return bool(data)

    def on_deadline(self) -> None:
        """The time limit has passed."""
        limit = f"{self.runner.time_limit:g} s"
        pending = self.codemaker.inbox.pending
        if self.codemaker.state == WON:
            self._finish("does not end", f"still running {limit} after the winning feedback")
        elif self._is_closed:
            self._finish(self._foul.how, f"{self._foul}; its output is closed, it is still running")
        else:
            unended = f"; sent {printable(pending)!r} without a line end" if pending else ""
            self._finish("silence", f"no guess {len(self.codemaker.steps) + 1} within {limit}{unended}")

    def check_exit(self) -> None:
        """Decide the game if the program has ended."""
        if self.outcome is not None or not has_ended(self.process):
            return
        # What it said before it ended still counts.  A child of its own may hold the pipes open: end it first.
        self.runner.programs.kill(self.process)
        for _ in range(MOST_CHUNKS):
            if self._is_closed or not self.on_output():
                break
        if self.outcome is not None:
            return
        for _ in range(MOST_CHUNKS):
            if self.stderr.closed or not self.on_errors():
                break
        code = self.process.returncode
        has_won = self.codemaker.state == WON
        if code:
            words = self._last_words.strip().splitlines()
            said = f": {printable(words[-1].strip(), 200)}" if words else ""
            self._finish("crash", f"{describe_code(code)}{' after the winning feedback' * has_won}{said}")
        elif has_won:
            self._finish("", "")
        else:
            self._finish(self._foul.how, str(self._foul))

    def stop(self) -> None:
        """End the program and all that it started, and forget it."""
        for file in (self.stdout, self.stderr, self.stdin):
            self._forget(file)
        self.runner.programs.end(self.process)

    def _converse(self) -> None:
        """Answer every guess that is there."""
        codemaker = self.codemaker
        try:
            while self.outcome is None and codemaker.state == ASK and codemaker.read() is not None:
                self._answer()
        except Foul as foul:
            # At the end of the output only the end of the process tells whether this was a crash.
            self._foul = foul
            if not self._is_closed:
                self._finish(foul.how, str(foul))
        if codemaker.state == LOST:
            self._finish(*explain_loss(codemaker))
        elif codemaker.state == WON and self.outcome is None:
            self._forget(self.stdin)
            self._check_rest(codemaker.inbox.pending)

    def _answer(self) -> None:
        now = monotonic()
        self.slowest = max(self.slowest, now - self._turn_start)
        self._say(self.codemaker.answer())
        self._turn_start = monotonic()
        self.deadline = self._turn_start + self.runner.time_limit

    def _say(self, text: str) -> None:
        data = text.encode()
        try:
            sent = self.stdin.write(data)
        except OSError:
            return  # it is gone, which its exit will tell
        if sent != len(data):
            self._finish("does not listen", f"left the replies to {len(self.codemaker.steps)} guesses unread")

    def _check_rest(self, data: bytes) -> None:
        if data.strip():
            self._finish("does not end", f"wrote {printable(data.strip())!r} after the winning feedback")

    def _finish(self, how: str, detail: str) -> None:
        if self.outcome is None:
            self.outcome = Outcome(self.codemaker, how, detail, self.slowest)
            self.stop()

    def _read(self, file: Any) -> bytes | None:
        try:
            return os.read(file.fileno(), CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def _forget(self, file: Any) -> None:
        if file.closed:
            return
        if file is not self.stdin and file.fileno() in self.runner.selector.get_map():
            self.runner.selector.unregister(file)
        file.close()


class Runner:
    """Every game against one program, `jobs` at a time."""

    def __init__(self, command: Sequence[str], games: Iterable[Codemaker], jobs: int, time_limit: float) -> None:
        self.command, self.games, self.time_limit = command, games, time_limit
        self.jobs = jobs
        self.programs = Programs()
        self.selector = selectors.DefaultSelector()

    def run(self) -> Generator[Outcome, None, None]:
        """Play; yield the outcomes in the order of the games."""
        waiting = enumerate(self.games)
        running: list[Match] = []
        done: dict[int, Outcome] = {}
        following = 0
        is_exhausted = False
        with self.selector, self.programs, Signals(self.selector) as signals:
            try:
                while running or not is_exhausted:
                    while len(running) < self.jobs and not is_exhausted:
                        entry = next(waiting, None)
                        if entry is None:
                            is_exhausted = True
                        else:
                            running.append(Match(self, *entry))
                    self._watch(running, signals)
                    done |= {match.number: match.outcome for match in running if match.outcome is not None}
                    running = [match for match in running if match.outcome is None]
                    while following in done:
                        yield done.pop(following)
                        following += 1
            finally:
                for match in running:
                    match.stop()

    def _watch(self, running: list[Match], signals: Signals) -> None:
        """Wait until something happens, and let every match deal with what concerns it."""
        if not running:
            return
        patience = min(match.deadline for match in running) - monotonic()
        for key, _ in self.selector.select(max(patience, 0)):
            # An earlier one in this round may have ended the match that this one belongs to.
            if key.fd in self.selector.get_map():
                on_event: Callable[[], object] = key.data
                on_event()
        signals.check()
        now = monotonic()
        for match in running:
            match.check_exit()
            if match.outcome is None and match.deadline <= now:
                match.on_deadline()


class Signals:
    """Wakes the loop when a child ends or we are told to stop, so that stopping happens between two steps of it."""

    def __init__(self, selector: selectors.BaseSelector) -> None:
        self._selector = selector
        self._caught = 0
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        self._read_end, self._write_end = os.pipe()
        for end in (self._read_end, self._write_end):
            os.set_blocking(end, False)
        self._wakeup_before = signal.set_wakeup_fd(self._write_end, warn_on_full_buffer=False)
        for number in (signal.SIGCHLD, *_STOPPING):
            # What our parent has us ignore (nohup) stays ignored.
            if signal.getsignal(number) is not signal.SIG_IGN or number == signal.SIGCHLD:
                self._before[number] = signal.signal(number, self._catch)
        self._selector.register(self._read_end, selectors.EVENT_READ, self._drain)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        signal.set_wakeup_fd(self._wakeup_before)
        self._selector.unregister(self._read_end)
        os.close(self._read_end)
        os.close(self._write_end)

    def check(self) -> None:
        """Raise what the signal asks for: KeyboardInterrupt, or SystemExit with the shell's code for the signal."""
        if self._caught == signal.SIGINT:
            raise KeyboardInterrupt
        if self._caught:
            raise SystemExit(128 + self._caught)

    def _catch(self, number: int, _: FrameType | None) -> None:
        if number != signal.SIGCHLD:
            self._caught = number

    def _drain(self) -> None:
        os.read(self._read_end, CHUNK)
