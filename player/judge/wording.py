"""A dialect at work on one game: how guesses and replies are written and read."""

from __future__ import annotations

from player.errors import BadInput
from player.rules.whole import read_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from player.rules.names import AnyRules

__all__ = ["REPLY_FIELDS", "Wording", "fields", "find_slot", "printable"]

MOST_ROUNDS = 10**9 - 1

# The fields of a reply, and what each tells.
REPLY_FIELDS = {
    "bulls": "symbols in the right place",
    "cows": "symbols in common in another place",
    "matches": "all symbols in common",
    "marks": "a mark for each position, 2 1 0",
    "signs": "a number for each position, 1 0 -1",
    "feedback": "bulls and cows with a blank between, or the label of another game",
}


def fields(rules: AnyRules, label: str) -> dict[str, str]:
    """What a label tells, by the fields that its game's rule has."""
    rule = getattr(rules, "rule", None)
    kind = rule.name if rule is not None else ""
    if kind in ("cows", "each", "matches"):
        bulls, second = int(label[0]), int(label[1])
        matches = second if kind == "matches" else bulls + second
        pair = {"bulls": str(bulls), "cows": str(matches - bulls), "matches": str(matches)}
        return {**pair, "feedback": f"{label[0]} {label[1]}"}
    if kind == "match":
        return {"bulls": label, "feedback": label}
    if kind == "marks":
        signs = " ".join(str(int(mark) - 1) for mark in label)
        return {"bulls": str(label.count("2")), "marks": label, "signs": signs, "feedback": label}
    return {"feedback": label}


def find_slot(line: str) -> str | None:
    """The field of a guess that a line has, `{guess}` or `{spaced}`; None unless it is one, once."""
    found = [slot for slot in ("{guess}", "{spaced}") for _ in range(line.count(slot))]
    return found[0] if len(found) == 1 else None


class Dialect:
    """One judge protocol.

    `game` is what the judge plays ("" takes the tree's own) and `tree` what is played where none is named; `limit` the
    guesses granted (0: no limit).  `ask` is the line of a guess, with `{guess}` or `{spaced}` (a blank between symbols)
    in it, `reply` the answer with fields of `REPLY_FIELDS`; blanks in it stand for any blanks and line ends.  `start`
    is what the judge says at first, with `{length}` and `{symbols}`; `hello` what it says before the first guess of
    each round.  `rounds` is how many secrets are played one after the other, 0 where the first line tells.  `final` is
    the line that names the secret once it is certain ("": it is asked like any guess, and the winning reply ends the
    round); such an answer is not replied to, and counts as a guess if `final_counts`.
    """

    __slots__ = (
        "about", "ask", "final", "final_counts", "game", "hello", "limit", "name", "reply", "rounds", "start", "tree",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        game: str,
        limit: int,
        ask: str,
        reply: str,
        about: str,
        *,
        tree: str = "",
        start: str = "",
        hello: str = "",
        rounds: int = 1,
        final: str = "",
        final_counts: bool = False,
    ) -> None:
        self.name, self.game, self.limit, self.ask, self.reply, self.about = name, game, limit, ask, reply, about
        self.tree, self.start, self.hello, self.rounds = tree or game, start, hello, rounds
        self.final, self.final_counts = final, final_counts

    def __repr__(self) -> str:
        return f"Dialect({self.name!r})"

    @property
    def end(self) -> str:
        """What ends a round, in words."""
        return f"{self.final}, {'' if self.final_counts else 'not '}counted" if self.final else "the winning reply"

    def changed(
        self,
        ask: str | None = None,
        reply: str | None = None,
        final: str | None = None,
        rounds: int | None = None,
        limit: int | None = None,
    ) -> Dialect:
        """The same protocol with some of it worded otherwise; BadInput where a line lacks its guess."""
        for option, line in (("--ask", ask), ("--final", final)):
            if line and find_slot(line) is None:
                raise BadInput(f"{option} {line!r}: the line of a guess holds {{guess}} or {{spaced}} once")
        if reply is not None and not any(f"{{{field}}}" in reply for field in REPLY_FIELDS):
            fields = " ".join(f"{{{field}}}" for field in REPLY_FIELDS)
            raise BadInput(f"--reply {reply!r}: a reply holds at least one of {fields}")
        is_worded = any(value is not None for value in (ask, reply, final, rounds))
        return Dialect(
            "custom" if is_worded else self.name,
            self.game,
            self.limit if limit is None else limit,
            self.ask if ask is None else ask,
            self.reply if reply is None else reply,
            "as the options say",
            tree=self.tree,
            start=self.start,
            hello=self.hello,
            rounds=self.rounds if rounds is None else rounds,
            final=self.final if final is None else final,
            final_counts=self.final_counts,
        )


