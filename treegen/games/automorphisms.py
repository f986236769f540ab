"""Equivalent guesses of a game that has only a table: symmetries are found in the table, and checked against it.

A symmetry is a permutation of the secrets that leads the cells of each guess to those of a guess; the feedbacks that
name these cells may differ.  Winning cells stay winning ones, losing cells losing ones, and a secret has the weight of
its image.  So a set of secrets costs as much as its image, for every list of prices (docs/theory.md, Theorem 6).

The search for symmetries gives secrets colours of their own and refines the other colours (B. McKay, A. Piperno,
"Practical graph isomorphism, II", 2014).  It tries one way from each secret, and its time is limited, so that it may
miss symmetries.  That costs only time: each one that is found is checked exactly.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from player.errors import GaveUp
from player.rules.tables import TableRules

if TYPE_CHECKING:
    from treegen.games.game import Game

Hashes = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

SECONDS = 3.0  # The search for symmetries ends after this time.
_MOST_SECRETS, _MOST_ENTRIES = 4096, 1 << 24  # In larger tables, no symmetries are sought.
_COMPARED = 1 << 26  # Pairs of secrets are compared by guesses at most this number of times.
_BLOCK = 1 << 20  # Pairs are hashed and compared in blocks of this number.


class TableSymmetry:
    """The symmetries of a table before the first guess."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._rows, self._first = np.unique(_as_items(self._cells(game.table)), return_index=True)
        self._distinct = game.table[self._first]

    @classmethod
    def of(cls, game: Game) -> TableSymmetry | None:
        """Return the symmetries of a game that has only a table, or None for other games and for large tables."""
        most = max(len(game.secrets), len(game.labels))
        is_large = most > _MOST_SECRETS or len(game.guesses) * most > _MOST_ENTRIES
        is_asked = isinstance(game.rules, TableRules) and game.rules.answers and not game.rules.costs
        return cls(game) if (game.rules is None or is_asked) and not is_large else None

    @cached_property
    def representatives(self) -> npt.NDArray[np.int32]:
        """The lowest index of each class of equivalent first guesses; int32, rising."""
        weights, found = self._game.secret_weights, list[Numbers]()

        def accepts(image: Numbers) -> bool:
            rows = self.image_of_guesses(image)
            if rows is None or (weights[image] != weights).any():
                return False
            found.append(rows)
            return True

        with suppress(GaveUp):
            kinds = np.unique(weights, return_inverse=True)[1]
            _Finder(self._pairs, accepts, time.monotonic() + SECONDS).run(kinds)
        lowest = _orbits(len(self._rows), found)
        least = np.full(len(self._rows), len(self._game.guesses))
        np.minimum.at(least, lowest, self._first)
        return np.unique(least[lowest]).astype(np.int32)

    def image_of_guesses(self, image: Numbers) -> Numbers | None:
        """Return how a permutation of the secrets permutes the distinct guesses, or None for other permutations."""
        moved = _as_items(self._cells(self._distinct[:, image]))
        order = np.argsort(moved)
        return np.argsort(order) if np.array_equal(moved[order], self._rows) else None

    def _cells(self, table: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return for each guess and secret of a table a number of the cell that does not depend on names of feedbacks.

        It is the place of the first secret in the cell; the numbers of winning cells and of losing ones are higher.
        """
        (count, secrets), labels = table.shape, len(self._game.labels)
        entry = np.int16 if 3 * secrets < 2**15 else np.int32
        places = table + np.arange(count)[:, None] * labels
        firsts = np.zeros((count, labels), dtype=entry)
        # The first place in a cell is written last.
        firsts.ravel()[places[:, ::-1].ravel()] = np.tile(np.arange(secrets, dtype=entry)[::-1], count)
        firsts[:, self._game.winning] += secrets
        firsts[:, list(self._game.losing)] = 2 * secrets  # no guess is made that might lose
        cells: npt.NDArray[Any] = firsts.take(places)
        return cells

    @property
    def _pairs(self) -> Hashes:
        """A hash for each pair of secrets that is the same for the images of the pair."""
        cells = self._cells(self._distinct)
        count, secrets = cells.shape
        places = (cells + np.arange(count)[:, None] * 3 * secrets).ravel()
        sizes = np.bincount(places)[places].reshape(count, secrets)
        own = _mix((sizes * 3 + cells // secrets).astype(np.uint64))  # the size and the kind of the cell of each secret
        guess = own.sum(axis=1, dtype=np.uint64)
        pairs = np.zeros((secrets, secrets), dtype=np.uint64)
        wins, winners = np.nonzero(cells // secrets == 1)
        np.add.at(pairs, winners, _mix(own[wins] + guess[wins][:, None]))
        # For the other guesses, two secrets are in one cell or not; those with the rarest sizes of cells are used.
        _, kind, number = np.unique(guess, return_inverse=True, return_counts=True)
        rarest = np.argsort(number, kind="stable")
        used = np.isin(kind, rarest[np.cumsum(number[rarest]) * pairs.size <= _COMPARED])
        chosen, weights = cells[used], _mix(guess[used])[:, None, None]
        step = max(1, _BLOCK // pairs.size)
        for start in range(0, len(chosen), step):
            some, weight = chosen[start : start + step], weights[start : start + step]
            pairs += ((some[:, :, None] == some[:, None, :]) * weight).sum(axis=0, dtype=np.uint64)
        return _mix(pairs) + _mix(_mix(pairs.T))


class _Finder:
    """Finds permutations of points that keep the hashes of all pairs, and that a function accepts."""

    def __init__(self, pairs: Hashes, accepts: Callable[[Numbers], bool], deadline: float) -> None:
        self._pairs, self._accepts, self._deadline = pairs, accepts, deadline

    def run(self, colours: Numbers) -> None:
        """Find permutations that also keep these colours.  Raises GaveUp at the deadline."""
        levels = [(self._refine(colours), -1)]  # the colours on the first way, and the point that is chosen next
        while (chosen := _first_of_rarest(levels[-1][0])) >= 0:
            levels[-1] = levels[-1][0], chosen
            levels.append((self._refine(levels[-1][0], chosen), -1))
        found = list[Numbers]()
        for at in reversed(range(len(levels) - 1)):
            (colours, chosen), failed = levels[at], set[int]()
            for other in np.flatnonzero(colours == colours[chosen]).tolist():
                orbits = _orbits(len(colours), found)
                if orbits[other] == orbits[chosen] or int(orbits[other]) in failed:
                    continue
                image = self._follow(levels[at:], other)
                if image is not None and self._accepts(image):
                    found.append(image)
                else:
                    failed.add(int(orbits[other]))

    def _follow(self, levels: list[tuple[Numbers, int]], other: int) -> Numbers | None:
        """Return the permutation to which the choice of `other` in place of the first level's point leads, if any."""
        colours = levels[0][0]
        for below, chosen in levels[1:]:
            colours = self._refine(colours, other)
            if not np.array_equal(np.bincount(colours), np.bincount(below)):
                return None
            other = int(np.argmax(colours == below[chosen]))
        image = np.empty_like(colours)
        image[np.argsort(levels[-1][0])] = np.argsort(colours)
        return image

    def _refine(self, colours: Numbers, chosen: int = -1) -> Numbers:
        """Give `chosen` (-1: no point) a colour of its own, and divide colours by the pairs until nothing changes."""
        points = np.arange(len(colours)) if chosen < 0 else np.array([chosen])  # those whose colours are new
        colours = 2 * colours + (np.arange(len(colours)) == chosen)
        while len(points):
            if time.monotonic() > self._deadline:
                raise GaveUp("the time for symmetries is up")
            own, sums = _mix(colours.astype(np.uint64)), np.zeros(len(colours), dtype=np.uint64)
            for some in np.array_split(points, len(points) * len(colours) // _BLOCK + 1):
                sums += _mix(self._pairs[some] ^ own[some][:, None]).sum(axis=0, dtype=np.uint64)
            parts = np.unique(_mix(own) + sums, return_inverse=True)[1]
            # The colours of the parts are new, except for the largest part of each colour, if there is only one.
            sizes, largest = np.bincount(parts)[parts], np.zeros(int(colours.max()) + 1, dtype=np.int64)
            np.maximum.at(largest, colours, sizes)
            is_largest = sizes == largest[colours]
            points = np.flatnonzero(~is_largest | (np.bincount(colours, is_largest)[colours] != sizes))
            colours = parts
        return colours


def _first_of_rarest(colours: Numbers) -> int:
    """Return the first point of the rarest colour that several points share, or -1 if there is none."""
    counts = np.bincount(colours)[colours]
    shared = np.flatnonzero(counts > 1)
    return int(min(shared, key=lambda point: (counts[point], colours[point]), default=-1))


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
    return np.ascontiguousarray(rows).view(np.dtype((np.void, rows.itemsize * rows.shape[1]))).ravel()


def _mix(numbers: Hashes) -> Hashes:
    """Return a hash of each number."""
    mixed = numbers * np.uint64(0x9E3779B97F4A7C15)
    return mixed ^ mixed >> np.uint64(32)
