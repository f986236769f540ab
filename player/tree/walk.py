"""The walk down a tree, one constant-time step per feedback."""

from __future__ import annotations

from player.errors import BadInput, ImpossibleFeedback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.tree.columns import Columns

__all__ = ["Walk"]


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
    def guess(self) -> str | None:
        """The next guess; None when the game is finished."""
        return None if self.finished else self.tree.guesses[self.node]

    def answer(self, feedback: str) -> str | None:
        """Take the feedback to `guess`, and return the next guess, None after the winning feedback.

        Raises ImpossibleFeedback, with the labels that can come in `.possible`, when no secret gives this feedback
        here, and BadInput after the end of the game; the state is then as before.
        """
        tree, node = self.tree, self.node
        index = self._index.get(feedback)
        if index is None or self.finished:
            index = self._slow_index(feedback)
        child = tree.feedback.find(index, tree.first[node], tree.first[node + 1])
        if child >= 0:
            self._trail.append(node)
            self.node = child
            return tree.guesses[child]
        if index != tree.winning or not tree.is_win(node):
            raise self._impossible(feedback)
        self.finished = True
        return None

    def _slow_index(self, feedback: str) -> int:
        if self.finished:
            raise BadInput("the game is over; undo or reset before answering again")
        from player.rules.history import read_feedback

        index = self._index.get(read_feedback(feedback))
        if index is None:
            raise self._impossible(feedback)
        return index

    def reset(self) -> None:
        """Go back to the first guess."""
        self.node = 0
        self.finished = False
        self._trail.clear()

    def _impossible(self, feedback: str) -> ImpossibleFeedback:
        from player.tree.past import impossible

        return impossible(self.tree, [*self._trail, self.node], feedback)
