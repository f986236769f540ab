"""Columns with two bytes per node, of trees with more than 256 labels; loaded for these alone, and to make trees."""

from __future__ import annotations

from itertools import chain

from player.rules.feedback import MAX_NARROW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    Column: TypeAlias = "bytes | WideColumn"

__all__ = ["WideColumn", "column", "read_wide", "write_column"]


class WideColumn(tuple[int, ...]):
    """A number for each node; it has what is used of `bytes`, which hold the columns of other trees."""

    __slots__ = ()

    def find(self, number: int, start: int, stop: int) -> int:
        """The first place of `number` from `start` up to `stop`, or -1."""
        try:
            return self.index(number, start, stop)
        except ValueError:
            return -1


def column(numbers: Iterable[int], labels: int) -> Column:
    """A column of a tree with so many labels."""
    return bytes(numbers) if labels <= MAX_NARROW else WideColumn(numbers)


def read_wide(data: bytes) -> WideColumn:
    """The column of a file: two bytes for each number, the lower one first."""
    if len(data) % 2:
        raise ValueError("the columns differ in length")
    return WideColumn(low | high << 8 for low, high in zip(data[::2], data[1::2], strict=True))


def write_column(numbers: Column) -> bytes:
    """The column as its file has it."""
    if isinstance(numbers, bytes):
        return numbers
    return bytes(chain.from_iterable(number.to_bytes(2, "little") for number in numbers))
