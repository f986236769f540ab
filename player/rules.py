"""Game names, symbols and feedback in plain Python: the only grammar, and the slow twin of `treegen.games`."""

from __future__ import annotations

from itertools import permutations, product
from math import perm

from player.errors import BadInput

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["ALIASES", "FAMILIES", "Rules", "parse", "read_feedback", "read_history", "show_history"]

MAX_POSITIONS = 6
MAX_SYMBOLS = 10
FAMILIES = {
    "bulls": "the symbols of a secret are all different",
    "mastermind": "a secret may repeat a symbol",
}
ALIASES = {"bc": "bulls-4x10", "mm": "mastermind-4x6"}
_SUFFIXES = ("any", "nozero")


class Rules:
    """The rules of one code game: its secrets, its guesses and the feedback between them.

    The words of a code are over `symbols`; a feedback label is two digits, bulls then cows.  Labels and
    words are indexed in the order of their text.

    >>> rules = parse("bulls-4x10")
    >>> rules.feedback("0427", "0724"), rules.labels[rules.winning], rules.secret_count
    ('22', '40', 5040)
    """

    __slots__ = ("family", "is_any", "is_nozero", "labels", "losing", "name", "positions", "symbols", "winning")

    def __init__(self, family: str, positions: int, symbol_count: int, is_any: bool, is_nozero: bool) -> None:
        self.family = family
        self.positions = positions
        self.symbols = "0123456789" if symbol_count == 10 else "123456789"[:symbol_count]
        # Without repeats in the secrets there is nothing to relax; without a 0 there is nothing to forbid.
        self.is_any = is_any and family == "bulls"
        self.is_nozero = is_nozero and symbol_count == 10
        self.name = f"{family}-{positions}x{symbol_count}{'-any' * self.is_any}{'-nozero' * self.is_nozero}"
        self.labels = tuple(
            f"{bulls}{cows}"
            for bulls in range(positions + 1)
            for cows in range(positions + 1 - bulls)
            if (bulls, cows) != (positions - 1, 1)
        )
        self.winning = len(self.labels) - 1
        self.losing: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"Rules({self.name!r})"

    @property
    def may_repeat(self) -> bool:
        """Whether a guess may hold a symbol twice."""
        return self.is_any or self.family == "mastermind"

    @property
    def secret_count(self) -> int:
        """How many secrets there are, without listing them."""
        return self._count(self.family == "mastermind")

    @property
    def guess_count(self) -> int:
        """How many guesses there are, without listing them."""
        return self._count(self.may_repeat)

    def secrets(self) -> list[str]:
        """All secrets in the order of their text."""
        return self._words(self.family == "mastermind")

    def guesses(self) -> list[str]:
        """All guesses in the order of their text."""
        return self._words(self.may_repeat)

    def is_secret(self, text: str) -> bool:
        """Whether `text` can be the secret."""
        return self._is_word(text, self.family == "mastermind")

    def is_guess(self, text: str) -> bool:
        """Whether `text` may be asked."""
        return self._is_word(text, self.may_repeat)

    def feedback(self, guess: str, secret: str) -> str:
        """The label of the feedback: bulls, then cows = Σ over symbols of min(count in secret, in guess) − bulls."""
        bulls = sum(a == b for a, b in zip(guess, secret, strict=True))
        both = sum(min(guess.count(symbol), secret.count(symbol)) for symbol in set(guess))
        return f"{bulls}{both - bulls}"

    def check_guess(self, text: str) -> str:
        """Return `text` if it may be asked; raise BadInput that says what a guess looks like otherwise."""
        if not self.is_guess(text):
            raise BadInput(f"{text!r} is no guess of {self.name}: it takes {self.describe_guess()}")
        return text

    def describe_guess(self) -> str:
        """What a guess looks like, for messages."""
        return self._describe(self.may_repeat)

    def describe_secret(self) -> str:
        """What a secret looks like, for messages."""
        return self._describe(self.family == "mastermind")

    def _describe(self, repeats: bool) -> str:
        kind = "repeats allowed" if repeats else "all different"
        zero = ", not starting with 0" if self.is_nozero else ""
        return f"{self.positions} of the symbols {self.symbols}, {kind}{zero}"

    def _count(self, repeats: bool) -> int:
        symbols, rest = len(self.symbols), self.positions - 1
        first = symbols - self.is_nozero
        return first * (symbols**rest if repeats else perm(symbols - 1, rest))

    def _words(self, repeats: bool) -> list[str]:
        words: Iterator[tuple[str, ...]]
        if repeats:
            words = product(self.symbols, repeat=self.positions)
        else:
            words = permutations(self.symbols, self.positions)
        return ["".join(word) for word in words if not (self.is_nozero and word[0] == "0")]

    def _is_word(self, text: str, repeats: bool) -> bool:
        return (
            len(text) == self.positions
            and all(symbol in self.symbols for symbol in text)
            and (repeats or len(set(text)) == len(text))
            and not (self.is_nozero and text[0] == "0")
        )


