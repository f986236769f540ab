"""Player: a walk down a tree with its history, the candidates, and steps back."""

from __future__ import annotations

import os

from player.errors import shorten
from player.rules.history import show_history
from player.rules.titles import brief
from player.tree.columns import Walk
from player.tree.tree import shared_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, SupportsIndex, TypeAlias, overload

    from player.tree.tree import Tree, TreeSource

    # A label, or the two numbers of a label that has two.
    Feedback: TypeAlias = str | tuple[SupportsIndex, SupportsIndex] | list[int]


class Player(Walk):
    """A walk down a tree: the guess now, and the next one after each answer.

    `tree` is a tree, or what `open_tree` takes: the name of a shipped tree or of a game, a path, or a file's bytes.
    It begins after a `history` such as `0123:01,1456:02`, of guesses that the tree asks.  Raises BadInput for another
    history or a name that is not shipped, TreeFormatError for a bad file, and TypeError for anything else.

    >>> Player("bulls-4x10", "0123:01,1456:02").guess
    '4530'
    >>> player = Player("bulls-4x10.entropy")
    >>> player.guess, player.answer("01"), player.history
    ('0123', '1456', '0123:01')
    >>> player
    <Player bulls-4x10.entropy: guess 1456, 1440 candidates left>
    """

    __slots__ = ()

    tree: Tree

    def __init__(self, tree: TreeSource, history: str = "") -> None:
        super().__init__(shared_tree(tree))
        self.tree.follow(history, self)

    def __repr__(self) -> str:
        tree = self.tree
        name = shorten(os.path.basename(tree.path).removesuffix(".tree") or brief(tree.game))
        if self.finished:
            count = len(self._trail) + 1
            return f"<Player {name}: found {tree.guesses[self.node]} with {count} guess{'es' * (count > 1)}>"
        left = self.left
        return f"<Player {name}: guess {self.guess}, {left} candidate{'s' * (left > 1)} left>"

    if TYPE_CHECKING:

        @overload
        def answer(self, feedback: Feedback) -> str | None: ...
        @overload
        def answer(self, feedback: SupportsIndex, second: SupportsIndex) -> str | None: ...

    def answer(self, feedback: Feedback | SupportsIndex, second: SupportsIndex | None = None) -> str | None:
        """Take the feedback to `guess`, and return the next guess, or None after the winning feedback.

        `feedback` is a label.  In games whose feedbacks are two numbers, such as bulls and cows, it may also be the
        pair of these numbers, or the first number, with the other one as `second`.

        Raises ImpossibleFeedback, with the possible labels in `.possible`, if no secret gives this feedback here,
        BadInput after the end of the game, and TypeError for anything but a label; the player stays at its node.

        >>> player = Player("bulls-4x10")
        >>> player.answer("01"), player.answer((0, 2)), player.answer(0, 2)
        ('1456', '4530', '7605')
        """
        if second is not None or not isinstance(feedback, str):
            feedback = self._label(feedback, second)
        return super().answer(feedback)

    def _label(self, feedback: object, second: object) -> str:
        """Return the label of two numbers. Raises TypeError for other values, and in games with other feedbacks."""
        from player.rules.spelling import rule_of

        pair: Any = feedback if second is None else (feedback, second)
        has_two = len(rule_of(self.tree.game).meaning) == 2 and isinstance(pair, (tuple, list)) and len(pair) == 2
        if has_two and all(hasattr(part, "__index__") for part in pair):
            return f"{pair[0]:d}{pair[1]:d}"
        label, kind = self.tree.labels[-1], type(pair).__name__
        raise TypeError(f"answer() takes a feedback such as {label!r}, or its numbers if it has two, not {kind}")

    @property
    def history(self) -> str:
        """Return the guesses and feedbacks so far, written `0123:01,4561:02`."""
        return show_history(self.steps)

    def undo(self) -> bool:
        """Take the last feedback back; return False, and change nothing, at the start."""
        if self.finished:
            self.finished = False
        elif self._trail:
            self.node = self._trail.pop()
        else:
            return False
        return True

    def copy(self) -> Player:
        """Return an independent player at the same node."""
        return self.__copy__()

    @property
    def game(self) -> str:
        """Return the name of the tree's game."""
        return self.tree.game

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the feedbacks of the game."""
        return self.tree.labels

    @property
    def secrets(self) -> list[str]:
        """Return all secrets that the tree finds, in the order of their text."""
        return sorted(self.tree.found())

    @property
    def is_certain(self) -> bool:
        """Return whether only one secret is possible; `guess` then names this secret."""
        return self.left == 1

    @property
    def left(self) -> int:
        """Return the number of secrets that are still possible."""
        return sum(1 for _ in self._wins())

    def candidates(self) -> list[str]:
        """Return the secrets still possible, in the order of their text."""
        return sorted(self.tree.guesses[node] for node in self._wins())

    def _wins(self) -> Iterator[int]:
        tree, start, stop = self.tree, self.node, self.node + 1
        while start < stop:
            yield from filter(tree.is_win, range(start, stop))
            start, stop = (stop, stop) if self.finished else (tree.first[start], tree.first[stop])
