"""Many runs of one exported program in few processes, for languages whose programs take long to start.

A host (`hosts/`) runs the program, as it is written for the judge, again and again, and tells after each run how it
ended.  Several hosts play at the same time.
"""

from __future__ import annotations

import os
import selectors
from collections.abc import Generator, Iterable, Sequence
from tempfile import TemporaryFile
from time import monotonic
from typing import Any

from player.judge.children import Programs, describe_code
from player.judge.codemaker import FLOOD, Codemaker, Foul, Outcome, explain_loss
from player.judge.conversation import LOST, WON
from player.judge.rounds import Runs
from player.judge.wording import printable

__all__ = ["play_hosted"]

RUNS = 10**9  # that a host is started for: it is ended when nothing is left to play
LAST_WORDS = 4096  # bytes of standard error that are looked at


def play_hosted(
    command: Sequence[str], games: Iterable[Codemaker], jobs: int, time_limit: float
) -> Generator[Outcome, None, None]:
    """Play games with the program that a host runs, `jobs` hosts at a time; `time_limit` in seconds for each move.

    Yields an outcome for each game, in the order in which they end.  Whatever ends the iteration, no process is left.
    """
    runs = Runs(games)
    with Programs() as programs, selectors.DefaultSelector() as selector:
        hosts: list[_Host] = []
        while True:
            while len(hosts) < jobs and (games_of_run := runs.take()):
                hosts.append(_Host(programs, command, runs, games_of_run, time_limit))
                selector.register(hosts[-1].output, selectors.EVENT_READ, hosts[-1])
            if not hosts:
                return
            selector.select(max(0, min(host.deadline for host in hosts) - monotonic()))
            for host in list(hosts):
                host.go_on()
                yield from host.outcomes
                host.outcomes.clear()
                if host.is_over:
                    selector.unregister(host.output)
                    host.end()
                    hosts.remove(host)


class _Host:
    """One process that plays run after run, until nothing is left to play or a game is lost."""

    # Any below: a Popen's pipes are optional, and ours are there; what TemporaryFile gives has no class of its own.
    def __init__(
        self, programs: Programs, command: Sequence[str], runs: Runs, games: list[tuple[int, Codemaker]], limit: float
    ) -> None:
        self.programs, self.runs, self.time_limit = programs, runs, limit
        self.errors: Any = TemporaryFile()  # noqa: SIM115
        self.process = programs.start([*command, str(RUNS)], stderr=self.errors.fileno())
        pipes: Any = (self.process.stdin, self.process.stdout)
        self.input, self.output = pipes
        os.set_blocking(self.output.fileno(), False)
        self.outcomes: list[Outcome] = []
        self.is_over = False
        self.pending = b""
        self._begin(games)

    def end(self) -> None:
        """End the process."""
        self.programs.end(self.process)
        self.errors.close()

    def _begin(self, games: Sequence[tuple[int, Codemaker]]) -> None:
        """Begin the run of these games."""
        (self.number, self.codemaker), *self.unplayed = games
        self.before: list[str] = []
        self._say(self.codemaker.start())

    def go_on(self) -> None:
        """Read what has been said, if anything was, and answer it."""
        try:
            data = os.read(self.output.fileno(), FLOOD)
        except BlockingIOError:
            if monotonic() > self.deadline:
                self._lose("silence", f"nothing was said for {self.time_limit:g} s")
            return
        self.pending += data
        while b"\n" in self.pending and not self.is_over:
            line, end, self.pending = self.pending.partition(b"\n")
            self._take(line + end)
        if not self.is_over and (not data or len(self.pending) > FLOOD):
            self._take(self.pending + b"\0 %d\n" % self._end_code() if not data else self.pending)

    def _take(self, line: bytes) -> None:
        """Answer a line of the program; one with a NUL tells that the run has ended, and with which code."""
        said, nul, code = line.partition(b"\0")
        if self.codemaker.state != WON:
            self._answer(said, has_ended=bool(nul), code=int(code or 0))
        elif said.strip():
            self._lose("does not end", f"wrote {printable(said.strip())!r} after the winning feedback")
        elif int(code):
            self._lose("crash", f"{describe_code(int(code))} after the winning feedback{self._last_words()}")
        else:
            self._win()
            games = self.runs.take()
            self.is_over = not games
            if games:
                self._begin(games)

    def _answer(self, said: bytes, *, has_ended: bool, code: int) -> None:
        codemaker = self.codemaker
        for data in (said,) * bool(said) + (b"",) * has_ended:
            codemaker.receive(data)
        try:
            is_guess = codemaker.read() is not None
        except Foul as foul:
            how, detail = foul.how, str(foul)
            self._lose(*("crash", f"{describe_code(code)}{self._last_words()}") if code else (how, detail))
            return
        if is_guess:
            self._say(codemaker.answer())
        if codemaker.state == LOST:
            self._lose(*explain_loss(codemaker))
        elif codemaker.state == WON and self.unplayed:
            self._win()
            self.number, self.codemaker = self.unplayed.pop(0)
            self._say(self.codemaker.say_hello())
        if has_ended and not self.is_over:  # its last line had no end
            self._take(b"\0 %d\n" % code)

    def _win(self) -> None:
        if self.runs.counted(self.number):
            self.outcomes.append(Outcome(self.codemaker, "", "", 0.0, self.before))
        self.before = [*self.before, self.codemaker.secrets[0]]

    def _lose(self, how: str, detail: str) -> None:
        """Note the loss; what was not played is left for another process."""
        self.outcomes.append(Outcome(self.codemaker, how, detail, 0.0, self.before))
        self.runs.give_back(self.unplayed)
        self.is_over = True

    def _end_code(self) -> int:
        self.programs.kill(self.process)
        return self.process.returncode or 0

    def _last_words(self) -> str:
        """The last line of standard error."""
        size = self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(0, size - LAST_WORDS))
        lines = self.errors.read().strip().splitlines()
        return f": {printable(lines[-1].strip(), 200)}" if lines else ""

    def _say(self, text: str) -> None:
        self.deadline = monotonic() + self.time_limit
        try:
            self.input.write(text.encode())
        except BrokenPipeError:
            pass  # it has ended, which reading its output will show