def parse(name: str) -> Rules:
    """Read a game's name, canonical or an alias, and return its rules; raise BadInput with the nearest good name.

    >>> parse("p4c6r").name, parse("bc").name, parse("BULLS-4x10-any").name
    ('mastermind-4x6', 'bulls-4x10', 'bulls-4x10-any')
    >>> parse("bulls-4x11")
    Traceback (most recent call last):
    player.errors.BadInput: bulls-4x11: at most 10 symbols; did you mean bulls-4x10?
    """
    text = name.strip().lower()
    text = ALIASES.get(text, text)
    family, _, rest = text.partition("-")
    if text[:1] == "p" and text[-1:] in ("r", "n"):
        # mmstrat's spelling: p4c6r has repeats, p4c10n has none.
        positions, _, symbols = text[1:-1].partition("c")
        family, rest = ("mastermind" if text[-1] == "r" else "bulls"), f"{positions}x{symbols.replace('-', '?')}"
    size, *suffixes = rest.split("-")
    left, _, right = size.partition("x")
    if family not in FAMILIES or not (_is_number(left) and _is_number(right)):
        raise BadInput(f"{_shorten(name)}: no such game; did you mean {_nearest(text)}?")
    unknown = [suffix for suffix in suffixes if suffix not in _SUFFIXES]
    positions_count, symbol_count = int(left), int(right)
    good_positions = min(max(positions_count, 1), MAX_POSITIONS)
    good_symbols = min(max(symbol_count, 2, good_positions if family == "bulls" else 2), MAX_SYMBOLS)
    problem = ""
    if positions_count != good_positions:
        problem = f"1 to {MAX_POSITIONS} positions"
    elif symbol_count > good_symbols:
        problem = f"at most {MAX_SYMBOLS} symbols"
    elif symbol_count < 2:
        problem = "at least 2 symbols"
    elif symbol_count < good_symbols:
        problem = f"{positions_count} different symbols cannot come from {symbol_count}"
    elif unknown:
        problem = f"unknown suffix -{_shorten(unknown[0], 20)}"
    rules = Rules(family, good_positions, good_symbols, "any" in suffixes, "nozero" in suffixes)
    if problem:
        raise BadInput(f"{_shorten(name)}: {problem}; did you mean {rules.name}?")
    return rules


def read_feedback(text: str) -> str:
    """Turn what a person types for a feedback into its label: `01`, `0 1`, `0,1`, `0A1B`.

    Anything else comes back stripped, for the caller to look up and refuse.

    >>> [read_feedback(text) for text in ("01", "0 1", " 0,1", "0a1b", "gt")]
    ['01', '01', '01', '01', 'gt']
    """
    compact = "".join(text.replace(",", " ").split())
    if len(compact) == 4 and compact[1] in "Aa" and compact[3] in "Bb":
        compact = compact[0] + compact[2]
    return compact


def read_history(text: str) -> list[tuple[str, str]]:
    """Split a history `0123:01,4561:02` into pairs of guess and feedback label; an empty text has none.

    >>> read_history("0123:01, 4561:0A2B")
    [('0123', '01'), ('4561', '02')]
    """
    pairs = []
    for step in text.split(",") if text.strip() else []:
        guess, colon, feedback = step.partition(":")
        if not (colon and guess.strip() and feedback.strip()):
            bad = _shorten(step.strip())
            raise BadInput(f"{bad!r} is no step of a history; write guess:feedback, as in 0123:01,4561:02")
        pairs.append((guess.strip(), read_feedback(feedback)))
    return pairs


def show_history(pairs: list[tuple[str, str]]) -> str:
    """Write pairs of guess and feedback as a history: the inverse of `read_history`."""
    return ",".join(f"{guess}:{feedback}" for guess, feedback in pairs)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


def _shorten(text: str, width: int = 60) -> str:
    text = "".join(symbol if symbol.isprintable() else "?" for symbol in text)
    return text if len(text) <= width else text[: width - 3] + "..."


def _nearest(text: str) -> str:
    import difflib  # only here: it costs 5 ms that a good name never pays

    names = [*ALIASES, "p4c6r", "p4c10n"]
    for family in FAMILIES:
        for positions in range(1, MAX_POSITIONS + 1):
            least = positions if family == "bulls" else 2
            for symbols in range(max(least, 2), MAX_SYMBOLS + 1):
                name = f"{family}-{positions}x{symbols}"
                names += [name, f"{name}-any"] if family == "bulls" else [name]
    return (difflib.get_close_matches(text[:60], names, n=1, cutoff=0.5) or ["bulls-4x10"])[0]
