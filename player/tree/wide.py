"""The columns of trees with more than 256 labels, which have two bytes for each number."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from player.rules.feedback import MAX_NARROW


class WideColumn(tuple[int, ...]):
    """A column of a tree with more than 256 labels; it has the methods of `bytes` that trees use."""

    __slots__ = ()

    def find(self, number: int, start: int, stop: int) -> int:
        """Return the first place of `number` from `start` up to `stop`, or -1."""
        try:
            return self.index(number, start, stop)
        except ValueError:
            return -1

    def __bytes__(self) -> bytes:
        """Return the column in the form of its file."""
        return bytes(chain.from_iterable(number.to_bytes(2, "little") for number in self))


def column(numbers: Iterable[int], label_count: int) -> bytes | WideColumn:
    """Return a column: a number below `label_count` for each node (bytes, or `WideColumn` above 256 labels)."""
    return bytes(numbers) if label_count <= MAX_NARROW else WideColumn(numbers)


def read_wide(data: bytes) -> WideColumn:
    """Return the column of a file: two bytes for each number, the lower one first."""
    if len(data) % 2:
        raise ValueError("a column ends with half a number")
    return WideColumn(low | high << 8 for low, high in zip(data[::2], data[1::2], strict=True))
