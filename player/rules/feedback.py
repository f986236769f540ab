"""The feedback rules as rows of one table: how a guess is compared with a secret, in plain Python."""

from __future__ import annotations

from itertools import product

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FEEDBACK_RULES", "MAX_LABELS", "MAX_MARKED", "MAX_NARROW", "PAIRS", "FeedbackRule", "mark_labels", "marks"]

MAX_MARKED = 8  # positions that can be marked one by one: 3**8 labels
# The rules whose labels are two numbers, of a digit each: the bulls, and what the second one counts.
PAIRS = {"cows": "cows", "each": "cows", "matches": "matches"}
MAX_NARROW, MAX_LABELS = 256, 8192  # the most feedbacks of a game whose indices take one byte, and two


class FeedbackRule:
    """One way to compare a guess with a secret.

    `compare(guess, secret)` is the label.  `labels(positions)` are all of them, sorted, the winning one last.
    `is_mutual`: a guess and a secret may be exchanged.  `told` says what a label becomes if positions are permuted and
    symbols renamed in guess and secret alike: "numbers", the same; "places", the same, even if each position has its
    own new names; "marks", a row of marks permuted with the positions.  A wrong claim makes searches "prove" nonsense.
    """

    def __init__(
        self,
        name: str,
        about: str,
        source: str,
        labels: Callable[[int], tuple[str, ...]],
        compare: Callable[[str, str], str],
        is_mutual: bool = True,
        told: str | None = None,
    ) -> None:
        self.name, self.about, self.source = name, about, source
        self.labels, self.compare, self.is_mutual, self.told = labels, compare, is_mutual, told


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
    left = [b for a, b in zip(guess, secret, strict=True) if a != b]
    found = []
    for a, b in zip(guess, secret, strict=True):
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
            _bulls_and_cows, told="numbers",
        ),
        FeedbackRule(
            "each",
            "bulls, then a cow for every symbol of the guess that stands elsewhere in the secret: 1111 to 1347 is 13",
            "special judges of the kind spj-int1c", _pairs, _bulls_and_each, is_mutual=False, told="numbers",
        ),
        FeedbackRule(
            "matches", "bulls, then all symbols in common, bulls included", "World Final Warmup 2006, Guess",
            lambda positions: tuple(
                f"{bulls}{matches}" for bulls in range(positions + 1) for matches in range(bulls, positions + 1)
                if (bulls, matches) != (positions - 1, positions)
            ),
            lambda guess, secret: f"{_bulls(guess, secret)}{_matches(guess, secret)}", told="numbers",
        ),
        FeedbackRule(
            "match", "only the number of positions that agree", "black-peg Mastermind, Goodrich (2009)",
            lambda positions: tuple(map(str, range(positions + 1))), lambda *codes: str(_bulls(*codes)), told="places",
        ),
        FeedbackRule(
            "marks", "a mark for each position: 2 right, 1 elsewhere in the secret, 0 neither",
            "Wordle (2021), SPOJ MSTRMND", mark_labels, marks, is_mutual=False, told="marks",
        ),
    )
}  # fmt: skip
