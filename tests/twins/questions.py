"""The least number of questions of a table, by trying everything, in fractions; it shares no code with treegen."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache


def fewest_questions(
    rows: Sequence[Sequence[str]], weights: Sequence[Fraction], classes: Sequence[str] | None = None
) -> Fraction:
    """Return the least sum of weight times questions until one row, one class, or what nothing tells apart is left.

    Rows of several classes that nothing tells apart are of one class of their own, that of these classes.
    """
    alike = [{other for row, other in zip(rows, classes or (), strict=True) if row == one} for one in rows if classes]

    @lru_cache(None)
    def least(left: tuple[int, ...]) -> Fraction:
        if classes and all(alike[row] == alike[left[0]] for row in left):
            return Fraction(0)
        costs = []
        for question in range(len(rows[0])):
            parts: dict[str, list[int]] = {}
            for row in left:
                parts.setdefault(rows[row][question], []).append(row)
            if len(parts) > 1:
                costs.append(sum((least(tuple(part)) for part in parts.values()), start=Fraction(0)))
        return sum((weights[row] for row in left), start=Fraction(0)) + min(costs) if costs else Fraction(0)

    return least(tuple(range(len(rows))))
