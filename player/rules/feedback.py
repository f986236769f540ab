"""The feedback rules as rows of one table: how a guess is compared with a secret, in plain Python."""

from __future__ import annotations

from itertools import product
from operator import eq

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

MAX_MARKED = 8  # the most positions of a game with marks, which then has 3**8 labels
MAX_NARROW, MAX_LABELS = 256, 1 << 16  # the most feedbacks whose indices fit one byte, and the most of a table's game
MAX_ANSWERS = 8192  # the most feedbacks to a guess, and the most of any other game
HOW_TO_MARK = "2 right, 1 elsewhere, 0 neither; or g, y, b"
_rules: dict[str, FeedbackRule] = {}  # every rule by its name; a pickle of a rule has only the name


class FeedbackRule:
    """One way to compare a guess with a secret; everything that depends on the rule follows from its fields.

    `meaning` gives the role of each digit of a label: "bulls" (symbols in their place), "cows" (symbols in common in
    another place) or "matches" (bulls and cows); it is ("marks",) for a row of marks, and () for other labels.
    `counting` determines the matches: "once", as often as guess and secret both hold a symbol; "each", every place of
    the guess with a symbol of the secret; "never", only the bulls.  `compare(guess, secret)` returns the label, and
    `labels(positions)` the sorted labels, the winning one last (not in NUMBER_RULE).  If missing, each counts symbols.

    `is_mutual`: exchanging guess and secret does not change the label.  `invariance` says what a label becomes if
    positions are permuted and symbols renamed in guess and secret alike: "numbers", it stays; "places", it stays even
    if each position renames symbols in its own way; "marks", its marks move with the positions; None, it may change.

    `vectorised(guesses, secrets)`, if given, returns the indices of the labels, [guesses, secrets], for numpy arrays
    [words, positions] of the indices of symbols.  For people: `about` (the rule), `source` (its origin), `label_form`
    (a feedback), `title` (the rule, in the title of a game whose suffix, such as -each, chooses it), and `spelled`
    (other spellings of labels).  `naming` is the prefix of a guess that names a secret, such as "eq" in eq50.
    """

    def __init__(
        self, name: str, about: str, source: str, labels: Callable[[int], tuple[str, ...]] | None = None,
        compare: Callable[[str, str], str] | None = None, *, meaning: tuple[str, ...] = (), counting: str = "never",
        is_mutual: bool = True, invariance: str | None = None, vectorised: Callable[[Any, Any], Any] | None = None,
        label_form: str = "the feedback", title: str = "", spelled: Mapping[str, Sequence[str]] | None = None,
        naming: str = "",
    ) -> None:  # fmt: skip
        self.name, self.about, self.source, self.meaning, self.counting = name, about, source, meaning, counting
        self.labels, self.compare = labels or self._count_labels, compare or self._count
        self.is_mutual, self.invariance, self.vectorised, self.naming = is_mutual, invariance, vectorised, naming
        self.label_form, self.title, self.spelled = label_form, title or name, spelled or {}
        _rules.setdefault(name, self)
        self.is_marked = meaning == ("marks",)  # a label is a row of marks, one for each position

    def __reduce__(self) -> tuple[object, ...]:
        return _find_rule, (self.name,)  # its functions cannot be pickled

    def counts(self, label: str) -> dict[str, int]:
        """Return the numbers in a label: the bulls, and also the cows and matches if it has either."""
        if self.is_marked or not self.meaning:
            return {}
        counts = dict(zip(self.meaning, map(int, label), strict=True))
        if len(counts) == 1:
            return counts
        matches = counts.get("matches", counts["bulls"] + counts.get("cows", 0))
        return {"bulls": counts["bulls"], "cows": matches - counts["bulls"], "matches": matches}

    def write(self, bulls: int, cows: int) -> str:
        """Return the label for these numbers of bulls and cows: the inverse of `counts`."""
        counts = {"bulls": bulls, "cows": cows, "matches": bulls + cows}
        return "".join([str(counts[role]) for role in self.meaning])

    def _count(self, guess: str, secret: str) -> str:
        bulls = matches = sum(map(eq, guess, secret))
        if self.counting == "once":
            matches = sum([min(guess.count(symbol), secret.count(symbol)) for symbol in set(guess)])
        elif self.counting == "each":
            matches = sum([symbol in secret for symbol in guess])
        return self.write(bulls, matches - bulls)

    def _count_labels(self, positions: int) -> tuple[str, ...]:
        pairs = {(bulls, cows) for bulls in range(positions + 1) for cows in range(positions + 1 - bulls)}
        if self.counting == "once":
            pairs.discard((positions - 1, 1))  # if all others are in place, the last symbol has no other place
        return tuple(sorted({self.write(*pair) for pair in pairs}))


def _find_rule(name: str) -> FeedbackRule:
    return _rules[name]


def mark_labels(positions: int) -> tuple[str, ...]:
    """Return all rows of marks, sorted."""
    return tuple(map("".join, product("012", repeat=positions)))


def marks(guess: str, secret: str) -> str:
    """Return a mark for each position: 2 the right symbol, 1 a symbol that belongs elsewhere, 0 neither.

    If the guess repeats a symbol, only as many of them are marked as the secret holds: first those in the right place,
    then the others from the left.

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
            meaning=("bulls", "cows"), counting="once", invariance="numbers", label_form="bulls and cows",
        ),
        FeedbackRule(
            "each",
            "bulls, then a cow for every symbol of the guess that stands elsewhere in the secret: 1111 to 1347 is 13",
            "special judges of the kind spj-int1c", meaning=("bulls", "cows"), counting="each", is_mutual=False,
            invariance="numbers", label_form="bulls and cows", title="a cow for each symbol elsewhere",
        ),
        FeedbackRule(
            "matches", "bulls, then all symbols in common, bulls included", "World Final Warmup 2006, Guess",
            meaning=("bulls", "matches"), counting="once", invariance="numbers",
            label_form="bulls and all matches", title="all matches counted",
        ),
        FeedbackRule(
            "match", "only the number of positions that agree", "black-peg Mastermind, Goodrich (2009)",
            meaning=("bulls",), invariance="places", label_form="positions that agree",
        ),
        FeedbackRule(
            "marks", "a mark for each position: 2 right, 1 elsewhere in the secret, 0 neither",
            "Wordle (2021), SPOJ MSTRMND", mark_labels, marks, meaning=("marks",), counting="once",
            is_mutual=False, invariance="marks", label_form=f"a mark for each place ({HOW_TO_MARK})",
        ),
    )
}  # fmt: skip
