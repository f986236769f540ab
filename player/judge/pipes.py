"""Games against a program over pipes: one loop that watches every running one, and leaves no process behind."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from time import monotonic

from player.judge.children import Programs, describe_code, has_ended
from player.judge.codemaker import Foul, Outcome, count_guesses, explain_loss
from player.judge.conversation import ASK, LOST, WON
from player.judge.rounds import Runs
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
_STOPPING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Match:
    """One game, or the rounds of one run, against one process, which runs in a session and process group of its own."""

    def __init__(self, runner: Runner, games: Sequence[tuple[int, Codemaker]]) -> None:
        self.runner = runner
        self.rounds = len(games)
        (self.number, self.codemaker), *rest = games
        self.unplayed = rest  # the rounds to come
        self.outcomes: dict[int, Outcome] = {}  # of the rounds that have ended, by their number
        self.is_over = False
        self.slowest = 0.0
        self._last_words = b""
        self._is_closed = False  # its standard output
        self._foul = Foul("end of output", "ended before the secret was found")
        self._turn_start = monotonic()
        self.deadline = self._turn_start + runner.time_limit
        self.process = runner.programs.start(runner.command, stderr=subprocess.PIPE)
        files: Any = (self.process.stdin, self.process.stdout, self.process.stderr)  # Popen's are optional, ours there
        self.stdin, self.stdout, self.stderr = files
        for file in files:
            os.set_blocking(file.fileno(), False)
        self._say(self.codemaker.start())
        runner.selector.register(self.stdout, selectors.EVENT_READ, self.on_output)
        runner.selector.register(self.stderr, selectors.EVENT_READ, self.on_errors)

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
        return bool(data) and not self.is_over

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
            if pending.endswith(b" "):  # words with a line end behind them, but too few
                question = self.codemaker.wording.ask("...").strip()
                unended = (
                    f"; sent {printable(pending.strip())!r}, which is only a part of a question such as {question!r}"
                )
            self._finish("silence", f"no guess {len(self.codemaker.steps) + 1} within {limit}{unended}")

    def check_exit(self) -> None:
        """Decide the game if the program has ended."""
        if self.is_over or not has_ended(self.process):
            return
        # What it said before it ended still counts.  A child of its own may hold the pipes open: end it first.
        self.runner.programs.kill(self.process)
        for _ in range(MOST_CHUNKS):
            if self._is_closed or not self.on_output():
                break
        if self.is_over:
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
        """Answer every guess that is there, in this round and the next ones."""
        try:
            while not self.is_over and self.codemaker.state == ASK and self.codemaker.read() is not None:
                self._answer()
                if self.codemaker.state == WON and self.unplayed:
                    self._next_round()
        except Foul as foul:
            # At the end of the output only the end of the process tells whether this was a crash.
            self._foul = foul
            if not self._is_closed:
                self._finish(foul.how, str(foul))
        codemaker = self.codemaker
        if codemaker.state == LOST:
            self._finish(*explain_loss(codemaker))
        elif codemaker.state == WON and not self.is_over:
            self._forget(self.stdin)
            self._check_rest(codemaker.inbox.pending)

    def _next_round(self) -> None:
        """The secret was found, and another one follows in the same run: what was said already is for that one."""
        self._note("", "")
        inbox = self.codemaker.inbox
        self.number, self.codemaker = self.unplayed.pop(0)
        self.codemaker.inbox = inbox
        self.slowest = 0.0
        self._say(self.codemaker.say_hello())

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
            self._finish("does not listen", f"left the replies to {count_guesses(self.codemaker.steps)} unread")

    def _check_rest(self, data: bytes) -> None:
        if data.strip():
            self._finish("does not end", f"wrote {printable(data.strip())!r} after the winning feedback")

    def _finish(self, how: str, detail: str) -> None:
        if not self.is_over:
            self._note(how, detail)
            self.is_over = True
            self.stop()

    def _note(self, how: str, detail: str) -> None:
        before = [outcome.secret for outcome in self.outcomes.values()]
        told = f"in round {len(before) + 1} of {self.rounds}: {detail}" if how and self.rounds > 1 else detail
        self.outcomes[self.number] = Outcome(self.codemaker, how, told, self.slowest, before)

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
    """Every game against one program, `jobs` at a time.

    A dialect of several rounds plays so many games in one run of the program (see `Runs`).  A game that only fills up a
    run counts only if it is lost.
    """

    def __init__(self, command: Sequence[str], games: Iterable[Codemaker], jobs: int, time_limit: float) -> None:
        self.command, self.time_limit = command, time_limit
        self.jobs = jobs
        self.runs = Runs(games)
        self.programs = Programs()
        self.selector = selectors.DefaultSelector()

    def run(self) -> Generator[Outcome, None, None]:
        """Play; yield the outcomes in the order of the games."""
        running: list[Match] = []
        done: dict[int, Outcome] = {}
        following = 0
        with self.selector, self.programs, Signals(self.selector) as signals:
            try:
                while True:
                    while len(running) < self.jobs and (games := self.runs.take()):
                        running.append(Match(self, games))
                    if not running:
                        break
                    self._watch(running, signals)
                    for match in running:
                        if match.is_over:
                            done |= match.outcomes
                            self.runs.give_back(match.unplayed)
                    running = [match for match in running if not match.is_over]
                    while following in done:
                        yield done.pop(following)
                        following += 1
                yield from (done[number] for number in sorted(done) if not done[number].is_won)
            finally:
                for match in running:
                    match.stop()

    def _watch(self, running: list[Match], signals: Signals) -> None:
        """Wait until something happens, and let every match deal with what concerns it."""
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
            if not match.is_over and match.deadline <= now:
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
