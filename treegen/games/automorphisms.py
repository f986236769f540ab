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
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from player.errors import GaveUp
from player.rules.tables import TableRules
from treegen.games.game import Game

Hashes = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

SECONDS = 3.0  # The search for symmetries ends after this time of the processor.
_MOST_SECRETS, _MOST_ENTRIES = 4096, 1 << 24  # In larger tables, no symmetries are sought.
_COMPARED = 1 << 26  # Pairs of secrets are compared by guesses at most this number of times.
_BLOCK = 1 << 20  # Pairs are hashed and compared in blocks of this number.


def first_guesses(game: Game) -> tuple[int, ...]:
    """Return the first guesses that are enough, rising; or () for all, as in games with rules and in large tables."""
    most = max(len(game.secrets), len(game.labels))
    is_large = most > _MOST_SECRETS or len(game.guesses) * most > _MOST_ENTRIES
    is_asked = isinstance(game.rules, TableRules) and game.rules.answers and not game.rules.costs
    if is_large or not (game.rules is None or is_asked):
        return ()
    found = tuple(TableSymmetry(game).representatives.tolist())
    return found if len(found) < len(game.guesses) else ()


class TableSymmetry:
    """The symmetries of a table before the first guess."""

    def __init__(self, game: Game) -> None:
        self._game, self._deadline = game, time.thread_time() + SECONDS
        self._rows, self._first = np.unique(_as_items(self._cells(game.table)), return_index=True)
        self._distinct = game.table[self._first]
        self._images, self._moved = list[Numbers](), list[Numbers]()  # permutations of the secrets and of the guesses

    @cached_property
    def representatives(self) -> npt.NDArray[np.int32]:
        """The lowest index of each class of equivalent first guesses; int32, rising."""
        with suppress(GaveUp):
            self._find()
        lowest = _orbits(len(self._rows), self._moved)
        least = np.full(len(self._rows), len(self._game.guesses))
        np.minimum.at(least, lowest, self._first)
        return np.unique(least[lowest]).astype(np.int32)

    def takes(self, image: Numbers) -> bool:
        """Return whether a permutation of the secrets is a symmetry, and keep it if it is."""
        moved, weights = _as_items(self._cells(self._distinct[:, image])), self._game.secret_weights
        order = np.argsort(moved)
        if not np.array_equal(moved[order], self._rows) or (weights[image] != weights).any():
            return False
        self._images.append(image)
        self._moved.append(np.argsort(order))
        return True

    def _cells(self, table: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return for each guess and secret of a table a number of the cell that does not depend on names of feedbacks.

        It is the place of the first secret in the cell; the numbers of winning cells and of losing ones are higher.
        """
        (count, secrets), labels = table.shape, len(self._game.labels)
        places = table + np.arange(count)[:, None] * labels
        firsts = np.zeros((count, labels), dtype=np.int16)  # enough for three times _MOST_SECRETS
        # The first place in a cell is written last.
        firsts.ravel()[places[:, ::-1].ravel()] = np.tile(np.arange(secrets, dtype=np.int16)[::-1], count)
        firsts[:, self._game.winning] += secrets
        firsts[:, list(self._game.losing)] = 2 * secrets  # no guess is made that might lose
        cells: npt.NDArray[Any] = firsts.take(places)
        return cells

    @cached_property
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
        used = np.flatnonzero(np.isin(kind, rarest[np.cumsum(number[rarest]) * pairs.size <= _COMPARED]))
        for some in np.array_split(used, len(used) * pairs.size // _BLOCK + 1):
            is_same = cells[some][:, :, None] == cells[some][:, None, :]
            pairs += (is_same * _mix(guess[some])[:, None, None]).sum(axis=0, dtype=np.uint64)
        return _mix(pairs) + _mix(_mix(pairs.T))

    def _find(self) -> None:
        """Find symmetries.  Raises GaveUp at the deadline."""
        levels = [(self._refine(np.unique(self._game.secret_weights, return_inverse=True)[1]), 0)]
        while len(shared := np.flatnonzero((counts := np.bincount(levels[-1][0])[levels[-1][0]]) > 1)):
            chosen = int(shared[counts[shared].argmin()])
            levels[-1] = levels[-1][0], chosen  # the colours on the first way, and the point that is chosen next
            levels.append((self._refine(levels[-1][0], chosen), 0))
        for at in reversed(range(len(levels) - 1)):
            (colours, chosen), failed = levels[at], set[int]()
            for other in np.flatnonzero(colours == colours[chosen]).tolist():
                orbits = _orbits(len(colours), self._images).tolist()
                if orbits[other] not in {orbits[chosen], *failed} and not self._follow(levels[at:], other):
                    failed.add(orbits[other])

    def _follow(self, levels: list[tuple[Numbers, int]], other: int) -> bool:
        """Return whether the choice of `other` in place of the first level's point leads to a symmetry."""
        colours = levels[0][0]
        for below, chosen in levels[1:]:
            colours = self._refine(colours, other)
            if not np.array_equal(np.bincount(colours), np.bincount(below)):
                return False
            other = int(np.argmax(colours == below[chosen]))
        image = np.empty_like(colours)
        image[np.argsort(levels[-1][0])] = np.argsort(colours)
        return self.takes(image)

    def _refine(self, colours: Numbers, chosen: int = -1) -> Numbers:
        """Give `chosen` (-1: no point) a colour of its own, and divide colours by the pairs until nothing changes."""
        points = np.arange(len(colours)) if chosen < 0 else np.array([chosen])  # those whose colours are new
        colours = 2 * colours + (np.arange(len(colours)) == chosen)
        while len(points):
            if time.thread_time() > self._deadline:
                raise GaveUp("the time for symmetries is up")
            own = _mix(_mix(colours.astype(np.uint64) + np.uint64(1)))
            parts = np.unique(_mix(own) + own[points] @ self._pairs[points], return_inverse=True)[1]
            points = np.flatnonzero(np.bincount(parts)[parts] < np.bincount(colours)[colours])
            colours = parts
        return colours


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
