"""The wording of a dialect for one game: it writes guesses and reads replies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from player.errors import BadInput, quote
from player.judge.dialects import Dialect
from player.rules.names import AnyRules

MAX_LINE = 400  # the longest line of an option, and the longest reply; a guess adds 255 characters, or 509 with blanks


class Value:
    """The value of a field of a reply: one element, or one for each position, and what stands between them.

    A map behind a colon writes elements in other words: `{marks:2=G|1=Y|0=X}`, and `{bulls:1=bull|bulls}`, where a text
    without a key is for all others.
    """

    def __init__(self, elements: Iterable[str], blank: str = "", text: str = "") -> None:
        self.elements, self.blank, self._text = tuple(elements), blank, text

    def __format__(self, words: str) -> str:
        if not words:
            return self._text or self.blank.join(self.elements)
        texts, others = read_map(words)
        return self.blank.join(texts.get(one, one if others is None else others) for one in self.elements)


def read_map(words: str) -> tuple[dict[str, str], str | None]:
    """Return the texts of a map by their keys, and the one without a key, or None.

    >>> read_map("0=none|1=one|many")
    ({'0': 'none', '1': 'one'}, 'many')
    """
    parts = [part.partition("=") for part in words.split("|")] if words else []
    others = [part for part, sign, _ in parts if not sign]
    return {key: text for key, sign, text in parts if sign}, others[-1] if others else None


def fields(rules: AnyRules, label: str, letters: str = "") -> dict[str, Value]:
    """Return the values of a label's fields, such as `bulls`, for the rule of its game.

    `letters` stand for symbols in place, elsewhere, and neither; with two letters, the counts omit the last kind.
    """
    rule = rules.rule
    if rule.is_marked:
        symbols = label.translate(dict(zip(b"210", letters or "GYX", strict=True)))
        return {
            "bulls": Value([str(label.count("2"))]), "marks": Value(label), "feedback": Value([label]),
            "signs": Value([str(int(mark) - 1) for mark in label], " "), "letters": Value(symbols),
            "spaced": Value(symbols if letters else label, " "),
        }  # fmt: skip
    counts = rule.counts(label)
    if not counts:
        return {"feedback": Value([label])}
    right, elsewhere, *neither = list(letters or "BC")
    symbols = right * counts["bulls"] + elsewhere * counts.get("cows", 0)
    row = symbols.ljust(getattr(rules, "positions", 1), neither[0]) if neither else symbols or ["none"]
    return {
        **{name: Value([str(count)]) for name, count in counts.items()},
        "feedback": Value([label], text=" ".join(label)), "letters": Value(row), "spaced": Value(row, " "),
    }  # fmt: skip


class Line:
    """The line of a guess: `head`, the symbols with `blank` between them, and `tail`; `words` are the texts of symbols.

    In games of numbers, the symbols of gt50 are g, which has the text of the question, t with what stands behind that,
    5 and 0; the line then has `kinds`.
    """

    def __init__(
        self, head: str, tail: str, blank: str, words: Mapping[str, str], kinds: Sequence[str] = ("",)
    ) -> None:
        self.head, self.tail, self.blank, self.words, self.kinds = head, tail, blank, words, kinds

    def write(self, guess: str) -> str:
        """Return the line of a guess."""
        words = self.words
        symbols = [words.get(symbol, symbol) for symbol in guess] if words else guess
        return f"{self.head}{self.blank.join(symbols) if words or self.blank else guess}{self.tail}"

    def ends(self) -> list[tuple[str, str, str]]:
        """Return for each kind of question the squeezed beginning and end of its line."""
        lines = [(kind, *self.write(f"{kind}\0").partition("\0")) for kind in self.kinds]
        return [(kind, squeeze(head).lstrip(), squeeze(tail).rstrip()) for kind, head, _, tail in lines]

    def read(self, line: str) -> list[str]:
        """Return the guesses that a squeezed line may mean, none if it is no such line."""
        symbols, found = {text: symbol for symbol, text in self.words.items()}, []
        for kind, head, tail in self.ends():
            if len(line) >= len(head) + len(tail) and line.startswith(head) and line.endswith(tail):
                guess = line[len(head) : len(line) - len(tail)]
                parts = guess.split(" ") if self.blank else guess
                found.append(kind + (guess if kind else "".join(symbols.get(part, part) for part in parts)))
        return found


_SLOTS = ("guess", "spaced", "question", "number")


def read_line(line: str, kinds: Sequence[str] = ("gt", "eq")) -> Line | None:
    """Return the line of a guess, or None without `{guess}`, `{spaced}`, or `{number}`, which `{question}` may precede.

    >>> read_line("? {spaced:1=red|2=blue}").write("212"), read_line("{question:gt=>|eq==} {number}").write("gt50")
    ('? blue red blue', '> 50')
    """
    texts, names, maps = [""], list[str](), list[str]()
    for at, piece in enumerate(line.split("{")):
        inside, end, behind = piece.partition("}")
        name, _, words = inside.partition(":")
        if at and end and name in _SLOTS:
            names, maps, texts = [*names, name], [*maps, words], [*texts, behind]
        else:
            texts[-1] += "{" * bool(at) + piece
    if names in (["guess"], ["spaced"]):
        return Line(texts[0], texts[1], " " * (names == ["spaced"]), read_map(maps[0])[0])
    if names not in (["number"], ["question", "number"]):
        return None
    names_of, others = read_map(maps[0])
    gt, eq = [names_of.get(kind, kind if others is None else others) if maps[1:] else "" for kind in ("gt", "eq")]
    between = texts[1] if maps[1:] else ""
    return Line(texts[0], texts[-1], "", {"g": gt, "t": between, "e": eq, "q": between}, kinds)


def squeeze(text: str) -> str:
    """Replace each run of blanks and line ends by one blank, as reading a text word by word does."""
    return " ".join(f".{text}.".split())[1:-1]


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
        self.check_line(dialect.ask, dialect.final)
        if self.question.words or self.answer.words or (not positions and (self.question.blank or self.answer.blank)):
            from player.judge.wrong_tree import check_words

            check_words(self)
        example, lines = "x" * (positions or 1), (self.question, self.answer)
        self.ask_size, *others = {len(line.write(kind + example).split()) for line in lines for kind in line.kinds}
        if others:
            both = " and ".join(map(quote, dict.fromkeys((dialect.final or dialect.ask, dialect.ask))))
            raise BadInput(f"{both} must have as many words, to be told apart")
        if rules.rule.is_marked and len(dialect.letters) == 2:
            raise BadInput(f"--letters {dialect.letters}: marks take three letters, such as GYX")
        worded = dict.fromkeys(rules.labels, dialect.reply) | {self.winning: dialect.win or dialect.reply}
        try:
            self._replies = {
                label: line.format(**fields(rules, label, dialect.letters)) for label, line in worded.items()
            }
        except (KeyError, IndexError, ValueError, AttributeError):
            from player.judge.wrong_tree import unknown_field

            raise unknown_field(dialect, rules) from None
        self.check_line(*self._replies.values())
        self.replies = [text.encode().split() for text in self._replies.values()]
        self._labels = {b" ".join(reply): label for label, reply in zip(self._replies, self.replies, strict=True)}
        self._beginnings = {b" ".join(reply[:size]) for reply in self.replies for size in range(len(reply))}
        self.reply_size = max(map(len, self.replies))
        if len(self._labels) < len(self.replies) or self._beginnings & self._labels.keys() or ":" in dialect.reply:
            from player.judge.wrong_tree import check_replies

            check_replies(dialect, rules, self._replies)

    def check_line(self, *lines: str) -> None:
        """Raise BadInput for a line of the dialect that is longer than programs can read."""
        longest = max(lines, key=len)
        if len(longest) > MAX_LINE:
            raise BadInput(f"a line has at most {MAX_LINE} characters; {quote(longest)} has {len(longest):,}")

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
            example = quote(self._replies[self.rules.labels[1]])
            raise BadInput(
                f"{printable(b' '.join(tokens))!r} is not a reply of {self.dialect.called}: "
                f"{self.rules.brief} has replies such as {example}"
            )
        return label

    def start(self, rounds: int = 1) -> str:
        """Return the judge's first line: the number of rounds, or "" if the dialect fixes that number."""
        return "" if self.dialect.rounds else f"{rounds}\n"


def printable(data: bytes, width: int = 40) -> str:
    """Return at most `width` characters of received bytes, with ? for those that are not printable ASCII."""
    text = "".join(chr(byte) if 32 <= byte < 127 else "?" for byte in data[: width + 1])
    return text if len(data) <= width else text[: width - 3] + "..."
