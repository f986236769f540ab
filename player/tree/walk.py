"""The walk down a tree, one constant-time step per feedback."""

from __future__ import annotations

from itertools import pairwise

from player.errors import BadInput, ImpossibleFeedback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.tree.columns import Columns


class Walk:
    """Where one is in a tree: what to ask now, and what the answer leads to."""

    __slots__ = ("_index", "_trail", "finished", "node", "tree")

    def __init__(self, tree: Columns) -> None:
        self.tree = tree
        self.node = 0
        self.finished = False
        self._trail: list[int] = []
        self._index = {label: index for index, label in enumerate(tree.labels)}

    @property
    def steps(self) -> list[tuple[str, str]]:
        """The guesses and feedback labels so far."""
        tree, way = self.tree, [*self._trail, self.node]
        pairs = [(tree.guesses[node], tree.labels[tree.feedback[child]]) for node, child in pairwise(way)]
        return pairs + [(tree.guesses[self.node], tree.labels[tree.winning])] * self.finished

    def possible(self) -> tuple[str, ...]:
        """The labels that can answer the guess now, in their order; none when the game is finished."""
        tree, node = self.tree, self.node
        indices = [tree.feedback[child] for child in tree.children(node)] + [tree.winning] * tree.is_win(node)
        return () if self.finished else tuple(tree.labels[index] for index in sorted(indices))

    @property
    def guess(self) -> str | None:
        """The next guess; None when the game is finished."""
        return None if self.finished else self.tree.guesses[self.node]

    def answer(self, feedback: str) -> str | None:
        """Take the feedback to `guess`, and return the next guess, None after the win; raises as `Player.answer`."""
        tree, node = self.tree, self.node
        if self.finished:
            raise BadInput("the game is over; undo or reset before answering again")
        index = self._index.get(feedback)
        if index is None:
            from player.rules.names import rule_of
            from player.rules.spelling import find_label

            index = self._index.get(find_label(feedback, rule_of(tree.game), tree.labels) or "")
        child = -1 if index is None else tree.feedback.find(index, tree.first[node], tree.first[node + 1])
        if child >= 0:
            self._trail.append(node)
            self.node = child
            return tree.guesses[child]
        if index != tree.winning or not tree.is_win(node):
            from player.rules.history import tell_impossible

            possible = self.possible()
            raise ImpossibleFeedback(tell_impossible(feedback, str(self.guess), self.steps, possible), possible)
        self.finished = True
        return None

    def reset(self) -> None:
        """Go back to the first guess."""
        self.node = 0
        self.finished = False
        self._trail.clear()
