"""The wording of a dialect for one game: it writes guesses and reads replies."""

from __future__ import annotations

from collections.abc import Sequence

from player.errors import BadInput, quote, require, shorten
from player.judge.dialects import Dialect
from player.judge.lines import Line, fields, read_line
from player.rules.names import AnyRules

MAX_LINE = 400  # the longest line of an option, and the longest reply; a guess adds 255 characters, or 509 with blanks


class Wording:
    r"""The wording of a dialect for one game: it turns guesses into lines, and replies into feedback labels.

    `question` and `answer` are the lines of a guess and of what names the secret; they are the same unless the dialect
    has a line of its own for the secret (`has_final`).  A reply ends where its words are one of `replies`, of which
    none begins another one.
    """

    has_other_ends = True  # a judge may report the last win in words of its own, or by its exit

    def __init__(self, dialect: Dialect, rules: AnyRules) -> None:
        self.dialect, self.rules = dialect, rules
        self.winning = rules.labels[rules.winning]
        self.has_final = bool(dialect.final)
        nothing = Line("", "", "", {})
        self.question = read_line(dialect.ask) or nothing
        self.answer = (read_line(dialect.final, ("eq", "gt")) if dialect.final else self.question) or nothing
        positions = getattr(rules, "positions", 0)
        if self.question.words or self.answer.words or (not positions and (self.question.blank or self.answer.blank)):
            from player.judge.checks import check_words

            check_words(dialect, rules, self.question, self.answer)
        example, lines = "x" * (positions or 1), (self.question, self.answer)
        self.ask_size, *others = {len(line.write(kind + example).split()) for line in lines for kind in line.kinds}
        both = " and ".join(map(quote, dict.fromkeys((dialect.final or dialect.ask, dialect.ask))))
        require(not others, f"{both} must have the same number of words")
        letters = dialect.letters
        worded = dict.fromkeys(rules.labels, dialect.reply) | {self.winning: dialect.win or dialect.reply}
        try:
            self._replies = {label: line.format(**fields(rules, label, letters)) for label, line in worded.items()}
        except (KeyError, IndexError, ValueError, AttributeError):
            from player.judge.checks import invalid_field

            raise invalid_field(dialect, rules) from None
        self.replies = [text.encode().split() for text in self._replies.values()]
        self._labels = {b" ".join(reply): label for label, reply in zip(self._replies, self.replies, strict=True)}
        self._beginnings = {b" ".join(reply[:size]) for reply in self.replies for size in range(len(reply))}
        self.reply_size = max(map(len, self.replies))
        is_unclear = len(self._labels) < len(self.replies) or self._beginnings & self._labels.keys()
        longest = max((dialect.ask, dialect.final, *self._replies.values()), key=len)
        if is_unclear or len(longest) > MAX_LINE or ":" in dialect.reply:
            from player.judge.checks import check_replies

            problem = f"a line has at most {MAX_LINE} characters; {quote(longest)} has {len(longest):,}"
            require(len(longest) <= MAX_LINE, problem)
            check_replies(dialect, rules, self._replies)

    def ask(self, guess: str) -> str:
        """Return the line of a guess."""
        return self.question.write(guess) + "\n"

    def final(self, guess: str) -> str:
        """Return the line that names the secret, if the dialect has one."""
        return self.answer.write(guess) + "\n"

    def reply_end(self, words: Sequence[bytes]) -> int:
        """Return how many of these words are a reply, all if they begin none, or 0 if more words are needed."""
        for size in range(1, len(words) + 1):
            text = b" ".join(words[:size])
            if text in self._labels:
                return size
            if text not in self._beginnings:
                return len(words)
        return 0

    def reply(self, label: str) -> str:
        """Return the line of the feedback `label`."""
        return self._replies[label] + "\n"

    def read_reply(self, tokens: Sequence[bytes]) -> str:
        """Return the label of `reply_size` tokens. Raises BadInput if they are not a reply of the dialect."""
        label = self._labels.get(b" ".join(tokens))
        if label is None:
            problem = f"{printable(b' '.join(tokens))!r} is not a reply of {self.dialect.called}"
            example = quote(self._replies[self.rules.labels[1]])
            raise BadInput(f"{problem}: {self.rules.brief} has replies such as {example}")
        return label

    def start(self, rounds: int = 1) -> str:
        """Return the judge's first line: the number of `rounds`, or "" if the dialect fixes that number."""
        return "" if self.dialect.rounds else f"{rounds}\n"


def printable(data: bytes, width: int = 40) -> str:
    """Return at most `width` characters of received bytes, with ? for those that are not printable ASCII."""
    return shorten(data[: width + 1].decode("ascii", "replace").replace("\ufffd", "?"), width)
