"""Ways to damage a tree file and to make it lie: its bytes, its msgpack, its fields, its nodes."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgpack

from campaigns.tree_claims import retell
from campaigns.tree_truth import (
    TAIL,
    Node,
    Sample,
    columns_of,
    histogram_of,
    map_header,
    nodes_of,
    numbers_of,
    pack,
    seal,
)

__all__ = ["CHANGES", "change"]


def change(draw: Random, sample: Sample, others: Sequence[Sample]) -> tuple[str, bytes]:
    """A changed file, and how it was changed."""
    how = draw.choices(list(CHANGES), _SHARES)[0]
    return how, CHANGES[how](draw, sample, others)


# --- bytes


def _damage(draw: Random, data: bytes, other: bytes) -> bytes:
    """Bits, ranges and ends of `data` changed, without a thought for what they mean."""
    how, size = draw.randrange(9), len(data)
    changed = bytearray(data)
    at, to = sorted((draw.randrange(size + 1), draw.randrange(size + 1)))
    some = draw.randrange(1, 9)
    if how == 0:
        for _ in range(some):
            changed[draw.randrange(size)] ^= 1 << draw.randrange(8)
    elif how == 1:
        del changed[at:]
    elif how == 2:
        changed[at:at] = draw.randbytes(some)
    elif how == 3:
        del changed[at : at + some]
    elif how == 4:
        changed[at:at] = changed[at:to]
    elif how == 5:
        changed[at:to] = changed[at:to][::-1]
    elif how == 6:
        changed[at : at + some], changed[to : to + some] = changed[to : to + some], changed[at : at + some]
    elif how == 7:
        changed[at:] = other[draw.randrange(len(other) + 1) :]
    else:
        changed[at : at + 1] = draw.choice(_HEADERS)
    return bytes(changed)


_HEADERS = (
    b"\xdd\xff\xff\xff\xff", b"\xdc\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xde\xff\xff", b"\xc6\xff\xff\xff\xff",
    b"\xc5\xff\xff", b"\xc4\xff", b"\xdb\xff\xff\xff\xff", b"\xda\xff\xff", b"\xd9\xff", b"\xc9\xff\xff\xff\xff\x05",
    b"\xc1", b"\xd6\xff\0\0\0\1", b"\x91" * 2000, b"\x81\xa0" * 500, b"\xc0", b"\xc3", b"\xcb\x7f\xf8\0\0\0\0\0\0",
    b"\0",
)  # fmt: skip


def damaged(draw: Random, sample: Sample, others: Sequence[Sample]) -> bytes:
    """Damage that the checksum shows."""
    return _damage(draw, sample.data, draw.choice(others).data)


def resealed(draw: Random, sample: Sample, others: Sequence[Sample]) -> bytes:
    """The same with a checksum made right."""
    body = sample.data[: -len(TAIL) - 32]
    for _ in range(draw.randrange(1, 3)):
        body = _damage(draw, body or b"\0", draw.choice(others).data)
    return seal(body)


# --- msgpack


def reencoded(draw: Random, sample: Sample, others: Sequence[Sample]) -> bytes:
    """The same values in another order or number, or one of them in an encoding that is not the shortest."""
    parts = [[msgpack.packb(key), msgpack.packb(value)] for key, value in list(sample.values.items())[:-1]]
    at, other = draw.randrange(len(parts)), draw.randrange(len(parts))
    how = draw.randrange(6)
    if how == 0:
        parts[at], parts[other] = parts[other], parts[at]
    elif how == 1:
        parts.insert(other, parts[at])
    elif how == 2:
        del parts[at]
    elif how == 3:
        parts[at][1] = parts[other][1]
    elif how == 4:
        place = draw.randrange(2)
        parts[at][place] = _longer(draw, parts[at][place])
    else:
        parts[at][1] = draw.choice(_HEADERS)
    entries = len(parts) + 1 if draw.randrange(4) else len(sample.values)
    header = map_header(entries) if draw.randrange(8) else b"\xdf" + struct.pack(">I", entries)
    return seal(header + b"".join(key + value for key, value in parts))


def _longer(draw: Random, packed: bytes) -> bytes:
    """The same value in more bytes."""
    value, first = msgpack.unpackb(packed), packed[0]
    if isinstance(value, bool) or value is None:
        return packed
    if isinstance(value, int):
        forms = [form for form in (">B", ">H", ">I", ">Q") if 0 <= value < 1 << 8 * struct.calcsize(form)]
        form = draw.choice(forms or [">q"])
        code = {">B": b"\xcc", ">H": b"\xcd", ">I": b"\xce", ">Q": b"\xcf", ">q": b"\xd3"}[form]
        return code + struct.pack(form, value)
    if isinstance(value, list):
        rest = packed[1 if first < 0xA0 else 3 if first == 0xDC else 5 :]
        return b"\xdd" + struct.pack(">I", len(value)) + rest
    text = value.encode() if isinstance(value, str) else value
    return (b"\xdb" if isinstance(value, str) else b"\xc6") + struct.pack(">I", len(text)) + text


# --- fields

_WORDS = (
    "", "0", "00", "01", "10", "40", "0A1B", "1234", "é", "ёлка", "a b", "a:b", "\0", "\n", "\x1b[2J", "\u202e",
    "\ud7ff", "\U000e0001" * 60, "x" * 33, "x" * 300, "x" * 5000, "total", "price", "identify", "worst",
    "treegen build bulls-2x3", "6:3:1", "bulls-2x3", "bulls-1x3", "mastermind-2x3", "bulls-2x3-any", "number-0..5",
    "number-0..1000000000", "words:" + "0" * 64, "table:" + "f" * 64, "words:", "babel:" + "0" * 64, "BULLS-2x3",
    "../words.txt", "words.txt", "0af3" * 16, "bulls-6x10", "mastermind-6x10", "bulls-9x9",
)  # fmt: skip
_NUMBERS = (0, 1, -1, 2, 3, 5, 127, 128, 255, 256, 65536, 1 << 31, (1 << 31) - 1, 1 << 32, (1 << 63) - 1, 1 << 63,
            (1 << 64) - 1, -(1 << 63), -(1 << 31))  # fmt: skip


def _anything(draw: Random) -> Any:
    return draw.choice(
        (None, True, False, 1.0, float("nan"), float("inf"), b"", b"ab", [], [[]], {}, {"a": 1}, [None], [1.5],
         msgpack.Timestamp(1), msgpack.ExtType(5, b"x"), draw.choice(_WORDS), draw.choice(_NUMBERS))
    )  # fmt: skip


def retold(draw: Random, sample: Sample, others: Sequence[Sample]) -> bytes:
    """A file with other claims, or with an entry that is anything at all, or that of another file."""
    if draw.randrange(4):
        return retell(draw, sample)[1]
    values, key = dict(sample.values), draw.choice(list(sample.values)[1:-1])
    values[key] = draw.choice((_anything(draw), draw.choice(others).values.get(key, [])))
    return pack(values)


# --- nodes


def regrown(draw: Random, sample: Sample, others: Sequence[Sample]) -> bytes:
    """One or two nodes changed, and the columns laid out anew."""
    nodes = nodes_of(sample.values)
    for _ in range(draw.choice((1, 1, 1, 2))):
        _graft(draw, nodes, sample)
    values = columns_of(nodes[0], sample.values)
    if values["objective"] and draw.randrange(2):
        _claim_again(draw, values)
    return pack(values)


def _claim_again(draw: Random, values: dict[str, Any]) -> None:
    """A bound that agrees with the tree, or nearly; or no objective at all."""
    prices, histogram = values["prices"], histogram_of(values)
    cost = sum((prices[i] if i < len(prices) else i + 1) * found for i, found in enumerate(histogram))
    cost -= numbers_of(values, "fanout").count(0) * (values["objective"] == "identify")
    if abs(cost) >= 1 << 63:
        return
    values["bound"] = draw.choice((cost, cost, cost, cost - 1, cost + 1, None))
    if not draw.randrange(4):
        values |= {"objective": "", "prices": [], "bound": None}


def _graft(draw: Random, nodes: list[Node], sample: Sample) -> None:
    node, other = draw.choice(nodes), draw.choice(nodes)
    how, labels = draw.randrange(9), len(sample.values["labels"])
    if how == 0:  # two subtrees change places, unless one lies in the other
        if _way_to(node, other) is None and _way_to(other, node) is None:
            node[:], other[:] = other[:], node[:]
    elif how == 1:
        node[0] = draw.choice((other[0], draw.choice(sample.secrets), node[0][::-1], node[0] + node[0][-1:]))
    elif how == 2 and node[2]:
        node[2][draw.randrange(labels)] = node[2].pop(draw.choice(list(node[2])))
    elif how == 3:
        node[1] = not node[1]
    elif how == 4 and node[2]:
        del node[2][draw.choice(list(node[2]))]
    elif how == 5:
        node[2][draw.randrange(labels)] = [draw.choice((other[0], draw.choice(sample.secrets))), True, {}, 1]
    elif how == 6 and len(node[2]) > 1:
        one, two = draw.sample(list(node[2]), 2)
        node[2][one], node[2][two] = node[2][two], node[2][one]
    elif how == 7:
        node[3] = draw.choice((1, 2, 7, 1 << 31))
    elif node[2] and len(sample.secrets) < 300:
        _ask_otherwise(draw, nodes, node, sample)


def _ask_otherwise(draw: Random, nodes: list[Node], node: Node, sample: Sample) -> None:
    """Put a true tree of the same secrets, that asks them in any order, in the place of a subtree."""
    left = list(sample.secrets)
    way = _way_to(nodes[0], node)
    if way is None:
        return
    labels = sample.values["labels"]
    for guess, feedback in way:
        left = [secret for secret in left if sample.feedback(guess, secret) == labels[feedback]]
    draw.shuffle(left)
    if left and sample.feedback(left[0], left[0]) == labels[sample.values["winning"]]:
        node[:] = _plain(left, sample, {label: i for i, label in enumerate(labels)})


def _way_to(root: Node, node: Node) -> list[tuple[str, int]] | None:
    todo: list[tuple[Node, list[tuple[str, int]]]] = [(root, [])]
    for some, way in todo:
        if some is node:
            return way
        todo += [(child, [*way, (some[0], feedback)]) for feedback, child in some[2].items()]
    return None


def _plain(left: list[str], sample: Sample, index: dict[str, int]) -> Node:
    cells: dict[int, list[str]] = {}
    for secret in left[1:]:
        cells.setdefault(index.get(sample.feedback(left[0], secret), 0), []).append(secret)
    return [left[0], True, {feedback: _plain(cell, sample, index) for feedback, cell in cells.items()}, 1]


CHANGES: dict[str, Callable[[Random, Sample, Sequence[Sample]], bytes]] = {
    "damaged": damaged, "resealed": resealed, "reencoded": reencoded, "retold": retold, "regrown": regrown,
}  # fmt: skip
_SHARES = (1, 2, 1, 4, 4)
