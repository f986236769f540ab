"""What solve() raises if it does not simply return a proved tree; the tree that there is comes with it."""

from __future__ import annotations

from typing import Any

from player.errors import BadInput, GaveUp
from player.tree import Tree

__all__ = ["Interrupted", "NotSaved", "StoppedEarly"]


class StoppedEarly(GaveUp):
    """The time ran out: `tree` is the best found so far (None where there is none), `bound` a proved lower bound."""

    def __init__(self, message: str, tree: Tree | None, bound: int) -> None:
        super().__init__(message)
        self.tree = tree
        self.bound = bound

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.tree, self.bound)


class Interrupted(KeyboardInterrupt):
    """The same for an interrupt; `unsaved` says why proved sets are missing in the checkpoint, if any are."""

    def __init__(self, message: str, tree: Tree | None, bound: int) -> None:
        super().__init__(message)
        self.tree = tree
        self.bound = bound
        self.unsaved: str | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.tree, self.bound), {"unsaved": self.unsaved}


class NotSaved(BadInput):
    """The `tree` was found and proved, but not all that was proved on the way could be written to the checkpoint."""

    def __init__(self, message: str, tree: Tree) -> None:
        super().__init__(message)
        self.tree = tree

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.tree)
