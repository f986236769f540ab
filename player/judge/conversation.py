"""The judge conversation as a state machine without I/O: bytes in, text out.

Both ends go through the same states, `Codebreaker` (in `player judge`) and `Codemaker` (in the referee)::

    start ── open ──> ask ── guess ──> answer ── win ───> won
      ^                ^                │ │  └── lose ──> lost      the last guess granted was not the secret
      │                └── feedback ────┤ └──── fault ──> failed    the other side broke the protocol (from any state)
      └──────────── again ──────────────┘                           won, and the judge has another secret

A dialect in which the judge writes nothing first begins with `ask`.  If the secret is named in a line of its own, the
codebreaker's `guess` that names it is followed by `win` at once.

The caller does the I/O: it passes received bytes to `receive` (`b""` at the end of input) and writes what the methods
return.  A call in the wrong order raises `LocalProtocolError` and changes nothing; an error of the other side raises
`RemoteProtocolError`, after which the conversation has failed.
"""

from __future__ import annotations

from player.errors import BadInput, LocalProtocolError, RemoteProtocolError
from player.judge.wording import Wording, printable
from player.rules.numbers import read_whole
from player.tree.columns import Columns, State, Walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_ROUNDS = 10**9 - 1
MAX_PENDING = 4096  # the longest unfinished reply in bytes; no dialect needs a tenth of it
START, ASK, ANSWER, WON, LOST, FAILED = "start", "ask", "answer", "won", "lost", "failed"


class Inbox:
    """Bytes of the other side, cut into tokens at blanks and line ends of any kind; `pending` are the unread bytes."""

    def __init__(self) -> None:
        self.pending = b""
        self.is_ended = False

    def receive(self, data: bytes) -> None:
        """Add bytes from the wire; no bytes mean the end of input."""
        if self.is_ended and data:
            raise LocalProtocolError("data after the end of input")
        self.pending += data
        self.is_ended = not data

    def words(self, most: int) -> list[bytes]:
        """Return up to `most` whole tokens; they stay."""
        words = self.pending.split(None, most)
        is_cut = len(words) <= most and not (self.is_ended or self.pending[-1:].isspace())
        return words[: len(words) - is_cut][:most]

    def take(self, count: int) -> list[bytes] | None:
        """Return the next `count` whole tokens, or None until they have come; `pending` then loses surplus blanks."""
        tokens = self.words(count)
        if len(tokens) < count:
            is_whole = self.is_ended or self.pending[-1:].isspace()
            self.pending = (b" ".join(self.pending.split()) + b" " * is_whole).lstrip()
            return None
        self.pending = b"".join(self.pending.split(None, count)[count:])
        return tokens


class Conversation(State):
    """The common part of both ends: `state`, the inbox, and `steps`, the guesses and feedback labels so far."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.state = ASK
        self.inbox = Inbox()
        self.steps: list[tuple[str, str]] = []
        self._turn = 0  # bytes received in this turn of the other side

    def receive(self, data: bytes) -> None:
        """Take bytes from the wire, `b""` for the end of input."""
        self._turn += len(data)
        self.inbox.receive(data)

    @property
    def is_over(self) -> bool:
        """True once the conversation has ended."""
        return self.state not in (START, ASK, ANSWER)

    def _fail(self, error: RemoteProtocolError) -> RemoteProtocolError:
        self.state = FAILED
        return error

    def _expect(self, state: str, action: str) -> None:
        if self.state != state:
            raise LocalProtocolError(f"cannot {action} in state {self.state!r}, only in {state!r}")


class Codebreaker(Conversation):
    r"""The end that asks, walking down a tree: `ask()`, then `receive()` until `read()` gives the feedback.

    In state `start` it first reads the line before the first guess, for which `read()` returns "".  In place of a tree
    it accepts any object with the methods of a `Walk`.
    """

    def __init__(self, wording: Wording, tree: Columns | Any) -> None:
        super().__init__(wording)
        self.player = Walk(tree) if isinstance(tree, Columns) else tree
        self.player.reset()
        self.rounds = wording.dialect.rounds
        if not self.rounds:
            self.state = START

    def ask(self) -> str:
        """Return the line of the next guess, or, once the secret is certain, the dialect's line that names it."""
        self._expect(ASK, "ask")
        if self.wording.has_final and self.player.certain:
            line = self.wording.final(self.player.certain)
            self._end_round()
            return line
        self.state = ANSWER
        return self.wording.ask(str(self.player.guess))

    def _end_round(self) -> None:
        self.rounds -= 1
        if not self.rounds:
            self.state = WON
            return
        self.player.reset()
        self.steps = []
        self.state = ASK

    def _read_start(self) -> str | None:
        tokens = self._take(1)
        if tokens is None:
            return None
        self.rounds = read_whole(tokens[0], 1, MOST_ROUNDS) or 0
        if not self.rounds:
            raise self._fail(RemoteProtocolError(f"{printable(tokens[0])!r} is not a number of rounds"))
        self.state = ASK
        return ""

    def read(self) -> str | None:
        """Return the feedback label, or None while more input is needed. Raises RemoteProtocolError for a bad reply."""
        if self.state == START:
            return self._read_start()
        self._expect(ANSWER, "read a reply")
        wording = self.wording
        if self._has_other_end():
            self.inbox.take(1)
            tokens: list[bytes] | None = wording.reply(wording.winning).encode().split()
        else:
            tokens = self._take(wording.reply_end(self.inbox.words(wording.reply_size)) or wording.reply_size)
        if tokens is None:
            return None
        guess = str(self.player.guess)
        try:
            label = wording.read_reply(tokens)
            self.player.answer(label)
        except BadInput as error:
            raise self._fail(RemoteProtocolError(str(error))) from None
        self.steps.append((guess, label))
        if self.player.finished and not wording.has_final:
            self._end_round()
        else:
            self.state = ASK
        return label

    def _has_other_end(self) -> bool:
        """Return whether the judge answers the certain last guess of a match in words of its own, or not at all."""
        wording = self.wording
        if not wording.has_other_ends or self.rounds != 1 or not self.player.certain:
            return False
        words = self.inbox.words(1)
        return not any(reply[:1] == words for reply in wording.replies) if words else self.inbox.is_ended

    def _take(self, count: int) -> list[bytes] | None:
        """Take tokens as the inbox does. Raises RemoteProtocolError if they are too long, or if they will not come."""
        tokens, pending = self.inbox.take(count), self.inbox.pending
        if tokens is None and self.inbox.is_ended:
            where = f"after guess {len(self.steps) + 1}, {self.player.guess}, without its reply"
            text = f", with only {printable(pending)!r}" if pending else ""
            problem = f"the input ended {'before the first guess' if self.state == START else where}{text}"
            raise self._fail(RemoteProtocolError(problem))
        if tokens is None and len(pending) > MAX_PENDING:
            problem = f"the reply {printable(pending)!r} does not end within {MAX_PENDING} bytes"
            raise self._fail(RemoteProtocolError(problem))
        return tokens
