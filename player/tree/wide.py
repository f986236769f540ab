"""The columns of trees with more than 256 labels, which have two bytes for each number."""

from __future__ import annotations

from itertools import chain

from player.rules.feedback import MAX_NARROW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class WideColumn(tuple[int, ...]):
    """A column of a tree with more than 256 labels; it has what is used of `bytes`, which are those of other trees."""

    __slots__ = ()

    def find(self, number: int, start: int, stop: int) -> int:
        """The first place of `number` from `start` up to `stop`, or -1."""
        try:
            return self.index(number, start, stop)
        except ValueError:
            return -1


def column(numbers: Iterable[int], labels: int) -> bytes | WideColumn:
    """A column of a tree with so many labels: a number for each node."""
    return bytes(numbers) if labels <= MAX_NARROW else WideColumn(numbers)


def read_wide(data: bytes) -> WideColumn:
    """The column of a file: two bytes for each number, the lower one first."""
    if len(data) % 2:
        raise ValueError("the columns differ in length")
    return WideColumn(low | high << 8 for low, high in zip(data[::2], data[1::2], strict=True))


def write_column(numbers: bytes | WideColumn) -> bytes:
    """The column as its file has it."""
    if isinstance(numbers, bytes):
        return numbers
    return bytes(chain.from_iterable(number.to_bytes(2, "little") for number in numbers))
