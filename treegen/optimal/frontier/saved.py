"""A frontier in a file, so that a search that was killed goes on where it was."""

from __future__ import annotations

from typing import Any

import msgpack
import numpy as np

from treegen.games.subtree import Subtree
from treegen.native.interface import NEVER
from treegen.optimal.frontier.frontier import Frontier
from treegen.optimal.frontier.nodes import History, OpenSet, SplitGuess
from treegen.optimal.frontier.queue import GuessQueue

__all__ = ["dump", "load"]

_VERSION = 3  # of dump()
_TREE = (np.int32, np.uint8, np.int32, np.int32)  # the columns of a Subtree
_ENTRIES = 17  # of a set
_MOST_PATIENCE = 2.0**20


def dump(frontier: Frontier) -> bytes:
    """All that is known, for load(); what is being searched is left as open."""
    trees = [[_steps(history), _columns(tree)] for history, tree in frontier.trees.items()]
    packed: bytes = msgpack.packb([
        _VERSION, frontier.counts.get("seconds", 0), trees, _dump(frontier, frontier.root)
    ])  # fmt: skip
    return packed


def _dump(frontier: Frontier, node: OpenSet) -> list[Any]:
    is_open = node.state != "closed"
    state = node.state if node.state not in ("waiting", "quick") else "new" if node.quick is None else "quick"
    return [
        node.history[-1][1] if node.parent is not None else -1, node.size, node.bound, node.turn, state,
        node.best, node.guess, node.place, node.quick, node.ceiling, node.keep, node.patience,
        [list(first) for first in node.firsts],
        [node.places.tobytes(), frontier.rows_of(node).tobytes()] if is_open and node.places is not None else None,
        None if node.tree is None else _columns(node.tree),
        -1 if node.split is None else node.splits.index(node.split),
        [
            [
                split.guess, split.place, split.total, split.told, split.is_closed,
                [_dump(frontier, cell) for cell in split.cells],
                [_dump(frontier, cell) for cell in split.solved.values()],
            ]
            for split in node.splits
        ],
    ]  # fmt: skip


def _columns(tree: Subtree) -> list[bytes]:
    return [column.tobytes() for column in tree]


def _steps(history: History) -> list[int]:
    return [index for step in history for index in step]


def load(data: bytes, into: Frontier) -> None:
    """Make a new frontier what dump() was given; ValueError where that is damaged or is of another search.

    Its form is checked, and what it says is not believed: its sets are among the claims that are drawn from.
    """
    try:
        version, seconds, trees, root = msgpack.unpackb(data, strict_map_key=True)
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        raise ValueError("it is no frontier") from error
    if version != _VERSION:
        raise ValueError("it is of another version")
    wanted = into.root
    reader = _Reader(into)
    try:
        found = reader.read(root, wanted.history, None)
        steps = [(history, _tree(columns)) for history, columns in trees]
        known = {tuple(zip(path[::2], path[1::2], strict=True)): tree for path, tree in steps}
        into.counts["seconds"] = float(seconds)
    except (TypeError, IndexError, KeyError, RecursionError) as error:
        raise ValueError("a set is not whole") from error
    if (found.size, found.ceiling, found.keep) != (wanted.size, wanted.ceiling, wanted.keep):
        raise ValueError("it is of another search")
    into.trees.update(known)
    for node in reader.open:
        into.add(node)
    into.replace(found)


class _Reader:
    """Reads sets; `open` are those that are not closed."""

    def __init__(self, frontier: Frontier) -> None:
        self._frontier = frontier
        self.open: list[OpenSet] = []

    def read(self, packed: Any, history: History, parent: SplitGuess | None) -> OpenSet:
        """A set and all below it."""
        if not isinstance(packed, list) or len(packed) != _ENTRIES:
            raise ValueError("a set is not whole")
        _, size, bound, turn, state, best, guess, place, quick, ceiling, keep, patience = packed[:12]
        firsts, waiting, tree, holder, splits = packed[12:]
        some = [x for x in (best, quick, ceiling) if x is not None]
        _check_numbers([size, bound, turn, guess, place, holder, keep, *some])
        _check_state(state, patience)
        node = self._frontier.make_set(history, size, bound, parent, turn)
        node.best, node.guess, node.place, node.quick, node.ceiling, node.keep = (
            best,
            guess,
            place,
            quick,
            ceiling,
            keep,
        )
        node.state, node.patience = state, patience
        for first in firsts:
            _check_numbers(first)
            node.firsts.append((first[0], first[1], first[2]))
        if (state == "open") != (waiting is not None):
            raise ValueError("an open set has no order of guesses")
        if waiting is not None:
            _read_queue(node, *waiting)
        if tree is not None:
            node.tree = _tree(tree)
        for asked, at, total, told, is_closed, cells, solved in splits:
            _check_numbers([asked, at, total, told])
            split = SplitGuess(node, asked, at, total, told, is_closed=bool(is_closed))
            node.splits.append(split)
            split.cells = [self.read(cell, (*history, (asked, cell[0])), split) for cell in cells]
            split.solved = {cell[0]: self.read(cell, (*history, (asked, cell[0])), split) for cell in solved}
            if not is_closed:
                node.guesses.append(split)
        if holder >= 0:
            node.split = node.splits[holder]
        if (best is None) != (guess < 0) or (best is not None and keep == 1 and (tree is None) == (node.split is None)):
            raise ValueError("a cost has no tree")
        if state != "closed":
            self.open.append(node)
        return node


def _read_queue(node: OpenSet, places: bytes, rows: bytes) -> None:
    node.places = np.frombuffer(places, np.int32)
    queue = np.frombuffer(rows, np.int64).reshape(-1, 3)
    if len(queue):
        asked = queue[:, 1]
        if asked.min() < 0 or asked.max() >= len(node.places) or (node.places[asked] != queue[:, 0]).any():
            raise ValueError("a guess is not at its place")
    node.queue = GuessQueue(node.places, queue)


def _check_numbers(numbers: list[Any]) -> None:
    if not all(type(number) is int and -1 <= number <= NEVER for number in numbers):
        raise ValueError("a number is none")


def _check_state(state: Any, patience: Any) -> None:
    if state not in ("new", "quick", "open", "closed"):
        raise ValueError("a set is in no state")
    if type(patience) is not float or not 1 <= patience <= _MOST_PATIENCE:
        raise ValueError("a task may take no such time")


def _tree(columns: list[bytes]) -> Subtree:
    return Subtree(*(np.frombuffer(column, kind) for column, kind in zip(columns, _TREE, strict=True)))
