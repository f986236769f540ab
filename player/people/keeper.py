"""Keeper: a secret that a program keeps, what it answers, and which candidates that leaves; feedback without one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from player.errors import BadInput, check_text
from player.rules.cells import keep_most
from player.rules.lies import Position, after, evasive, start
from player.rules.names import AnyRules, read_game, rules_of
from player.rules.outside import admit
from player.rules.spelling import name_secret, read_guess
from player.tree import Tree
from player.tree.columns import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

__all__ = ["Keeper", "feedback"]

# The secrets of a game up to here are compared after every guess (0.1 s at most, or 0.8 s by a rule of one's own) ...
ALWAYS_LISTED = 200_000
# ... and up to here when somebody asks (a second or more, 130 MB); beyond, candidates are not listed.
MAX_LISTED = 2_000_000


class Keeper(State):
    """Keeps a secret of a game and answers guesses; without a secret it is evasive: it answers what leaves most.

    `game` is the name of a game, or a tree, whose game is played.  Raises BadInput for a game or a secret that does not
    exist.

    >>> import player
    >>> keeper, guesser = player.Keeper("bulls-4x10", "4271"), player.Player("bulls-4x10")
    >>> while guesser.guess is not None:
    ...     guesser.answer(keeper.answer(guesser.guess)) and None
    >>> keeper.is_found, len(keeper.steps)
    (True, 5)
    """

    def __init__(self, game: Tree | str, secret: str | None = None) -> None:
        rules = admit(_rules(game), secret)
        self._begin(rules, None if secret is None else partial(str, name_secret(rules, secret)), 0, None)

    @classmethod
    def of(
        cls, rules: AnyRules, draw: Callable[[], str] | None = None, lies: int = 0,
        candidates: Collection[str] | None = None,
    ) -> Self:  # fmt: skip
        """A keeper by the rules of a game: `draw` gives the secret of each new game, without it the keeper is evasive.

        Up to so many answers as `lies` says are false.  `candidates` are the secrets that are possible at the start, by
        default all of the game.
        """
        keeper = cls.__new__(cls)
        keeper._begin(rules, draw, lies, candidates)
        return keeper

    def _begin(
        self, rules: AnyRules, draw: Callable[[], str] | None, lies: int, candidates: Collection[str] | None
    ) -> None:
        if draw is None and candidates is None and rules.secret_count > ALWAYS_LISTED:
            raise BadInput(
                f"evasive keeps every secret in view, {ALWAYS_LISTED} at most, and {rules.brief} has "
                f"{rules.secret_count}; use --level honest"
            )
        self.rules, self.lies, self._draw, self._candidates = rules, lies, draw, candidates
        self.winning = rules.labels[rules.winning]
        self.is_evasive = draw is None  # no secret is chosen before the end
        self.restart()

    def restart(self) -> None:
        """Begin again, with a new secret where one is drawn."""
        self.secret = None if self._draw is None else self._draw()
        self.steps: list[tuple[str, str]] = []  # the guesses and their feedbacks so far
        is_listed = self.lies or self._candidates is not None or self.rules.secret_count <= ALWAYS_LISTED
        # The candidates before the first guess and after each; None: not listed so far.
        self._listed: list[Position | None] = [self._start() if is_listed else None]

    def _start(self) -> Position:
        return start(self.rules, self.lies) if self._candidates is None else [list(self._candidates)]

    @property
    def is_found(self) -> bool:
        """Whether the last guess was the secret."""
        return bool(self.steps) and self.steps[-1][1] == self.winning

    @property
    def is_lost(self) -> bool:
        """Whether the last guess was answered with a feedback that loses the game."""
        return bool(self.steps) and self.rules.labels.index(self.steps[-1][1]) in self.rules.losing

    @property
    def left(self) -> int | None:
        """How many secrets agree with all answers; None in a game that is too large to list them."""
        candidates = self.candidates()
        return None if candidates is None else len(candidates)

    def counted(self, before: int = 0) -> int | None:
        """How many candidates there were so many guesses before now; None where nobody has listed them."""
        at = len(self.steps) - before
        listed = self._listed[at] if at >= 0 else None
        if listed is not None:
            return sum(map(len, listed))
        return None if at else self.rules.secret_count

    def candidates(self) -> list[str] | None:
        """The secrets that agree with all answers, sorted; None in a game that is too large to list them."""
        position = self.position()
        return None if position is None else sorted(word for part in position for word in part)

    def position(self) -> Position | None:
        """The same by the lies that each candidate would mean."""
        known = len(self.steps)
        while known and self._listed[known] is None:
            known -= 1
        position = self._listed[known]
        if position is None:
            if self.rules.secret_count > MAX_LISTED:
                return None
            position = self._start()
        for guess, label in self.steps[known:]:
            position = after(self.rules, guess, position)[label]
        if self.steps:  # the list of everything is not worth keeping
            self._listed[-1] = position
        return position

    def answer(self, guess: str) -> str:
        """The feedback to a guess, a label; BadInput for what is not a guess."""
        return self.reply(read_guess(self.rules, guess))

    def reply(self, guess: str) -> str:
        """The same to a guess that is spelled as the game has it."""
        rules = self.rules
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

    def _label(self, guess: str, secret: str, possible: list[str]) -> str:
        """The answer for a secret; which ones are lies follows from the secret, so that a game can be resumed."""
        from random import Random

        rules, row = self.rules, len(self.steps)
        label, ends = rules.feedback(guess, secret), [rules.labels[i] for i in (rules.winning, *rules.losing)]
        false = [other for other in possible if other not in (label, *ends)]
        if row in Random(secret).sample(range(3 * self.lies), self.lies) and false and label not in ends:
            label = Random(f"{secret} {row}").choice(false)
        return label

    def undo(self) -> bool:
        """Take the last guess back; False, and nothing changes, at the start."""
        if not self.steps:
            return False
        self._listed.pop()
        self.steps.pop()
        return True

    def example(self) -> str:
        """The secret; of an evasive keeper the first of those it keeps open."""
        return self.secret if self.secret is not None else (self.candidates() or [""])[0]


def feedback(game: Tree | str, guess: str, secret: str) -> str:
    """The label that a secret gives to a guess; BadInput for a game, a guess or a secret that does not exist.

    >>> feedback("mastermind-4x6", "1122", "1234")
    '11'
    """
    rules = admit(_rules(game), secret)
    return rules.feedback(read_guess(rules, guess), name_secret(rules, secret))


def _rules(game: Tree | str) -> AnyRules:
    if isinstance(game, Tree):
        return rules_of(game)
    check_text("a game that is not a Tree", game, "bulls-4x10")
    return read_game(game)