class Wording:
    r"""A dialect at work on one game: guesses and feedback labels, to the text of the conversation and back.

    >>> from player.judge.dialects import DIALECTS
    >>> from player.rules.names import parse
    >>> wording = Wording(DIALECTS["codeforces-753"], parse("bulls-4x10-any"))
    >>> wording.ask("0012"), wording.reply("01"), wording.read_reply([b"0", b"1"]), wording.read_ask([b"0012"])
    ('0012\n', '0 1\n', '01', '0012')
    """

    __slots__ = (
        "_ask", "_final", "_labels", "_replies", "ask_size", "dialect", "hello_size", "reply_size", "rules",
        "start_size", "winning",
    )  # fmt: skip

    def __init__(self, dialect: Dialect, rules: AnyRules) -> None:
        self.dialect, self.rules = dialect, rules
        self.winning = rules.labels[rules.winning]
        self._ask, self._final = _Line(dialect.ask), _Line(dialect.final) if dialect.final else None
        width = getattr(rules, "positions", 1)
        self.ask_size, self.reply_size = self._ask.size(width), len(dialect.reply.split())
        self.hello_size = len(dialect.hello.split())
        self.start_size = len(dialect.start.split()) + (not dialect.rounds)
        if self._final is not None and self._final.size(width) != self.ask_size:
            raise BadInput(f"{dialect.final!r} and {dialect.ask!r} must have as many words, to be told apart")
        try:
            self._replies = {label: dialect.reply.format(**fields(rules, label)) for label in rules.labels}
        except (KeyError, IndexError, ValueError):
            known = " ".join(f"{{{field}}}" for field in fields(rules, rules.labels[0]))
            raise BadInput(
                f"{dialect.name} replies {dialect.reply!r}, but {rules.name[:40]} tells only {known}"
            ) from None
        sizes = {len(text.split()) for text in self._replies.values()}
        if len(sizes) == 1:
            self.reply_size = sizes.pop()
        self._labels = {" ".join(text.split()).encode(): label for label, text in self._replies.items()}
        if len(self._labels) < len(self._replies):
            raise BadInput(f"{dialect.name} replies {dialect.reply!r}, which is the same for several answers")

    @property
    def replies(self) -> list[str]:
        """The replies in the order of the game's labels, one blank between words."""
        return [" ".join(self._replies[label].split()) for label in self.rules.labels]

    @property
    def ask_parts(self) -> tuple[str, str, bool]:
        """What stands before and behind the guess in the line that asks, and whether its symbols are spaced."""
        return self._ask.head, self._ask.tail, self._ask.is_spaced

    @property
    def final_parts(self) -> tuple[str, str, bool]:
        """The same of the line that names the secret; that of a question where there is none."""
        line = self._final or self._ask
        return line.head, line.tail, line.is_spaced

    @property
    def has_final(self) -> bool:
        """Whether the secret is named in a line of its own."""
        return self._final is not None

    def ask(self, guess: str) -> str:
        """The line that asks `guess`."""
        return self._ask.write(guess)

    def final(self, guess: str) -> str:
        """The line that names the secret, where the dialect has one."""
        return (self._final or self._ask).write(guess)

    def reply(self, label: str) -> str:
        """The line that answers with the feedback `label`."""
        return self._replies[label] + "\n"

    def start(self, rounds: int = 1) -> str:
        """The lines that the judge says at first, for so many rounds."""
        dialect, rules = self.dialect, self.rules
        length, symbols = getattr(rules, "positions", 1), getattr(rules, "symbols", "")
        lines = [str(rounds)] if not dialect.rounds else []
        lines += [dialect.start.format(length=length, symbols=symbols)] if dialect.start else []
        return "".join(f"{line}\n" for line in lines)

    def hello(self) -> str:
        """The line before the first guess of a round, if there is one."""
        return f"{self.dialect.hello}\n" if self.dialect.hello else ""

    def read_start(self, tokens: Sequence[bytes]) -> int:
        """How many rounds the first `start_size` tokens grant; BadInput where they tell of another game."""
        rest, rounds = list(tokens), self.dialect.rounds
        if not rounds:
            first = rest.pop(0)
            rounds = read_whole(first, 1, MOST_ROUNDS) or 0
            if not rounds:
                raise BadInput(f"{printable(first)!r} is not a number of rounds")
        expected = self.start(1).split()[len(tokens) - len(rest) :]
        if rest != [word.encode() for word in expected]:
            said, meant = printable(b" ".join(rest)), " ".join(expected)
            raise BadInput(
                f"the judge starts with {said!r}, but {self.rules.name[:40]} is {meant!r}; name another TREE"
            )
        return rounds

    def read_hello(self, tokens: Sequence[bytes]) -> None:
        """Check the `hello_size` tokens before a round's first guess; BadInput where they are others."""
        if b" ".join(tokens).decode("latin-1") != " ".join(self.dialect.hello.split()):
            raise BadInput(
                f"{printable(b' '.join(tokens))!r} comes where {self.dialect.name} says {self.dialect.hello}"
            )

    def read_ask(self, tokens: Sequence[bytes]) -> str:
        """The guess that `ask_size` tokens ask; BadInput where they are no guess of the game."""
        return self.read_turn(tokens)[0]

    def read_turn(self, tokens: Sequence[bytes]) -> tuple[str, bool]:
        """The guess that `ask_size` tokens hold, and whether it is the final answer; BadInput where they hold none."""
        text = printable(b" ".join(tokens))
        guess, is_final = self._ask.read(text), False
        if guess is None and self._final is not None:
            guess, is_final = self._final.read(text), True
        if guess is None:
            raise BadInput(f"{text!r} is not a question of {self.dialect.name}, as in {self.ask('...').strip()}")
        return self.rules.check_guess(guess), is_final

    def read_reply(self, tokens: Sequence[bytes]) -> str:
        """The label that `reply_size` tokens tell; BadInput where they are no reply of the dialect."""
        label = self._labels.get(b" ".join(tokens))
        if label is None:
            example = self._replies[self.rules.labels[1]]
            raise BadInput(
                f"{printable(b' '.join(tokens))!r} is not a reply of {self.dialect.name}: it takes bulls and cows that "
                f"{self.rules.name} can give, as in {example!r}"
            )
        return label


