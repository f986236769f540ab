"""What was asked and answered on a walk, and what can be answered now."""

from __future__ import annotations

from itertools import pairwise

from player.errors import ImpossibleFeedback
from player.rules.history import show_history

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from player.tree.columns import Columns

__all__ = ["impossible", "possible", "steps"]


def possible(tree: Columns, node: int) -> tuple[str, ...]:
    """The labels that can answer the guess of a node, in their order."""
    indices = [tree.feedback[child] for child in tree.children(node)]
    if tree.is_win(node):
        indices.append(tree.winning)
    return tuple(tree.labels[index] for index in sorted(indices))


def steps(tree: Columns, trail: Sequence[int]) -> list[tuple[str, str]]:
    """The guesses and feedback labels that led from the root down these nodes."""
    return [(tree.guesses[node], tree.labels[tree.feedback[child]]) for node, child in pairwise(trail)]


def impossible(tree: Columns, trail: Sequence[int], feedback: str) -> ImpossibleFeedback:
    """What to raise for a feedback that cannot come after the walk down these nodes."""
    labels = possible(tree, trail[-1])
    after = f" after {show_history(steps(tree, trail))}" if len(trail) > 1 else ""
    shown = "".join(symbol if symbol.isprintable() else "?" for symbol in feedback.strip()[:40])
    guess = tree.guesses[trail[-1]]
    return ImpossibleFeedback(f'"{shown}" to {guess} fits no secret{after}; possible: {" ".join(labels)}', labels)
