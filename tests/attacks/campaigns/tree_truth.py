"""A third, tiny reader of tree files: plain msgpack, and every secret sorted by the plain rules of its game.

It shares nothing with `player.tree.decode` and `treegen.insight.verify` but the rules of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgpack

__all__ = ["Feedback", "Meaning", "is_wide", "lie_in", "numbers_of"]

Feedback = Callable[[str, str], str]
Meaning = tuple[list[str], int, list[int]]  # the labels, which of them wins, which lose


def lie_in(data: bytes, secrets: Sequence[str], feedback: Feedback, meaning: Meaning) -> str:
    """The first thing that a file says of its game, of which the rest is told here, and that is not so; or ""."""
    values = msgpack.unpackb(data)
    if (values["labels"], values["winning"], values["losing"]) != meaning:
        return "the feedbacks mean something else"
    histogram, lie = _sort(values, secrets, feedback)
    if lie:
        return lie
    total = sum(depth * found for depth, found in enumerate(histogram, 1))
    if values["histogram"] != histogram:
        return f"the histogram is {histogram}"
    if values["tally"] != f"{total}:{len(histogram)}:{histogram[-1]}":
        return f"the total is {total}"
    return _lie_of_cost(values, histogram, total)


def is_wide(values: dict[str, Any]) -> bool:
    """Whether a feedback takes two bytes."""
    return isinstance(values["labels"], list) and len(values["labels"]) > 256


def numbers_of(values: dict[str, Any], key: str) -> list[int]:
    """The numbers of a column: with more than 256 labels, each has two bytes; half a number at the end is left out."""
    column: bytes = values[key]
    if not is_wide(values):
        return list(column)
    return [low + 256 * high for low, high in zip(column[::2], column[1::2], strict=False)]


def _sort(values: dict[str, Any], secrets: Sequence[str], feedback: Feedback) -> tuple[list[int], str]:
    """The histogram that comes of sorting the secrets into the nodes, and what is wrong on the way."""
    ways, fanout = numbers_of(values, "feedback"), numbers_of(values, "fanout")
    wins, labels = values["wins"], values["labels"]
    width = len(values["guess"]) // len(ways)
    own = iter(values.get("weights") or ())
    here: list[tuple[int, Sequence[str]]] = [(1, secrets)] + [(0, ())] * (len(ways) - 1)
    histogram: list[int] = []
    child = 1
    for node in range(len(ways)):
        depth, candidates = here[node]
        guess = values["guess"][node * width : (node + 1) * width].rstrip(b"\0").decode()
        cells: dict[str, list[str]] = {}
        for secret in candidates:
            cells.setdefault(feedback(guess, secret), []).append(secret)
        if not cells:
            return histogram, f"no secret comes to node {node}"
        right = cells.pop(labels[values["winning"]], [])
        if (len(right) == 1) != bool(wins[node // 8] & 1 << node % 8) or len(right) > 1:
            return histogram, f"node {node} wins for {len(right)} secrets"
        histogram += [0] * (depth - len(histogram))
        if right:
            histogram[depth - 1] += next(own, 1)
        for _ in range(fanout[node]):
            here[child] = depth + 1, cells.pop(labels[ways[child]], [])
            child += 1
        if cells:
            return histogram, f"node {node} has no child for {min(cells)}"
    return histogram, ""


def _lie_of_cost(values: dict[str, Any], histogram: list[int], total: int) -> str:
    prices = values["prices"]
    if not values["objective"]:
        return "claims without an objective" if values["proved"] or prices or values["bound"] is not None else ""
    cost = total
    if values["objective"] == "identify":
        cost -= numbers_of(values, "fanout").count(0)
    elif prices:
        if len(prices) < len(histogram):
            return "a depth without a price"
        cost = sum(prices[depth] * found for depth, found in enumerate(histogram))
    if values["bound"] is not None and values["bound"] > cost:
        return f"its cost is {cost}, below its bound"
    return f"its cost is {cost}, not its bound" if values["proved"] and values["bound"] != cost else ""
