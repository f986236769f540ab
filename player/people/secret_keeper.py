"""A secret that the program keeps: what it answers, and which candidates that leaves."""

from __future__ import annotations

from collections.abc import Callable

from player.errors import BadInput
from player.rules.names import AnyRules, keep_most, split

# About 2 µs a feedback: the secrets of a game up to here are compared after every guess (0.4 s at most) ...
ALWAYS_LISTED = 200_000
# ... and up to here when somebody asks (a few seconds, 130 MB); beyond, candidates are not listed.
MAX_LISTED = 2_000_000


class SecretKeeper:
    """A game in which the program keeps the secret: `guess()` answers, `undo()` takes a guess back.

    `draw` gives the secret of a new game.  Without it the keeper is evasive: it keeps open every secret that agrees
    with its answers, and answers what leaves most.
    """

    def __init__(self, rules: AnyRules, draw: Callable[[], str] | None = None) -> None:
        if draw is None and rules.secret_count > ALWAYS_LISTED:
            raise BadInput(
                f"evasive keeps every secret in view, {ALWAYS_LISTED} at most, and {rules.brief} has "
                f"{rules.secret_count}; use --level honest"
            )
        self.rules, self._draw = rules, draw
        self.winning = rules.labels[rules.winning]
        self.is_evasive = draw is None  # no secret is chosen before the end
        self.restart()

    def restart(self) -> None:
        """Begin again, with a new secret where one is drawn."""
        self.secret = self._draw() if self._draw is not None else None
        self.steps: list[tuple[str, str]] = []
        is_listed = self.rules.secret_count <= ALWAYS_LISTED
        # The candidates before the first guess and after each; None: not listed so far.
        self._listed: list[list[str] | None] = [self.rules.secrets() if is_listed else None]

    @property
    def is_won(self) -> bool:
        """Whether the last guess was the secret."""
        return bool(self.steps) and self.steps[-1][1] == self.winning

    @property
    def is_lost(self) -> bool:
        """Whether the last guess was answered with a feedback that loses the game."""
        return bool(self.steps) and self.rules.labels.index(self.steps[-1][1]) in self.rules.losing

    @property
    def left(self) -> int | None:
        """How many candidates are left; None while nobody has listed them."""
        return self._count(-1)

    @property
    def left_before(self) -> int | None:
        """How many candidates were left before the last guess; None where nobody listed them."""
        return self._count(-2) if self.steps else None

    def _count(self, at: int) -> int | None:
        listed = self._listed[at]
        if listed is not None:
            return len(listed)
        return self.rules.secret_count if len(self._listed) == -at else None

    def candidates(self) -> list[str] | None:
        """The candidates in their order, listed now if they were not; None in a game too large for that."""
        known = len(self.steps)
        while known and self._listed[known] is None:
            known -= 1
        candidates = self._listed[known]
        if candidates is None:
            if self.rules.secret_count > MAX_LISTED:
                return None
            candidates = self.rules.secrets()
        for guess, label in self.steps[known:]:
            candidates = split(self.rules, guess, candidates)[label]
        if self.steps:  # the list of everything is not worth keeping
            self._listed[-1] = candidates
        return candidates

    def guess(self, guess: str) -> str:
        """Answer a guess, and return the label; BadInput when it is not a guess of the game."""
        rules = self.rules
        rules.check_guess(guess)
        candidates = self._listed[-1]
        if self.secret is not None:
            label = rules.feedback(guess, self.secret)
            self._listed.append(None if candidates is None else split(rules, guess, candidates)[label])
        else:
            assert candidates is not None
            label, left = keep_most(rules, guess, candidates)
            self._listed.append(left)
        self.steps.append((guess, label))
        return label

    def undo(self) -> str | None:
        """Take the last guess back and return it; None at the start."""
        if not self.steps:
            return None
        self._listed.pop()
        return self.steps.pop()[0]

    def example(self) -> str:
        """The secret; of an evasive keeper the first of those it keeps open."""
        if self.secret is not None:
            return self.secret
        candidates = self._listed[-1]
        assert candidates is not None
        return candidates[0]
