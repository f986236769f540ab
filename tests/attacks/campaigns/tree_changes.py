"""Ways to damage a tree file and to make it lie: its bytes, its msgpack, its fields, its nodes."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import accumulate
from random import Random
from typing import Any

import msgpack

from campaigns.tree_truth import Feedback, is_wide, numbers_of

__all__ = ["CHANGES", "Sample", "change", "columns_of", "nodes_of", "pack", "seal"]

TAIL = b"\xa6sha256\xc4\x20"
COLUMNS = ("guess", "feedback", "fanout", "wins")
# A node: [guess, whether it may be right, its children by feedback index, its weight].
Node = list[Any]


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
    return seal(_map_header(len(entries)) + packed[: -len(TAIL) - 32])


def _map_header(entries: int) -> bytes:
    return bytes([0x80 + entries]) if entries < 16 else b"\xde" + struct.pack(">H", entries)


def change(random: Random, sample: Sample, others: Sequence[Sample]) -> tuple[str, bytes]:
    """A changed file, and how it was changed."""
    how = random.choices(list(CHANGES), _SHARES)[0]
    return how, CHANGES[how](random, sample, others)


# --- bytes


def _damage(random: Random, data: bytes, other: bytes) -> bytes:
    """Bits, ranges and ends of `data` changed, without a thought for what they mean."""
    how, size = random.randrange(9), len(data)
    changed = bytearray(data)
    at, to = sorted((random.randrange(size + 1), random.randrange(size + 1)))
    some = random.randrange(1, 9)
    if how == 0:
        for _ in range(some):
            changed[random.randrange(size)] ^= 1 << random.randrange(8)
    elif how == 1:
        del changed[at:]
    elif how == 2:
        changed[at:at] = random.randbytes(some)
    elif how == 3:
        del changed[at : at + some]
    elif how == 4:
        changed[at:at] = changed[at:to]
    elif how == 5:
        changed[at:to] = changed[at:to][::-1]
    elif how == 6:
        changed[at : at + some], changed[to : to + some] = changed[to : to + some], changed[at : at + some]
    elif how == 7:
        changed[at:] = other[random.randrange(len(other) + 1) :]
    else:
        changed[at : at + 1] = random.choice(_HEADERS)
    return bytes(changed)


_HEADERS = (
    b"\xdd\xff\xff\xff\xff", b"\xdc\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xde\xff\xff", b"\xc6\xff\xff\xff\xff",
    b"\xc5\xff\xff", b"\xc4\xff", b"\xdb\xff\xff\xff\xff", b"\xda\xff\xff", b"\xd9\xff", b"\xc9\xff\xff\xff\xff\x05",
    b"\xc1", b"\xd6\xff\0\0\0\1", b"\x91" * 2000, b"\x81\xa0" * 500, b"\xc0", b"\xc3", b"\xcb\x7f\xf8\0\0\0\0\0\0",
    b"\0",
)  # fmt: skip


def damaged(random: Random, sample: Sample, others: Sequence[Sample]) -> bytes:
    """Damage that the checksum shows."""
    return _damage(random, sample.data, random.choice(others).data)


def resealed(random: Random, sample: Sample, others: Sequence[Sample]) -> bytes:
    """The same with a checksum made right."""
    body = sample.data[: -len(TAIL) - 32]
    for _ in range(random.randrange(1, 3)):
        body = _damage(random, body or b"\0", random.choice(others).data)
    return seal(body)


# --- msgpack


def reencoded(random: Random, sample: Sample, others: Sequence[Sample]) -> bytes:
    """The same values in another order or number, or one of them in an encoding that is not the shortest."""
    parts = [[msgpack.packb(key), msgpack.packb(value)] for key, value in list(sample.values.items())[:-1]]
    at, other = random.randrange(len(parts)), random.randrange(len(parts))
    how = random.randrange(6)
    if how == 0:
        parts[at], parts[other] = parts[other], parts[at]
    elif how == 1:
        parts.insert(other, parts[at])
    elif how == 2:
        del parts[at]
    elif how == 3:
        parts[at][1] = parts[other][1]
    elif how == 4:
        place = random.randrange(2)
        parts[at][place] = _longer(random, parts[at][place])
    else:
        parts[at][1] = random.choice(_HEADERS)
    entries = len(parts) + 1 if random.randrange(4) else len(sample.values)
    header = _map_header(entries) if random.randrange(8) else b"\xdf" + struct.pack(">I", entries)
    return seal(header + b"".join(key + value for key, value in parts))


def _longer(random: Random, packed: bytes) -> bytes:
    """The same value in more bytes."""
    value, first = msgpack.unpackb(packed), packed[0]
    if isinstance(value, bool) or value is None:
        return packed
    if isinstance(value, int):
        forms = [form for form in (">B", ">H", ">I", ">Q") if 0 <= value < 1 << 8 * struct.calcsize(form)]
        form = random.choice(forms or [">q"])
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


def _anything(random: Random) -> Any:
    return random.choice(
        (None, True, False, 1.0, float("nan"), float("inf"), b"", b"ab", [], [[]], {}, {"a": 1}, [None], [1.5],
         msgpack.Timestamp(1), msgpack.ExtType(5, b"x"), random.choice(_WORDS), random.choice(_NUMBERS))
    )  # fmt: skip


def retold(random: Random, sample: Sample, others: Sequence[Sample]) -> bytes:
    """One to three fields with other values, and what is counted of them mostly counted again."""
    values = dict(sample.values)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        key = random.choice(list(values)[1:-1])
        if not random.randrange(8):
            values[key] = _anything(random)
        elif not random.randrange(6):
            values[key] = random.choice(others).values.get(key, [])
        else:
            values[key] = _nudged(random, values[key])
    if not random.randrange(3):
        values["weights"] = [random.choice((1, 2, 3, 0, -1, 1 << 30)) for _ in range(max(1, len(sample.secrets)))]
        values["version"] = random.choice((1, 1, 1, 0, 2, 3))
    if random.randrange(2):
        _count_again(values)
    return pack(values)


def _nudged(random: Random, value: Any) -> Any:  # noqa: C901  a line for each type
    """A value of the same type near this one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return max(-(1 << 63), min((1 << 64) - 1, random.choice((value + 1, value - 1, *_NUMBERS))))
    if value is None:
        return random.choice(_NUMBERS)
    if isinstance(value, str):
        at = random.randrange(len(value) + 1)
        some = random.choice(("0", "1", "x", "-", " ", "", "é"))
        return random.choice(
            (random.choice(_WORDS), value[:at] + some + value[at + 1 :], value[:at] + some + value[at:])
        )
    if isinstance(value, bytes):
        changed = bytearray(value)
        for _ in range(random.choice((1, 1, 2, 5))):
            if changed:
                at, other = random.randrange(len(changed)), random.randrange(len(changed))
                new = (changed[at] ^ 1 << random.randrange(8), changed[other], random.randrange(256), 0)
                changed[at], changed[other] = random.choice(new), random.choice((changed[other], changed[at]))
        return bytes(changed) if random.randrange(20) else bytes(changed) + bytes(random.randrange(1, 4))
    if not isinstance(value, list):
        return _anything(random)
    copy = list(value)
    how, at = random.randrange(5), random.randrange(len(copy) + 1)
    if how == 0:
        random.shuffle(copy)
    elif how == 1:
        copy.insert(at, random.choice((*copy, random.choice(_NUMBERS), random.choice(_WORDS))))
    elif copy and how == 2:
        del copy[random.randrange(len(copy))]
    elif copy and how == 3:
        at = random.randrange(len(copy))
        copy[at] = _nudged(random, copy[at]) if isinstance(copy[at], int | str) else _anything(random)
    elif not copy or isinstance(copy[0], int):
        copy = sorted(random.choice((*_NUMBERS, 4, 6, 7, 8)) for _ in range(random.randrange(9)))
    return copy


