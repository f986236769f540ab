"""The wording of a dialect for one game: it writes guesses and reads replies."""

from __future__ import annotations

from collections.abc import Sequence

from player.errors import BadInput, quote, require, shorten
from player.judge.dialects import Dialect
from player.rules.names import AnyRules

MAX_LINE = 400  # the longest line of an option, and the longest reply; a guess adds 255 characters, or 509 with blanks


def fields(rules: AnyRules, label: str, letters: str = "") -> dict[str, str]:
    """Return the values of a label's fields, such as `bulls`, for the rule of its game.

    `letters` (default: GYX for marks, else BC) stand for symbols in place, elsewhere and, if there is a third, neither.
    """
    rule = rules.rule
    if rule.is_marked:
        signs = " ".join(str(int(mark) - 1) for mark in label)
        text = label.translate(dict(zip(b"210", letters or "GYX", strict=True)))
        return {"bulls": str(label.count("2")), "marks": label, "signs": signs, "feedback": label, "letters": text}
    counts = {name: str(count) for name, count in rule.counts(label).items()}
    if not counts:
        return {"feedback": label}
    right, elsewhere, *neither = list(letters or "BC")
    text = right * int(counts["bulls"]) + elsewhere * int(counts.get("cows", 0))
    text = text.ljust(getattr(rules, "positions", 1), neither[0]) if neither else text or "none"
    return {**counts, "feedback": " ".join(label), "letters": text}


def line_parts(line: str) -> tuple[str, str, bool] | None:
    """Return the parts of a line before and behind its guess, and whether the guess is spaced; None without a guess."""
    found = [slot for slot in ("{guess}", "{spaced}") for _ in range(line.count(slot))]
    if len(found) != 1:
        return None
    head, _, tail = line.partition(found[0])
    return head, tail, found[0] == "{spaced}"


class Wording:
    r"""The wording of a dialect for one game: it turns guesses into lines, and replies into feedback labels.

    `ask_parts` and `final_parts` are the `line_parts` of the line of a guess and of the line that names the secret.
    They are equal unless the dialect has a line of its own for the secret (`has_final`).
    """

    win_word = b""  # the first word of a winning line that has more or fewer words than a reply
    has_other_ends = True  # a judge may report the last win in words of its own, or by its exit

    def __init__(self, dialect: Dialect, rules: AnyRules) -> None:
        self.dialect, self.rules = dialect, rules
        self.winning = rules.labels[rules.winning]
        self.has_final = bool(dialect.final)
        self.ask_parts = line_parts(dialect.ask) or ("", "", False)
        self.final_parts = line_parts(dialect.final) or self.ask_parts
        positions = getattr(rules, "positions", 0)
        if not positions and (self.ask_parts[2] or self.final_parts[2]):
            raise BadInput(f"{{spaced}} needs guesses of one length, which {rules.brief} does not have; use {{guess}}")
        example = "x" * (positions or 1)
        self.ask_size, self.reply_size = len(self.ask(example).split()), len(dialect.reply.split())
        self.check_line(dialect.ask, dialect.final)
        if len(self.final(example).split()) != self.ask_size:
            final, ask = quote(dialect.final), quote(dialect.ask)
            raise BadInput(f"{final} and {ask} must have the same number of words")
        letters = dialect.letters
        has_all = not rules.rule.is_marked or len(letters) != 2
        require(has_all, f"--letters {letters}: marks take three letters, such as GYX")
        lines = dict.fromkeys(rules.labels, dialect.reply) | {self.winning: dialect.win or dialect.reply}
        try:
            self._replies = {label: line.format(**fields(rules, label, letters)) for label, line in lines.items()}
        except (KeyError, IndexError, ValueError):
            names = " ".join(f"{{{field}}}" for field in fields(rules, rules.labels[0]))
            worded = " and ".join(map(quote, dict.fromkeys(lines.values())))
            problem = f"{dialect.called} replies {worded}, but {rules.brief} has only {names}"
            raise BadInput(problem) from None
        self.check_line(*self._replies.values())
        sizes = {len(text.split()) for label, text in self._replies.items() if label != self.winning or not dialect.win}
        if len(sizes) == 1:
            self.reply_size = sizes.pop()
        self._set_win()
        self.replies = [text.encode().split() for text in self._replies.values()]
        self._labels = {" ".join(text.split()).encode(): label for label, text in self._replies.items()}
        problem = f"{dialect.called} replies {quote(dialect.reply)}, which is the same for several answers"
        require(len(self._labels) == len(self._replies), problem)

    def check_line(self, *lines: str) -> None:
        """Raise BadInput for a line of the dialect that is longer than programs can read."""
        longest = max(lines, key=len)
        problem = f"a line has at most {MAX_LINE} characters; {quote(longest)} has {len(longest):,}"
        require(len(longest) <= MAX_LINE, problem)

    def _set_win(self) -> None:
        """Set the first word that identifies a winning line, unless this line has as many words as a reply."""
        words = {label: text.split() for label, text in self._replies.items()}
        win = words.pop(self.winning)
        self.win_size = len(win)
        if self.dialect.win and self.win_size != self.reply_size:
            if not win or win[0] in {other[0] for other in words.values() if other}:
                problem = f"the winning line {quote(self.dialect.win)} must begin with another word than the replies"
                raise BadInput(f"{problem} {quote(self.dialect.reply)}, or have as many words")
            self.win_word = win[0].encode()

    def ask(self, guess: str) -> str:
        """Return the line of a guess."""
        head, tail, is_spaced = self.ask_parts
        return f"{head}{' '.join(guess) if is_spaced else guess}{tail}\n"

    def final(self, guess: str) -> str:
        """Return the line that names the secret, if the dialect has one."""
        head, tail, is_spaced = self.final_parts
        return f"{head}{' '.join(guess) if is_spaced else guess}{tail}\n"

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
