"""The judge conversation as a state machine without I/O: bytes in, text out.

Both ends go through the same states, `Codebreaker` (what `player judge` is) and `Codemaker` (what the referee is)::

    start ── open ──> ask ── guess ──> answer ── win ───> won
      ^                ^                │ │  └── lose ──> lost      the last guess granted was not the secret
      │                └── feedback ────┤ └──── fault ──> failed    the other side broke the protocol (from any state)
      └──────────── again ──────────────┘                           won, and the judge has another secret

A dialect in which the judge says nothing first begins with `ask`.  Where the secret is named in a line of its own, the
codebreaker's `guess` that names it is followed by `win` at once.

Whoever uses an end reads from the wire and gives it the bytes, `b""` for the end of input, and writes what it says.
Using it in the wrong order is a `LocalProtocolError` and changes nothing; what the other side did wrong is a
`RemoteProtocolError`, after which the conversation has failed.
"""

from __future__ import annotations

from player.errors import BadInput, LocalProtocolError, RemoteProtocolError
from player.judge.dialects import printable
from player.rules.cells import split, widest
from player.tree import Player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from player.judge.dialects import Wording
    from player.tree import Tree

__all__ = ["ANSWER", "ASK", "FAILED", "LOST", "START", "TRANSITIONS", "WON", "Codebreaker", "Codemaker", "Foul"]

START, ASK, ANSWER, WON, LOST, FAILED = "start", "ask", "answer", "won", "lost", "failed"
OPEN, GUESS, FEEDBACK, AGAIN = "open", "guess", "feedback", "again"
WIN, LOSE, FAULT = "win", "lose", "fault"
TRANSITIONS = {
    (START, OPEN): ASK,
    (START, FAULT): FAILED,
    (ASK, GUESS): ANSWER,
    (ANSWER, FEEDBACK): ASK,
    (ANSWER, AGAIN): START,
    (ANSWER, WIN): WON,
    (ANSWER, LOSE): LOST,
    (ASK, FAULT): FAILED,
    (ANSWER, FAULT): FAILED,
}

MAX_PENDING = 4096  # bytes of an unfinished reply: no dialect needs a tenth of it
MAX_BLANKS = 16 << 20  # bytes of blanks before a reply: they take no room, but they must end
FLOOD = 64 << 10  # bytes a codebreaker may send in one turn


class Foul(RemoteProtocolError):
    """What a codebreaker did wrong; `how` is its kind in a word or two, the message the detail."""

    def __init__(self, how: str, detail: str) -> None:
        super().__init__(detail)
        self.how = how


class Inbox:
    """Bytes of the other side, cut into tokens at blanks and line ends of any kind."""

    __slots__ = ("_buffer", "is_ended")

    def __init__(self) -> None:
        self._buffer = b""
        self.is_ended = False

    def receive(self, data: bytes) -> None:
        """Add bytes from the wire; none at all mean that nothing more will come."""
        if self.is_ended and data:
            raise LocalProtocolError("data after the end of input")
        self._buffer += data
        self.is_ended = not data

    def take(self, count: int) -> list[bytes] | None:
        """The next `count` whole tokens; None, keeping what is there in as few bytes as possible, before they came."""
        buffer = self._buffer
        tokens = buffer.split(None, count)
        is_whole = self.is_ended or buffer[-1:].isspace()
        if len(tokens) > count or (len(tokens) == count and is_whole):
            self._buffer = tokens[count] if len(tokens) > count else b""
            return tokens[:count]
        self._buffer = b" ".join(tokens) + b" " * (is_whole and bool(tokens))
        return None

    @property
    def pending(self) -> bytes:
        """What came and was not taken."""
        return self._buffer


