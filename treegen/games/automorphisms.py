"""Equivalent guesses of a game that has only a table: symmetries are found in the table, and checked against it.

A symmetry is a permutation of the secrets that leads the cells of each guess to those of a guess; the feedbacks that
name these cells may differ.  Winning cells stay winning ones, losing cells losing ones, and equivalent secrets have the
same weight.  So a set of secrets costs as much as its image, for every list of prices (docs/theory.md, Theorem 6).

The search for symmetries individualises secrets and refines colours (B. McKay, A. Piperno, "Practical graph
isomorphism, II", 2014).  It may miss some of them, because it tries one way from each secret, and its time is limited.
That costs only time: every permutation that is found is checked exactly, and products of symmetries are symmetries.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from treegen.games.game import Game

Hashes = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

SECONDS = 3.0  # The search for the symmetries of a table, or of a history, ends after this time.
_MOST_SECRETS, _MOST_ENTRIES = 6000, 1 << 26  # In larger tables, no symmetries are sought.
_PAIRS = 1 << 26  # Guesses are compared with at most this number of pairs of secrets.
_BLOCK = 1 << 20  # Colours are refined with this number of pairs at a time.


class TableSymmetry:
    """The symmetries of a table, with the methods of `CodeSymmetry` that do not concern symbols."""

    moves_feedbacks = True

    def __init__(self, game: Game) -> None:
        self._labels, self._winning, self._losing = len(game.labels), game.winning, list(game.losing)
        self._table, self._weights = game.table, game.secret_weights
        if self._losing:  # no guess is made that might lose, so that its losing cells need not be told apart
            self._table = np.where(np.isin(game.table, self._losing), game.table.dtype.type(self._losing[0]), game.table)
        self._memo: dict[tuple[tuple[int, int], ...], Numbers] = {}
        self._pairs: Hashes | None = None
        items = _as_items(self._cells(self._table))
        self._rows, self._first, self._row_of = np.unique(items, return_index=True, return_inverse=True)
        self._distinct = self._table[self._first]

    @classmethod
    def of(cls, game: Game) -> TableSymmetry | None:
        """Return the symmetries of a game, or None if its table is too large to search."""
        is_small = len(game.secrets) <= _MOST_SECRETS and len(game.guesses) * len(game.secrets) <= _MOST_ENTRIES
        return cls(game) if is_small else None

    def representatives(self, prior: Sequence[int], feedbacks: Sequence[int] = ()) -> npt.NDArray[np.int32]:
        """Return the lowest index of each class of guesses that are equivalent after these steps; int32, rising."""
        return np.unique(self.classes(prior, feedbacks)).astype(np.int32)

    def classes(self, prior: Sequence[int], feedbacks: Sequence[int] = ()) -> Numbers:
        """Return for each guess the lowest index of the guesses that are equivalent after these steps."""
        steps = tuple(zip(prior, feedbacks, strict=True))
        if steps not in self._memo:
            has_none = len(steps) > 0 and len(np.unique(self.classes(()))) == len(self._rows)
            lowest = _orbits(len(self._rows), [] if has_none else self.permutations(steps))
            least = np.full(len(self._rows), len(self._table))
            np.minimum.at(least, lowest, self._first)
            self._memo[steps] = least[lowest][self._row_of]
        return self._memo[steps]

    def permutations(self, steps: Sequence[tuple[int, int]] = ()) -> list[Numbers]:
        """Return the permutations of distinct guesses by symmetries that keep each of these guesses and its cell."""
        marks = [self._weights, *(self._table[guess] == label for guess, label in steps)]
        kinds = np.unique(marks, axis=1, return_inverse=True)[1].ravel()
        kept = self._row_of[[guess for guess, _ in steps]]
        found: list[Numbers] = []

        def is_symmetry(image: Numbers) -> bool:
            rows = self.image_of_guesses(image)
            is_one = rows is not None and bool((rows[kept] == kept).all() and (kinds[image] == kinds).all())
            if is_one and rows is not None:
                found.append(rows)
            return is_one

        pairs = self._hash_pairs()
        for guess, _ in steps:
            pairs = _mix(pairs + (self._table[guess][:, None] == self._table[guess]))
        _Finder(pairs, is_symmetry, time.monotonic() + SECONDS).run(kinds)
        return found

    def image_of_guesses(self, image: Numbers) -> Numbers | None:
        """Return the image of each distinct guess under a permutation of the secrets, or None if it is no symmetry."""
        moved = _as_items(self._cells(self._distinct[:, image]))
        order = np.argsort(moved, kind="stable")
        if not np.array_equal(moved[order], self._rows):
            return None
        rows = np.empty(len(order), dtype=np.int64)
        rows[order] = np.arange(len(order))
        return rows

    def _cells(self, table: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return for each guess and each secret of a table a number of its cell that no names of feedbacks change.

        It is the place of the first secret in the cell, and tells a winning cell and a losing one apart from others.
        """
        count, secrets = table.shape
        rows, entry = np.arange(count)[:, None], np.int16 if 3 * secrets < 2**15 else np.int32
        firsts = np.zeros((count, self._labels), dtype=entry)
        firsts[rows, table[:, ::-1]] = np.arange(secrets, dtype=entry)[::-1]  # the first place is written last
        firsts[:, self._winning] += secrets
        firsts[:, self._losing[:1]] += 2 * secrets
        cells: npt.NDArray[Any] = firsts[rows, table]
        return cells

    def _hash_pairs(self) -> Hashes:
        """Return a hash for each pair of secrets that is the same for the images of the pair, uint64."""
        if self._pairs is not None:
            return self._pairs
        cells = self._cells(self._distinct)
        count, secrets = cells.shape
        places = (cells % secrets + np.arange(count)[:, None] * secrets).ravel()
        sizes = np.bincount(places, minlength=count * secrets)[places].reshape(count, secrets)
        own = _mix((sizes * 3 + cells // secrets).astype(np.uint64))  # the size and the kind of the cell of each secret
        guess = own.sum(axis=1, dtype=np.uint64)
        pairs = np.zeros((secrets, secrets), dtype=np.uint64)
        wins, winners = np.nonzero(cells // secrets == 1)
        if len(wins) <= secrets * 2:
            np.add.at(pairs, winners, _mix(own[wins] + guess[wins][:, None]))
        # Of the other guesses, those with the rarest sizes of cells are compared.
        _, kind, number = np.unique(guess, return_inverse=True, return_counts=True)
        rare = np.argsort(number, kind="stable")
        enough = rare[np.cumsum(number[rare]) * secrets * secrets <= _PAIRS]
        some = np.isin(kind, enough)
        chosen, weights = np.ascontiguousarray(cells[some].T), _mix(guess[some])
        for secret in range(secrets):
            pairs[secret] += (chosen == chosen[secret]) @ weights
        self._pairs = _mix(pairs) + _mix(_mix(pairs.T))
        return self._pairs


class _Level(NamedTuple):
    """A level of the first way to colours that all differ: the colours, and the secret that gets one of its own."""

    colours: Numbers
    chosen: int


class _Finder:
    """Finds permutations of points that keep the hashes of all pairs, and that a function accepts."""

    def __init__(self, pairs: Hashes, accepts: Callable[[Numbers], bool], deadline: float) -> None:
        self._pairs, self._accepts, self._deadline = pairs, accepts, deadline
        self._rows = max(1, _BLOCK // len(pairs))

    def run(self, colours: Numbers) -> None:
        levels, colours = list[_Level](), self._refine(colours)
        while (chosen := _first_of_smallest(colours)) >= 0:
            levels.append(_Level(colours, chosen))
            colours = self._refine(_individualise(colours, chosen), chosen)
        found = list[Numbers]()
        for at in range(len(levels) - 1, -1, -1):
            level, failed = levels[at], set[int]()
            for other in np.flatnonzero(level.colours == level.colours[level.chosen]).tolist():
                orbits = _orbits(len(colours), found)
                if time.monotonic() > self._deadline:
                    return
                if orbits[other] == orbits[level.chosen] or int(orbits[other]) in failed:
                    continue
                image = self._follow([*levels[at:], _Level(colours, -1)], other)
                if image is not None and self._accepts(image):
                    found.append(image)
                else:
                    failed.add(int(orbits[other]))

    def _follow(self, levels: list[_Level], other: int) -> Numbers | None:
        """Return the permutation to which the choice of `other` in place of the first level's secret leads, if any."""
        colours = levels[0].colours
        for level, below in zip(levels, levels[1:], strict=False):
            if level is not levels[0]:
                other = int(np.flatnonzero(colours == level.colours[level.chosen])[0])
            colours = self._refine(_individualise(colours, other), other)
            if not np.array_equal(np.bincount(colours), np.bincount(below.colours)):
                return None
        image = np.empty_like(colours)
        image[np.argsort(levels[-1].colours)] = np.argsort(colours)
        return image

    def _refine(self, colours: Numbers, chosen: int = -1) -> Numbers:
        """Return colours that also tell points apart by the hashes of their pairs, until nothing changes.

        If a point is `chosen`, such colours were changed by giving this point a colour of its own.
        """
        points = np.arange(len(colours)) if chosen < 0 else np.array([chosen])  # those whose colours are news
        while len(points):
            own = _mix(colours.astype(np.uint64))
            sums = np.zeros(len(colours), dtype=np.uint64)
            for start in range(0, len(points), self._rows):
                some = points[start : start + self._rows]
                sums += _mix(self._pairs[some] ^ own[some][:, None]).sum(axis=0, dtype=np.uint64)
            parts = np.unique(_mix(own) + sums, return_inverse=True)[1]
            # If a colour was divided, one of its parts tells nothing that the others do not tell.
            sizes = np.bincount(parts)
            largest = np.zeros(len(colours), dtype=np.int64)
            np.maximum.at(largest, colours, sizes[parts])
            is_one = np.bincount(colours, sizes[parts] == largest[colours], len(colours))[colours] == sizes[parts]
            is_whole = np.bincount(colours)[colours] == sizes[parts]
            points = np.flatnonzero(~is_whole & ~(is_one & (sizes[parts] == largest[colours])))
            colours = parts
        return colours


def _individualise(colours: Numbers, one: int) -> Numbers:
    """Return colours of which one point has a colour of its own."""
    apart = 2 * colours
    apart[one] += 1
    return np.unique(apart, return_inverse=True)[1]


def _first_of_smallest(colours: Numbers) -> int:
    """Return the first point of the rarest colour that two points share, or -1 if there is none."""
    counts = np.bincount(colours)
    counts[counts < 2] = len(colours) + 1
    rarest = int(np.argmin(counts))
    return -1 if counts[rarest] > len(colours) else int(np.flatnonzero(colours == rarest)[0])


def _orbits(count: int, permutations: Sequence[Numbers]) -> Numbers:
    """Return for each of `count` points the lowest point to which products of these permutations lead."""
    lowest, before = np.arange(count), np.full(count, -1)
    while not np.array_equal(lowest, before):
        before = lowest
        for image in permutations:
            lowest = np.minimum(lowest, lowest[image])
        lowest = lowest[lowest]
    return lowest


def _as_items(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return each row as one item, which can be sorted and compared."""
    return np.ascontiguousarray(rows).view(np.dtype((np.void, rows.itemsize * rows.shape[1]))).reshape(-1)


def _mix(numbers: Hashes) -> Hashes:
    """Return a hash of each number."""
    mixed = numbers * np.uint64(0x9E3779B97F4A7C15)
    return mixed ^ mixed >> np.uint64(32)
