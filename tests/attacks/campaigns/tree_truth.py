"""A third, tiny reader and writer of tree files: plain msgpack, and every secret sorted by the rules of its game.

It shares nothing with `player.tree.decode` and `treegen.insight.verify` but the rules of the games.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import msgpack

__all__ = [
    "Feedback",
    "Meaning",
    "Node",
    "Sample",
    "columns_of",
    "histogram_of",
    "lie_in",
    "nodes_of",
    "numbers_of",
    "pack",
    "seal",
]

TAIL = b"\xa6sha256\xc4\x20"

Feedback = Callable[[str, str], str]
Meaning = tuple[list[str], int, list[int]]  # the labels, which of them wins, which lose
# A node: [guess, whether it may be right, its children by feedback index, its weight].
Node = list[Any]


def lie_in(data: bytes, secrets: Sequence[str], feedback: Feedback, meaning: Meaning) -> str:
    """The first thing that a file says of its game, of which the rest is told here, and that is not so; or ""."""
    values = msgpack.unpackb(data)
    if (values["labels"], values["winning"], values["losing"]) != meaning:
        return "the feedbacks mean something else"
    histogram, lie = _sort(values, secrets, feedback)
    if lie:
        return lie
    return _lie_of_cost(values, histogram)


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


def _lie_of_cost(values: dict[str, Any], histogram: list[int]) -> str:
    prices = values["prices"]
    if not values["objective"]:
        return "claims without an objective" if prices or values["bound"] is not None else ""
    cost = sum(depth * found for depth, found in enumerate(histogram, 1))
    if values["objective"] == "identify":
        cost -= numbers_of(values, "fanout").count(0)
    elif prices:
        if len(prices) < len(histogram):
            return "a depth without a price"
        cost = sum(prices[depth] * found for depth, found in enumerate(histogram))
    return f"its cost is {cost}, below its bound" if values["bound"] is not None and values["bound"] > cost else ""


@dataclass(eq=False)
class Sample:
    """A good tree file, and what its game is: what the changes are made to, and judged by."""

    name: str
    data: bytes
    secrets: Sequence[str]
    feedback: Feedback
    game: Any = None  # for treegen.verify, where the game is read from files
    values: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        self.values = msgpack.unpackb(self.data)


def seal(body: bytes) -> bytes:
    """The file of these bytes with a right checksum at its end."""
    return body + TAIL + sha256(body + TAIL).digest()


def pack(values: dict[str, Any]) -> bytes:
    """The file of these values as the writer would write it."""
    entries = {**values, "sha256": bytes(32)}
    packed = b"".join(msgpack.packb(part) for entry in entries.items() for part in entry)
    return seal(map_header(len(entries)) + packed[: -len(TAIL) - 32])


def map_header(entries: int) -> bytes:
    return bytes([0x80 + entries]) if entries < 16 else b"\xde" + struct.pack(">H", entries)


def nodes_of(values: dict[str, Any]) -> list[Node]:
    """The nodes in the order of the file, the children of each being nodes of the list."""
    ways, wins = numbers_of(values, "feedback"), values["wins"]
    n = len(ways)
    width = len(values["guess"]) // n
    own = iter(values.get("weights") or ())
    nodes: list[Node] = []
    for i in range(n):
        guess = values["guess"][i * width : (i + 1) * width].rstrip(b"\0").decode()
        won = bool(wins[i // 8] & 1 << i % 8)
        nodes.append([guess, won, {}, next(own, 1) if won else 1])
    child = 1
    for node, fanout in zip(nodes, numbers_of(values, "fanout"), strict=True):
        for below in range(child, child + fanout):
            node[2][ways[below]] = nodes[below]
        child += fanout
    return nodes


def histogram_of(values: dict[str, Any]) -> list[int]:
    """How much weighs what is found at each level of nodes that make a tree."""
    level, found = nodes_of(values)[:1], []
    while level:
        found.append(sum(node[3] for node in level if node[1]))
        level = [child for node in level for child in node[2].values()]
    return found


def columns_of(root: Node, values: dict[str, Any]) -> dict[str, Any]:
    """The values of a file of these nodes."""
    order, ways = [root], [0]
    for node in order:
        for way in sorted(node[2]) if len(order) < 100_000 else ():
            order.append(node[2][way])
            ways.append(way)
    words = [node[0].encode() for node in order]
    width = max(map(len, words))
    wins = bytearray((len(order) + 7) // 8)
    for i, node in enumerate(order):
        wins[i // 8] |= node[1] << i % 8
    new = values | {
        "guess": b"".join(word.ljust(width, b"\0") for word in words),
        "feedback": _column(ways, values),
        "fanout": _column([len(node[2]) for node in order], values),
        "wins": bytes(wins),
    }
    if "weights" in values:
        weights = [node[3] for node in order if node[1]]
        new["weights"] = weights if any(weight != 1 for weight in weights) else []
    return new


def _column(numbers: list[int], values: dict[str, Any]) -> bytes:
    return struct.pack(f"<{len(numbers)}{'H' if is_wide(values) else 'B'}", *numbers)
