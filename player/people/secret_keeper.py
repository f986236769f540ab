"""A secret that the program keeps: what it answers, and which candidates that leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from player.errors import BadInput
from player.rules.lies import Position, after, evasive, start
from player.rules.names import AnyRules, keep_most
from player.tree.columns import State

# The secrets of a game up to here are compared after every guess (0.1 s at most, or 0.8 s by a rule of one's own) ...
ALWAYS_LISTED = 200_000
# ... and up to here when somebody asks (a second or more, 130 MB); beyond, candidates are not listed.
MAX_LISTED = 2_000_000


class SecretKeeper(State):
    """A game in which the program keeps the secret: `guess()` answers, `undo()` takes a guess back.

    `draw` gives the secret of a new game.  Without it the keeper is evasive: it keeps open every secret that agrees
    with its answers, and answers what leaves most.  Up to so many answers as `lies` says are false.
    """

    def __init__(self, rules: AnyRules, draw: Callable[[], str] | None = None, lies: int = 0) -> None:
        if draw is None and rules.secret_count > ALWAYS_LISTED:
            raise BadInput(
                f"evasive keeps every secret in view, {ALWAYS_LISTED} at most, and {rules.brief} has "
                f"{rules.secret_count}; use --level honest"
            )
        self.rules, self._draw, self.lies = rules, draw, lies
        self.winning = rules.labels[rules.winning]
        self.is_evasive = draw is None  # no secret is chosen before the end
        self.restart()

    def restart(self) -> None:
        """Begin again, with a new secret where one is drawn."""
        self.secret = self._draw() if self._draw is not None else None
        self.steps: list[tuple[str, str]] = []
        is_listed = self.rules.secret_count <= ALWAYS_LISTED
        # The candidates before the first guess and after each; None: not listed so far.
        self._listed: list[Position | None] = [start(self.rules, self.lies) if is_listed or self.lies else None]

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
            return sum(map(len, listed))
        return self.rules.secret_count if len(self._listed) == -at else None

    def candidates(self) -> list[str] | None:
        """The candidates in their order, listed now if they were not; None in a game too large for that."""
        position = self.position()
        if position is None:
            return None
        return sorted(word for part in position for word in part) if self.lies else position[0]

    def position(self) -> Position | None:
        """The same by the lies that each candidate would mean."""
        known = len(self.steps)
        while known and self._listed[known] is None:
            known -= 1
        position = self._listed[known]
        if position is None:
            if self.rules.secret_count > MAX_LISTED:
                return None
            position = start(self.rules, self.lies)
        for guess, label in self.steps[known:]:
            position = after(self.rules, guess, position)[label]
        if self.steps:  # the list of everything is not worth keeping
            self._listed[-1] = position
        return position

    def guess(self, guess: str) -> str:
        """Answer a guess, and return the label; BadInput when it is not a guess of the game."""
        rules = self.rules
        rules.check_guess(guess)
        position, left = self._listed[-1], None
        label = None if self.secret is None else rules.feedback(guess, self.secret)
        if position is not None and self.lies:
            found = after(rules, guess, position)
            label = evasive(rules, found) if self.secret is None else self._label(guess, self.secret, list(found))
            left = found.get(label)
        elif position is not None:
            label, cell = keep_most(rules, guess, position[0], label)
            left = [cell]
        assert label is not None  # an evasive keeper lists its secrets
        self._listed.append(left)
        self.steps.append((guess, label))
        return label

    def keep(self, guess: str, left: Sequence[str]) -> tuple[str, Sequence[str]]:
        """The answer to a guess, and the secrets that a referee keeps open after it: one stays the only one."""
        return self.guess(guess), left if self.secret else self.candidates() or ()

    def _label(self, guess: str, secret: str, possible: list[str]) -> str:
        """The answer for a secret; which ones are lies follows from the secret, so that a game can be resumed."""
        label = self.rules.feedback(guess, secret)
        if self.lies:
            from random import Random

            row, ends = len(self.steps), [self.rules.labels[i] for i in (self.rules.winning, *self.rules.losing)]
            false = [other for other in possible if other not in (label, *ends)]
            if row in Random(secret).sample(range(3 * self.lies), self.lies) and false and label not in ends:
                label = Random(f"{secret} {row}").choice(false)
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
        candidates = self.candidates()
        assert candidates is not None
        return candidates[0]