def _count_again(values: dict[str, Any]) -> None:
    """Make tally and histogram those of the columns, as far as there are any."""
    ways, fanout, wins = (values.get(key) for key in COLUMNS[1:])
    if not (isinstance(ways, bytes) and isinstance(fanout, bytes) and isinstance(wins, bytes)):
        return
    ways, fanout = numbers_of(values, "feedback"), numbers_of(values, "fanout")
    first = list(accumulate(fanout, initial=1))
    won = [bool(wins[i // 8] & 1 << i % 8) if i // 8 < len(wins) else False for i in range(len(ways))]
    weights = values.get("weights")
    own = iter(weights if isinstance(weights, list) and all(type(weight) is int for weight in weights) else ())
    histogram: list[int] = []
    start, stop = 0, 1
    while start < stop <= len(ways) and len(histogram) <= len(ways):
        histogram.append(sum(next(own, 1) for node in range(start, stop) if won[node]))
        start, stop = stop, first[stop] if stop < len(first) else 0
    if histogram:
        _tell(values, histogram)


def _tell(values: dict[str, Any], histogram: list[int]) -> None:
    total = sum(depth * found for depth, found in enumerate(histogram, 1))
    values["histogram"] = [max(-(1 << 63), min(found, (1 << 64) - 1)) for found in histogram]
    values["tally"] = f"{total}:{len(histogram)}:{histogram[-1]}"


# --- nodes


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


def columns_of(root: Node, values: dict[str, Any], *, tells: bool = True) -> dict[str, Any]:
    """The values of a file of these nodes; with the old tally and histogram unless it `tells`."""
    order, ways, levels, level = [root], [0], [], [root]
    while level and len(order) < 100_000:
        levels.append(level)
        level = []
        for node in levels[-1]:
            for way in sorted(node[2]):
                level.append(node[2][way])
                ways.append(way)
        order += level
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
    if tells:
        _tell(new, [sum(node[3] for node in level if node[1]) for level in levels])
    return new


def _column(numbers: list[int], values: dict[str, Any]) -> bytes:
    return struct.pack(f"<{len(numbers)}{'H' if is_wide(values) else 'B'}", *numbers)


def regrown(random: Random, sample: Sample, others: Sequence[Sample]) -> bytes:
    """One or two nodes changed, and the columns laid out anew."""
    nodes = nodes_of(sample.values)
    for _ in range(random.choice((1, 1, 1, 2))):
        _graft(random, nodes, sample)
    values = columns_of(nodes[0], sample.values, tells=bool(random.randrange(2)))
    if values["objective"] and random.randrange(2):
        _claim_again(random, values)
    return pack(values)


def _claim_again(random: Random, values: dict[str, Any]) -> None:
    """A bound, and maybe a proof, that agree with the tree; or no objective at all."""
    prices, histogram = values["prices"], values["histogram"]
    cost = sum((prices[i] if i < len(prices) else i + 1) * found for i, found in enumerate(histogram))
    cost -= numbers_of(values, "fanout").count(0) * (values["objective"] == "identify")
    if abs(cost) >= 1 << 63:
        return
    values["bound"] = random.choice((cost, cost, cost, cost - 1, cost + 1, None))
    values["proved"] = values["bound"] == cost if random.randrange(4) else not values["proved"]
    if not random.randrange(4):
        values |= {"objective": "", "prices": [], "proved": False, "bound": None}


def _graft(random: Random, nodes: list[Node], sample: Sample) -> None:
    node, other = random.choice(nodes), random.choice(nodes)
    how, labels = random.randrange(9), len(sample.values["labels"])
    if how == 0:  # two subtrees change places, unless one lies in the other
        if _way_to(node, other) is None and _way_to(other, node) is None:
            node[:], other[:] = other[:], node[:]
    elif how == 1:
        node[0] = random.choice((other[0], random.choice(sample.secrets), node[0][::-1], node[0] + node[0][-1:]))
    elif how == 2 and node[2]:
        node[2][random.randrange(labels)] = node[2].pop(random.choice(list(node[2])))
    elif how == 3:
        node[1] = not node[1]
    elif how == 4 and node[2]:
        del node[2][random.choice(list(node[2]))]
    elif how == 5:
        node[2][random.randrange(labels)] = [random.choice((other[0], random.choice(sample.secrets))), True, {}, 1]
    elif how == 6 and len(node[2]) > 1:
        one, two = random.sample(list(node[2]), 2)
        node[2][one], node[2][two] = node[2][two], node[2][one]
    elif how == 7:
        node[3] = random.choice((1, 2, 7, 1 << 31))
    elif node[2] and len(sample.secrets) < 300:
        _ask_otherwise(random, nodes, node, sample)


def _ask_otherwise(random: Random, nodes: list[Node], node: Node, sample: Sample) -> None:
    """Put a true tree of the same secrets, that asks them in any order, in the place of a subtree."""
    left = list(sample.secrets)
    way = _way_to(nodes[0], node)
    if way is None:
        return
    labels = sample.values["labels"]
    for guess, feedback in way:
        left = [secret for secret in left if sample.feedback(guess, secret) == labels[feedback]]
    random.shuffle(left)
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
