"""The end of a judge's conversation that asks: what `player judge` is."""

from __future__ import annotations

from player.errors import BadInput, LocalProtocolError, RemoteProtocolError
from player.judge.conversation import ANSWER, ASK, FAILED, START, WON, Conversation
from player.judge.wording import printable
from player.tree.columns import Walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.judge.wording import Wording
    from player.tree.columns import Columns

MAX_PENDING = 4096  # bytes of an unfinished reply: no dialect needs a tenth of it
MAX_BLANKS = 16 << 20  # bytes of blanks before a reply: they take no room, but they must end


class Codebreaker(Conversation):
    r"""The end that asks, walking down a tree: `ask()`, then `receive()` until `read()` gives the feedback.

    In state `start` it reads first, what the judge says before the first guess: `read()` then gives "".
    """

    def __init__(self, wording: Wording, tree: Columns) -> None:
        super().__init__(wording)
        self.player = Walk(tree)
        self.rounds = wording.dialect.rounds
        self._has_started = not wording.start_size
        if not self._has_started or wording.hello_size:
            self.state = START

    def ask(self) -> str:
        """The line of the next guess; the line that names the secret, if the dialect has one, once it is certain."""
        self._expect(ASK, "ask")
        player = self.player
        guess = player.guess
        if self.wording.has_final and (guess is None or not player.tree.fanout[player.node]):
            line = self.wording.final(player.tree.guesses[player.node])
            self._end_round()
            return line
        if guess is None:
            raise LocalProtocolError("the player has finished already")
        self.state = ANSWER
        return self.wording.ask(guess)

    def _end_round(self) -> None:
        self.rounds -= 1
        if not self.rounds:
            self.state = WON
            return
        self.player.reset()
        self.steps = []
        self.state = START if self.wording.hello_size else ASK

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
            raise self._fault(str(error)) from None
        self._has_started = True
        self._turn = 0
        self.state = ASK
        return ""

    def read(self) -> str | None:
        """The label of the feedback, None while more input is needed; RemoteProtocolError for a bad or no reply."""
        if self.state == START:
            return self._read_start()
        self._expect(ANSWER, "read a reply")
        wording = self.wording
        has_win = bool(wording.win_word) and self.inbox.starts_with(wording.win_word)
        tokens = self.inbox.take(wording.win_size if has_win else wording.reply_size)
        if tokens is None:
            self._check_pending()
            return None
        self._turn = 0
        guess = str(self.player.guess)
        try:
            label = wording.read_reply(tokens)
            self.player.answer(label)
        except BadInput as error:
            raise self._fault(str(error)) from None
        self.steps.append((guess, label))
        if self.player.finished and not wording.has_final:
            self._end_round()
        else:
            self.state = ASK
        return label

    def _check_pending(self) -> None:
        if self._turn or self.inbox.is_ended:
            asked = "" if self.state == START else f"guess {len(self.steps) + 1}, {self.player.guess}"
            if problem := self._find_problem(asked):
                raise self._fault(problem)

    def _find_problem(self, asked: str) -> str:
        """What is wrong with a reply to `asked`, "" before the first guess, of which a part has come."""
        pending, wording = self.inbox.pending, self.wording
        if self.inbox.is_ended:
            where = f"after {asked}, without its reply" if asked else "before the first guess"
            return f"the input ended {where}{f', with only {printable(pending)!r}' if pending else ''}"
        if len(pending) > MAX_PENDING:
            return f"the reply {printable(pending)!r} does not end within {MAX_PENDING} bytes"
        if self._turn > MAX_BLANKS:
            return f"more than {MAX_BLANKS >> 20} MiB of blanks and line ends came instead of a reply"
        words = pending.split()
        if asked and pending[-1:].isspace():
            replies = (wording.reply(label).encode().split() for label in wording.rules.labels)
            if not any(reply[: len(words)] == words for reply in replies):
                try:
                    wording.read_reply(words)
                except BadInput as error:
                    return str(error)
        return ""

    def _fault(self, problem: str) -> RemoteProtocolError:
        self.state = FAILED
        return RemoteProtocolError(problem)
