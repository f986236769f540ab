"""Keeper: keeps a secret, answers guesses, and lists the candidates; `feedback` compares two words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from player.errors import require
from player.rules.cells import ByLies, after, evasive
from player.rules.names import AnyRules, read_game, rules_of
from player.rules.spelling import admit, name_secret, read_guess
from player.tree import Tree
from player.tree.columns import State

# With at most this many secrets, they are compared after every guess (0.1 s at most, or 1 s in games of marks) ...
ALWAYS_LISTED = 200_000
# ... and up to this number on request (a second or more, 130 MB); with more, candidates are not listed.
MAX_LISTED = 2_000_000
MAX_WITH_LIES = 20_000  # the most secrets of a game with lies


class Candidates(State):
    """The steps of a game in which up to `lies` answers may be false, and the secrets that agree with them.

    `secrets` are the candidates after the `steps` at the beginning, by default all secrets of the game.
    """

    def __init__(
        self, rules: AnyRules, lies: int, secrets: Collection[str] | None = None, steps: Sequence[tuple[str, str]] = ()
    ) -> None:
        problem = f"{rules.brief} has {rules.secret_count} secrets; a game with lies has at most {MAX_WITH_LIES}"
        require(not lies or rules.secret_count <= MAX_WITH_LIES, problem)
        self.rules, self.lies, self._secrets, self._before = rules, lies, secrets, steps
        self.winning = rules.labels[rules.winning]
        self.reset()

    def reset(self) -> None:
        """Go back to the beginning."""
        self.steps = list(self._before)  # the guesses and their feedbacks so far
        is_listed = self.lies or self._secrets is not None or self.rules.secret_count <= ALWAYS_LISTED
        # The candidates before the first guess and after each guess, or None for candidates that were not listed yet.
        self._listed: list[ByLies | None] = [*[None] * len(self.steps), self._start() if is_listed else None]

    def _start(self) -> ByLies:
        if self._secrets is not None:
            return [list(self._secrets)]
        return [self.rules.secrets(), *([] for _ in range(self.lies))]

    @property
    def is_found(self) -> bool:
        """Return whether the last guess was the secret."""
        return bool(self.steps) and self.steps[-1][1] == self.winning

    @property
    def left(self) -> int | None:
        """Return the number of secrets that agree with all answers, or None if there are too many to list."""
        self.position()
        return self.counted()

    def counted(self, ago: int = 0) -> int | None:
        """Return the number of candidates, now or `ago` guesses ago, or None if they were not listed."""
        listed = self._listed[-1 - ago]
        return None if listed is None else sum(map(len, listed))

    def candidates(self) -> list[str] | None:
        """Return the secrets that agree with all answers, sorted, or None if there are too many to list."""
        position = self.position()
        return None if position is None else sorted(word for part in position for word in part)

    def position(self) -> ByLies | None:
        """Return the candidates, in lists by the number of lies that each implies, or None if there are too many."""
        if self._listed[-1] is None and self.rules.secret_count <= MAX_LISTED:
            position = self._start()
            for guess, label in self.steps:
                position = after(self.rules, guess, position)[label]
            self._listed[-1] = position
        return self._listed[-1]

    def _after(self, guess: str) -> dict[str, ByLies]:
        """Return the position after each answer to a guess; nothing if the candidates are not listed."""
        position = self._listed[-1]
        return {} if position is None else after(self.rules, guess, position)

    def _add(self, guess: str, label: str, position: ByLies | None) -> None:
        self._listed.append(position)
        self.steps.append((guess, label))

    def undo(self) -> bool:
        """Take the last guess back; return False, and change nothing, at the start."""
        if len(self.steps) == len(self._before):
            return False
        self._listed.pop()
        self.steps.pop()
        return True


class Keeper(Candidates):
    """Keeps a secret and answers guesses; without a secret it is evasive: its answers leave the most candidates.

    `game` is the name of a game, its rules, or a tree of it.  Up to `lies` answers are false.  `candidates` are the
    secrets that are possible at the start, by default all secrets of the game.  Raises BadInput for an invalid game or
    secret.

    >>> import player
    >>> keeper, guesser = player.Keeper("bulls-4x10", "4271"), player.Player("bulls-4x10")
    >>> while guesser.guess is not None:
    ...     guesser.answer(keeper.answer(guesser.guess)) and None
    >>> keeper.is_found, len(keeper.steps)
    (True, 5)
    """

    def __init__(
        self, game: Tree | str | AnyRules, secret: str | None = None, *, lies: int = 0,
        candidates: Collection[str] | None = None,
    ) -> None:  # fmt: skip
        rules = admit(_rules(game), secret)
        is_listed = secret is not None or candidates is not None or lies or rules.secret_count <= ALWAYS_LISTED
        problem = f"evasive keeps every secret in view, {ALWAYS_LISTED} at most, and {rules.brief} has"
        require(is_listed, f"{problem} {rules.secret_count}; use --level honest")
        self.secret = None if secret is None else name_secret(rules, secret)
        super().__init__(rules, lies, candidates)

    @property
    def is_lost(self) -> bool:
        """Return whether the answer to the last guess loses the game."""
        return bool(self.steps) and self.rules.labels.index(self.steps[-1][1]) in self.rules.losing

    def answer(self, guess: str) -> str:
        """Return the label that answers a guess. Raises BadInput for an invalid guess."""
        return self.reply(read_guess(self.rules, guess))

    def reply(self, guess: str) -> str:
        """Return the label that answers a guess in the spelling of the game."""
        positions = self._after(guess)
        # The positions of an evasive keeper are always listed.
        label = evasive(self.rules, positions) if self.secret is None else self._label(guess, self.secret, positions)
        self._add(guess, label, positions.get(label))
        return label

    def _label(self, guess: str, secret: str, possible: Iterable[str]) -> str:
        """Return the answer for a secret; the secret also determines the lies, so that a game can be resumed."""
        from random import Random

        rules, row = self.rules, len(self.steps)
        label, ends = rules.feedback(guess, secret), [rules.labels[i] for i in (rules.winning, *rules.losing)]
        if not self.lies:
            return label
        false = [other for other in possible if other not in (label, *ends)]
        if row in Random(secret).sample(range(3 * self.lies), self.lies) and false and label not in ends:
            label = Random(f"{secret} {row}").choice(false)
        return label

    def example(self) -> str:
        """Return the secret, or the first one that an evasive keeper keeps open."""
        return self.secret or (self.candidates() or [""])[0]


def feedback(game: Tree | str, guess: str, secret: str) -> str:
    """Return the label that a secret gives to a guess. Raises BadInput for an invalid game, guess or secret.

    >>> feedback("mastermind-4x6", "1122", "1234")
    '11'
    """
    rules = admit(_rules(game), secret)
    return rules.feedback(read_guess(rules, guess), name_secret(rules, secret))


def _rules(game: Tree | str | AnyRules) -> AnyRules:
    if isinstance(game, Tree):
        return rules_of(game)
    return read_game(game) if isinstance(game, str) else game
