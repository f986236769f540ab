"""Keeper: a secret to be guessed by a program, and the feedback of a game without one."""

from __future__ import annotations

from functools import partial

from player.errors import check_text
from player.people.secret_keeper import SecretKeeper
from player.rules.names import AnyRules, read_game, rules_of
from player.rules.spelling import name_secret, read_guess
from player.tree import Tree
from player.tree.columns import State

__all__ = ["Keeper", "feedback"]


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
        rules = _rules(game)
        kept = None if secret is None else name_secret(rules, secret)
        self._kept = SecretKeeper(rules, None if kept is None else partial(str, kept))

    def answer(self, guess: str) -> str:
        """The feedback to a guess, a label; BadInput for what is no guess."""
        return self._kept.guess(read_guess(self._kept.rules, guess))

    def undo(self) -> bool:
        """Take the last guess back; False, and nothing changes, at the start."""
        return self._kept.undo() is not None

    @property
    def is_found(self) -> bool:
        """Whether the last guess was the secret."""
        return self._kept.is_won

    @property
    def steps(self) -> list[tuple[str, str]]:
        """The guesses and their feedbacks so far."""
        return list(self._kept.steps)

    @property
    def left(self) -> int | None:
        """How many secrets agree with all answers; None in a game that is too large to list them."""
        candidates = self._kept.candidates()
        return None if candidates is None else len(candidates)

    def candidates(self) -> list[str] | None:
        """The secrets that agree with all answers, sorted; None in a game that is too large to list them."""
        candidates = self._kept.candidates()
        return None if candidates is None else list(candidates)


def feedback(game: Tree | str, guess: str, secret: str) -> str:
    """The label that a secret gives to a guess; BadInput for a game, a guess or a secret that does not exist.

    >>> feedback("mastermind-4x6", "1122", "1234")
    '11'
    """
    rules = _rules(game)
    return rules.feedback(read_guess(rules, guess), name_secret(rules, secret))


def _rules(game: Tree | str) -> AnyRules:
    if isinstance(game, Tree):
        return rules_of(game)
    check_text("a game that is not a Tree", game, "bulls-4x10")
    return read_game(game)
