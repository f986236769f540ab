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

from player.errors import LocalProtocolError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.judge.wording import Wording

START, ASK, ANSWER, WON, LOST, FAILED = "start", "ask", "answer", "won", "lost", "failed"


class Inbox:
    """Bytes of the other side, cut into tokens at blanks and line ends of any kind; `pending` was not taken so far."""

    def __init__(self) -> None:
        self.pending = b""
        self.is_ended = False

    def receive(self, data: bytes) -> None:
        """Add bytes from the wire; none at all mean that nothing more will come."""
        if self.is_ended and data:
            raise LocalProtocolError("data after the end of input")
        self.pending += data
        self.is_ended = not data

    def starts_with(self, word: bytes) -> bool:
        """Whether the next token has come whole, and is `word`."""
        rest = self.pending.split(None, 1)
        return rest[:1] == [word] and (self.is_ended or len(rest) > 1 or self.pending[-1:].isspace())

    def take(self, count: int) -> list[bytes] | None:
        """The next `count` whole tokens; None, keeping what is there in as few bytes as possible, before they came."""
        buffer = self.pending
        tokens = buffer.split(None, count)
        is_whole = self.is_ended or buffer[-1:].isspace()
        if len(tokens) > count or (len(tokens) == count and is_whole):
            self.pending = tokens[count] if len(tokens) > count else b""
            return tokens[:count]
        self.pending = b" ".join(tokens) + b" " * (is_whole and bool(tokens))
        return None


class Conversation:
    """What the two ends share: `state`, the inbox, and `steps`, the guesses and feedback labels so far."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.state = ASK
        self.inbox = Inbox()
        self.steps: list[tuple[str, str]] = []
        self._turn = 0  # bytes that came since the other side's last turn

    def receive(self, data: bytes) -> None:
        """Take bytes from the wire, `b""` for the end of input."""
        self._turn += len(data)
        self.inbox.receive(data)

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be said."""
        return self.state not in (START, ASK, ANSWER)

    def _expect(self, state: str, action: str) -> None:
        if self.state != state:
            raise LocalProtocolError(f"cannot {action} in state {self.state!r}, only in {state!r}")
