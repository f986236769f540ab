"""The judge conversation as a state machine without I/O: bytes in, text out.

Both ends go through the same states, `Guesser` (what `player judge` is) and `Keeper` (what the referee is)::

    ask ── guess ──> answer ── win ───> won
     ^                │ │  └── lose ──> lost      the last guess granted was not the secret
     └── feedback ────┘ └──── fault ──> failed    the other side broke the protocol (also from ask)

Whoever uses an end reads from the wire and gives it the bytes, `b""` for the end of input, and writes what it says.
Using it in the wrong order is a `LocalProtocolError` and changes nothing; what the other side did wrong is a
`RemoteProtocolError`, after which the conversation has failed.
"""

from __future__ import annotations

from player.cells import split, widest
from player.dialects import printable
from player.errors import BadInput, LocalProtocolError, RemoteProtocolError
from player.tree import Player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from player.dialects import Wording
    from player.tree import Tree

__all__ = ["ANSWER", "ASK", "FAILED", "LOST", "TRANSITIONS", "WON", "Foul", "Guesser", "Keeper"]

ASK, ANSWER, WON, LOST, FAILED = "ask", "answer", "won", "lost", "failed"
GUESS, FEEDBACK, WIN, LOSE, FAULT = "guess", "feedback", "win", "lose", "fault"
TRANSITIONS = {
    (ASK, GUESS): ANSWER,
    (ANSWER, FEEDBACK): ASK,
    (ANSWER, WIN): WON,
    (ANSWER, LOSE): LOST,
    (ASK, FAULT): FAILED,
    (ANSWER, FAULT): FAILED,
}

MAX_PENDING = 4096  # bytes of an unfinished reply: no dialect needs a tenth of it
FLOOD = 64 << 10  # bytes a guesser may send in one turn


class Foul(RemoteProtocolError):
    """What a guesser did wrong; `how` is its kind in a word or two, the message the detail."""

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
        return self.state not in (ASK, ANSWER)

    def _expect(self, state: str, action: str) -> None:
        if self.state != state:
            raise LocalProtocolError(f"cannot {action} in state {self.state!r}, only in {state!r}")

    def _go(self, event: str) -> None:
        self.state = TRANSITIONS[self.state, event]


class Guesser(Conversation):
    r"""The end that asks, walking down a tree: `ask()`, then `receive()` until `read()` gives the feedback.

    >>> from player.dialects import choose
    >>> wording, tree = choose("codeforces-753", "bulls-4x10.entropy")
    >>> guesser = Guesser(wording, tree)
    >>> guesser.ask()
    '0123\n'
    >>> guesser.receive(b"0 1\r\n"); guesser.read(), guesser.ask()
    ('01', '1456\n')
    """

    __slots__ = ("player",)

    def __init__(self, wording: Wording, tree: Tree) -> None:
        super().__init__(wording)
        self.player = Player(tree)

    def ask(self) -> str:
        """The line of the next guess."""
        self._expect(ASK, "ask")
        guess = self.player.guess
        if guess is None:
            raise LocalProtocolError("the player has finished already")
        self._go(GUESS)
        return self.wording.ask(guess)

    def read(self) -> str | None:
        """The label of the feedback, None while more input is needed; RemoteProtocolError for a bad or no reply."""
        self._expect(ANSWER, "read a reply")
        tokens = self.inbox.take(self.wording.reply_size)
        if tokens is None:
            self._check_pending()
            return None
        guess = str(self.player.guess)
        try:
            label = self.wording.read_reply(tokens)
            self.player.answer(label)
        except BadInput as error:
            self._go(FAULT)
            raise RemoteProtocolError(str(error)) from None
        self.steps.append((guess, label))
        self._go(WIN if self.player.finished else FEEDBACK)
        return label

    def _check_pending(self) -> None:
        pending = self.inbox.pending
        if self.inbox.is_ended:
            problem = f"the input ended after guess {len(self.steps) + 1}, {self.player.guess}, without its reply"
            problem += f", with only {printable(pending)!r}" if pending else ""
        elif len(pending) > MAX_PENDING:
            problem = f"the reply {printable(pending)!r} does not end within {MAX_PENDING} bytes"
        else:
            return
        self._go(FAULT)
        raise RemoteProtocolError(problem)


class Keeper(Conversation):
    r"""The end that keeps the secret: `receive()` until `read()` gives a guess, then `answer()`.

    With several `secrets` it is adaptive: it keeps open all that agree with its answers, and answers what leaves most.
    `limit` is the number of guesses granted, 0 for any number.

    >>> from player.dialects import DIALECTS, Wording
    >>> from player.rules import parse
    >>> keeper = Keeper(Wording(DIALECTS["codeforces-753"], parse("bulls-4x10-any")), ["0123"])
    >>> keeper.receive(b"8000\n"); keeper.read(), keeper.answer()
    ('8000', '0 1\n')
    """

    __slots__ = ("_turn", "guess", "limit", "secrets")

    def __init__(self, wording: Wording, secrets: Sequence[str], limit: int = 0) -> None:
        super().__init__(wording)
        self.secrets, self.limit = secrets, limit
        self.guess = ""
        self._turn = 0

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
            self.guess = self.wording.read_ask(tokens)
        except BadInput as error:
            raise self._foul("wrong form", str(error)) from None
        self._go(GUESS)
        return self.guess

    def answer(self) -> str:
        """The line that answers the guess just read."""
        self._expect(ANSWER, "answer")
        wording = self.wording
        label = self._feedback()
        self.steps.append((self.guess, label))
        self._turn = 0
        if label == wording.winning:
            self._go(WIN)
        else:
            self._go(LOSE if len(self.steps) == self.limit else FEEDBACK)
        return wording.reply(label)

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
