"""The feedback rules as rows of one table: how a guess is compared with a secret, in plain Python."""

from __future__ import annotations

from itertools import product

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

MAX_MARKED = 8  # positions that can be marked one by one: 3**8 labels
MAX_NARROW, MAX_LABELS = 256, 8192  # the most feedbacks of a game whose indices take one byte, and two
MARKS = "2 right, 1 elsewhere, 0 neither; or g, y, b"  # how people may write marks


_made: dict[str, FeedbackRule] = {}  # by their names, for pickles


class FeedbackRule:
    """One way to compare a guess with a secret; whatever depends on the rule follows from its row.

    `compare(guess, secret)` is the label.  `labels(positions)` are all of them, sorted, the winning one last.

    `tells` is what a label says: for each of its digits "bulls" (symbols in their place), "cows" (symbols in common in
    another place) or "matches" (both); ("marks",) for a row of marks; () for anything else.  `near` is when a symbol
    in another place counts: "once" for each one of the secret, at "each" place of the guess, or "never".  Where
    `tells` is not (), the label follows from these two: see `write`.

    `is_mutual`: a guess and a secret may be exchanged.  `invariance` says what a label becomes if positions are
    permuted and symbols renamed in guess and secret alike: "numbers", the same; "places", the same, even if each
    position has its own new names; "marks", a row of marks permuted with the positions.

    `vectorised(guesses, secrets)` may give the indices of the labels, [guesses, secrets], for numpy arrays [words,
    positions] of the indices of symbols.  `asked`, `title` and `spelled` are for people: what they are asked for; what
    a game is called in which a suffix of its name chooses the rule; and other spellings of a label.  The guess that
    names a secret is `naming` and the secret.
    """

    def __init__(
        self, name: str, about: str, source: str, labels: Callable[[int], tuple[str, ...]],
        compare: Callable[[str, str], str], *, tells: tuple[str, ...] = (), near: str = "never", is_mutual: bool = True,
        invariance: str | None = None, vectorised: Callable[[Any, Any], Any] | None = None, asked: str = "the feedback",
        title: str = "", spelled: Mapping[str, Sequence[str]] | None = None, naming: str = "",
    ) -> None:  # fmt: skip
        self.name, self.about, self.source, self.labels, self.compare = name, about, source, labels, compare
        self.tells, self.near, self.is_mutual, self.invariance = tells, near, is_mutual, invariance
        self.vectorised, self.asked, self.title, self.spelled = vectorised, asked, title or name, spelled or {}
        self.naming = naming
        _made.setdefault(name, self)
        self.is_marked = tells == ("marks",)  # a label is a row of marks, one for each position
        self.has_usual_cows = tells == ("bulls", "cows") and near == "once"  # as often as both hold it

    def __reduce__(self) -> tuple[object, ...]:
        return _find_rule, (self.name,)  # its functions cannot be pickled

    def counts(self, label: str) -> dict[str, int]:
        """What a label says in numbers: the bulls, and the cows and matches if both are told."""
        if self.is_marked or not self.tells:
            return {}
        told = dict(zip(self.tells, map(int, label), strict=True))
        if len(told) == 1:
            return told
        matches = told.get("matches", told["bulls"] + told.get("cows", 0))
        return {"bulls": told["bulls"], "cows": matches - told["bulls"], "matches": matches}

    def write(self, bulls: int, cows: int) -> str:
        """The label for so many bulls and cows: the other way round than `counts`."""
        counts = {"bulls": bulls, "cows": cows, "matches": bulls + cows}
        return "".join(str(counts[what]) for what in self.tells)


def _find_rule(name: str) -> FeedbackRule:
    return _made[name]


def mark_labels(positions: int) -> tuple[str, ...]:
    """All rows of marks, sorted."""
    return tuple(map("".join, product("012", repeat=positions)))


def _pairs(positions: int) -> tuple[str, ...]:
    return tuple(f"{bulls}{cows}" for bulls in range(positions + 1) for cows in range(positions + 1 - bulls))


def _bulls(guess: str, secret: str) -> int:
    return sum(a == b for a, b in zip(guess, secret, strict=True))


def _matches(guess: str, secret: str) -> int:
    return sum(min(guess.count(symbol), secret.count(symbol)) for symbol in set(guess))


def _bulls_and_cows(guess: str, secret: str) -> str:
    bulls = _bulls(guess, secret)
    return f"{bulls}{_matches(guess, secret) - bulls}"


def _bulls_and_each(guess: str, secret: str) -> str:
    return f"{_bulls(guess, secret)}{sum(a != b and a in secret for a, b in zip(guess, secret, strict=True))}"


def marks(guess: str, secret: str) -> str:
    """A mark for each position: 2 the right symbol, 1 a symbol that belongs elsewhere, 0 neither.

    Of a symbol that the guess repeats, only as many are marked as the secret holds, those in the right place first,
    then from the left.

    >>> marks("speed", "abide"), marks("speed", "erase"), marks("geese", "speed")
    ('00101', '10110', '01210')
    """
    letters: list[Sequence[str]] = [guess, secret]
    if not (guess + secret).isascii():
        from player.rules.letters import letters_of  # only here: most games never need it

        letters = [letters_of(guess), letters_of(secret)]
    pairs = list(zip(*letters, strict=True))
    left = [b for a, b in pairs if a != b]
    found = []
    for a, b in pairs:
        if a == b:
            found.append("2")
        elif a in left:
            left.remove(a)
            found.append("1")
        else:
            found.append("0")
    return "".join(found)


FEEDBACK_RULES = {
    row.name: row
    for row in (
        FeedbackRule(
            "cows", "bulls, then cows: the symbols in common, each as often as both hold it, less the bulls",
            "Codeforces 753B; Knuth (1977) with black and white pegs",
            # All but one in place leaves the last symbol no other place.
            lambda positions: tuple(label for label in _pairs(positions) if label != f"{positions - 1}1"),
            _bulls_and_cows, tells=("bulls", "cows"), near="once", invariance="numbers", asked="bulls and cows",
        ),
        FeedbackRule(
            "each",
            "bulls, then a cow for every symbol of the guess that stands elsewhere in the secret: 1111 to 1347 is 13",
            "special judges of the kind spj-int1c", _pairs, _bulls_and_each, tells=("bulls", "cows"), near="each",
            is_mutual=False, invariance="numbers", asked="bulls and cows", title="a cow for each symbol elsewhere",
        ),
        FeedbackRule(
            "matches", "bulls, then all symbols in common, bulls included", "World Final Warmup 2006, Guess",
            lambda positions: tuple(
                f"{bulls}{matches}" for bulls in range(positions + 1) for matches in range(bulls, positions + 1)
                if (bulls, matches) != (positions - 1, positions)
            ),
            lambda guess, secret: f"{_bulls(guess, secret)}{_matches(guess, secret)}",
            tells=("bulls", "matches"), near="once", invariance="numbers",
            asked="bulls and all matches", title="all matches counted",
        ),
        FeedbackRule(
            "match", "only the number of positions that agree", "black-peg Mastermind, Goodrich (2009)",
            lambda positions: tuple(map(str, range(positions + 1))), lambda *codes: str(_bulls(*codes)),
            tells=("bulls",), invariance="places", asked="positions that agree",
        ),
        FeedbackRule(
            "marks", "a mark for each position: 2 right, 1 elsewhere in the secret, 0 neither",
            "Wordle (2021), SPOJ MSTRMND", mark_labels, marks, tells=("marks",), near="once",
            is_mutual=False, invariance="marks", asked=f"a mark for each place ({MARKS})",
        ),
    )
}  # fmt: skip
