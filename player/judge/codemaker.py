"""The end of a judge's conversation that keeps the secret: the side of the referee."""

from __future__ import annotations

from collections.abc import Sequence

from player.errors import BadInput, RemoteProtocolError
from player.judge.checks import read_guesses
from player.judge.conversation import ANSWER, ASK, LOST, WON, Conversation
from player.judge.wording import Wording, printable
from player.people.keeper import Keeper
from player.rules.spelling import check_guess
from player.rules.titles import count

FLOOD = 64 << 10  # the most bytes that a codebreaker may send in one turn


class Foul(RemoteProtocolError):
    """An error of a codebreaker; `how` is its kind in a word or two, and the message has the detail."""

    def __init__(self, how: str, detail: str) -> None:
        super().__init__(detail)
        self.how = how

    def __reduce__(self) -> tuple[object, ...]:
        return Foul, (self.how, str(self))


class Codemaker(Conversation):
    r"""The end that keeps the secret: `receive()` until `read()` gives a guess, then `answer()`.

    With several `secrets` it is adaptive: all that agree with its answers stay open, and it leaves as many as it can.
    `limit` is the number of guesses granted, 0 for any number, and up to `lies` answers are false.
    """

    def __init__(self, wording: Wording, secrets: Sequence[str], limit: int = 0, lies: int = 0) -> None:
        super().__init__(wording)
        self.limit, self.lies, self._all = limit, lies, secrets
        secret = secrets[0] if lies and len(secrets) == 1 else None  # with lies, every secret is a candidate
        self.keeper = Keeper(wording.rules, secret, lies=lies, candidates=None if lies else secrets)
        self.guess = ""
        self.is_final = False

    def again(self) -> Codemaker:
        """Return the same game at its beginning."""
        return Codemaker(self.wording, self._all, self.limit, self.lies)

    @property
    def secrets(self) -> Sequence[str]:
        """The secrets that it keeps open: the one that it keeps, or all that agree with its answers."""
        return [self.keeper.secret] if self.keeper.secret else self.keeper.candidates() or ()

    def read(self) -> str | None:
        """Return the guess, or None while more input is needed. Raises Foul for a flood, a bad form or an early end."""
        self._expect(ASK, "read a guess")
        if self._turn > FLOOD:
            start = printable(self.inbox.pending)
            raise self._fail(Foul("flood", f"more than {FLOOD >> 10} KiB in one turn, from {start!r} on"))
        tokens = self.inbox.take(self.wording.ask_size)
        if tokens is None:
            if self.inbox.is_ended:
                pending = f", with only {printable(self.inbox.pending)!r}" if self.inbox.pending else ""
                raise self._fail(Foul("end of output", f"ended after {self.guess_count}{pending}"))
            return None
        try:
            self.guess, self.is_final = read_turn(self.wording, tokens)
        except BadInput as error:
            rest = self.inbox.pending.strip()
            more = f"; then came {printable(rest)!r}" if rest else ""
            raise self._fail(Foul("wrong form", f"{error}{more}")) from None
        self.state = ANSWER
        return self.guess

    def answer(self) -> str:
        """Return the line that answers the last guess, "" if that was the final answer."""
        self._expect(ANSWER, "answer")
        wording = self.wording
        if self.is_final:  # it wins as the only secret left
            other = max(self.secrets, key=lambda secret: wording.rules.rule.naming + secret != self.guess)
            label = wording.rules.feedback(self.guess, other)
            self.state = WON if label == wording.winning else LOST
            return ""
        label = self.keeper.reply(self.guess)
        self.steps.append((self.guess, label))
        self._turn = 0
        if wording.has_final:
            # The secret must still be named: only a question beyond the limit is one too many.
            self.state = LOST if 0 < self.limit < len(self.steps) else ASK
        elif label == wording.winning:
            self.state = WON
        elif self.keeper.is_lost and not wording.rules.rule.naming:  # a wrong name ends the game of a table
            self.state, self.is_final = LOST, True
        else:
            self.state = LOST if len(self.steps) == self.limit else ASK
        return wording.reply(label)

    @property
    def guess_count(self) -> str:
        """The number of answered guesses in words."""
        return count(len(self.steps), "guess", "guesses")

    def explain_loss(self) -> tuple[str, str]:
        """Return how the codebreaker lost the game, and the detail."""
        if self.is_final:
            return "wrong answer", f"{self.guess} is not the secret, or not the only one left"
        return "too many guesses", f"{self.guess_count} did not find it"


def read_turn(wording: Wording, tokens: Sequence[bytes]) -> tuple[str, bool]:
    """Return the guess in `ask_size` tokens, and whether it is the final answer. Raises BadInput without a guess."""
    text = b" ".join(tokens).decode("utf-8", "replace")
    for is_final in (False, True) if wording.has_final else (False,):
        found = read_guesses(wording.answer if is_final else wording.question, text)
        if found:
            return check_guess(wording.rules, next(filter(wording.rules.is_guess, found), found[0])), is_final
    question, example = printable(b" ".join(tokens)), printable(wording.ask("...").strip().encode())
    raise BadInput(f"{question!r} is not a question of {wording.dialect.called}, as in {example}")
