"""Cells of a guess in plain Python, and which one a codemaker who commits to nothing takes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from player.rules.names import AnyRules


def split(rules: AnyRules, guess: str, secrets: Iterable[str]) -> dict[str, list[str]]:
    """The cells of `guess`: for each feedback label that occurs, the secrets that give it, in their order."""
    feedback = rules.feedback
    cells: dict[str, list[str]] = {}
    for secret in secrets:
        cells.setdefault(feedback(guess, secret), []).append(secret)
    return cells


def widest(cells: Mapping[str, Sequence[str]], winning: str) -> str:
    """The label of the largest cell; of several the lowest, and the winning one only where nothing else is left."""
    return min(cells, key=lambda label: (-len(cells[label]), label == winning, label))


def keep_most(rules: AnyRules, guess: str, secrets: Iterable[str]) -> tuple[str, list[str]]:
    """The answer of a codemaker who may still have any of the secrets: the widest cell, and what it leaves."""
    cells = split(rules, guess, secrets)
    label = widest(cells, rules.labels[rules.winning])
    return label, cells[label]