class Conversation:
    """What the two ends share: `state`, the inbox, and `steps`, the guesses and feedback labels so far."""

    __slots__ = ("inbox", "state", "steps", "wording")

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.state = ASK
        self.inbox = Inbox()
        self.steps: list[tuple[str, str]] = []

    def receive(self, data: bytes) -> None:
        """Take bytes from the wire, `b""` for the end of input."""
        self.inbox.receive(data)

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be said."""
        return self.state not in (START, ASK, ANSWER)

    def _expect(self, state: str, action: str) -> None:
        if self.state != state:
            raise LocalProtocolError(f"cannot {action} in state {self.state!r}, only in {state!r}")

    def _go(self, event: str) -> None:
        self.state = TRANSITIONS[self.state, event]


class Codebreaker(Conversation):
    r"""The end that asks, walking down a tree: `ask()`, then `receive()` until `read()` gives the feedback.

    In state `start` it reads first, what the judge says before the first guess: `read()` then gives "".

    >>> from player.judge.dialects import choose
    >>> wording, tree = choose("codeforces-753", "bulls-4x10.entropy")
    >>> codebreaker = Codebreaker(wording, tree)
    >>> codebreaker.ask()
    '0123\n'
    >>> codebreaker.receive(b"0 1\r\n"); codebreaker.read(), codebreaker.ask()
    ('01', '1456\n')
    """

    __slots__ = ("_has_started", "_turn", "player", "rounds")

    def __init__(self, wording: Wording, tree: Tree) -> None:
        super().__init__(wording)
        self.player = Player(tree)
        self.rounds = wording.dialect.rounds
        self._turn = 0
        self._has_started = not wording.start_size
        if not self._has_started or wording.hello_size:
            self.state = START

    def receive(self, data: bytes) -> None:
        """Take bytes from the wire, `b""` for the end of input."""
        self._turn += len(data)
        super().receive(data)

    def ask(self) -> str:
        """The line of the next guess; the line that names the secret, if the dialect has one, once it is certain."""
        self._expect(ASK, "ask")
        player = self.player
        guess = player.guess
        if self.wording.has_final and (guess is None or not player.tree.fanout[player.node]):
            line = self.wording.final(player.tree.guesses[player.node])
            self._go(GUESS)
            self._end_round()
            return line
        if guess is None:
            raise LocalProtocolError("the player has finished already")
        self._go(GUESS)
        return self.wording.ask(guess)

    def _end_round(self) -> None:
        self.rounds -= 1
        if not self.rounds:
            self._go(WIN)
            return
        self.player.reset()
        self.steps = []
        self._go(AGAIN)
        if not self.wording.hello_size:
            self._go(OPEN)

    def _read_start(self) -> str | None:
        wording = self.wording
        size = wording.hello_size + (0 if self._has_started else wording.start_size)
        tokens = self.inbox.take(size)
        if tokens is None:
            self._check_pending()
            return None
        try:
            if not self._has_started:
                self.rounds = wording.read_start(tokens[: wording.start_size])
            wording.read_hello(tokens[size - wording.hello_size :])
        except BadInput as error:
            self._go(FAULT)
            raise RemoteProtocolError(str(error)) from None
        self._has_started = True
        self._turn = 0
        self._go(OPEN)
        return ""

    def read(self) -> str | None:
        """The label of the feedback, None while more input is needed; RemoteProtocolError for a bad or no reply."""
        if self.state == START:
            return self._read_start()
        self._expect(ANSWER, "read a reply")
        tokens = self.inbox.take(self.wording.reply_size)
        if tokens is None:
            self._check_pending()
            return None
        self._turn = 0
        guess = str(self.player.guess)
        try:
            label = self.wording.read_reply(tokens)
            self.player.answer(label)
        except BadInput as error:
            self._go(FAULT)
            raise RemoteProtocolError(str(error)) from None
        self.steps.append((guess, label))
        if self.player.finished and not self.wording.has_final:
            self._end_round()
        else:
            self._go(FEEDBACK)
        return label

    def _check_pending(self) -> None:
        pending = self.inbox.pending
        if self.inbox.is_ended:
            problem = f"the input ended after guess {len(self.steps) + 1}, {self.player.guess}, without its reply"
            if self.state == START:
                problem = "the input ended before the first guess"
            problem += f", with only {printable(pending)!r}" if pending else ""
        elif len(pending) > MAX_PENDING:
            problem = f"the reply {printable(pending)!r} does not end within {MAX_PENDING} bytes"
        elif self._turn > MAX_BLANKS:
            problem = f"more than {MAX_BLANKS >> 20} MiB of blanks and line ends came instead of a reply"
        else:
            return
        self._go(FAULT)
        raise RemoteProtocolError(problem)


class Codemaker(Conversation):
    r"""The end that keeps the secret: `receive()` until `read()` gives a guess, then `answer()`.

    With several `secrets` it is adaptive: it keeps open all that agree with its answers, and answers what leaves most.
    `limit` is the number of guesses granted, 0 for any number.  `start()` is what it says first, one round long.

    >>> from player.judge.dialects import DIALECTS, Wording
    >>> from player.rules.names import parse
    >>> codemaker = Codemaker(Wording(DIALECTS["codeforces-753"], parse("bulls-4x10-any")), ["0123"])
    >>> codemaker.receive(b"8000\n"); codemaker.read(), codemaker.answer()
    ('8000', '0 1\n')
    """

    __slots__ = ("_turn", "guess", "is_final", "limit", "secrets")

    def __init__(self, wording: Wording, secrets: Sequence[str], limit: int = 0) -> None:
        super().__init__(wording)
        self.secrets, self.limit = secrets, limit
        self.guess = ""
        self.is_final = False
        self._turn = 0

    def start(self) -> str:
        """What is said before the first guess; "" in most dialects."""
        return self.wording.start() + self.wording.hello()

    def receive(self, data: bytes) -> None:
        """Take bytes from the wire, `b""` for the end of input."""
        self._turn += len(data)
        super().receive(data)

    def read(self) -> str | None:
        """The guess, None while more input is needed; Foul for a flood, a wrong form, or the end of input."""
        self._expect(ASK, "read a guess")
        if self._turn > FLOOD:
            start = printable(self.inbox.pending)
            raise self._foul("flood", f"more than {FLOOD >> 10} KiB in one turn, from {start!r} on")
        tokens = self.inbox.take(self.wording.ask_size)
        if tokens is None:
            if self.inbox.is_ended:
                pending = f", with only {printable(self.inbox.pending)!r}" if self.inbox.pending else ""
                raise self._foul("end of output", f"ended after {len(self.steps)} guesses{pending}")
            return None
        try:
            self.guess, self.is_final = self.wording.read_turn(tokens)
        except BadInput as error:
            raise self._foul("wrong form", str(error)) from None
        self._go(GUESS)
        return self.guess

    def answer(self) -> str:
        """The line that answers the guess just read; none where that names the secret."""
        self._expect(ANSWER, "answer")
        wording = self.wording
        if self.is_final:
            return self._judge_final()
        label = self._feedback()
        self.steps.append((self.guess, label))
        self._turn = 0
        if wording.has_final:
            # The secret must still be named: only a question beyond the limit is one too many.
            self._go(LOSE if 0 < self.limit < len(self.steps) else FEEDBACK)
        elif label == wording.winning:
            self._go(WIN)
        else:
            self._go(LOSE if len(self.steps) == self.limit else FEEDBACK)
        return wording.reply(label)

    def _judge_final(self) -> str:
        """A named secret is right if no other agrees with the answers; it is a step only where it counts."""
        label = self.wording.rules.feedback(self.guess, max(self.secrets, key=lambda secret: secret != self.guess))
        if self.wording.dialect.final_counts:
            self.steps.append((self.guess, label))
        has_guesses = not 0 < self.limit < len(self.steps)
        self._go(WIN if label == self.wording.winning and has_guesses else LOSE)
        return ""

    def _feedback(self) -> str:
        guess = self.guess
        if len(self.secrets) == 1:
            return self.wording.rules.feedback(guess, self.secrets[0])
        cells = split(self.wording.rules, guess, self.secrets)
        label = widest(cells, self.wording.winning)
        self.secrets = cells[label]
        return label

    def _foul(self, how: str, detail: str) -> Foul:
        self._go(FAULT)
        return Foul(how, detail)
