"""Games that compare rows column by column, played by trying everything; it shares no code with treegen."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache


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
        left, right = set(one.split("/")), set(two.split("/"))
        return "=" if left == right else "~" if left & right else "x"
    if kind == "letters":
        return _marks(one, two)
    if one == two:
        return "="
    if kind == "likeness":
        return str(len([place for place in range(len(one)) if one[place] == two[place]]))
    if kind == "common":
        return str(len(one) - len(_without(one, two)))
    return "x"


def _marks(one: str, two: str) -> str:
    signs, rest = ["g" if a == b else "b" for a, b in zip(one, two, strict=True)], list(two)
    for place, sign in enumerate(signs):
        if sign == "g":
            rest.remove(one[place])
    for place, sign in enumerate(signs):
        if sign == "b" and one[place] in rest:
            signs[place] = "y"
            rest.remove(one[place])
    return "".join(signs)


def _without(one: str, two: str) -> str:
    for letter in two:
        one = one.replace(letter, "", 1)
    return one


def distance(one: Sequence[int], two: Sequence[int]) -> str:
    """Return the part of the feedback about two places, each two whole numbers."""
    right, up = two[0] - one[0], two[1] - one[1]
    signs = (">" if right > 0 else "<" if right < 0 else "") + ("^" if up > 0 else "v" if up < 0 else "")
    return f"{max(right, -right) + max(up, -up)}{signs}" if signs else "="


def fewest_guesses(answers: Sequence[Sequence[str]], weights: Sequence[int]) -> int:
    """Return the least sum of weight times guesses; `answers` [guess][secret] are all different from [guess][guess]."""

    @lru_cache(None)
    def least(left: tuple[int, ...]) -> int:
        best = 10**9
        for guess in range(len(answers)):
            parts: dict[str, list[int]] = {}
            for secret in left:
                if secret != guess:
                    parts.setdefault(answers[guess][secret], []).append(secret)
            if max(map(len, parts.values()), default=0) < len(left):
                best = min(best, sum(least(tuple(part)) for part in parts.values()))
        return best + sum(weights[secret] for secret in left)

    return least(tuple(range(len(answers))))
