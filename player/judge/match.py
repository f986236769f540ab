"""A match: one run of a program, in which it plays one game or several; bytes in, text out, no I/O.

The referee passes on the program's output (`receive`), its exit (`end`) and its delay (`time_out`), and sends the
program the text that `receive` returns.  Each game is a `Codemaker`; once its secret is found, the next one begins::

    playing ── secret found, another game ──> playing
       │  └─── secret found, the last one ──> won ── ended with code 0 ──> over
       └── lost, or the program's fault ─────────────┴── any other end ──> over
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from time import monotonic

from player.errors import quote
from player.judge.codemaker import Codemaker, Foul
from player.judge.conversation import ASK, LOST, WON
from player.judge.wording import printable
from player.rules.history import show_history
from player.tree.columns import State


class Outcome:
    """The result of a game: the secret, `how` it was lost ("": won), a detail, steps, and the slowest move in seconds.

    `left` is the number of secrets that agree with the answers; an adaptive game reports the first of them.  `before`
    are the secrets of the earlier rounds of the same run.
    """

    def __init__(self, codemaker: Codemaker, how: str, detail: str, slowest: float, before: Sequence[str] = ()) -> None:
        self.secret, self.left, self.steps = codemaker.secrets[0], len(codemaker.secrets), codemaker.steps
        self.how, self.detail, self.slowest, self.before = how, detail, slowest, before
        self.is_won = not how

    def row(self) -> dict[str, object]:
        """Return the game as a line of the log."""
        return {
            "secret": self.secret, "result": self.how or "won", "guesses": len(self.steps),
            "slowest_ms": round(1000 * self.slowest, 1), "history": show_history(self.steps), "detail": self.detail,
        }  # fmt: skip


class Match(State):
    r"""The games of one run, each with its number; `outcomes` has results, `unplayed` the games that have not begun.

    `time_limit` is in seconds for each move, and `deadline` is the end of the current move on the `clock`.
    """

    def __init__(
        self, games: Sequence[tuple[int, Codemaker]], time_limit: float = 0.0, clock: Callable[[], float] = monotonic
    ) -> None:
        (self.number, self.codemaker), *self.unplayed = games
        self.outcomes: dict[int, Outcome] = {}
        self.is_over = False
        self.time_limit = time_limit
        self._rounds = len(games)
        self._clock = clock
        self._slowest = 0.0
        self._is_closed = False  # whether the program has closed its output
        self._foul = Foul("end of output", "ended before the secret was found")
        self._begin_turn()

    @property
    def has_won(self) -> bool:
        """True once all secrets were found, after which the program must write nothing more."""
        return self.codemaker.state == WON and not self.unplayed

    def start(self) -> str:
        """Return the text before the first guess, "" in most dialects."""
        return self.codemaker.wording.start(self._rounds)

    def receive(self, data: bytes) -> str:
        """Take output of the program (`b""` once it has closed its output) and return the answers to it."""
        self._is_closed = not data
        if self.has_won:
            self._check_rest(data)
            return ""
        self.codemaker.receive(data)
        answers = ""
        try:
            while self.codemaker.state == ASK and self.codemaker.read() is not None:
                answers += self._answer()
        except Foul as foul:
            # At the end of the output, only the exit code shows whether this was a crash.
            self._foul = foul
            if data:
                self.lose(foul.how, str(foul))
        if self.codemaker.state == LOST:
            self.lose(*self.codemaker.explain_loss())
        elif self.has_won:
            self._check_rest(self.codemaker.inbox.pending)
        return answers

    def end(self, code: int, last_words: bytes) -> None:
        """Record the exit of the program, after all its output was received."""
        if self.is_over:
            return
        if code:
            words = last_words.strip().splitlines()
            end = f": {printable(words[-1].strip(), 200)}" if words else ""
            self.lose("crash", f"{describe_code(code)}{' after the winning feedback' * self.has_won}{end}")
        elif self.has_won:
            self.is_over = True
            self._record("", "")
        else:
            self.lose(self._foul.how, str(self._foul))

    def time_out(self) -> None:
        """Lose the game because the time limit has passed."""
        limit = f"{self.time_limit:g} s"
        pending = self.codemaker.inbox.pending
        if self.has_won:
            self.lose("does not end", f"still running {limit} after the winning feedback")
        elif self._is_closed:
            self.lose(self._foul.how, f"{self._foul}; its output is closed, it is still running")
        else:
            question = quote(self.codemaker.wording.ask("...").strip())
            part = f"; sent {printable(pending)!r}, not a whole line such as {question}" if pending else ""
            self.lose("silence", f"no guess {len(self.codemaker.steps) + 1} within {limit}{part}")

    def lose(self, how: str, detail: str) -> None:
        """Lose the current game, and with it the match, unless the match is over."""
        if not self.is_over:
            self.is_over = True
            where = f"in round {len(self.outcomes) + 1} of {self._rounds}: " if self._rounds > 1 else ""
            self._record(how, f"{where}{detail}")

    def _answer(self) -> str:
        self._slowest = max(self._slowest, self._clock() - self._turn_start)
        answer = self.codemaker.answer()
        if self.codemaker.state == WON and self.unplayed:
            # Another secret follows: the rest of the output belongs to its game.
            self._record("", "")
            inbox = self.codemaker.inbox
            self.number, self.codemaker = self.unplayed.pop(0)
            self.codemaker.inbox, self._slowest = inbox, 0.0
        self._begin_turn()
        return answer

    def _check_rest(self, data: bytes) -> None:
        if data.strip():
            self.lose("does not end", f"wrote {printable(data.strip())!r} after the winning feedback")

    def _begin_turn(self) -> None:
        self._turn_start = self._clock()
        self.deadline = self._turn_start + self.time_limit

    def _record(self, how: str, detail: str) -> None:
        before = [outcome.secret for outcome in self.outcomes.values()]
        self.outcomes[self.number] = Outcome(self.codemaker, how, detail, self._slowest, before)


def describe_code(code: int) -> str:
    """Return the exit code of a program in words."""
    names = {-one.value: one.name for one in signal.Signals}
    return f"exit code {code}" if code >= 0 else f"signal {names.get(code, -code)}"
