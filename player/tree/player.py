"""Player: the walk down a tree with its past, its candidates, and steps back."""

from __future__ import annotations

from player.rules.history import show_history
from player.tree import past
from player.tree.walk import Walk

__all__ = ["Player"]


class Player(Walk):
    """A walk down a tree: what to ask now, and what the answer leads to.

    >>> from player.tree import open_tree
    >>> player = Player(open_tree("bulls-4x10.entropy"))
    >>> player.guess, player.answer("01"), player.history
    ('0123', '1456', '0123:01')
    """

    __slots__ = ()

    def possible(self) -> tuple[str, ...]:
        """The labels that can answer the guess now, in their order; none when the game is finished."""
        return () if self.finished else past.possible(self.tree, self.node)

    @property
    def steps(self) -> list[tuple[str, str]]:
        """The guesses and feedback labels so far."""
        pairs = past.steps(self.tree, [*self._trail, self.node])
        if self.finished:
            pairs.append((self.tree.guesses[self.node], self.tree.labels[self.tree.winning]))
        return pairs

    @property
    def history(self) -> str:
        """The guesses and feedbacks so far, written `0123:01,4561:02`."""
        return show_history(self.steps)

    def undo(self) -> bool:
        """Take the last feedback back; False, and nothing changes, at the start."""
        if self.finished:
            self.finished = False
        elif self._trail:
            self.node = self._trail.pop()
        else:
            return False
        return True

    def copy(self) -> Player:
        """An independent player at the same place."""
        other = Player.__new__(Player)
        other.tree, other.node, other.finished, other._index = self.tree, self.node, self.finished, self._index
        other._trail = self._trail[:]
        return other

    def candidates(self) -> list[str]:
        """The secrets still possible, in the order of their text."""
        tree = self.tree
        if self.finished:
            return [tree.guesses[self.node]]
        found, start, stop = [], self.node, self.node + 1
        while start < stop:
            found += [tree.guesses[node] for node in range(start, stop) if tree.is_win(node)]
            start, stop = tree.first[start], tree.first[stop]
        return sorted(found)
