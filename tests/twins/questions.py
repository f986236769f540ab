"""Games of tables, played by trying everything, in fractions: with questions, or rows compared by columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from twins import agree, plain_marks


def fewest(
    answers: Sequence[Sequence[str | None]], weights: Sequence[Fraction], classes: Sequence[str] = ()
) -> Fraction:
    """Return the least sum of weight times questions until one row, one class, or what nothing tells apart is left.

    `answers` [question][row] is None where the question names the row, which ends the game.  Rows of several classes
    that nothing tells apart are of one class of their own, that of these classes.
    """
    rows = list(zip(*answers, strict=True))
    alike = [{other for row, other in zip(rows, classes, strict=True) if row == one} for one in rows if classes]

    @lru_cache(None)
    def least(left: tuple[int, ...]) -> Fraction:
        if classes and all(alike[row] == alike[left[0]] for row in left):
            return Fraction(0)
        costs = []
        for question in answers:
            parts: dict[str | None, list[int]] = {}
            for row in left:
                parts.setdefault(question[row], []).append(row)
            if len(parts) > 1 or None in parts:
                costs.append(sum((least(tuple(parts[one])) for one in parts if one is not None), start=Fraction(0)))
        return sum((weights[row] for row in left), start=Fraction(0)) + min(costs) if costs else Fraction(0)

    return least(tuple(range(len(rows))))


def answer(kind: str, near: str, one: str, two: str) -> str:
    """Return the part of the feedback to the cell `one` of the guess, if the secret has the cell `two`."""
    if kind == "arrow":
        if not one or not two:
            return "x" if one or two else "="
        gap = Fraction(two) - Fraction(one)
        if gap == 0:
            return "="
        limit = Fraction(near.rstrip("%") or -1) * (abs(Fraction(one)) / 100 if near.endswith("%") else 1)
        return ("~" if near and abs(gap) <= limit else "") + ("^" if gap > 0 else "v")
    if kind == "shares":
        lists = set(one.split("/")), set(two.split("/"))
        return "=" if lists[0] == lists[1] else "~" if lists[0] & lists[1] else "x"
    if kind == "distance":  # in cells such as "3,-2"
        right, up = (int(b) - int(a) for a, b in zip(one.split(","), two.split(","), strict=True))
        signs = (">" if right > 0 else "<" if right < 0 else "") + ("^" if up > 0 else "v" if up < 0 else "")
        return f"{max(right, -right) + max(up, -up)}{signs}" if signs else "="
    if kind == "letters":
        return plain_marks(one, two).translate(str.maketrans("210", "gyb"))
    if one == two:
        return "="
    if kind == "likeness":
        return str(agree(one, two))
    return str((Counter(one) & Counter(two)).total()) if kind == "common" else "x"