class _Line:
    """A line with a guess in it: what stands before and behind, and whether its symbols are spaced."""

    __slots__ = ("head", "is_spaced", "tail")

    def __init__(self, line: str) -> None:
        slot = find_slot(line) or "{guess}"
        self.head, _, self.tail = line.partition(slot)
        self.is_spaced = slot == "{spaced}"

    def size(self, positions: int) -> int:
        """How many words such a line has."""
        return len(f"{self.head}{' '.join('x' * positions) if self.is_spaced else 'x'}{self.tail}".split())

    def write(self, guess: str) -> str:
        """The line that holds `guess`."""
        return f"{self.head}{' '.join(guess) if self.is_spaced else guess}{self.tail}\n"

    def read(self, text: str) -> str | None:
        """The guess in `text`, whose words are one blank apart; None where the words around it are others."""
        head, tail = self.head.lstrip(), self.tail.rstrip()
        if len(text) < len(head) + len(tail) or not (text.startswith(head) and text.endswith(tail)):
            return None
        guess = text[len(head) : len(text) - len(tail)]
        return guess.replace(" ", "") if self.is_spaced else guess


def printable(data: bytes, width: int = 40) -> str:
    """At most `width` printable ASCII characters of what came over a wire."""
    text = "".join(chr(byte) if 32 <= byte < 127 else "?" for byte in data[: width + 1])
    return text if len(data) <= width else text[: width - 3] + "..."
