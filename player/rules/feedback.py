"""The feedback rules as rows of one table: how a guess is compared with a secret, in plain Python."""

from __future__ import annotations

from itertools import product

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FEEDBACK_RULES", "MAX_MARKED", "FeedbackRule", "mark_labels"]

MAX_MARKED = 5  # positions that can be marked one by one: 3**5 labels fit in a byte, 3**6 do not


class FeedbackRule:
    """One way to compare a guess with a secret.

    `compare(guess, secret)` is the label, given as a function or by its name in `player.rules.compare`.
    `labels(positions)` are all of them, sorted, the winning one last.
    `is_mutual`: a guess and a secret may be exchanged.  `has_symmetries`: permuting the positions and renaming the
    symbols, of guess and secret alike, never changes the label.  Where that is claimed wrongly, searches "prove" what
    is not true.
    """

    __slots__ = ("_compare", "about", "has_symmetries", "is_mutual", "labels", "name", "source")

    def __init__(
        self,
        name: str,
        about: str,
        source: str,
        labels: Callable[[int], tuple[str, ...]],
        compare: Callable[[str, str], str] | str,
        is_mutual: bool = True,
        has_symmetries: bool = False,
    ) -> None:
        self.name, self.about, self.source = name, about, source
        self.labels, self._compare, self.is_mutual = labels, compare, is_mutual
        self.has_symmetries = has_symmetries

    @property
    def compare(self) -> Callable[[str, str], str]:
        """The feedback label of a guess to a secret."""
        if isinstance(self._compare, str):
            from player.rules import compare

            self._compare = compare.COMPARE[self._compare]
        return self._compare

    def __repr__(self) -> str:
        return f"FeedbackRule({self.name!r})"


def mark_labels(positions: int) -> tuple[str, ...]:
    """All rows of marks, sorted."""
    return tuple(map("".join, product("012", repeat=positions)))


def _pairs(positions: int) -> tuple[str, ...]:
    return tuple(f"{bulls}{cows}" for bulls in range(positions + 1) for cows in range(positions + 1 - bulls))


FEEDBACK_RULES = {
    row.name: row
    for row in (
        FeedbackRule(
            "cows", "bulls, then cows: the symbols in common, each as often as both hold it, less the bulls",
            "Codeforces 753B; Knuth (1976) with black and white pegs",
            # All but one in place leaves the last symbol no other place.
            lambda positions: tuple(label for label in _pairs(positions) if label != f"{positions - 1}1"),
            "bulls_and_cows", has_symmetries=True,
        ),
        FeedbackRule(
            "each",
            "bulls, then a cow for every symbol of the guess that stands elsewhere in the secret: 1111 to 1347 is 13",
            "special judges of the kind spj-int1c", _pairs, "bulls_and_each", is_mutual=False, has_symmetries=True,
        ),
        FeedbackRule(
            "matches", "bulls, then all symbols in common, bulls included", "World Final Warmup 2006, Guess",
            lambda positions: tuple(
                f"{bulls}{matches}" for bulls in range(positions + 1) for matches in range(bulls, positions + 1)
                if (bulls, matches) != (positions - 1, positions)
            ),
            "bulls_and_matches", has_symmetries=True,
        ),
        FeedbackRule(
            "match", "only the number of positions that agree", "black-peg Mastermind, Goodrich (2009)",
            lambda positions: tuple(map(str, range(positions + 1))), "bulls", has_symmetries=True,
        ),
        FeedbackRule(
            "marks", "a mark for each position: 2 right, 1 elsewhere in the secret, 0 neither",
            "Wordle (2021), SPOJ MSTRMND", mark_labels, "marks", is_mutual=False,
        ),
    )
}  # fmt: skip
